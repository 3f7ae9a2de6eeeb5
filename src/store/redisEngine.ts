import { createHash } from 'node:crypto';
import KeyvRedis from '@keyv/redis';
import type { Logger } from '../log.ts';
import type { Engine, StoredRow } from './engine.ts';
import { connectRedis, type Redis } from './redisClient.ts';
import { readSnapshot } from './redisSnapshot.ts';
import { watchRedis } from './redisWatch.ts';
import { KEY_PREFIX, type RunScript, StoreUnavailable } from './store.ts';

const MAX_ADAPTERS = 100;
const KEYS_PER_SCAN = 1_000;
const SEPARATOR = '::';
const REPLICATION_TIMEOUT_MS = 1_000;

const REMOVE = `if redis.call('GET', KEYS[1]) == ARGV[1] then return redis.call('DEL', KEYS[1]) end return 0`;

const REPLACE = `if redis.call('GET', KEYS[1]) ~= ARGV[1] then return 0 end
if ARGV[3] then redis.call('SET', KEYS[1], ARGV[2], 'PX', ARGV[3])
else redis.call('SET', KEYS[1], ARGV[2], 'KEEPTTL') end
return 1`;

/** Writes the value again, with the expiry that it has. */
const TOUCH = `local text = redis.call('GET', KEYS[1]) if not text then return 0 end
redis.call('SET', KEYS[1], text, 'KEEPTTL') return 1`;

/** Milliseconds by Redis' clock, because the clocks of several machines differ. */
const NOW = `local time = redis.call('TIME') local now = time[1] * 1000 + math.floor(time[2] / 1000)`;
const SCHEDULE = `${NOW} return redis.call('ZADD', KEYS[1], now + ARGV[1], ARGV[2])`;
const TAKE_DUE = `${NOW}
local ids = redis.call('ZRANGEBYSCORE', KEYS[1], '-inf', now, 'LIMIT', 0, ARGV[1])
for _, id in ipairs(ids) do redis.call('ZADD', KEYS[1], now + ARGV[2], id) end
return ids`;

/** Pairs of an id and the milliseconds until it's due. */
const READ_DUE = `${NOW}
local due = redis.call('ZRANGE', KEYS[1], 0, -1, 'WITHSCORES')
for i = 2, #due, 2 do due[i] = string.format('%.0f', due[i] - now) end
return due`;

/** A replicated write must reach `replicas` replicas; by default, as many as were seen. */
export async function openRedis(url: string, log: Logger, replicas?: number): Promise<Engine> {
  const { client, isCluster, primaries, send } = await connectRedis(url, log);
  const watch = await watchRedis({ primaries });
  /** A separate connection to wait for replicas, because that holds up other commands. */
  let replication: Promise<Redis> | undefined;
  // Each collection's adapter listens on this connection. Node would suspect a leak.
  client.setMaxListeners(MAX_ADAPTERS);
  async function* scan(match: string): AsyncGenerator<string[]> {
    for (const primary of await primaries()) yield* primary.client.scanIterator({ MATCH: match, COUNT: KEYS_PER_SCAN });
  }
  const toScript = (source: string): RunScript => {
    const sha = createHash('sha1').update(source).digest('hex');
    return (keys, args) => {
      const command = ['EVALSHA', sha, String(keys.length), ...keys, ...args];
      return send(keys[0], command).catch((error: unknown) => {
        // A restarted Redis doesn't know the script, so EVAL sends it once.
        if (!(error instanceof Error && error.message.startsWith('NOSCRIPT'))) throw error;
        return send(keys[0], ['EVAL', source, ...command.slice(2)]);
      });
    };
  };
  const toKey = (namespace: string, key: string): string => `${namespace}${SEPARATOR}${key}`;
  const [remove, replace] = [toScript(REMOVE), toScript(REPLACE)];
  const [schedule, takeDue, readDue] = [toScript(SCHEDULE), toScript(TAKE_DUE), toScript(READ_DUE)];
  /** A key's rows, with times by this machine's clock. */
  const readKey = async (id: string): Promise<StoredRow[]> => {
    const [name = '', ...rest] = id.split(SEPARATOR);
    if (rest.length === 0) {
      const due = ((await client.type(id)) === 'zset' ? await readDue([id], []) : []) as string[];
      return due.flatMap((key, index) => (index % 2 ? [] : [{ name, key, at: Date.now() + Number(due[index + 1]) }]));
    }
    const [text, leftMs] = await Promise.all([client.get(id), client.pTTL(id)]);
    const at = text === null ? 0 : leftMs >= 0 ? Date.now() + leftMs : undefined;
    return [{ name, key: rest.join(SEPARATOR), text: text ?? '', ...(at !== undefined && { at }) }];
  };
  return {
    isCluster,
    toScript,
    adapter: (namespace) => {
      const adapter = new KeyvRedis(client, { namespace, throwOnErrors: true });
      // The adapter's own `get` takes three more promises and reopens a closed connection.
      adapter.get = (key) => send(toKey(namespace, key), ['GET', toKey(namespace, key)]);
      return adapter;
    },
    get: async (namespace, key) => (await client.get(toKey(namespace, key))) ?? undefined,
    add: async (namespace, key, text, ttlMs) => {
      const expiration = ttlMs === undefined ? {} : ({ expiration: { type: 'PX', value: ttlMs } } as const);
      return (await client.set(toKey(namespace, key), text, { condition: 'NX', ...expiration })) === 'OK';
    },
    take: async (namespace, key) => (await client.getDel(toKey(namespace, key))) ?? undefined,
    replace: async (namespace, key, text, next, ttlMs) =>
      (await replace([toKey(namespace, key)], [text, next, ...(ttlMs === undefined ? [] : [String(ttlMs)])])) === 1,
    deleteAll: async (namespacePrefix) => {
      const match = `${escapeGlob(namespacePrefix)}*::*`;
      // A cluster refuses one command for keys of several slots.
      for await (const keys of scan(match)) await Promise.all(keys.map((key) => client.unlink(key)));
    },
    remove: (namespace, key, text) => remove([toKey(namespace, key)], [text]),
    async replicate(namespace, key, ttlMs) {
      const [id, count] = [toKey(namespace, key), replicas ?? watch.replicas()];
      if (count === 0) return 0;
      replication ??= connectRedis(url, log);
      const waiter = await replication.catch((error: unknown) => {
        replication = undefined;
        throw error;
      });
      // WAIT counts the replicas that have all that this connection wrote, so this one writes too.
      const [isThere, reached] = await Promise.all([
        waiter.send<number>(id, ttlMs === undefined ? ['EVAL', TOUCH, '1', id] : ['PEXPIRE', id, String(ttlMs)]),
        waiter.send<number>(id, ['WAIT', String(count), String(REPLICATION_TIMEOUT_MS)]),
      ]);
      if (isThere === 1 && reached >= count) return reached;
      throw new StoreUnavailable(`Only ${reached} of ${count} replicas have a value, or it is gone.`);
    },
    now: watch.now,
    generation: watch.generation,
    measure: () => watch.measure().then(watch.generation),
    schedule: (name) => ({
      set: async (id, delayMs) => void (await schedule([name], [String(delayMs), id])),
      take: async (limit, leaseMs) => (await takeDue([name], [String(limit), String(leaseMs)])) as string[],
      delete: async (id) => void (await client.zRem(name, id)),
    }),
    async *readAll(namespace, isMoment = false) {
      if (isMoment) return yield* readSnapshot(await primaries(), scan, readKey, log);
      for await (const ids of scan(
        namespace === undefined ? `${KEY_PREFIX}:[^{]*` : `${escapeGlob(toKey(namespace, ''))}*`,
      ))
        yield (await Promise.all(ids.map(readKey))).flat().filter(({ at }) => at !== 0);
    },
    async writeAll(rows) {
      const now = Date.now();
      const write = async ({ name, key, text, at }: StoredRow): Promise<unknown> => {
        if (text === undefined) return await schedule([name], [String((at ?? 0) - now), key]);
        if (at === undefined) return await client.set(toKey(name, key), text);
        return at > now && (await client.set(toKey(name, key), text, { expiration: { type: 'PX', value: at - now } }));
      };
      await Promise.all(rows.map(write));
    },
    close: async () => {
      watch.stop();
      const opened = [client, (await replication?.catch(() => undefined))?.client];
      for (const each of opened) if (each?.isOpen) each.destroy();
    },
  };
}

function escapeGlob(text: string): string {
  return text.replace(/[\\*?[\]]/g, '\\$&');
}
