import { afterAll, expect, test } from 'vitest';
import { createRandom } from '../../sandbox/game/seed/random.ts';
import { createArrivalCounter } from './arrivals.ts';
import { createRedis, G, START, W } from './stores.ts';

const LIMIT = 12;
const HOURS = 500;
const redis = createRedis();
afterAll(() => redis.close());

test.each([1, 2, 4])(
  'in %i processes that restart, 500 hours stay at the limit: never above, hardly below',
  async (count) => {
    let now = START;
    const random = createRandom(count);
    const logs = [await redis.open(() => now)];
    const join = () => redis.join(() => now);
    while (logs.length < count) logs.push(await join());
    const others = await Promise.all(Array.from({ length: 50 }, join));
    const counter = createArrivalCounter(W);
    let granted = 0;
    while (now < START + HOURS * W) {
      const index = random.between(0, count - 1);
      const restarted = random.oneIn(500) ? others.pop() : undefined;
      if (restarted) logs[index] = restarted;
      const taken = await logs[index]?.take([{ name: 'a', limit: LIMIT, reserve: 0 }]);
      // A slot is taken when it frees or a little later; its request arrives up to a guard later.
      if (taken?.isGranted) counter.arrive(now + (random.oneIn(2) ? 0 : random.between(0, G - 1)));
      else now = (taken?.opensAt ?? 0) + (random.oneIn(10) ? random.between(0, 500) : 0);
      if (taken?.isGranted) granted += 1;
    }
    expect(counter.most()).toBe(LIMIT);
    expect(granted / (HOURS * LIMIT)).toBeGreaterThanOrEqual(0.995);
    expect(others.length).toBeLessThan(50);
  },
  60_000,
);
