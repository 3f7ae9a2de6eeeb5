import { createHash } from 'node:crypto';
import KeyvRedis, { createClient } from '@keyv/redis';
import type { Logger } from '../log.ts';
import type { Engine } from './engine.ts';
import type { RunScript } from './store.ts';

const CONNECT_TIMEOUT_MS = 5_000;
const MAX_RECONNECT_DELAY_MS = 5_000;
const PING_INTERVAL_MS = 15_000;
const MAX_ADAPTERS = 50;
const KEYS_A_SCAN = 1_000;

const REMOVE = `if redis.call('GET', KEYS[1]) == ARGV[1] then return redis.call('DEL', KEYS[1]) end return 0`;

const REPLACE = `if redis.call('GET', KEYS[1]) ~= ARGV[1] then return 0 end
if ARGV[3] then redis.call('SET', KEYS[1], ARGV[2], 'PX', ARGV[3]) else redis.call('SET', KEYS[1], ARGV[2]) end
return 1`;

/** Milliseconds by Redis' clock: those of several machines differ. */
const NOW = `local time = redis.call('TIME') local now = time[1] * 1000 + math.floor(time[2] / 1000)`;
const SCHEDULE = `${NOW} return redis.call('ZADD', KEYS[1], now + ARGV[1], ARGV[2])`;
const TAKE_DUE = `${NOW}
local ids = redis.call('ZRANGEBYSCORE', KEYS[1], '-inf', now, 'LIMIT', 0, ARGV[1])
for _, id in ipairs(ids) do redis.call('ZADD', KEYS[1], now + ARGV[2], id) end
return ids`;

/**
 * Connects to Redis; rejects when it cannot be reached or refuses the login. Later losses are
 * mended in the background while commands fail at once (no offline queue), so that a person waiting
 * for an answer gets one.
 */
export async function connectRedis(url: string, log: Logger): Promise<Engine> {
  let connected = false;
  const client = createClient({
    url,
    disableOfflineQueue: true,
    pingInterval: PING_INTERVAL_MS,
    socket: {
      connectTimeout: CONNECT_TIMEOUT_MS,
      reconnectStrategy: (attempt, cause) =>
        connected ? Math.min(2 ** attempt * 50, MAX_RECONNECT_DELAY_MS) + Math.random() * 100 : cause,
    },
  });
  client.on('error', (err: unknown) => {
    if (connected) log.warn({ err }, 'lost Redis, connecting again');
  });
  client.on('ready', () => {
    if (connected) log.info('Redis is back');
  });
  await client.connect();
  connected = true;

  // Each collection's adapter listens on this one connection; Node would warn of a leak at the
  // eleventh.
  client.setMaxListeners(MAX_ADAPTERS);
  const toScript = (source: string): RunScript => {
    const sha = createHash('sha1').update(source).digest('hex');
    return (keys, args) => {
      const command = ['EVALSHA', sha, String(keys.length), ...keys, ...args];
      return client.sendCommand<unknown>(command).catch((error: unknown) => {
        // Redis forgets scripts when it restarts; EVAL sends it whole, once.
        if (!(error instanceof Error && error.message.startsWith('NOSCRIPT'))) throw error;
        return client.sendCommand<unknown>(['EVAL', source, ...command.slice(2)]);
      });
    };
  };
  const toKey = (namespace: string, key: string): string => `${namespace}::${key}`;
  const [remove, replace] = [toScript(REMOVE), toScript(REPLACE)];
  const [schedule, takeDue] = [toScript(SCHEDULE), toScript(TAKE_DUE)];
  return {
    toScript,
    adapter: (namespace) => {
      const adapter = new KeyvRedis(client, { namespace, throwOnErrors: true });
      // Every command begins with reading; the adapter's own way takes three promises more, and
      // opens a closed connection.
      adapter.get = (key) => client.sendCommand(['GET', toKey(namespace, key)]);
      return adapter;
    },
    add: async (namespace, key, text, ttlMs) =>
      (await client.set(toKey(namespace, key), text, {
        condition: 'NX',
        expiration: { type: 'PX', value: ttlMs },
      })) === 'OK',
    take: async (namespace, key) => (await client.getDel(toKey(namespace, key))) ?? undefined,
    replace: async (namespace, key, text, next, ttlMs) =>
      (await replace([toKey(namespace, key)], [text, next, ...(ttlMs === undefined ? [] : [String(ttlMs)])])) === 1,
    deleteAll: async (namespacePrefix, keyPrefix) => {
      const match = `${escapeGlob(namespacePrefix)}*::${escapeGlob(keyPrefix)}*`;
      for await (const keys of client.scanIterator({ MATCH: match, COUNT: KEYS_A_SCAN }))
        if (keys.length > 0) await client.unlink(keys);
    },
    remove: async (namespace, key, text) => {
      await remove([toKey(namespace, key)], [text]);
    },
    schedule: (name) => ({
      set: async (id, delayMs) => {
        await schedule([name], [String(delayMs), id]);
      },
      take: async (limit, leaseMs) => (await takeDue([name], [String(limit), String(leaseMs)])) as string[],
      delete: async (id) => {
        await client.zRem(name, id);
      },
    }),
    close: async () => {
      if (client.isOpen) client.destroy();
    },
  };
}

function escapeGlob(text: string): string {
  return text.replace(/[\\*?[\]]/g, '\\$&');
}
