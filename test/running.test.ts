import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createRunning } from '../src/running.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('a stop waits for running work, and for work that starts meanwhile', async () => {
  const running = createRunning();
  const [first, second] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  void running.track(first.promise);
  expect(running.isStopping).toBe(false);
  const settled = vi.fn();
  const settling = running.settle(8_000).then(settled);
  expect(running.isStopping).toBe(true);
  void running.track(second.promise);
  first.resolve();
  await vi.advanceTimersByTimeAsync(7_000);
  expect(settled).not.toHaveBeenCalled();
  second.resolve();
  await vi.advanceTimersByTimeAsync(100);
  await settling;
  expect(settled).toHaveBeenCalledWith(true);
});

test('a stop gives up on work that takes too long', async () => {
  const running = createRunning();
  void running.track(new Promise(() => {}));
  const settling = running.settle(8_000);
  await vi.advanceTimersByTimeAsync(8_000);
  expect(await settling).toBe(false);
});

test('a stop counts failed work as ended, and leaves its error to its caller', async () => {
  const running = createRunning();
  await expect(running.track(Promise.reject(new Error('lost')))).rejects.toThrow('lost');
  expect(await running.settle(0)).toBe(true);
});
