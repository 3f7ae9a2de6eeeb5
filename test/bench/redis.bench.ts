import { createHash } from 'node:crypto';
import { createClient } from '@keyv/redis';
import Bottleneck from 'bottleneck';
import { Redis } from 'ioredis';
import { pino } from 'pino';
import { createAudit } from '../../src/account/audit.ts';
import { openQuota } from '../../src/quota/openQuota.ts';
import type { QuotaQueue } from '../../src/quota/queue.ts';
import { openStore } from '../../src/store/openStore.ts';
import { toKeeping } from '../support/collections.ts';
import { type Contest, type Measure, perSecond, type Row, type World } from './harness.ts';

const WIDTH = 64;
const LIMIT = 600;
const COUNT = 1_200;
const PEER_COUNT = 128;

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
  toTrailRow('read', 50),
  toTrailRow('added to', 100),
];

/** The longest trail that a person can have. */
function toTrailRow(way: 'read' | 'added to', atMost: number): Row {
  const [person, character] = [{ id: 'bench' }, { uid: '1:1', name: 'Vael Ondar' }];
  const row = { action: 'credits.transfer' as const, target: character, detail: '1500', state: 'done' as const };
  const rows = Array.from({ length: 300 }, () => row);
  const list = { action: 'batch' as const, targets: [], detail: '', result: 'done' as const, rows };
  const open = async ({ redisUrl }: World): Promise<Contest> => {
    const log = pino({ level: 'silent' });
    const store = await openStore({ redisUrl, file: '' }, log);
    const audit = createAudit(toKeeping(store), log, async () => {});
    const add = (at: number) => audit.record({ id: `${at}`, startedAt: at, person, character }, [list]);
    for (let at = 0; at < 20; at += 1) await add(at);
    const work = way === 'read' ? () => audit.of(person.id) : () => add(Date.now());
    return { ours: async () => 1_000 / (await perSecond(1, 1, work)()), close: store.close };
  };
  return { name: `audit trail, 20 lists of 300 rows, ${way}`, unit: 'ms', target: { of: 'ours', atMost }, open };
}

type RedisWorld = Awaited<ReturnType<typeof openRedis>>;

/** An empty Redis, a bare client with the settings of the store's connection, and a queue. */
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
  return { ours: perSecond(COUNT, WIDTH, createAcquire(redis.queue)), peer: await peerOf(redis), close: redis.close };
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

/** Acquires free slots: of one owner until the budget is used up, then of another. */
function createAcquire(queue: QuotaQueue): () => Promise<number> {
  let owner = '';
  let acquired = 0;
  return () => {
    if (acquired % LIMIT === 0) owner = Buffer.from(`owner${acquired}`).toString('hex').padEnd(16, '0');
    acquired += 1;
    return queue.acquire(owner);
  };
}

/** Calls an empty script, with one key, like any script. */
async function loadEmptyScript(raw: RedisWorld['raw']): Promise<() => Promise<unknown>> {
  const source = 'return 0';
  await raw.scriptLoad(source);
  const sha = createHash('sha1').update(source).digest('hex');
  return () => raw.sendCommand(['EVALSHA', sha, '1', 'bench:empty']);
}
