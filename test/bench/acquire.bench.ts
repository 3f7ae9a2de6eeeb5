import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Bottleneck from 'bottleneck';
import PQueue from 'p-queue';
import { RateLimiterMemory } from 'rate-limiter-flexible';
import { MemoryWindows } from '../../src/quota/memoryWindows.ts';
import { QuotaQueue } from '../../src/quota/queue.ts';
import { openSnapshots, type QuotaSnapshots } from '../../src/quota/snapshots.ts';
import { GUARD_MS, HOUR_MS } from '../../src/quota/window.ts';
import { type Contest, type Measure, perSecond, type Row } from './harness.ts';

const LIMIT = 600;
const OWNER = 'Zm9yIGEgYmVuY2hr';
const RULE = { limit: LIMIT, windowMs: HOUR_MS, guardMs: GUARD_MS };
const PLENTY = 1_000_000_000;

type Acquire = () => Promise<unknown>;

/** Acquiring a slot that is free, in one process; the budget is in memory. */
export const acquireRows: Row[] = [
  {
    name: 'acquire in one process, awaited',
    against: 'a ring buffer',
    unit: '1/s',
    target: { of: 'ratio', atLeast: 0.3 },
    open: () => ({ ours: awaited(ourSteady()), peer: awaited(ring(clockOfPlenty())) }),
  },
  {
    name: 'acquire in one process, its promise dropped',
    against: 'a ring buffer',
    unit: '1/s',
    target: { of: 'ratio', atLeast: 0.3 },
    open: () => ({ ours: dropped(ourSteady()), peer: dropped(ring(clockOfPlenty())) }),
  },
  {
    name: 'acquire in one process, awaited',
    against: 'p-queue, strict',
    unit: '1/s',
    open: () => ({ ours: awaited(ourSteady()), peer: awaited(strictQueue(), 5_000) }),
  },
  {
    // To await each would add as much to both sides as the whole of ours takes.
    name: 'acquire in one process, a burst',
    against: 'p-queue, strict',
    unit: '1/s',
    target: { of: 'ratio', atLeast: 20 },
    open: () => ({ ours: burst(ourSteady()), peer: burst(strictQueue(), 5_000) }),
  },
  {
    name: 'acquire in one process, awaited',
    against: 'rate-limiter-flexible in memory',
    unit: '1/s',
    open: () => {
      const limiter = new RateLimiterMemory({ points: PLENTY, duration: HOUR_MS / 1_000 });
      return { ours: awaited(ourSteady()), peer: awaited(() => limiter.consume(OWNER)) };
    },
  },
  {
    name: 'acquire in one process, awaited',
    against: 'bottleneck',
    unit: '1/s',
    open: () => {
      const limiter = new Bottleneck({ reservoir: PLENTY });
      return { ours: awaited(ourSteady()), peer: awaited(() => limiter.schedule(async () => {}), 10) };
    },
  },
  {
    name: 'acquire in one process, kept in SQLite',
    against: 'not kept',
    unit: '1/s',
    open: openKept,
  },
];

/**
 * The least that a rolling window can be: a ring of the last `LIMIT` grants. It gives what acquire() gives, a promise that is
 * the same for all who find a slot.
 */
function ring(now: () => number): Acquire {
  const stamps = new Float64Array(LIMIT).fill(Number.NEGATIVE_INFINITY);
  const atOnce = Promise.resolve();
  let next = 0;
  return () => {
    const time = now();
    if (time - (stamps[next] ?? 0) < HOUR_MS) return Promise.reject(new Error('there is no slot'));
    stamps[next] = time;
    next = next + 1 === LIMIT ? 0 : next + 1;
    return atOnce;
  };
}

/** The real clock, ahead by so much more at each look that a full budget always has its next slot free. */
function clockOfPlenty(): () => number {
  const stepMs = Math.ceil((HOUR_MS + GUARD_MS) / LIMIT) + 1;
  let aheadMs = 0;
  return () => {
    aheadMs += stepMs;
    return Date.now() + aheadMs;
  };
}

function ourQueue(now: () => number, snapshots?: QuotaSnapshots): QuotaQueue {
  return new QuotaQueue({ windows: new MemoryWindows({ rule: RULE, now, snapshots }), now });
}

function ourSteady(snapshots?: QuotaSnapshots): Acquire {
  const queue = ourQueue(clockOfPlenty(), snapshots);
  return () => queue.acquire(OWNER);
}

function awaited(acquire: Acquire, count = 20_000): Measure {
  return () =>
    perSecond(count, async () => {
      for (let done = 0; done < count; done += 1) await acquire();
    });
}

function dropped(acquire: Acquire, count = 50_000): Measure {
  return () =>
    perSecond(count, () => {
      for (let done = 0; done < count; done += 1) void acquire();
    });
}

/** All are asked for at once; the last one to be granted ends it. */
function burst(acquire: Acquire, count = 20_000): Measure {
  return () =>
    perSecond(count, async () => {
      for (let begun = 1; begun < count; begun += 1) void acquire();
      await acquire();
    });
}

/** Its clock cannot be moved: a short interval lets it forget what it started, and a cap beyond its speed never stops it. */
function strictQueue(): Acquire {
  const queue = new PQueue({ strict: true, intervalCap: 60_000, interval: 10 });
  return () => queue.add(() => {});
}

function openKept(): Contest {
  const folder = mkdtempSync(join(tmpdir(), 'commlink-bench-'));
  const snapshots = openSnapshots(join(folder, 'quota.sqlite'), HOUR_MS + GUARD_MS, Date.now());
  return {
    ours: awaited(ourSteady(snapshots), 320),
    peer: awaited(ourSteady()),
    close: () => {
      snapshots.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
