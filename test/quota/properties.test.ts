import fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import { QuotaQueue } from '../../src/quota/queue.ts';
import { type BudgetKey, type Priority, PUBLIC_BUDGET, QuotaExhausted, type Taken } from '../../src/quota/rule.ts';
import { SqliteLog } from '../../src/quota/sqliteLog.ts';
import { FakeClock } from '../support/fakeClock.ts';
import { createArrivalCounter } from './arrivals.ts';
import { createRedis, G, SPAN, START, sqlite, W } from './stores.ts';

const redis = createRedis();
afterAll(() => redis.close());

const name = fc.constantFrom('a', 'b');
const person = fc.constantFrom(undefined, 'p', 'q');
const report = fc.record(
  {
    isRefused: fc.boolean(),
    remaining: fc.integer({ min: 0, max: 9 }),
    resetInMs: fc.integer({ min: -5_000, max: W }),
    retryInMs: fc.integer({ min: 0, max: 100_000 }),
  },
  { requiredKeys: ['isRefused'] },
);
const [count, reserve] = [fc.integer({ min: 1, max: 3 }), fc.constantFrom(0, 0.2)];
const advance = fc.oneof(fc.integer({ min: 1, max: 30_000 }), fc.constantFrom(G, W / 2, W, W + G));
const ageMs = fc.option(fc.integer({ min: 0, max: 20_000 }), { nil: undefined });
const step = fc.oneof(
  { weight: 6, arbitrary: fc.record({ take: name, person, reserve, count }) },
  { weight: 3, arbitrary: fc.record({ advance }) },
  { weight: 2, arbitrary: fc.record({ observe: name, report, ageMs }) },
);

test('SQLite and Redis decide alike', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 50, size: 'max' }), async (steps) => {
      let now = START;
      const logs = [await sqlite.open(() => now), await redis.open(() => now)] as const;
      const keysOf = (budget: string, kept = 0, who?: string): [BudgetKey, BudgetKey] => [
        { name: budget, limit: 5, reserve: kept },
        { name: 'all', limit: 7, reserve: kept, person: who },
      ];
      for (const each of steps) {
        if ('advance' in each) now += each.advance;
        const results = await Promise.all(
          logs.map(async (log) => {
            if ('take' in each) {
              const keys = keysOf(each.take, each.reserve, each.person);
              const take = async (): Promise<Taken> => {
                const taken = await log.take(keys);
                // With many at once, a log may grant fewer and say that the others may ask again.
                return !taken.isGranted && taken.opensAt <= now ? await take() : taken;
              };
              return await Promise.all(Array.from({ length: each.count }, take));
            }
            if (!('observe' in each)) return undefined;
            const grantedAt = each.ageMs === undefined ? undefined : now - each.ageMs;
            return await log.observe(keysOf(each.observe)[0], { ...each.report, grantedAt });
          }),
        );
        expect(results[1]).toEqual(results[0]);
        for (const key of [...keysOf('a'), ...keysOf('b', 0, 'p')])
          expect(await logs[1].peek(key)).toEqual(await logs[0].peek(key));
      }
    }),
    { numRuns: 100 },
  );
}, 60_000);

type Job = { priority: Priority; budget: string; who: string; latencyMs: number; leavesAfterMs: number | undefined };
const LIMIT = 6;
const job: fc.Arbitrary<Job> = fc.record({
  priority: fc.constantFrom<Priority>('interactive', 'interactive', 'background'),
  budget: fc.constantFrom('a', 'b', PUBLIC_BUDGET),
  who: fc.constantFrom('p', 'q'),
  latencyMs: fc.integer({ min: 0, max: G - 1 }),
  leavesAfterMs: fc.option(fc.integer({ min: 0, max: 12_000 }), { nil: undefined, freq: 3 }),
});
const rounds = fc.array(
  fc.record({
    pauseMs: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 5_000 }), fc.integer({ min: 0, max: W })),
    jobs: fc.array(job, { maxLength: 8 }),
    response: fc.option(fc.record({ budget: fc.constantFrom('a', 'b'), report }), { nil: undefined, freq: 2 }),
  }),
  { maxLength: 25, size: 'max' },
);

test('whatever is asked and answered, every request ends once and within 10 s, and none arrives above the limit', async () => {
  await fc.assert(
    fc.asyncProperty(rounds, fc.constantFrom(undefined, 9), async (steps, perAddress) => {
      const clock = new FakeClock();
      const { now, timer } = clock;
      const log = new SqliteLog(':memory:', SPAN, now);
      const queue = new QuotaQueue({ log, perToken: LIMIT, perAddress, now, timer });
      const counters = new Map(['a', 'b', PUBLIC_BUDGET, 'all'].map((each) => [each, createArrivalCounter(W)]));
      const ends: { job: Job; afterMs: number; hasLeft: boolean }[] = [];
      let asked = 0;
      const ask = (each: Job): void => {
        asked += 1;
        const startedAt = clock.now();
        const controller = new AbortController();
        if (each.leavesAfterMs !== undefined) clock.timer(each.leavesAfterMs, () => controller.abort('left'));
        const end = (hasLeft: boolean) => ends.push({ job: each, afterMs: clock.now() - startedAt, hasLeft });
        const { budget, priority, who, latencyMs } = each;
        queue.acquire(budget, { priority, person: who, signal: controller.signal }).then(
          () => {
            for (const counted of [budget, 'all']) counters.get(counted)?.arrive(clock.now() + latencyMs);
            end(false);
          },
          (error: unknown) => end(!(error instanceof QuotaExhausted)),
        );
      };
      for (const { pauseMs, jobs, response } of steps) {
        await clock.advance(pauseMs);
        for (const each of jobs) ask(each);
        if (response) await queue.observe(response.budget, response.report);
      }
      await clock.advance(30_000);

      expect(ends).toHaveLength(asked);
      for (const budget of ['a', 'b', PUBLIC_BUDGET]) expect(counters.get(budget)?.most()).toBeLessThanOrEqual(LIMIT);
      if (perAddress) expect(counters.get('all')?.most()).toBeLessThanOrEqual(perAddress);
      for (const { job: each, afterMs, hasLeft } of ends) {
        expect(afterMs).toBeLessThanOrEqual(each.priority === 'interactive' ? 10_000 : 0);
        if (hasLeft) expect(each.leavesAfterMs).toBe(afterMs);
      }
      expect(clock.nextAt).toBeUndefined();
      expect(queue.metrics.interactive.waiting + queue.metrics.background.waiting).toBe(0);
    }),
    { numRuns: 150 },
  );
}, 60_000);
