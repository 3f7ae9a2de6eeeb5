import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import type { BudgetKey, QuotaLog } from '../../src/quota/rule.ts';
import { SqliteLog } from '../../src/quota/sqliteLog.ts';
import { createArrivalCounter, createRandom } from './arrivals.ts';
import { createRedis, G, SPAN, START, W } from './stores.ts';

const folder = mkdtempSync(join(tmpdir(), 'commlink-quota-'));
const redis = createRedis();
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  await redis.close();
});

const key = (limit: number): BudgetKey => ({ name: 'a', limit, reserve: 0 });

type World = { log: () => QuotaLog; limit: number; clock: { now: number }; random: () => number; each?: () => void };

/** Takes each slot when it frees or a little later; requests arrive after up to the guard. */
async function saturate({ log, limit, clock, random, each }: World, hours: number) {
  const counter = createArrivalCounter(W);
  const end = clock.now + hours * W;
  let granted = 0;
  while (clock.now < end) {
    const taken = await log().take([key(limit)]);
    if (taken.isGranted) {
      granted += 1;
      counter.arrive(clock.now + (random() < 0.5 ? 0 : random() * (G - 1)));
    } else clock.now = taken.opensAt + (random() < 0.9 ? 0 : random() * 500);
    each?.();
  }
  return { most: counter.most(), granted };
}

describe('never above the limit at the server', () => {
  test.each([1, 2, 4])(
    'of %i processes on one Redis, restarted now and then, in 500 hours, and hardly below it',
    async (count) => {
      const clock = { now: START };
      const random = createRandom(count);
      const logs = [await redis.open(() => clock.now)];
      const join = () => redis.join(() => clock.now);
      while (logs.length < count) logs.push(await join());
      const others = await Promise.all(Array.from({ length: 50 }, join));
      const log = (): QuotaLog => {
        const index = Math.floor(random() * count);
        const restarted = random() < 0.002 ? others.pop() : undefined;
        if (restarted) logs[index] = restarted;
        return logs[index] as QuotaLog;
      };
      const { most, granted } = await saturate({ log, limit: 12, clock, random }, 500);
      expect(most).toBe(12);
      expect(granted / (500 * 12)).toBeGreaterThanOrEqual(0.995);
      expect(others.length).toBeLessThan(50);
    },
    60_000,
  );

  test('over restarts at any moment, of which each goes on to the millisecond', async () => {
    const file = join(folder, 'restarts.sqlite');
    const clock = { now: START };
    const random = createRandom(3);
    const open = () => new SqliteLog(file, SPAN, () => clock.now);
    let log = open();
    let restarts = 0;
    const each = (): void => {
      if (random() > 0.02) return;
      restarts += 1;
      log.close();
      log = open();
    };
    const { most, granted } = await saturate({ log: () => log, limit: 20, clock, random, each }, 200);
    log.close();
    expect(restarts).toBeGreaterThan(50);
    expect(most).toBe(20);
    expect(granted / (200 * 20)).toBeGreaterThanOrEqual(0.995);
  }, 60_000);
});
