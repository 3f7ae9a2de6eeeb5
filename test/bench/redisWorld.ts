import { createHash } from 'node:crypto';
import { createClient } from '@keyv/redis';
import { pino } from 'pino';
import { shareWindows } from '../../src/quota/openWindows.ts';
import { QuotaQueue } from '../../src/quota/queue.ts';
import { openStore } from '../../src/store/openStore.ts';
import type { Store } from '../../src/store/store.ts';

export const LIMIT = 600;
const log = pino({ level: 'silent' });

/** The bare client, with the settings of the store's own connection. */
export type RawRedis = Awaited<ReturnType<typeof connectRaw>>;

export async function connectRaw(url: string) {
  return await createClient({ url, disableOfflineQueue: true, pingInterval: 15_000 }).connect();
}

/** Forgets everything, and lets the budgets trust their logs from the first: those of an hour ago would count by now. */
export async function emptyRedis(raw: RawRedis): Promise<void> {
  await raw.flushDb();
  await raw.set('commlink:{quota}:since', '0');
}

export async function openRedisStore(redisUrl: string): Promise<Store> {
  return await openStore({ redisUrl, file: '' }, log);
}

/** The queue as the bot has it over Redis. */
export function createRedisQueue(store: Store): QuotaQueue {
  if (store.toScript === undefined) throw new Error('Redis runs scripts');
  return new QuotaQueue({ windows: shareWindows({ perToken: LIMIT }, store.toScript, log) });
}

/** Acquires slots that are free: of one owner until `share` of the budget is used up, then of another. */
export function createAcquire(queue: QuotaQueue, name: string, share = 1): () => Promise<void> {
  let owner = '';
  let acquired = 0;
  return () => {
    if (acquired % (LIMIT * share) === 0) owner = Buffer.from(`${name}${acquired}`).toString('hex').padEnd(16, '0');
    acquired += 1;
    return queue.acquire(owner);
  };
}

/** Calls a script that does nothing, with one key, as scripts are called. */
export async function loadEmptyScript(raw: RawRedis): Promise<() => Promise<unknown>> {
  const sha = await load(raw, 'return 0');
  return () => raw.sendCommand(['EVALSHA', sha, '1', 'bench:empty']);
}

/** Calls a script that does no more than every acquisition must: it appends the time to a log, a new one after each {@link LIMIT}. */
export async function loadStampScript(raw: RawRedis): Promise<() => Promise<unknown>> {
  const sha = await load(
    raw,
    `local time = redis.call('TIME')
     local stamp = (time[1] * 1000 + (time[2] - time[2] % 1000) / 1000) % 4294967296
     redis.call('APPEND', KEYS[1], struct.pack('>I4', stamp))
     return stamp`,
  );
  let stamped = 0;
  let key = '';
  return () => {
    if (stamped % LIMIT === 0) key = `bench:log:${stamped}`;
    stamped += 1;
    return raw.sendCommand(['EVALSHA', sha, '1', key]);
  };
}

async function load(raw: RawRedis, source: string): Promise<string> {
  await raw.scriptLoad(source);
  return createHash('sha1').update(source).digest('hex');
}
