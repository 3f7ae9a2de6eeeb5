import { createHash } from 'node:crypto';
import { createClient } from '@keyv/redis';
import { pino } from 'pino';
import { openQuota } from '../../src/quota/openQuota.ts';
import type { QuotaQueue } from '../../src/quota/queue.ts';
import { openStore } from '../../src/store/openStore.ts';
import type { Store } from '../../src/store/store.ts';

export const LIMIT = 600;

/** The bare client, with the settings of the store's own connection. */
export type RawRedis = Awaited<ReturnType<typeof connectRaw>>;

export async function connectRaw(url: string) {
  return await createClient({ url, disableOfflineQueue: true, pingInterval: 15_000 }).connect();
}

export async function openRedisStore(redisUrl: string): Promise<Store> {
  return await openStore({ redisUrl, file: '' }, pino({ level: 'silent' }));
}

/** The queue as the bot has it over Redis. */
export function createRedisQueue({ toScript }: Store): QuotaQueue {
  if (toScript === undefined) throw new Error('Redis runs scripts');
  return openQuota({ perToken: LIMIT, toScript });
}

/** Acquires slots that are free: of one owner until the budget is used up, then of another. */
export function createAcquire(queue: QuotaQueue): () => Promise<number> {
  let owner = '';
  let acquired = 0;
  return () => {
    if (acquired % LIMIT === 0) owner = Buffer.from(`owner${acquired}`).toString('hex').padEnd(16, '0');
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
