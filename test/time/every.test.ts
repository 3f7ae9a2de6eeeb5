import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { every } from '../../src/time/every.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test.each([
  ['rejects', () => Promise.reject(new Error('broken'))],
  [
    'throws at once',
    () => {
      throw new Error('broken');
    },
  ],
])('work that %s has its next turn all the same', async (_, work) => {
  const errors: unknown[] = [];
  const stop = every(10, work, { onError: (error) => errors.push(error), atOnce: true });
  await vi.advanceTimersByTimeAsync(20);
  await stop();
  expect(errors).toHaveLength(3);
});
