import type { Logger } from '../log.ts';
import { createStore } from './createStore.ts';
import { isPublicHost } from './publicHost.ts';
import { connectRedis } from './redisEngine.ts';
import { openSqlite } from './sqliteEngine.ts';
import { type Store, StoreUnavailable } from './store.ts';

export type StoreLocation = { redisUrl?: string | undefined; file: string };

/**
 * Opens the configured store: Redis if there is a URL, else the SQLite file. Throws
 * {@link StoreUnavailable} with a sentence for the operator.
 */
export async function openStore({ redisUrl, file }: StoreLocation, log: Logger): Promise<Store> {
  const { protocol, host, hostname, pathname } = new URL(redisUrl ?? 'file:');
  if (protocol === 'redis:' && isPublicHost(hostname))
    log.warn('REDIS_URL sends the password and all data unencrypted over a public network: use rediss:// there');
  try {
    return createStore(redisUrl === undefined ? openSqlite(file) : await connectRedis(redisUrl, log));
  } catch (cause) {
    const failure =
      redisUrl === undefined
        ? `The database file ${file} cannot be opened`
        : `Redis at ${protocol}//${host}${pathname} cannot be reached`;
    throw new StoreUnavailable(`${failure}: ${reasonOf(cause)}`, { cause });
  }
}

function reasonOf(cause: unknown): string {
  if (cause instanceof AggregateError) return cause.errors.map(reasonOf).join(', ');
  return cause instanceof Error ? cause.message : String(cause);
}
