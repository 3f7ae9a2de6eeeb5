import { randomBytes } from 'node:crypto';
import { MemoryWindows } from '../../src/quota/memoryWindows.ts';
import { QuotaQueue } from '../../src/quota/queue.ts';
import { GUARD_MS, HOUR_MS } from '../../src/quota/window.ts';
import type { Measure, Row } from './harness.ts';

const LIMIT = 600;
const RULE = { limit: LIMIT, windowMs: HOUR_MS, guardMs: GUARD_MS };

/** What the budgets of one process take, a budget; owners' names as the bot makes them. */
export const footprintRows: Row[] = [
  {
    name: 'memory of a key with 3 grants',
    unit: 'B',
    target: { of: 'ours', atMost: 450 },
    slices: 1,
    open: () => ({ ours: footprint(20_000, 3, heapBytes) }),
  },
  {
    name: `memory of a key with ${LIMIT} grants`,
    unit: 'B',
    target: { of: 'ours', atMost: 2_800 },
    slices: 1,
    open: () => ({ ours: footprint(5_000, LIMIT, heapBytes) }),
  },
  {
    name: 'resident memory of a key with 3 grants',
    unit: 'B',
    slices: 1,
    rounds: 1,
    open: () => ({ ours: footprint(20_000, 3, residentBytes) }),
  },
  {
    name: `resident memory of a key with ${LIMIT} grants`,
    unit: 'B',
    slices: 1,
    rounds: 1,
    open: () => ({ ours: footprint(20_000, LIMIT, residentBytes) }),
  },
];

function footprint(keys: number, grants: number, bytes: () => number): Measure {
  return async () => {
    const before = bytes();
    const queue = new QuotaQueue({ windows: new MemoryWindows({ rule: RULE, now: Date.now }) });
    for (let key = 0; key < keys; key += 1) {
      const owner = randomBytes(12).toString('base64url');
      for (let grant = 0; grant < grants; grant += 1) await queue.acquire(owner);
    }
    const after = bytes();
    // Also keeps the queue alive until here.
    if (queue.metrics.interactive.granted !== keys * grants) throw new Error('not all slots were granted');
    return (after - before) / keys;
  };
}

/** Array buffers are part of what V8 calls external. */
function heapBytes(): number {
  collectGarbage();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

function residentBytes(): number {
  collectGarbage();
  return process.memoryUsage.rss();
}

function collectGarbage(): void {
  if (globalThis.gc === undefined) throw new Error('node was not started with --expose-gc');
  for (let time = 0; time < 3; time += 1) globalThis.gc();
}
