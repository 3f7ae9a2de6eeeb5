import { describe, expect, test } from 'vitest';
import { QuotaQueue } from '../../src/quota/queue.ts';
import { type Priority, PUBLIC_BUDGET, QuotaExhausted, type QuotaLog } from '../../src/quota/rule.ts';
import { SqliteLog } from '../../src/quota/sqliteLog.ts';
import { StoreUnavailable } from '../../src/store/store.ts';
import { FakeClock, settled } from '../support/fakeClock.ts';
import { G, SPAN, W } from './stores.ts';

function createRig(perToken: number, perAddress?: number, log?: QuotaLog) {
  const clock = new FakeClock();
  const { now, timer } = clock;
  const queue = new QuotaQueue({ log: log ?? new SqliteLog(':memory:', SPAN, now), perToken, perAddress, now, timer });
  const ends: string[] = [];
  type SlotRequest = { budget?: string; person?: string; priority?: Priority; signal?: AbortSignal };
  const ask = async (name: string, { budget = 'a', ...options }: SlotRequest = {}): Promise<void> => {
    await queue.acquire(budget, options).then(
      () => void ends.push(name),
      (error: unknown) => void ends.push(`${name}: ${error instanceof Error ? error.name : error}`),
    );
  };
  const fill = async (count: number, budget = 'a', pauseMs = 0): Promise<void> => {
    for (let index = 0; index < count; index += 1) {
      await queue.acquire(budget);
      await clock.advance(pauseMs);
    }
  };
  return { clock, queue, ends, ask, fill };
}

describe('the quota queue', () => {
  test('lets callers wait up to 10 s, first come, first served, and tells the others when a slot frees', async () => {
    const { clock, queue, ends, ask, fill } = createRig(2);
    await fill(2, 'a', 4_000);
    await clock.advance(W + G - 8_000 - 1_000);
    // Runs when the slot frees, before the waiting ones.
    clock.timer(1_000, () => void ask('newcomer'));
    for (const name of ['first', 'second', 'third']) void ask(name);
    await clock.advance(999);
    expect(ends).toEqual([]);
    await clock.advance(1);
    expect(ends.splice(0)).toEqual(['first']);
    await clock.advance(4_000);
    expect(ends).toEqual(['second', 'third: QuotaExhausted', 'newcomer: QuotaExhausted']);
    const { nextFreeAt } = await queue.use('a');
    await expect(queue.acquire('a')).rejects.toHaveProperty('until', nextFreeAt);
  });

  test('keeps the last 20 % from background requests, which never wait', async () => {
    const { clock, queue, ends, ask, fill } = createRig(10);
    await fill(8);
    await ask('job', { priority: 'background' });
    await clock.advance(W + G - 1_000);
    await ask('job', { priority: 'background' });
    expect(ends).toEqual(['job: QuotaExhausted', 'job: QuotaExhausted']);
    await fill(2);
    expect(queue.metrics.background).toEqual({ granted: 0, denied: 2, left: 0, waiting: 0 });
    expect(queue.metrics.interactive).toEqual({ granted: 10, denied: 0, left: 0, waiting: 0 });
  });

  test('waits for a store that doesn’t respond no longer than the deadline', async () => {
    const never = () => new Promise<never>(() => {});
    const { queue } = createRig(10, undefined, { take: never, observe: never, peek: never });
    await expect(queue.acquire('a', { signal: AbortSignal.timeout(1) })).rejects.toHaveProperty('name', 'TimeoutError');
  });

  test('lets waiting callers leave without a slot', async () => {
    const { clock, queue, ends, ask, fill } = createRig(1);
    await fill(1);
    await clock.advance(W + G - 5_000);
    const controller = new AbortController();
    void ask('leaves', { signal: controller.signal });
    await settled();
    void ask('next');
    await settled();
    expect(queue.metrics.interactive.waiting).toBe(2);
    controller.abort('enough');
    await clock.advance(5_000);
    expect(ends).toEqual(['leaves: enough', 'next']);
    await expect(queue.acquire('b', { signal: AbortSignal.abort('too late') })).rejects.toBe('too late');
    expect(await queue.use('b')).toMatchObject({ used: 0 });
    expect(clock.nextAt).toBeUndefined();
    expect(queue.metrics.interactive).toMatchObject({ waiting: 0, left: 2 });
  });

  test('tells waiting callers at once when a refusal closes the budget for longer than they would wait', async () => {
    const { clock, queue, ends, ask, fill } = createRig(1);
    await fill(1);
    await clock.advance(W + G - 5_000);
    void ask('waiting');
    await settled();
    await queue.observe('a', { isRefused: true, retryInMs: 60_000 });
    await settled();
    expect(ends).toEqual(['waiting: QuotaExhausted']);
    expect(clock.nextAt).toBeUndefined();
  });

  test('wakes the callers of all budgets when a response opens the address budget', async () => {
    const { clock, queue, ends, ask } = createRig(5, 20);
    await queue.observe('a', { isRefused: true, retryInMs: 9_000 });
    void ask('of a');
    void ask('of b', { budget: 'b' });
    await clock.advance(1_000);
    expect(ends).toEqual([]);
    await queue.observe('a', { isRefused: false, remaining: 10 });
    await clock.advance(0);
    expect(ends).toEqual(['of a', 'of b']);
  });

  test('serves callers of several budgets in their order if the address budget is short', async () => {
    const { clock, ends, ask, fill } = createRig(100, 3);
    await fill(3, 'x', 100);
    await clock.advance(W + G - 300 - 500);
    for (const [name, budget] of Object.entries({ 'a 1': 'a', 'b 1': 'b', 'a 2': 'a' })) {
      void ask(name, { budget });
      await settled();
    }
    await clock.advance(1_000);
    expect(ends).toEqual(['a 1', 'b 1', 'a 2']);
  });

  test('lets others pass a person who waits for their own share', async () => {
    const { clock, ends, ask } = createRig(8);
    const budget = PUBLIC_BUDGET;
    for (let asked = 0; asked < 4; asked += 1) await ask('greedy', { budget, person: 'p' });
    await clock.advance(W + G - 5_000);
    void ask('greedy again', { budget, person: 'p' });
    await settled();
    await ask('other', { budget, person: 'q' });
    expect(ends.slice(4)).toEqual(['other']);
    await clock.advance(5_000);
    expect(ends.slice(5)).toEqual(['greedy again']);
  });

  test('keeps a person’s share of the address budget, with a token too', async () => {
    const { queue } = createRig(100, 10);
    for (let asked = 0; asked < 5; asked += 1) await queue.acquire('a', { person: 'a' });
    await expect(queue.acquire('a', { person: 'a' })).rejects.toMatchObject({ isShared: false });
    expect(await queue.use('a', 'a')).toMatchObject({ limit: 10, used: 5, left: 0, isShared: true });
    await queue.acquire('b', { person: 'b' });
  });

  test.each([
    ['a person’s own budget', 2, undefined, 'a', false],
    ['the public budget', 2, undefined, PUBLIC_BUDGET, true],
    ['the address budget', 100, 2, 'a', true],
  ])('says whose requests are used up: %s', async (_, perToken, perAddress, budget, isShared) => {
    const { queue } = createRig(perToken, perAddress);
    for (let asked = 0; asked < 2; asked += 1) await queue.acquire(budget);
    const refused: unknown = await queue.acquire(budget).catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(QuotaExhausted);
    expect(refused).toMatchObject({ isShared });
    expect((await queue.use(budget)).isShared ?? false).toBe(isShared);
  });

  test('tells callers when the store is unavailable, and grants nothing', async () => {
    const unavailable = () => Promise.reject(new StoreUnavailable('The store does not answer.'));
    const log = { take: unavailable, observe: unavailable, peek: unavailable, close: () => {} };
    const { queue } = createRig(10, undefined, log);
    await expect(queue.acquire('a')).rejects.toThrow(StoreUnavailable);
    expect(queue.metrics.interactive).toEqual({ granted: 0, denied: 0, left: 1, waiting: 0 });
  });
});
