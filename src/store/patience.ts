/**
 * Bounds how long work is waited for: `timeoutMs`. Rejects with what `toError` makes of the reason, be it the work's or the end of
 * the time. All waits share one timer, for they end in the order in which they began.
 */
export function createPatience(
  timeoutMs: number,
  toError: (cause: unknown) => Error,
): <T>(work: Promise<T>) => Promise<T> {
  const waits = new Wait(Number.POSITIVE_INFINITY, () => {});
  let isArmed = false;
  const arm = (ms: number): void => {
    isArmed = true;
    setTimeout(check, ms).unref();
  };
  const toLate = (): Error => toError(new Error(`no answer within ${timeoutMs} ms`));
  const check = (): void => {
    isArmed = false;
    const now = performance.now();
    for (let wait = waits.next; wait !== waits; wait = waits.next) {
      if (wait.endsAt > now) {
        arm(Math.ceil(wait.endsAt - now));
        return;
      }
      wait.leave();
      wait.reject(toLate());
    }
  };
  return (work) =>
    new Promise((resolve, reject) => {
      const wait = new Wait(performance.now() + timeoutMs, reject);
      wait.joinBefore(waits);
      if (!isArmed) arm(timeoutMs);
      work.then(
        (value) => {
          wait.leave();
          // Also where nothing ran in between: what rests on the answer counts on its time.
          if (performance.now() < wait.endsAt) resolve(value);
          else reject(toLate());
        },
        (cause: unknown) => {
          wait.leave();
          reject(toError(cause));
        },
      );
    });
}

/** One of a ring of waits, at first alone. A Set that is filled and emptied with every call would make new tables all the time. */
class Wait {
  readonly endsAt: number;
  readonly reject: (error: Error) => void;
  next: Wait = this;
  #previous: Wait = this;

  constructor(endsAt: number, reject: (error: Error) => void) {
    this.endsAt = endsAt;
    this.reject = reject;
  }

  joinBefore(other: Wait): void {
    this.next = other;
    this.#previous = other.#previous;
    other.#previous.next = this;
    other.#previous = this;
  }

  leave(): void {
    this.#previous.next = this.next;
    this.next.#previous = this.#previous;
    this.next = this;
    this.#previous = this;
  }
}
