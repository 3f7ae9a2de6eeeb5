import { createHash } from 'node:crypto';
import { createClient } from '@keyv/redis';
import Bottleneck from 'bottleneck';
import { Redis } from 'ioredis';
import { pino } from 'pino';
import { openQuota } from '../../src/quota/openQuota.ts';
import type { QuotaQueue } from '../../src/quota/queue.ts';
import { openStore } from '../../src/store/openStore.ts';
import { type Contest, type Measure, perSecond, type Row, type World } from './harness.ts';

const WIDTH = 64;
const LIMIT = 600;
const COUNT = 1_200;
const PEER_COUNT = 128;

/** Acquiring a slot that is free, over Redis. */
export const redisRows: Row[] = [
  {
    name: `acquire over Redis, ${WIDTH} in flight`,
    against: 'an empty EVALSHA',
    unit: '1/s',
    target: { of: 'ratio', atLeast: 0.5 },
    open: (world) => compare(world, async ({ raw }) => perSecond(COUNT, WIDTH, await loadEmptyScript(raw))),
  },
  {
    name: `acquire over Redis, ${WIDTH} in flight`,
    against: 'a bottleneck cluster',
    unit: '1/s',
    target: { of: 'ratio', atLeast: 20 },
    slices: 3,
    open: besideBottleneck,
  },
];

type RedisWorld = Awaited<ReturnType<typeof openRedis>>;

/** An empty Redis: a bare client with the settings of the store's own connection, and the queue as the bot has it. */
async function openRedis({ redisUrl }: World) {
  const raw = await createClient({ url: redisUrl, disableOfflineQueue: true, pingInterval: 15_000 }).connect();
  await raw.flushDb();
  const store = await openStore({ redisUrl, file: '' }, pino({ level: 'silent' }));
  const close = async (): Promise<void> => {
    await store.close();
    raw.destroy();
  };
  if (store.toScript === undefined) throw new Error('Redis runs scripts');
  return { raw, queue: openQuota({ perToken: LIMIT, store }), close };
}

async function compare(world: World, peerOf: (redis: RedisWorld) => Promise<Measure>): Promise<Contest> {
  const redis = await openRedis(world);
  return {
    ours: perSecond(COUNT, WIDTH, createAcquire(redis.queue)),
    peer: await peerOf(redis),
    close: redis.close,
  };
}

async function besideBottleneck(world: World): Promise<Contest> {
  const { hostname: host, port } = new URL(world.redisUrl);
  const limiter = new Bottleneck({
    id: 'bench',
    datastore: 'ioredis',
    Redis,
    clientOptions: { host, port: Number(port) },
    clearDatastore: true,
    reservoir: 1_000_000,
  });
  const schedule = () => limiter.schedule(async () => {});
  const contest = await compare(world, async () => perSecond(PEER_COUNT, WIDTH, schedule));
  await limiter.ready();
  return {
    ...contest,
    close: async () => {
      await limiter.disconnect();
      await contest.close?.();
    },
  };
}

/** Acquires slots that are free: of one owner until the budget is used up, then of another. */
function createAcquire(queue: QuotaQueue): () => Promise<number> {
  let owner = '';
  let acquired = 0;
  return () => {
    if (acquired % LIMIT === 0) owner = Buffer.from(`owner${acquired}`).toString('hex').padEnd(16, '0');
    acquired += 1;
    return queue.acquire(owner);
  };
}

/** Calls a script that does nothing, with one key, as scripts are called. */
async function loadEmptyScript(raw: RedisWorld['raw']): Promise<() => Promise<unknown>> {
  const source = 'return 0';
  await raw.scriptLoad(source);
  const sha = createHash('sha1').update(source).digest('hex');
  return () => raw.sendCommand(['EVALSHA', sha, '1', 'bench:empty']);
}
