import Bottleneck from 'bottleneck';
import { Redis } from 'ioredis';
import { type Contest, inFlight, type Measure, perSecond, type Row, type World } from './harness.ts';
import type { RawRedis } from './redisWorld.ts';
import { connectRaw, createAcquire, createRedisQueue, LIMIT, loadEmptyScript, openRedisStore } from './redisWorld.ts';

const WIDTH = 64;
const COUNT = 1_200;
const PEER_COUNT = 128;

/** Acquiring a slot that is free, over Redis. */
export const redisRows: Row[] = [
  {
    name: `acquire over Redis, ${WIDTH} in flight`,
    against: 'an empty EVALSHA',
    unit: '1/s',
    target: { of: 'ratio', atLeast: 0.5 },
    open: (world) => compare(world, async (raw) => together(COUNT, await loadEmptyScript(raw))),
  },
  {
    name: `acquire over Redis, ${WIDTH} in flight`,
    against: 'a bottleneck cluster',
    unit: '1/s',
    target: { of: 'ratio', atLeast: 20 },
    slices: 3,
    open: besideBottleneck,
  },
  {
    name: `Redis memory of a key with ${LIMIT} grants`,
    unit: 'B',
    target: { of: 'ours', atMost: 7_000 },
    slices: 1,
    rounds: 1,
    open: measureKey,
  },
];

async function compare({ redisUrl }: World, peerOf: (raw: RawRedis) => Promise<Measure>): Promise<Contest> {
  const raw = await connectRaw(redisUrl);
  await raw.flushDb();
  const store = await openRedisStore(redisUrl);
  return {
    ours: together(COUNT, createAcquire(createRedisQueue(store))),
    peer: await peerOf(raw),
    close: async () => {
      await store.close();
      raw.destroy();
    },
  };
}

function together(count: number, work: () => Promise<unknown>): Measure {
  return () => perSecond(count, () => inFlight(WIDTH, count, work));
}

async function besideBottleneck(world: World): Promise<Contest> {
  const url = new URL(world.redisUrl);
  const limiter = new Bottleneck({
    id: 'bench',
    datastore: 'ioredis',
    Redis,
    clientOptions: { host: url.hostname, port: Number(url.port) },
    clearDatastore: true,
    reservoir: 1_000_000,
  });
  const contest = await compare(world, async () => together(PEER_COUNT, () => limiter.schedule(async () => {})));
  await limiter.ready();
  return {
    ...contest,
    close: async () => {
      await limiter.disconnect();
      await contest.close?.();
    },
  };
}

async function measureKey({ redisUrl }: World): Promise<Contest> {
  const raw = await connectRaw(redisUrl);
  await raw.flushDb();
  const store = await openRedisStore(redisUrl);
  const queue = createRedisQueue(store);
  return {
    ours: async () => {
      for (let grant = 0; grant < LIMIT; grant += 1) await queue.acquire('Zm9yIGEgYmVuY2hr');
      return (await raw.memoryUsage('commlink:{quota}:times:Zm9yIGEgYmVuY2hr', { SAMPLES: 0 })) ?? Number.NaN;
    },
    close: async () => {
      await store.close();
      raw.destroy();
    },
  };
}
