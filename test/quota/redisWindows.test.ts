import { pino } from 'pino';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { RedisWindows } from '../../src/quota/redisWindows.ts';
import type { BudgetRule, QuotaWindows } from '../../src/quota/window.ts';
import { StoreUnavailable } from '../../src/store/store.ts';
import { createRedisHome } from './homes.ts';

const W = 3_600_000;
const G = 11_000;
const rule: BudgetRule = { limit: 4, windowMs: W, guardMs: G };
const redis = createRedisHome();
afterAll(() => redis.close());

let now: number;
const rules = { rule, now: () => now };
let one: QuotaWindows;
let other: QuotaWindows;
beforeEach(async () => {
  now = Date.parse('2026-01-01T00:00:00Z');
  one = await redis.open(rules);
  other = await redis.join(rules);
});

const isGranted = async (windows: QuotaWindows, waitedMs = 0, owner = 'a'): Promise<boolean> =>
  (await windows.take({ owner, priority: 'interactive', waitedMs })).isGranted;

describe('budgets that processes share', () => {
  test('are one: what one process is granted the other is not', async () => {
    expect([await isGranted(one), await isGranted(other), await isGranted(one), await isGranted(other)]).not.toContain(
      false,
    );
    expect([await isGranted(one), await isGranted(other)]).toEqual([false, false]);
    expect(await other.look('a')).toMatchObject({ used: 4, left: 0 });
  });

  test.each([
    ['a token’s', undefined, 50],
    ['the address’s', { ...rule, limit: 30 }, 30],
  ])('grant many requests at once exactly as far as %s budget goes', async (_, addressRule, expected) => {
    const wide = await redis.join({ ...rules, rule: { ...rule, limit: 50 }, addressRule });
    const asks = Array.from({ length: 40 }, () => isGranted(wide, 0, 'crowd'));
    const later = Promise.all(asks).then(() => Array.from({ length: 64 }, () => isGranted(wide, 0, 'crowd')));
    const granted = [...(await Promise.all(asks)), ...(await Promise.all(await later))];
    expect(granted.filter((each) => each)).toHaveLength(expected);
    expect(await wide.look('crowd')).toMatchObject({ used: expected, left: 0 });
  });

  test('let nobody be overtaken by who asks later, also where many go together', async () => {
    const wide = await redis.join({ ...rules, rule: { ...rule, limit: 50 } });
    for (let asked = 0; asked < 45; asked += 1) await isGranted(wide, 0, 'crowd');
    const first = isGranted(wide, 0, 'crowd');
    const early = Array.from({ length: 10 }, () => isGranted(wide, 0, 'crowd'));
    await new Promise((resolve) => setImmediate(resolve));
    const late = Array.from({ length: 4 }, () => isGranted(wide, 0, 'crowd'));
    expect(await first).toBe(true);
    expect((await Promise.all(early)).filter((granted) => granted)).toHaveLength(4);
    expect(await Promise.all(late)).toEqual([false, false, false, false]);
  });

  test('let nobody be overtaken by who asks as soon as one was answered', async () => {
    for (const _ of [1, 2]) await isGranted(one);
    const first = isGranted(one);
    const early = isGranted(one);
    const late = first.then(() => isGranted(one));
    expect([await first, await early, await late]).toEqual([true, true, false]);
  });

  test('lose nothing when the only grant is given back', async () => {
    const given = await one.take({ owner: 'back', priority: 'interactive', waitedMs: 0 });
    if (given.isGranted) one.giveBack('back', given);
    for (const _ of [1, 2, 3, 4]) expect(await isGranted(one, 0, 'back')).toBe(true);
    expect(await isGranted(one, 0, 'back')).toBe(false);
  });

  test('of the address alone begin with one request that finds out when the logs are new', async () => {
    await redis.send('FLUSHDB');
    const both = await redis.join({ ...rules, addressRule: { ...rule, limit: 10 } });
    const granted = { a: 0, b: 0 };
    for (let round = 0; round < 8; round += 1) {
      for (const owner of ['a', 'b'] as const) {
        if (!(await isGranted(both, 0, owner))) continue;
        granted[owner] += 1;
        await both.observe(owner, { remaining: 9 - granted.a - granted.b + 1 }, 'accepted');
      }
      now += 1_000;
    }
    expect(granted).toEqual({ a: 4, b: 4 });
  });

  test('keep no more of a log than may count, however long it is used', async () => {
    for (let round = 0; round < 150; round += 1) {
      for (const _ of [1, 2, 3, 4]) expect(await isGranted(one, 0, 'steady')).toBe(true);
      now += W + G;
    }
    expect(Number(await redis.send('STRLEN', 'commlink:{quota}:log:steady'))).toBeLessThanOrEqual(4 * 4 + 400);
  });

  test('serve who came first, in whichever process they wait', async () => {
    for (const _ of [1, 2, 3, 4]) {
      await isGranted(one);
      now += 1;
    }
    now += W + G - 1_000;
    // Told later of somebody who has waited longer.
    expect(await isGranted(other, 100)).toBe(false);
    now += 50;
    expect(await isGranted(one, 550)).toBe(false);
    now += 1_000 - 50 - 4;
    expect(await isGranted(other, 1_100)).toBe(false);
    expect(await isGranted(one, 1_500)).toBe(true);
    now += 1;
    expect(await isGranted(other, 1_101)).toBe(true);
  });

  test('keep a token’s turn at the address’s budget while people wait for it in one process or the other', async () => {
    const both = { ...rules, addressRule: { ...rule, limit: 1 } };
    const [first, second] = [await redis.join(both), await redis.join(both)];
    expect(await isGranted(first, 0, 'x')).toBe(true);
    now += W + G - 5_000;
    for (const [windows, owner] of [
      [first, 'token'],
      [second, 'token'],
      [first, 'next'],
      [second, 'last'],
    ] as const) {
      now += 1;
      expect(await isGranted(windows, 0, owner)).toBe(false);
    }
    first.leave('token');
    now += 5_000;
    expect(await isGranted(first, 0, 'next')).toBe(false);
    expect(await isGranted(second, 0, 'token')).toBe(true);
    now += W + G;
    expect(await isGranted(second, 0, 'last')).toBe(true);
  });

  test('do not wait for a process that died in line', async () => {
    for (const _ of [1, 2, 3, 4]) await isGranted(one);
    now += W + G - 9_000;
    expect(await isGranted(one)).toBe(false);
    now += 9_000;
    for (const _ of [1, 2, 3]) expect(await isGranted(other)).toBe(true);
    expect(await isGranted(other)).toBe(false);
    now += 2_000;
    expect(await isGranted(other)).toBe(true);
  });

  test('take little room, and none when nobody asks for two windows', async () => {
    const hourly = await redis.join({ ...rules, rule: { ...rule, limit: 600 } });
    for (let index = 0; index < 600; index += 1) await isGranted(hourly, 0, 'full');
    const bytes = Number(await redis.send('MEMORY', 'USAGE', 'commlink:{quota}:log:full'));
    // Four bytes a grant, and not the twice as much that a growing string takes.
    expect(bytes).toBeLessThanOrEqual(3_000);
    const leftMs = Number(await redis.send('PTTL', 'commlink:{quota}:log:full'));
    expect(leftMs).toBeGreaterThan(W + G);
    expect(leftMs).toBeLessThanOrEqual(2 * (W + G));
  });

  test('hold nothing that tells of a token or of its owner', async () => {
    await isGranted(one, 0, 'hash-of-owner');
    expect(await redis.send('KEYS', '*')).toEqual(
      expect.arrayContaining(['commlink:{quota}:log:hash-of-owner', 'commlink:{quota}:since']),
    );
  });

  test('keep nobody waiting for a second answer when the call that they waited for had none', async () => {
    const asked: ((error: unknown) => void)[] = [];
    const hangs = () => new Promise((_, fail) => asked.push(fail));
    const toScript = (source: string) => (source.includes('APPEND') ? hangs : () => Promise.resolve(1));
    const slow = new RedisWindows({ rule, now: () => now, log: pino({ level: 'silent' }), toScript });
    const ask = () => slow.take({ owner: 'a', priority: 'interactive', waitedMs: 0 });
    await ask();
    for (const calls of [1, 2]) {
      const answers = Promise.allSettled([ask(), ask(), ask()]);
      await new Promise((resolve) => setImmediate(resolve));
      expect(asked).toHaveLength(calls);
      asked.at(-1)?.(new StoreUnavailable('The store does not answer.'));
      expect((await answers).map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
    }
  });

  test('grant nothing while Redis is away, and say so', async () => {
    const warnings: unknown[] = [];
    const log = pino({ level: 'warn' }, { write: (line: string) => void warnings.push(JSON.parse(line).msg) });
    const away = new RedisWindows({
      rule,
      now: () => now,
      log,
      toScript: () => () => Promise.reject(new StoreUnavailable('The store does not answer.')),
    });
    await expect(away.take({ owner: 'a', priority: 'interactive', waitedMs: 0 })).rejects.toThrow(StoreUnavailable);
    expect(await away.observe('a', { retryAt: now + 5_000 }, 'refused')).toBe(now + 5_000);
    expect(await away.observe('a', { remaining: 3 }, 'accepted')).toBe(now);
    expect(warnings).toHaveLength(2);
    away.leave('a');
    away.giveBack('a', { isGranted: true, stamp: 1 });
  });
});
