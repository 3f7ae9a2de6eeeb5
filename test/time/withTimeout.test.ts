import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { unlessAborted, withTimeout } from '../../src/time/withTimeout.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('work that ends in time gives its result or its error, and leaves no timer', async () => {
  await expect(withTimeout(Promise.resolve(7), 1_000)).resolves.toBe(7);
  await expect(withTimeout(Promise.reject(new Error('broken')), 1_000)).rejects.toThrow('broken');
  expect(vi.getTimerCount()).toBe(0);
});

test('work that takes longer fails with a TimeoutError, however it ends later', async () => {
  const { promise, resolve } = Promise.withResolvers<string>();
  const error = withTimeout(promise, 1_000).catch((cause: Error) => `${cause.name}: ${cause.message}`);
  await vi.advanceTimersByTimeAsync(999);
  expect(vi.getTimerCount()).toBe(1);
  await vi.advanceTimersByTimeAsync(1);
  resolve('late');
  expect(await error).toBe('TimeoutError: no response within 1000 ms');
});

test('a late result is an error even where nothing could run in between', async () => {
  const clock = vi.spyOn(performance, 'now').mockReturnValue(5_000);
  const soon = withTimeout(Promise.resolve('in time'), 1_000);
  const late = withTimeout(Promise.resolve('late'), 1_000);
  clock.mockReturnValueOnce(5_999).mockReturnValue(6_000);
  await expect(soon).resolves.toBe('in time');
  await expect(late).rejects.toThrow('no response');
  clock.mockRestore();
});

test('an abort ends the wait with its reason; without one, work is just awaited', async () => {
  const controller = new AbortController();
  const waiting = unlessAborted(new Promise(() => {}), controller.signal);
  controller.abort(new Error('the deadline'));
  await expect(waiting).rejects.toThrow('the deadline');
  await expect(unlessAborted(Promise.resolve(7), new AbortController().signal)).resolves.toBe(7);
  await expect(unlessAborted(Promise.resolve(7), undefined)).resolves.toBe(7);
});
