/** The result of `work` within `timeoutMs`, else a `TimeoutError`. The work itself continues. */
export function withTimeout<T>(work: Promise<T>, timeoutMs: number): Promise<T> {
  return new Promise((resolve, reject) => {
    const endsAt = performance.now() + timeoutMs;
    const end = (): void => reject(new DOMException(`no response within ${timeoutMs} ms`, 'TimeoutError'));
    const timer = setTimeout(end, timeoutMs);
    // A late result fails even if nothing else could run: a quota's grant has expired by then.
    work
      .then((result) => (performance.now() < endsAt ? resolve(result) : end()), reject)
      .finally(() => clearTimeout(timer));
  });
}

/** The result of `work`, unless the signal aborts first: then its reason. The work continues. */
export async function unlessAborted<T>(work: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (!signal) return await work;
  const { promise: aborted, reject } = Promise.withResolvers<never>();
  const abort = (): void => reject(signal.reason);
  signal.addEventListener('abort', abort, { once: true });
  if (signal.aborted) abort();
  return await Promise.race([work, aborted]).finally(() => signal.removeEventListener('abort', abort));
}

/** True if a signal's reason is a timeout, such as AbortSignal.timeout()'s. */
export function isTimeout(reason: unknown): boolean {
  return reason instanceof DOMException && reason.name === 'TimeoutError';
}
