import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import fc from 'fast-check';
import { afterAll, describe, expect, test } from 'vitest';
import { MemoryWindows } from '../../src/quota/memoryWindows.ts';
import { openSnapshots, type QuotaSnapshots } from '../../src/quota/snapshots.ts';
import type { BudgetRule, QuotaWindows } from '../../src/quota/window.ts';
import { createRedisHome } from './homes.ts';
import { createJudge, createRandom } from './judge.ts';

const W = 3_600_000;
const G = 11_000;
const START = Date.parse('2026-01-01T00:00:00Z');
const rule = (limit: number): BudgetRule => ({ limit, windowMs: W, guardMs: G });

const folder = mkdtempSync(join(tmpdir(), 'commlink-quota-'));
const redis = createRedisHome();
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  await redis.close();
});

type World = {
  windows: () => QuotaWindows;
  now: () => number;
  moveTo: (at: number) => void;
  random: () => number;
};

/** Asks as soon as a slot may be free, or a little later, for `hours`; each request arrives after any time up to the guard. */
async function saturate({ windows, now, moveTo, random }: World, hours: number, each?: () => void) {
  const judge = createJudge(W);
  const end = now() + hours * W;
  let granted = 0;
  while (now() < end) {
    const asked = windows().take({ owner: 'a', priority: 'interactive', waitedMs: 0 });
    const taken = asked instanceof Promise ? await asked : asked;
    if (taken.isGranted) {
      granted += 1;
      judge.arrive(now() + (random() < 0.5 ? 0 : random() * (G - 1)));
    } else moveTo((taken.frees[0] ?? end) + (random() < 0.9 ? 0 : random() * 500));
    each?.();
  }
  return { most: judge.most(), granted };
}

describe('never above the limit at the server', () => {
  test('in 12 000 hours of one process with random latency, and hardly below it', async () => {
    let now = START;
    const windows = new MemoryWindows({ rule: rule(20), now: () => now });
    const world: World = {
      windows: () => windows,
      now: () => now,
      moveTo: (at) => (now = at),
      random: createRandom(1),
    };
    const { most, granted } = await saturate(world, 12_000);
    expect(most).toBe(20);
    expect(granted / (12_000 * 20)).toBeGreaterThan(0.995);
  });

  test.each([
    [2, 500],
    [4, 1_000],
  ])(
    'of %i processes on one Redis, begun anew now and then, in %i hours',
    async (count, hours) => {
      let now = START;
      const random = createRandom(count);
      const rules = { rule: rule(12), now: () => now };
      const processes = [await redis.open(rules)];
      while (processes.length < count) processes.push(await redis.join(rules));
      const another = await Promise.all(Array.from({ length: 50 }, () => redis.join(rules)));
      const world: World = {
        windows: () => {
          const index = Math.floor(random() * processes.length);
          const begun = random() < 0.002 ? another.pop() : undefined;
          if (begun) processes[index] = begun;
          return processes[index] ?? fail();
        },
        now: () => now,
        moveTo: (at) => (now = at),
        random,
      };
      const { most, granted } = await saturate(world, hours);
      expect(most).toBe(12);
      expect(granted / (hours * 12)).toBeGreaterThan(0.995);
      expect(another.length).toBeLessThan(50);
    },
    60_000,
  );

  test('over crashes and restarts at any moment', async () => {
    const file = join(folder, 'restarts.sqlite');
    let now = START;
    const random = createRandom(3);
    let snapshots: QuotaSnapshots;
    const open = () => {
      snapshots = openSnapshots(file, W + G, now);
      return new MemoryWindows({ rule: rule(50), snapshots, now: () => now });
    };
    const crash = (): void => {
      snapshots.close();
      const database = new DatabaseSync(file);
      database.exec('UPDATE process SET is_running = 1');
      database.close();
    };
    let windows = open();
    let restarts = 0;
    const world: World = { windows: () => windows, now: () => now, moveTo: (at) => (now = at), random };
    const { most } = await saturate(world, 300, () => {
      if (random() > 0.01) return;
      restarts += 1;
      if (random() < 0.5) windows.close();
      else crash();
      now += random() * 1_000;
      windows = open();
    });
    windows.close();
    expect(restarts).toBeGreaterThan(100);
    expect(most).toBeLessThanOrEqual(50);
  }, 60_000);

  test('for any pauses, latencies and headers of an honest server', async () => {
    const step = fc.record({
      pause: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: W / 2 })),
      latency: fc.integer({ min: 0, max: G - 1 }),
      burst: fc.integer({ min: 1, max: 12 }),
    });
    await fc.assert(
      fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
        let now = START;
        const windows = new MemoryWindows({ rule: rule(6), now: () => now });
        const judge = createJudge(W);
        const answers: { at: number; arrivedAt: number }[] = [];
        const arrivals: number[] = [];
        for (const { pause, latency, burst } of steps) {
          now += pause;
          for (const { arrivedAt } of answers.splice(0)) {
            const counted = arrivals.filter((at) => at <= arrivedAt && at > arrivedAt - W).length;
            windows.observe('a', { limit: 6, remaining: Math.max(0, 6 - counted), resetAt: arrivedAt + W }, 'accepted');
          }
          for (let asked = 0; asked < burst; asked += 1) {
            if (!windows.take({ owner: 'a', priority: 'interactive' as const, waitedMs: 0 }).isGranted) continue;
            judge.arrive(now + latency);
            arrivals.push(now + latency);
            answers.push({ at: now, arrivedAt: now + latency });
          }
        }
        expect(judge.most()).toBeLessThanOrEqual(6);
      }),
      { numRuns: 500 },
    );
  });
});

function fail(): never {
  throw new Error('there is always a process');
}
