import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createPatience } from '../../src/store/patience.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const toError = (cause: unknown): Error => new Error('told', { cause });
const never = (): Promise<never> => new Promise(() => {});

/** What became of a wait, once it has ended. */
function outcomeOf(wait: Promise<unknown>): { is: unknown } {
  const outcome: { is: unknown } = { is: undefined };
  wait.then(
    (value) => (outcome.is = value),
    (error: Error) => (outcome.is = `${error.message}: ${(error.cause as Error).message}`),
  );
  return outcome;
}

test('work that ends in time gives what it gives, and its reason in the words of the store', async () => {
  const inTime = createPatience(1_000, toError);
  await expect(inTime(Promise.resolve(7))).resolves.toBe(7);
  const cause = new Error('broken');
  await expect(inTime(Promise.reject(cause))).rejects.toMatchObject({ message: 'told', cause });
});

test('each wait ends at its own time, though all share one timer', async () => {
  const inTime = createPatience(1_000, toError);
  const first = outcomeOf(inTime(never()));
  await vi.advanceTimersByTimeAsync(600);
  const second = outcomeOf(inTime(never()));
  expect(vi.getTimerCount()).toBe(1);
  await vi.advanceTimersByTimeAsync(399);
  expect(first.is).toBeUndefined();
  await vi.advanceTimersByTimeAsync(1);
  expect(first.is).toBe('told: no answer within 1000 ms');
  expect(second.is).toBeUndefined();
  await vi.advanceTimersByTimeAsync(600);
  expect(second.is).toBe('told: no answer within 1000 ms');
  expect(vi.getTimerCount()).toBe(0);
});

test('an answer that comes after the end changes nothing', async () => {
  const inTime = createPatience(1_000, toError);
  let answer = (_: string): void => {};
  const late = outcomeOf(inTime(new Promise<string>((resolve) => (answer = resolve))));
  await vi.advanceTimersByTimeAsync(1_000);
  answer('late');
  await vi.advanceTimersByTimeAsync(0);
  expect(late.is).toBe('told: no answer within 1000 ms');
});

test('an answer counts on its time also where nothing else could run in between', async () => {
  const clock = vi.spyOn(performance, 'now').mockReturnValue(5_000);
  const inTime = createPatience(1_000, toError);
  const soon = inTime(Promise.resolve('in time'));
  const late = inTime(Promise.resolve('late'));
  clock.mockReturnValueOnce(5_999).mockReturnValue(6_000);
  await expect(soon).resolves.toBe('in time');
  await expect(late).rejects.toThrow('told');
  clock.mockRestore();
});

test('a wait that ends between others leaves them their time', async () => {
  const inTime = createPatience(1_000, toError);
  const first = outcomeOf(inTime(never()));
  let answer = (_: string): void => {};
  const between = outcomeOf(inTime(new Promise<string>((resolve) => (answer = resolve))));
  await vi.advanceTimersByTimeAsync(500);
  const last = outcomeOf(inTime(never()));
  answer('here');
  await vi.advanceTimersByTimeAsync(500);
  expect([first.is, between.is, last.is]).toEqual(['told: no answer within 1000 ms', 'here', undefined]);
  await vi.advanceTimersByTimeAsync(500);
  expect(last.is).toBe('told: no answer within 1000 ms');
});
