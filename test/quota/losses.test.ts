import { afterAll, describe, expect, test } from 'vitest';
import { QuotaQueue } from '../../src/quota/queue.ts';
import { FakeClock } from './fakeClock.ts';
import { createRedisHome, SINCE } from './homes.ts';
import { createRandom } from './judge.ts';

const W = 3_600_000;
const G = 14_000;
const LIMIT = 12;
const LOG = 'commlink:{quota}:log:a';
const ODD = 'commlink:{quota}:odd:a';
const redis = createRedisHome();
afterAll(() => redis.close());

/** A server that counts each arrival in a rolling window and tells what is left, and how many came when nothing was. */
function createServer() {
  let arrivals: number[] = [];
  const over = { count: 0 };
  const arrive = (at: number) => {
    arrivals = arrivals.filter((each) => each > at - W);
    const isRefused = arrivals.length >= LIMIT;
    if (isRefused) over.count += 1;
    arrivals.push(at);
    const resetAt = (arrivals.at(-LIMIT) ?? at) + W;
    return { isRefused, facts: { limit: LIMIT, remaining: Math.max(0, LIMIT - arrivals.length), resetAt } };
  };
  return { arrive, over };
}

type Loss = { before?: () => Promise<unknown>; lose: () => Promise<unknown> };

const ROUNDS = 40;

/**
 * Callers that want more than there is, on a clock that moves only when Redis has answered. In each round many requests are on their
 * way when the loss comes, and more are wanted at once.
 */
async function spend(seed: number, processes: number, { before, lose }: Loss) {
  const random = createRandom(seed);
  const clock = new FakeClock();
  const rules = { rule: { limit: LIMIT, windowMs: W, guardMs: G }, now: clock.now };
  const queues: QuotaQueue[] = [];
  while (queues.length < processes) {
    const windows = await (queues.length === 0 ? redis.open(rules) : redis.join(rules));
    queues.push(new QuotaQueue({ windows, now: clock.now, timer: clock.timer }));
  }
  await redis.send('SET', SINCE, '0');
  const server = createServer();
  const answered = async () => {
    for (let turn = 0; turn < 3; turn += 1) {
      await redis.send('PING');
      await clock.advance(0);
    }
  };
  const advance = async (ms: number): Promise<void> => {
    const end = clock.now() + ms;
    await answered();
    while (clock.now() < end) {
      await clock.advance(Math.max(0, Math.min(clock.nextAt ?? end, end) - clock.now()));
      await answered();
    }
  };
  const ask = (queue: QuotaQueue): void => {
    const arrive = (): void => {
      const { isRefused, facts } = server.arrive(clock.now());
      clock.timer(random() * 300, () => void queue.observe('a', facts, isRefused ? 'refused' : 'accepted'));
    };
    const latencyMs = random() < 0.6 ? random() * 300 : random() * (G - 1_000);
    queue.acquire('a').then(
      () => clock.timer(latencyMs, arrive),
      () => {},
    );
  };
  const askFor = (count: number): void => {
    for (let each = 0; each < count; each += 1) ask(queues[Math.floor(random() * processes)] ?? fail());
  };
  for (let round = 0; round < ROUNDS; round += 1) {
    await advance(random() * 1.5 * W);
    await before?.();
    askFor(1 + Math.floor(random() * LIMIT));
    await advance(random() * 500);
    await lose();
    for (let more = 0; more < 15; more += 1) {
      askFor(2);
      await advance(random() * 1_500);
    }
  }
  await advance(60_000);
  return server.over.count;
}

describe('at the server, with requests on their way at every moment', () => {
  test('arrives none above the limit while nothing is lost', async () => {
    expect(await spend(1, 3, { lose: async () => {} })).toBe(0);
  }, 60_000);

  test('arrives at most the one that finds out, for each time that Redis is emptied', async () => {
    expect(await spend(2, 1, { lose: () => redis.send('FLUSHDB') })).toBeLessThanOrEqual(ROUNDS);
  }, 60_000);

  test('arrives at most the one that finds out, for each time that an older log is back', async () => {
    const over = await spend(3, 1, {
      before: async () => {
        await redis.send('DEL', 'older log', 'older odd');
        await redis.send('COPY', LOG, 'older log');
        await redis.send('COPY', ODD, 'older odd');
      },
      lose: async () => {
        await redis.send('DEL', LOG, ODD);
        await redis.send('COPY', 'older log', LOG);
        await redis.send('COPY', 'older odd', ODD);
      },
    });
    expect(over).toBeLessThanOrEqual(ROUNDS);
  }, 60_000);
});

function fail(): never {
  throw new Error('there is always a process');
}
