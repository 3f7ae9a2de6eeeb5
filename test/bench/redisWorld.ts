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
  const source = 'return 0';
  await raw.scriptLoad(source);
  const sha = createHash('sha1').update(source).digest('hex');
  return () => raw.sendCommand(['EVALSHA', sha, '1', 'bench:empty']);
}
