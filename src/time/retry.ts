import { setTimeout as sleep } from 'node:timers/promises';

/** Does the work until it succeeds: once more after each of the delays, if `mayRetry` allows it. */
export async function retry<T>(
  delaysMs: readonly number[],
  work: () => Promise<T>,
  { mayRetry = () => true, wait = sleep }: Partial<RetryOptions> = {},
): Promise<T> {
  for (const delayMs of delaysMs) {
    try {
      return await work();
    } catch (error) {
      if (!mayRetry(error)) throw error;
      await wait(delayMs);
    }
  }
  return await work();
}

type RetryOptions = { mayRetry: (error: unknown) => boolean; wait: (ms: number) => Promise<unknown> };
