import type { Logger } from '../log.ts';
import { createStore } from './createStore.ts';
import { isPublicHost } from './publicHost.ts';
import { connectRedis } from './redisEngine.ts';
import { openSqlite } from './sqliteEngine.ts';
import { type Store, StoreUnavailable } from './store.ts';

export type StoreLocation = { redisUrl?: string | undefined; file: string };

/**
 * Opens the configured store: Redis where there is a URL, else the SQLite file. Throws
 * {@link StoreUnavailable} with a sentence for the operator.
 */
export async function openStore({ redisUrl, file }: StoreLocation, log: Logger): Promise<Store> {
  if (redisUrl === undefined)
    return createStore(attempt(`The database file ${file} cannot be opened`, () => openSqlite(file)));
  const { protocol, hostname } = new URL(redisUrl);
  if (protocol === 'redis:' && isPublicHost(hostname))
    log.warn('REDIS_URL sends the password and all data unencrypted over a public network: use rediss:// there');
  try {
    return createStore(await connectRedis(redisUrl, log));
  } catch (cause) {
    throw new StoreUnavailable(`Redis at ${withoutPassword(redisUrl)} cannot be reached: ${reasonOf(cause)}`, {
      cause,
    });
  }
}

function attempt<T>(failure: string, work: () => T): T {
  try {
    return work();
  } catch (cause) {
    throw new StoreUnavailable(`${failure}: ${reasonOf(cause)}`, { cause });
  }
}

function reasonOf(cause: unknown): string {
  if (cause instanceof AggregateError) return cause.errors.map(reasonOf).join(', ');
  return cause instanceof Error ? cause.message : String(cause);
}

function withoutPassword(url: string): string {
  const { protocol, host, pathname } = new URL(url);
  return `${protocol}//${host}${pathname}`;
}
