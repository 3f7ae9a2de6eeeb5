import PQueue from 'p-queue';
import { MemoryWindows } from '../../src/quota/memoryWindows.ts';
import { QuotaQueue } from '../../src/quota/queue.ts';
import { GUARD_MS, HOUR_MS, type Priority } from '../../src/quota/window.ts';
import { type Measure, perSecond, type Row } from './harness.ts';

const JOBS = 20_000;
/** Background may fill 80 % of a budget. */
const LIMIT = JOBS / 0.8;
const OWNER = 'Zm9yIGEgYmVuY2hr';
const CLOSED_MS = 9_000;

/** A queue of jobs at two priorities, in turns, that wait until they are all let go. */
export const drainRows: Row[] = [
  {
    name: `enqueue and drain ${JOBS} jobs`,
    against: 'p-queue, paused, no limit',
    unit: '1/s',
    target: { of: 'ratio', atLeast: 3 },
    slices: 1,
    open: () => ({ ours: drain, peer: drainPeer(() => new PQueue({ autoStart: false })) }),
  },
  {
    name: `enqueue and drain ${JOBS} jobs`,
    against: 'p-queue, paused, strict',
    unit: '1/s',
    slices: 1,
    open: () => ({
      ours: drain,
      peer: drainPeer(
        () => new PQueue({ autoStart: false, strict: true, intervalCap: LIMIT, interval: HOUR_MS + GUARD_MS }),
      ),
    }),
  },
];

/** The budget is closed as by a server's 429, on the real clock and with real timers, and opened as by a later answer. */
async function drain(): Promise<number> {
  const rule = { limit: LIMIT, windowMs: HOUR_MS, guardMs: GUARD_MS };
  const queue = new QuotaQueue({ windows: new MemoryWindows({ rule, now: Date.now }) });
  await queue.observe(OWNER, { retryAt: Date.now() + CLOSED_MS }, 'refused');
  const finished = createCount();
  const rate = await perSecond(JOBS, async () => {
    const jobs: Promise<void>[] = [];
    for (let job = 0; job < JOBS; job += 1) {
      const priority: Priority = job % 2 === 0 ? 'background' : 'interactive';
      jobs.push(queue.acquire(OWNER, { priority }).then(finished.add));
    }
    await queue.observe(OWNER, {}, 'accepted');
    await Promise.all(jobs);
  });
  finished.check();
  return rate;
}

function drainPeer(open: () => PQueue): Measure {
  return async () => {
    const queue = open();
    const finished = createCount();
    const rate = await perSecond(JOBS, async () => {
      const jobs: Promise<void>[] = [];
      for (let job = 0; job < JOBS; job += 1) jobs.push(queue.add(finished.add, { priority: job % 2 }));
      queue.start();
      await Promise.all(jobs);
    });
    finished.check();
    return rate;
  };
}

function createCount() {
  let count = 0;
  return {
    add: () => {
      count += 1;
    },
    check: () => {
      if (count !== JOBS) throw new Error(`${count} of ${JOBS} jobs were done`);
    },
  };
}
