import { afterAll, describe, expect, test } from 'vitest';
import { REQUEST_TIMEOUT_MS } from '../../src/game/request/transport.ts';
import { type BudgetKey, FINAL_CHECK_MS, GUARD_MS, type QuotaLog } from '../../src/quota/rule.ts';
import { STORE_TIMEOUT_MS } from '../../src/store/store.ts';
import { useRedisCluster } from '../support/redisCluster.ts';
import { createRedis, G, SPAN, START, sqlite, W } from './stores.ts';

const redis = createRedis();
const cluster = createRedis(await useRedisCluster());
afterAll(async () => {
  await redis.close();
  await cluster.close();
});

const own = (limit: number, reserve = 0): BudgetKey => ({ name: 'a', limit, reserve });
const shared = (limit: number, person: string): BudgetKey => ({ name: 'all', limit, reserve: 0, person });

/** The number of requests granted before one is not. */
async function drain(log: QuotaLog, ...keys: BudgetKey[]): Promise<number> {
  for (let granted = 0; ; granted += 1) if (!(await log.take(keys)).isGranted) return granted;
}

async function opensAt(log: QuotaLog, ...keys: BudgetKey[]): Promise<number> {
  const taken = await log.take(keys);
  return taken.isGranted ? 0 : taken.opensAt;
}

// A cluster has each budget on another node.
test.each([sqlite, redis])('the log in $name takes both budgets or none', async (store) => {
  const log = await store.open(() => START);
  const address = { name: 'address', limit: 4, reserve: 0 };
  expect(await drain(log, own(3), address)).toBe(3);
  expect(await drain(log, { ...own(3), name: 'b' }, address)).toBe(1);
  expect(await log.peek({ ...own(3), name: 'b' })).toMatchObject({ used: 1 });
  expect(await log.peek(address)).toMatchObject({ used: 4 });
});

describe.each([sqlite, redis, cluster])('the log in $name', (store) => {
  const open = async () => {
    let now = START;
    const log = await store.open(() => now);
    return { log, now: () => now, advance: (ms: number) => (now += ms) };
  };

  test('grants the limit, then says to the millisecond when the next slot frees', async () => {
    const { log, advance } = await open();
    for (const pause of [1_000, 4_000, 0]) {
      expect(await log.take([own(3)])).toMatchObject({ isGranted: true });
      advance(pause);
    }
    expect(await log.take([own(3)])).toEqual({ isGranted: false, opensAt: START + W + G, queue: 'a' });
    advance(W + G - 5_001);
    expect(await drain(log, own(3))).toBe(0);
    advance(1);
    expect(await drain(log, own(3))).toBe(1);
    expect(await opensAt(log, own(3))).toBe(START + W + G + 1_000);
    expect(await drain(log, { ...own(3), name: 'b' })).toBe(3);
  });

  test('grants exactly the limit to many at once', async () => {
    const { log } = await open();
    const taken = await Promise.all(Array.from({ length: 70 }, () => log.take([own(50)])));
    expect(taken.map(({ isGranted }) => isGranted)).toEqual([...Array(50).fill(true), ...Array(20).fill(false)]);
    expect(await log.peek(own(50))).toMatchObject({ used: 50, left: 0 });
  });

  test('leaves the reserve to others', async () => {
    const { log } = await open();
    expect(await drain(log, own(10, 0.2))).toBe(8);
    expect(await drain(log, own(10))).toBe(2);
    expect(await drain(log, { ...own(1, 0.2), name: 'tiny' })).toBe(1);
  });

  test('gives one person half of a shared budget, the next one half of the rest, and leaves some for others', async () => {
    const { log } = await open();
    const granted: number[] = [];
    for (const person of ['p1', 'p2', 'p3', 'p1', 'p4']) granted.push(await drain(log, shared(600, person)));
    expect(granted).toEqual([300, 150, 75, 0, 38]);
    expect(await log.peek(shared(600, 'p1'))).toMatchObject({ used: 563, left: 0 });
    expect(await log.peek(shared(600, 'p5'))).toMatchObject({ used: 563, left: 19 });
    expect(await drain(log, { name: 'all', limit: 600, reserve: 0 })).toBe(37);
  });

  test('says exactly when a person’s share frees, and names their own line', async () => {
    const { log, advance } = await open();
    for (const person of ['p', 'q', 'p', 'q', 'p']) {
      await log.take([shared(8, person)]);
      advance(1_000);
    }
    // 5 used, 3 of them theirs: one of their own must expire, or two others.
    const at = START + W + G;
    expect(await log.take([shared(8, 'p')])).toEqual({ isGranted: false, opensAt: at, queue: 'all p' });
    expect(await log.take([shared(8, 'q')])).toMatchObject({ isGranted: true });
    expect(await opensAt(log, shared(8, 'p'))).toBe(at);
    advance(at - 5_000 - START - 1);
    expect(await drain(log, shared(8, 'p'))).toBe(0);
    advance(1);
    expect(await drain(log, shared(8, 'p'))).toBe(1);
  });

  test('is closed until Retry-After and half a second, else until Reset, else for a minute', async () => {
    const { log, now, advance } = await open();
    expect(await log.observe(own(10), { isRefused: true, retryInMs: 30_000 })).toBe(now() + 30_500);
    expect(await opensAt(log, own(10))).toBe(now() + 30_500);
    expect(await log.observe(own(10), { isRefused: true })).toBe(now() + 60_500);
    expect(await log.observe({ ...own(10), name: 'b' }, { isRefused: true, resetInMs: 120_000 })).toBe(now() + 120_500);
    expect(await log.observe({ ...own(10), name: 'c' }, { isRefused: true, retryInMs: 10 * W })).toBe(now() + W + G);
    // A limit too far in the future counts for one window.
    for (const resetInMs of [Number.POSITIVE_INFINITY, 1e18]) {
      const report = { isRefused: true, remaining: 0, resetInMs };
      expect(await log.observe({ ...own(10), name: `${resetInMs}` }, report)).toBe(now() + W + G);
    }
    advance(60_500);
    expect(await drain(log, own(10))).toBe(10);
  });

  test('is opened only by a response to a request that left after the refusal', async () => {
    const { log, now, advance } = await open();
    const early = await log.take([own(10)]);
    advance(100);
    await log.observe(own(10), { isRefused: true, retryInMs: 30_000 });
    advance(100);
    const grantedAt = early.isGranted ? early.grantedAt : 0;
    expect(await log.observe(own(10), { isRefused: false, remaining: 8, grantedAt })).toBe(now() + 30_400);
    expect(await log.observe(own(10), { isRefused: false, remaining: 8, grantedAt: now() })).toBe(now());
    expect(await drain(log, own(10))).toBe(8);
  });

  test('counts what others used, as the server reports it, until the window passes or it reports more', async () => {
    const { log, now, advance } = await open();
    await log.take([own(10)]);
    advance(G);
    await log.observe(own(10), { isRefused: false, remaining: 4, resetInMs: W });
    expect(await log.peek(own(10))).toMatchObject({ used: 6, left: 4 });
    await log.observe(own(10), { isRefused: false, remaining: 7 });
    expect(await drain(log, own(10))).toBe(7);
    await log.observe(own(10), { isRefused: false, remaining: 0, resetInMs: 2 * W });
    advance(G);
    await log.observe(own(10), { isRefused: false, remaining: 0, resetInMs: 2 * W });
    expect(await opensAt(log, own(10))).toBe(START + W + G);
    advance(W + G - (now() - START - G));
    expect(await drain(log, own(10))).toBe(8);
  });

  test('is not misled by a response that is older than the newest requests, or by a higher limit', async () => {
    const { log } = await open();
    for (const _ of [1, 2, 3, 4, 5]) await log.take([own(10)]);
    for (const remaining of [9, 1_000]) await log.observe(own(10), { isRefused: false, remaining });
    expect(await log.peek(own(10))).toMatchObject({ used: 5, left: 5 });
    expect(await drain(log, own(10))).toBe(5);
  });

  test('lets one request at a time probe if only the server’s report is in the way', async () => {
    const { log, now, advance } = await open();
    await log.observe(own(10), { isRefused: true, remaining: 0, retryInMs: 20_000 });
    expect(await opensAt(log, own(10))).toBe(now() + 20_500);
    advance(20_500);
    expect(await drain(log, own(10, 0.2))).toBe(0);
    expect(await drain(log, own(10))).toBe(1);
    expect(await opensAt(log, own(10))).toBe(now() + 5_000);
    await log.observe(own(10), { isRefused: false, remaining: 7, resetInMs: W, grantedAt: now() });
    expect(await drain(log, own(10))).toBe(7);
  });

  test('tells people what is used, when the next slot frees and when all are free', async () => {
    const { log, now, advance } = await open();
    expect(await log.peek(own(10))).toEqual({ limit: 10, used: 0, left: 10 });
    await log.take([own(10)]);
    advance(5_000);
    await log.take([own(10)]);
    const [nextFreeAt, allFreeAt] = [new Date(START + W + G), new Date(START + 5_000 + W + G)];
    expect(await log.peek(own(10))).toEqual({ limit: 10, used: 2, left: 8, nextFreeAt, allFreeAt });
    await log.observe(own(10), { isRefused: true, retryInMs: 1_000 });
    expect(await log.peek(own(10))).toMatchObject({ used: 10, left: 0, nextFreeAt: new Date(now() + 1_500) });
  });
});

describe('the logs in Redis', () => {
  test('are shared by all processes, take little memory, and expire when no grant counts', async () => {
    let now = START;
    const [one, other] = [await redis.open(() => now), await redis.join(() => now)];
    for (let granted = 0; granted < 300; granted += 1)
      for (const log of [one, other]) expect(await log.take([own(600)])).toMatchObject({ isGranted: true });
    expect(await other.take([own(600)])).toMatchObject({ isGranted: false });
    expect(await redis.send('KEYS', '*')).toEqual(['commlink:{quota}:times:a']);
    expect(Number(await redis.send('MEMORY', 'USAGE', 'commlink:{quota}:times:a', 'SAMPLES', '0'))).toBeLessThan(7_000);
    const leftMs = Number(await redis.send('PTTL', 'commlink:{quota}:times:a'));
    expect(leftMs).toBeGreaterThan(W);
    expect(leftMs).toBeLessThanOrEqual(SPAN.windowMs + SPAN.guardMs);
    now += W + G;
    await one.peek(own(600));
    expect(await redis.send('KEYS', '*')).toEqual([]);
  });

  test('lose no report when two processes store one at the same time', async () => {
    const now = START;
    const [one, other] = [await redis.open(() => now), await redis.join(() => now)];
    await Promise.all([
      one.observe(own(10), { isRefused: false, remaining: 5 }),
      other.observe(own(10), { isRefused: true, retryInMs: 9_000 }),
    ]);
    expect(await one.peek(own(10))).toMatchObject({ left: 0, nextFreeAt: new Date(START + 9_500) });
    await one.observe(own(10), { isRefused: false, grantedAt: now + 1 });
    expect(await one.peek(own(10))).toMatchObject({ used: 5, left: 5 });
  });
});

test('a grant counts longer than its request can take: the timeouts of the store and of the request, and two seconds', () => {
  expect(GUARD_MS).toBe(STORE_TIMEOUT_MS + FINAL_CHECK_MS + REQUEST_TIMEOUT_MS + 2_000);
});
