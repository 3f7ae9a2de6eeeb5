type Wait = { endsAt: number; reject: (error: Error) => void };

/**
 * Bounds how long work is waited for: `timeoutMs`. Rejects with what `toError` makes of the reason, be it the work's or the end of
 * the time. All waits share one timer, for they end in the order in which they began.
 */
export function createPatience(
  timeoutMs: number,
  toError: (cause: unknown) => Error,
): <T>(work: Promise<T>) => Promise<T> {
  const waits = new Set<Wait>();
  let isArmed = false;
  const arm = (ms: number): void => {
    isArmed = true;
    setTimeout(check, ms).unref();
  };
  const check = (): void => {
    isArmed = false;
    const now = performance.now();
    for (const wait of waits) {
      if (wait.endsAt > now) {
        arm(Math.ceil(wait.endsAt - now));
        return;
      }
      waits.delete(wait);
      wait.reject(toError(new Error(`no answer within ${timeoutMs} ms`)));
    }
  };
  return (work) =>
    new Promise((resolve, reject) => {
      const wait: Wait = { endsAt: performance.now() + timeoutMs, reject };
      waits.add(wait);
      if (!isArmed) arm(timeoutMs);
      work.then(
        (value) => {
          // Also where nothing ran in between: what rests on the answer counts on its time.
          if (performance.now() < wait.endsAt) resolve(value);
          else reject(toError(new Error(`no answer within ${timeoutMs} ms`)));
          waits.delete(wait);
        },
        (cause: unknown) => {
          waits.delete(wait);
          reject(toError(cause));
        },
      );
    });
}
