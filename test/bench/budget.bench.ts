import { createRandom } from '../../sandbox/game/seed/random.ts';
import { QuotaQueue } from '../../src/quota/queue.ts';
import { GUARD_MS, HOUR_MS, QuotaExhausted, type Span } from '../../src/quota/rule.ts';
import { SqliteLog } from '../../src/quota/sqliteLog.ts';
import { FakeClock } from '../support/fakeClock.ts';
import type { Row } from './harness.ts';

const OWNER = 'Zm9yIGEgYmVuY2hr';
/** The longest that a request takes to arrive, one second less than the guard. */
const MAX_LATENCY_MS = GUARD_MS - 1_000;

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
        const arrivals = await saturate(600, { windowMs: HOUR_MS, guardMs: GUARD_MS }, windows);
        return arrivals.length / (600 * windows);
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
      ours: async () => {
        const span = { windowMs: 120_000, guardMs: GUARD_MS };
        return countOver(await saturate(12, span, 10_000), 12, span);
      },
    }),
  },
];

/** Callers that always want more and come back at the time they were told; each request arrives after a random while. */
async function saturate(limit: number, span: Span, windows: number): Promise<number[]> {
  const clock = new FakeClock(0);
  const { now, timer } = clock;
  const queue = new QuotaQueue({ log: new SqliteLog(':memory:', span, now), perToken: limit, now, timer });
  const random = createRandom(20_260_101);
  const endsAt = windows * span.windowMs;
  const arrivals: number[] = [];
  const goOn = async (): Promise<void> => {
    while (now() < endsAt) {
      try {
        await queue.acquire(OWNER);
        arrivals.push(now() + random.between(0, MAX_LATENCY_MS - 1));
      } catch (error) {
        if (!(error instanceof QuotaExhausted)) throw error;
        const { until } = error;
        await new Promise<void>((resolve) => timer(until.getTime() - now(), resolve));
      }
    }
  };
  const callers = Promise.all(Array.from({ length: 3 }, goOn));
  while (now() < endsAt) await clock.advance(Math.max(1, (clock.nextAt ?? endsAt) - now()));
  await clock.advance(2 * span.windowMs);
  await callers;
  return arrivals.filter((at) => at < endsAt).sort((a, b) => a - b);
}

/** How many arrived while the limit had arrived already within the window that ended then. */
function countOver(arrivals: number[], limit: number, { windowMs }: Span): number {
  return arrivals.filter((at, index) => at - (arrivals[index - limit] ?? Number.NEGATIVE_INFINITY) < windowMs).length;
}
