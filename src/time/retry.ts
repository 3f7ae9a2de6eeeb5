import { setTimeout as sleep } from 'node:timers/promises';

/** Does the work until it succeeds: once more after each of the delays, if `mayRetry` allows it.
 * `wait` gets the delay and the error; if it throws, the retries end. */
export async function retry<T>(
  delaysMs: Iterable<number>,
  work: () => Promise<T>,
  { mayRetry = () => true, wait = (ms) => sleep(ms) }: Partial<RetryOptions> = {},
): Promise<T> {
  for (const delayMs of delaysMs) {
    try {
      return await work();
    } catch (error) {
      if (!mayRetry(error)) throw error;
      await wait(delayMs, error);
    }
  }
  return await work();
}

type RetryOptions = {
  mayRetry: (error: unknown) => boolean;
  wait: (ms: number, error: unknown) => Promise<unknown>;
};

/** Delays without end, each twice as long as the one before, up to a maximum. */
export function* doubling(firstMs: number, maxMs: number): Generator<number> {
  for (let ms = firstMs; ; ms = Math.min(ms * 2, maxMs)) yield ms;
}
