import { type ChildProcess, fork } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import Bottleneck from 'bottleneck';
import { Redis } from 'ioredis';
import { type Contest, inFlight, type Measure, perSecond, type Row, type World } from './harness.ts';
import type { Errand } from './redisWorker.ts';
import {
  connectRaw,
  createAcquire,
  createRedisQueue,
  emptyRedis,
  LIMIT,
  loadEmptyScript,
  loadStampScript,
  openRedisStore,
  type RawRedis,
} from './redisWorld.ts';

const SEQUENTIAL = 100;
const WIDTH = 64;
const CONCURRENT = 1_200;

/** Acquiring a slot that is free, over Redis. */
export const redisRows: Row[] = [
  {
    name: 'acquire over Redis, sequential',
    against: 'INCR',
    unit: '1/s',
    target: { of: 'ratio', atLeast: 0.8 },
    open: (world) => compare(world, 1, SEQUENTIAL, async (raw) => () => raw.incr('bench:count')),
  },
  {
    name: 'acquire over Redis, sequential',
    against: 'an empty EVALSHA',
    unit: '1/s',
    target: { of: 'ratio', atLeast: 0.9 },
    open: (world) => compare(world, 1, SEQUENTIAL, loadEmptyScript),
  },
  {
    // What any acquisition costs that asks Redis' clock and writes down a grant, whoever calls it.
    name: 'a bare script that stamps and appends, sequential',
    against: 'an empty EVALSHA',
    unit: '1/s',
    open: bareBesideEmpty,
  },
  {
    name: `acquire over Redis, ${WIDTH} in flight`,
    against: 'an empty EVALSHA',
    unit: '1/s',
    target: { of: 'ratio', atLeast: 0.55 },
    open: (world) => compare(world, WIDTH, CONCURRENT, loadEmptyScript),
  },
  {
    name: `acquire over Redis, 2 processes, ${WIDTH} in flight each`,
    against: 'an empty EVALSHA',
    unit: '1/s',
    target: { of: 'ratio', atLeast: 0.55 },
    open: inTwoProcesses,
  },
  {
    // One at a time the way to Redis and back bounds it: an empty script would not be 30 times as fast either.
    name: 'acquire over Redis, sequential',
    against: 'a bottleneck cluster',
    unit: '1/s',
    slices: 3,
    open: (world) => besideBottleneck(world, 1, SEQUENTIAL, 20),
  },
  {
    name: `acquire over Redis, ${WIDTH} in flight`,
    against: 'a bottleneck cluster',
    unit: '1/s',
    target: { of: 'ratio', atLeast: 30 },
    slices: 3,
    open: (world) => besideBottleneck(world, WIDTH, CONCURRENT, 128),
  },
  {
    name: `Redis memory of a key with ${LIMIT} grants`,
    against: 'a sorted set',
    unit: 'B',
    target: { of: 'ours', atMost: 6_500 },
    slices: 1,
    rounds: 1,
    open: besideSortedSet,
  },
];

type PeerOf = (raw: RawRedis) => Promise<() => Promise<unknown>>;

async function compare({ redisUrl }: World, width: number, count: number, peerOf: PeerOf): Promise<Contest> {
  const raw = await connectRaw(redisUrl);
  await emptyRedis(raw);
  const store = await openRedisStore(redisUrl);
  return {
    ours: together(width, count, createAcquire(createRedisQueue(store), 'alone')),
    peer: together(width, count, await peerOf(raw)),
    close: async () => {
      await store.close();
      raw.destroy();
    },
  };
}

async function bareBesideEmpty({ redisUrl }: World): Promise<Contest> {
  const raw = await connectRaw(redisUrl);
  await emptyRedis(raw);
  return {
    ours: together(1, SEQUENTIAL, await loadStampScript(raw)),
    peer: together(1, SEQUENTIAL, await loadEmptyScript(raw)),
    close: () => raw.destroy(),
  };
}

function together(width: number, count: number, work: () => Promise<unknown>): Measure {
  return () => perSecond(count, () => inFlight(width, count, work));
}

/** This process gives the work out; two others do it. */
async function inTwoProcesses({ redisUrl }: World): Promise<Contest> {
  const raw = await connectRaw(redisUrl);
  await emptyRedis(raw);
  const workers = [1, 2].map(() => fork(new URL('./redisWorker.ts', import.meta.url), [redisUrl]));
  await Promise.all(workers.map((worker) => once(worker, 'message')));
  const both = (kind: Errand['kind']) => (): Promise<number> =>
    perSecond(2 * CONCURRENT, () =>
      Promise.all(workers.map((worker) => send(worker, { kind, count: CONCURRENT, width: WIDTH }))),
    );
  return {
    ours: both('acquire'),
    peer: both('empty'),
    close: () => {
      for (const worker of workers) worker.disconnect();
      raw.destroy();
    },
  };
}

async function send(worker: ChildProcess, errand: Errand): Promise<void> {
  const done = once(worker, 'message');
  worker.send(errand);
  await done;
}

async function besideBottleneck(world: World, width: number, count: number, peerCount: number): Promise<Contest> {
  const { ours, close } = await compare(world, width, count, async () => async () => {});
  const url = new URL(world.redisUrl);
  const limiter = new Bottleneck({
    id: 'bench',
    datastore: 'ioredis',
    Redis,
    clientOptions: { host: url.hostname, port: Number(url.port) },
    clearDatastore: true,
    reservoir: 1_000_000,
  });
  await limiter.ready();
  return {
    ours,
    peer: together(width, peerCount, () => limiter.schedule(async () => {})),
    close: async () => {
      await limiter.disconnect();
      await close?.();
    },
  };
}

async function besideSortedSet({ redisUrl }: World): Promise<Contest> {
  const raw = await connectRaw(redisUrl);
  await emptyRedis(raw);
  const store = await openRedisStore(redisUrl);
  const queue = createRedisQueue(store);
  const bytesOf = async (key: string): Promise<number> => {
    const bytes = await raw.memoryUsage(key, { SAMPLES: 0 });
    if (bytes === null) throw new Error(`there is no key ${key}`);
    return bytes;
  };
  return {
    ours: async () => {
      for (let grant = 0; grant < LIMIT; grant += 1) await queue.acquire('Zm9yIGEgYmVuY2hr');
      return await bytesOf('commlink:{quota}:log:Zm9yIGEgYmVuY2hr');
    },
    peer: async () => {
      for (let grant = 0; grant < LIMIT; grant += 1)
        await raw.zAdd('bench:sorted', { score: Date.now(), value: randomUUID() });
      return await bytesOf('bench:sorted');
    },
    close: async () => {
      await store.close();
      raw.destroy();
    },
  };
}
