import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { MemoryWindows } from '../../src/quota/memoryWindows.ts';
import { QuotaExhausted, QuotaQueue } from '../../src/quota/queue.ts';
import type { BudgetRule, Priority, Verdict } from '../../src/quota/window.ts';
import { FakeClock, settled } from './fakeClock.ts';
import { createJudge } from './judge.ts';

const W = 60_000;
const G = 2_000;
const LIMIT = 6;
const rule: BudgetRule = { limit: LIMIT, windowMs: W, guardMs: G };

type Job = { priority: Priority; owner: string; latencyMs: number; leavesAfterMs: number | undefined };
type Step = {
  pauseMs: number;
  jobs: Job[];
  answer: { owner: string; remaining: number; retryInMs: number; verdict: Verdict } | undefined;
};

const owner = fc.constantFrom('a', 'b', 'c');
const job: fc.Arbitrary<Job> = fc.record({
  priority: fc.constantFrom<Priority>('interactive', 'interactive', 'background'),
  owner,
  latencyMs: fc.integer({ min: 0, max: G - 1 }),
  leavesAfterMs: fc.option(fc.integer({ min: 0, max: 12_000 }), { nil: undefined, freq: 3 }),
});
const answer = fc.record({
  owner,
  remaining: fc.integer({ min: 0, max: LIMIT }),
  retryInMs: fc.integer({ min: 0, max: 20_000 }),
  verdict: fc.constantFrom<Verdict>('accepted', 'accepted', 'refused', 'unclear'),
});
const step: fc.Arbitrary<Step> = fc.record({
  pauseMs: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 5_000 }), fc.integer({ min: 0, max: W })),
  jobs: fc.array(job, { maxLength: 8 }),
  answer: fc.option(answer, { nil: undefined, freq: 2 }),
});

function createRig(hasAddress: boolean) {
  const clock = new FakeClock();
  const { now, timer } = clock;
  const windows = new MemoryWindows({ rule, addressRule: hasAddress ? { ...rule, limit: 9 } : undefined, now });
  return { clock, now, queue: new QuotaQueue({ windows, now, timer }) };
}

describe('whatever is asked and answered', () => {
  test('every job ends once, in time, and none arrives above the limit', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 25, size: 'max' }), fc.boolean(), async (steps, hasAddress) => {
        const { clock, now, queue } = createRig(hasAddress);
        const { timer } = clock;
        const judges = new Map(['a', 'b', 'c', 'address'].map((name) => [name, createJudge(W)]));
        const ends: { job: Job; afterMs: number; how: 'granted' | 'refused' | 'left' }[] = [];
        let asked = 0;
        const ask = (each: Job): void => {
          asked += 1;
          const startedAt = now();
          const controller = new AbortController();
          if (each.leavesAfterMs !== undefined) timer(each.leavesAfterMs, () => controller.abort('left'));
          const end = (how: 'granted' | 'refused' | 'left') =>
            ends.push({ job: each, afterMs: now() - startedAt, how });
          queue.acquire(each.owner, { priority: each.priority, signal: controller.signal }).then(
            () => {
              for (const name of [each.owner, 'address']) judges.get(name)?.arrive(now() + each.latencyMs);
              end('granted');
            },
            (error: unknown) => end(error instanceof QuotaExhausted ? 'refused' : 'left'),
          );
        };
        for (const { pauseMs, jobs, answer: told } of steps) {
          await clock.advance(pauseMs);
          for (const each of jobs) ask(each);
          if (told) {
            const { remaining, retryInMs, verdict } = told;
            await queue.observe(told.owner, { remaining, retryAt: now() + retryInMs }, verdict);
          }
        }
        await clock.advance(30 * W);

        expect(ends).toHaveLength(asked);
        for (const name of ['a', 'b', 'c']) expect(judges.get(name)?.most()).toBeLessThanOrEqual(LIMIT);
        if (hasAddress) expect(judges.get('address')?.most()).toBeLessThanOrEqual(9);
        for (const { job: each, afterMs, how } of ends) {
          expect(afterMs).toBeLessThanOrEqual(each.priority === 'interactive' ? 10_000 : 900_000);
          if (how === 'left') expect(each.leavesAfterMs).toBe(afterMs);
        }
        expect(clock.nextAt).toBeUndefined();
        expect(queue.metrics.interactive.waiting + queue.metrics.background.waiting).toBe(0);
      }),
      { numRuns: 300 },
    );
  });

  test('background gets through while people use less than what is theirs alone', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.integer({ min: 55_000, max: 90_000 }), { minLength: 15, maxLength: 15 }),
        async (pauses) => {
          const { clock, queue } = createRig(false);
          let served = 0;
          const jobs = Array.from({ length: 30 }, () =>
            queue.acquire('a', { priority: 'background' }).then(() => (served += 1)),
          );
          for (const pauseMs of pauses) {
            void queue.acquire('a').catch(() => {});
            await clock.advance(pauseMs);
          }
          await Promise.all(jobs);
          expect(served).toBe(30);
        },
      ),
      { numRuns: 30 },
    );
  });

  test('the time that a refused caller is told is exact: a millisecond earlier there is no slot', async () => {
    const pauses = fc.array(fc.integer({ min: 0, max: 20_000 }), { minLength: LIMIT, maxLength: LIMIT });
    let refusals = 0;
    await fc.assert(
      fc.asyncProperty(pauses, fc.integer({ min: 0, max: W }), async (fills, waitedMs) => {
        const { clock, now, queue } = createRig(false);
        for (const pauseMs of fills) {
          await queue.acquire('a').catch(() => {});
          await clock.advance(pauseMs);
        }
        await clock.advance(waitedMs);
        if ((await queue.use('a')).left > 0) return;
        const asked = queue.acquire('a').then(
          () => now(),
          (error: unknown) => error,
        );
        const answered = await Promise.race([asked, settled()]);
        if (!(answered instanceof QuotaExhausted)) {
          await clock.advance(10_000);
          return;
        }
        refusals += 1;
        const until = answered.until.getTime();
        expect(until).toBeGreaterThan(now() + 10_000);
        await clock.advance(until - now() - 1);
        expect((await queue.use('a')).left).toBe(0);
        await clock.advance(1);
        expect((await queue.use('a')).left).toBeGreaterThan(0);
      }),
      { numRuns: 200 },
    );
    expect(refusals).toBeGreaterThan(10);
  });
});
