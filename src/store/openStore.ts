import type { Logger } from '../log.ts';
import { createStore } from './createStore.ts';
import type { Engine } from './engine.ts';
import { type Store, StoreUnavailable } from './store.ts';

const PRIVATE_V4 = /^(10|127|169\.254|192\.168|172\.(1[6-9]|2\d|3[01])|100\.(6[4-9]|[7-9]\d|1[01]\d|12[0-7]))\.[\d.]+$/;
const PRIVATE_V6 = /^\[(::1|f[cd].*|fe[89ab].*)\]$/i;
const PRIVATE_NAME = /^[^.:]+$|\.(internal|local|localhost)$/i;

type StoreLocation = { redisUrl?: string | undefined; file: string; replicas?: number | undefined };

export async function openStore(location: StoreLocation, log: Logger): Promise<Store> {
  return createStore(await openEngine(location, log));
}

/** Opens Redis or the SQLite file. Throws {@link StoreUnavailable} with a sentence to print. */
export async function openEngine({ redisUrl, file, replicas }: StoreLocation, log: Logger): Promise<Engine> {
  const { protocol, host, hostname, pathname } = new URL(redisUrl ?? 'file:');
  if (protocol === 'redis:' && isPublicHost(hostname))
    log.warn('REDIS_URL sends the password and all data unencrypted over a public network: use rediss:// there');
  try {
    // Loads only the engine that is used.
    if (redisUrl === undefined) return (await import('./sqliteEngine.ts')).openSqlite(file);
    return await (await import('./redisEngine.ts')).openRedis(redisUrl, log, replicas);
  } catch (cause) {
    const failure =
      redisUrl === undefined
        ? `The database file ${file} can't be opened`
        : `Redis at ${protocol}//${host}${pathname} can't be reached`;
    throw new StoreUnavailable(`${failure}: ${reasonOf(cause)}`, { cause });
  }
}

function reasonOf(cause: unknown): string {
  if (cause instanceof AggregateError) return cause.errors.map(reasonOf).join(', ');
  return cause instanceof Error ? cause.message : String(cause);
}

/** False for this machine, for private networks, and for names without a dot. */
export function isPublicHost(hostname: string): boolean {
  return ![PRIVATE_V4, PRIVATE_V6, PRIVATE_NAME].some((pattern) => pattern.test(hostname));
}
