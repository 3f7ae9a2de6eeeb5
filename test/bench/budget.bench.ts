import { MemoryWindows } from '../../src/quota/memoryWindows.ts';
import { QuotaExhausted, QuotaQueue } from '../../src/quota/queue.ts';
import { type BudgetRule, GUARD_MS, HOUR_MS } from '../../src/quota/window.ts';
import { FakeClock } from '../quota/fakeClock.ts';
import type { Row } from './harness.ts';

const OWNER = 'Zm9yIGEgYmVuY2hr';
/** The longest that a request takes to arrive, one second less than the guard. */
const LATEST_MS = GUARD_MS - 1_000;

/** The promise itself, on a simulated clock: nothing here depends on the machine. */
export const budgetRows: Row[] = [
  {
    name: 'budget used when saturated, 1 000 windows',
    unit: 'part',
    target: { of: 'ours', atLeast: 0.995 },
    slices: 1,
    rounds: 1,
    open: () => ({
      ours: async () => {
        const windows = 1_000;
        const { arrivals, limit } = await saturate({ limit: 600, windowMs: HOUR_MS, guardMs: GUARD_MS }, windows);
        return arrivals.length / (limit * windows);
      },
    }),
  },
  {
    name: 'arrivals over the limit, random latency, 10 000 windows',
    unit: 'requests',
    target: { of: 'ours', atMost: 0 },
    slices: 1,
    rounds: 1,
    open: () => ({
      ours: async () => countOver(await saturate({ limit: 12, windowMs: 120_000, guardMs: GUARD_MS }, 10_000)),
    }),
  },
];

type Arrivals = BudgetRule & { arrivals: number[] };

/** Callers that always want more and come back at the time they were told; each request arrives after a random while. */
async function saturate(rule: BudgetRule, windows: number): Promise<Arrivals> {
  const clock = new FakeClock(0);
  const queue = new QuotaQueue({
    windows: new MemoryWindows({ rule, now: clock.now }),
    now: clock.now,
    timer: clock.timer,
  });
  const random = createRandom(20_260_101);
  const endsAt = windows * rule.windowMs;
  const arrivals: number[] = [];
  const goOn = async (): Promise<void> => {
    while (clock.now() < endsAt) {
      try {
        await queue.acquire(OWNER);
        arrivals.push(clock.now() + random() * LATEST_MS);
      } catch (error) {
        if (!(error instanceof QuotaExhausted)) throw error;
        const { until } = error;
        await new Promise<void>((resolve) => clock.timer(until.getTime() - clock.now(), resolve));
      }
    }
  };
  const callers = Promise.all(Array.from({ length: 3 }, goOn));
  while (clock.now() < endsAt) await clock.advance(Math.max(1, (clock.nextAt ?? endsAt) - clock.now()));
  await clock.advance(2 * rule.windowMs);
  await callers;
  return { ...rule, arrivals: arrivals.filter((at) => at < endsAt).sort((a, b) => a - b) };
}

/** How many arrived while the limit had arrived already within the window that ended then. */
function countOver({ arrivals, limit, windowMs }: Arrivals): number {
  return arrivals.filter((at, index) => at - (arrivals[index - limit] ?? Number.NEGATIVE_INFINITY) < windowMs).length;
}

/** Numbers from 0 to 1 that are the same in every run (mulberry32). */
function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
