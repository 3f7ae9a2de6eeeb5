import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import type { BudgetRule, QuotaWindows } from '../../src/quota/window.ts';
import { createRedisHome, SINCE } from './homes.ts';

const W = 3_600_000;
const G = 11_000;
const rule: BudgetRule = { limit: 10, windowMs: W, guardMs: G };
const redis = createRedisHome({ isTrusted: false });
afterAll(() => redis.close());

let now: number;
let windows: QuotaWindows;
const rules = { rule, now: () => now };
beforeEach(async () => {
  now = Date.parse('2026-01-01T00:00:00Z');
  windows = await redis.open(rules);
});

const isGranted = async (owner: string, from = windows): Promise<boolean> =>
  (await from.take({ owner, priority: 'interactive', waitedMs: 0 })).isGranted;

async function drain(owner: string): Promise<number> {
  for (let granted = 0; ; granted += 1) if (!(await isGranted(owner))) return granted;
}

/** Past the time in which every new budget is doubted. */
async function beTrusted(): Promise<void> {
  await redis.send('SET', SINCE, '0');
}

describe('a log that was lost', () => {
  test('lets one request go, and what the server says of it is taken over', async () => {
    await beTrusted();
    expect(await drain('a')).toBe(10);
    await redis.send('FLUSHDB');
    expect(await drain('a')).toBe(1);
    await windows.observe('a', { limit: 10, remaining: 0, resetAt: now + W }, 'refused');
    now += 60_000;
    expect(await drain('a')).toBe(0);
  });

  test('is noticed by processes that never asked for that budget', async () => {
    await beTrusted();
    expect(await isGranted('a')).toBe(true);
    await redis.send('FLUSHDB');
    const other = await redis.join(rules);
    expect([await isGranted('a', other), await isGranted('a', other)]).toEqual([true, false]);
    other.leave('a');
    await other.observe('a', { remaining: 8 }, 'accepted');
    expect(await drain('a')).toBe(8);
  });

  test('is noticed also where only that budget went, by the process that knows of its grants', async () => {
    await beTrusted();
    expect(await drain('a')).toBe(10);
    await redis.send('DEL', 'commlink:{quota}:log:a', 'commlink:{quota}:odd:a');
    expect(await drain('a')).toBe(1);
    expect(await drain('b')).toBe(10);
  });

  test('is believed full no longer than a window, though the server never tells', async () => {
    expect(await drain('a')).toBe(1);
    now += W + G;
    expect(await drain('a')).toBe(10);
  });

  test('opens when the server accepts and tells nothing', async () => {
    expect(await drain('a')).toBe(1);
    await windows.observe('a', {}, 'unclear');
    expect(await drain('a')).toBe(0);
    windows.leave('a');
    await windows.observe('a', {}, 'accepted');
    now += 1_000;
    expect(await drain('a')).toBe(1);
    windows.leave('a');
    await windows.observe('a', {}, 'accepted');
    expect(await drain('a')).toBe(8);
  });

  test('says nothing false to people meanwhile: only what is known counts as used', async () => {
    expect(await windows.look('a')).toMatchObject({ limit: 10, used: 0, left: 10 });
  });

  test('leaves room for what was on its way when it was lost, for the server may count that later', async () => {
    await beTrusted();
    for (const _ of [1, 2, 3, 4, 5]) await isGranted('a');
    // Three were answered before, two were not.
    for (const remaining of [9, 8, 7]) await windows.observe('a', { remaining }, 'accepted');
    now += 1_000;
    await redis.send('FLUSHDB');
    expect(await drain('a')).toBe(1);
    await windows.observe('a', { limit: 10, remaining: 6 }, 'accepted');
    expect(await drain('a')).toBe(4);
    now += G;
    await windows.observe('a', { limit: 10, remaining: 0 }, 'accepted');
    expect(await windows.look('a')).toMatchObject({ used: 10 });
  });

  test('leaves room for what other processes have on their way, as soon as these are heard of', async () => {
    await beTrusted();
    const other = await redis.join(rules);
    for (const _ of [1, 2, 3]) await isGranted('a', other);
    now += 1_000;
    await redis.send('FLUSHDB');
    expect(await drain('a')).toBe(1);
    await windows.observe('a', { remaining: 9 }, 'accepted');
    await other.observe('a', { remaining: 8 }, 'accepted');
    expect(await drain('a')).toBe(6);
  });

  test('costs no second request that finds out where another process finds it lost as well', async () => {
    await beTrusted();
    const other = await redis.join(rules);
    for (const from of [windows, other, other]) {
      expect(await isGranted('a', from)).toBe(true);
      await from.observe('a', {}, 'accepted');
    }
    now += 60_000;
    await redis.send('FLUSHDB');
    now += 1;
    expect(await drain('a')).toBe(1);
    await windows.observe('a', { remaining: 0, resetAt: now + W }, 'accepted');
    windows.leave('a');
    now += 1;
    expect(await isGranted('a', other)).toBe(false);
  });

  test('is noticed by the next answer where an older one is back', async () => {
    await beTrusted();
    for (const _ of [1, 2]) await isGranted('a');
    await redis.send('COPY', 'commlink:{quota}:log:a', 'commlink:{quota}:backup');
    now += 10;
    for (const _ of [1, 2, 3, 4]) await isGranted('a');
    now += 1_000;
    await redis.send('COPY', 'commlink:{quota}:backup', 'commlink:{quota}:log:a', 'REPLACE');
    expect((await windows.look('a')).used).toBe(2);
    await windows.observe('a', {}, 'accepted');
    expect(await drain('a')).toBe(1);
    now += G;
    await windows.observe('a', { limit: 10, remaining: 3 }, 'accepted');
    expect(await drain('a')).toBe(3);
  });

  test('is noticed also by who gave its newest grant back', async () => {
    await beTrusted();
    for (const _ of [1, 2]) await isGranted('a');
    now += 10;
    const given = await windows.take({ owner: 'a', priority: 'interactive', waitedMs: 0 });
    if (given.isGranted) windows.giveBack('a', given);
    await redis.send('DEL', 'commlink:{quota}:log:a', 'commlink:{quota}:odd:a');
    await windows.observe('a', {}, 'unclear');
    expect(await drain('a')).toBe(1);
  });

  test('is noticed again a month after another, though there was more to the budget all the time', async () => {
    await redis.send('SET', SINCE, String(now));
    await windows.observe('a', { limit: 9, remaining: 9 }, 'accepted');
    expect(await isGranted('a')).toBe(true);
    await redis.send('FLUSHDB');
    for (let hours = 0; hours < 24 * 30; hours += 1) {
      now += W;
      await windows.observe('a', { limit: 9, remaining: 9 }, 'accepted');
    }
    await redis.send('COPY', 'commlink:{quota}:odd:a', 'commlink:{quota}:backup');
    expect(await isGranted('a')).toBe(true);
    await redis.send('COPY', 'commlink:{quota}:backup', 'commlink:{quota}:odd:a', 'REPLACE');
    await windows.observe('a', {}, 'unclear');
    expect(await drain('a')).toBe(1);
  });

  test('is not seen where a grant was given back, nor where Redis’ clock stepped back', async () => {
    await beTrusted();
    await isGranted('a');
    now += 10;
    const given = await windows.take({ owner: 'a', priority: 'interactive', waitedMs: 0 });
    if (given.isGranted) windows.giveBack('a', given);
    const other = await redis.join(rules);
    await isGranted('a', other);
    now -= 1_000;
    await isGranted('a', other);
    for (const each of [windows, other]) await each.observe('a', {}, 'unclear');
    expect(await drain('a')).toBe(7);
  });

  test('keeps the script working when Redis forgot it too', async () => {
    await beTrusted();
    await redis.send('SCRIPT', 'FLUSH');
    expect(await drain('a')).toBe(10);
  });

  test('keeps what is known of a budget when another limit is configured', async () => {
    await beTrusted();
    for (const _ of [1, 2, 3, 4]) await isGranted('a');
    const smaller = await redis.join({ ...rules, rule: { ...rule, limit: 3 } });
    expect(await isGranted('a', smaller)).toBe(false);
    const larger = await redis.join({ ...rules, rule: { ...rule, limit: 20 } });
    expect(await larger.look('a')).toMatchObject({ limit: 20, used: 4 });
  });
});
