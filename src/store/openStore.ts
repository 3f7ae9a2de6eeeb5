import type { Logger } from '../log.ts';
import { createStore } from './createStore.ts';
import type { Engine } from './engine.ts';
import { type Store, StoreUnavailable } from './store.ts';
import { explain } from './wayOut.ts';

const PRIVATE_V4 = /^(10|127|169\.254|192\.168|172\.(1[6-9]|2\d|3[01])|100\.(6[4-9]|[7-9]\d|1[01]\d|12[0-7]))\.[\d.]+$/;
const PRIVATE_V6 = /^\[(::1|f[cd].*|fe[89ab].*)\]$/i;
const PRIVATE_NAME = /^[^.:]+$|\.(internal|local|localhost)$/i;

type StoreLocation = { redisUrl?: string | undefined; file: string; replicas?: number | undefined };

export async function openStore(location: StoreLocation, log: Logger): Promise<Store> {
  return createStore(await openEngine(location, log));
}

/** Throws {@link StoreUnavailable} with a sentence to print if the store doesn't work. */
export async function openCheckedStore(location: StoreLocation, log: Logger): Promise<Store> {
  const store = await openStore(location, log);
  await store.check().catch(async (cause: unknown) => {
    await store.close();
    throw toUnusable(location, cause);
  });
  return store;
}

/** Opens Redis or the SQLite file. Throws {@link StoreUnavailable} with a sentence to print. */
export async function openEngine(location: StoreLocation, log: Logger): Promise<Engine> {
  const { redisUrl, file, replicas } = location;
  const { protocol, hostname } = new URL(redisUrl ?? 'file:');
  if (protocol === 'redis:' && isPublicHost(hostname))
    log.warn('REDIS_URL sends the password and all data unencrypted over a public network: use rediss:// there');
  try {
    // Loads only the engine that is used.
    if (redisUrl === undefined) return (await import('./sqliteEngine.ts')).openSqlite(file);
    return await (await import('./redisEngine.ts')).openRedis(redisUrl, log, replicas);
  } catch (cause) {
    throw toUnusable(location, cause);
  }
}

function toUnusable({ redisUrl, file }: StoreLocation, cause: unknown): StoreUnavailable {
  const { protocol, host, pathname } = new URL(redisUrl ?? 'file:');
  const name = redisUrl === undefined ? `The database file ${file}` : `Redis at ${protocol}//${host}${pathname}`;
  return new StoreUnavailable(`${name} can't be used: ${explain(cause)}`, { cause });
}

/** False for this machine, for private networks, and for names without a dot. */
export function isPublicHost(hostname: string): boolean {
  return ![PRIVATE_V4, PRIVATE_V6, PRIVATE_NAME].some((pattern) => pattern.test(hostname));
}
