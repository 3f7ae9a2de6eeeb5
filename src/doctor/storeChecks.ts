import { statfs } from 'node:fs/promises';
import { dirname } from 'node:path';
import { createSealer } from '../account/seal.ts';
import { countSealed } from '../jobs/resealing.ts';
import { createLogger } from '../log.ts';
import { checkVersion } from '../store/createStore.ts';
import type { Primary } from '../store/redisClient.ts';
import { evaluate, type Outcome, type Parts } from './check.ts';

const MIN_REDIS_VERSION = 6.2;
const MIN_FREE_MIB = 100;
const SLOTS = '16384';
const LOSES = 'An acknowledged write can be lost';
const FORGETS = 'A failover can forget what was just sent to the game, and a second press could send it again.';

/** Checks that the database takes writes, keeps them, and has room. */
export async function checkStore({ config, store }: Parts): Promise<Outcome[]> {
  const { redisUrl, replicas, file } = config.store;
  const servers = redisUrl === undefined ? [] : await readRedisSettings(redisUrl);
  // An incomplete cluster would fail this with a vaguer reason.
  if (!servers.some(isIncomplete)) await checkVersion(await store());
  return redisUrl === undefined ? await checkFile(file) : servers.flatMap((server) => evaluateRedis(server, replicas));
}

/** True if a node says that its cluster is down, or that some slots have no working node. */
function isIncomplete({ fields }: RedisSettings): boolean {
  return fields.get('cluster_state') === 'fail' || (fields.get('cluster_slots_ok') ?? SLOTS) !== SLOTS;
}

async function checkFile(file: string): Promise<Outcome[]> {
  if (file === ':memory:')
    return evaluate('SQLite', [[true, 'Nothing is saved.', 'Set DATABASE_FILE.', 'warning']], '');
  const { bavail, bsize } = await statfs(dirname(file));
  return evaluateFreeSpace(file, bavail * bsize);
}

export function evaluateFreeSpace(file: string, bytes: number): Outcome[] {
  const mib = Math.floor(bytes / 1024 ** 2);
  const sentence = `${file} takes writes, and its disk has ${mib} MiB left.`;
  return evaluate('SQLite', [[mib < MIN_FREE_MIB, sentence, 'Free some space, or move the file.']], sentence);
}

function evaluateRedis(server: RedisSettings, replicas: number | undefined): Outcome[] {
  const settings = server.fields;
  const version = settings.get('redis_version') ?? '';
  const policy = settings.get('maxmemory-policy') ?? settings.get('maxmemory_policy') ?? 'noeviction';
  const hasNoFile = (settings.get('appendonly') ?? settings.get('aof_enabled'))?.match(/^(no|0)$/) != null;
  const sync = hasNoFile ? 'always' : settings.get('appendfsync');
  const connected = Number(settings.get('connected_slaves') ?? 0);
  const hasReplicas = connected > 0;
  const mayForget = hasReplicas && (settings.get('waits_for_replicas') !== 'yes' || replicas === 0);
  const lacksReplicas = replicas !== undefined && connected < replicas;
  const isWaiting = settings.get('min-replicas-to-write') !== '0';
  return evaluate(
    `Redis ${server.address}`.trim(),
    [
      [isIncomplete(server), "Its cluster isn't complete.", 'Start all nodes. Then run redis-cli --cluster check.'],
      [Number.parseFloat(version) < MIN_REDIS_VERSION, `Version ${version} is too old.`, 'Use 6.2 or newer.'],
      [policy !== 'noeviction', `It drops data when it is full (${policy}).`, 'Set maxmemory-policy noeviction.'],
      [hasNoFile, `${LOSES}: it has no append-only file.`, 'Set appendonly yes and appendfsync always.'],
      [!!sync && sync !== 'always', `${LOSES}: appendfsync is ${sync}.`, 'Set appendfsync always.'],
      [mayForget, FORGETS, 'Use a server with WAIT, and leave REDIS_REPLICAS empty.'],
      [
        lacksReplicas,
        `${connected} replicas: without ${replicas}, nothing is sent.`,
        'Start them, or lower REDIS_REPLICAS.',
      ],
      [hasReplicas && !isWaiting, `${LOSES}: it doesn't wait for a replica.`, 'Set min-replicas-to-write 1.'],
      [hasReplicas && isWaiting, 'A failover can lose the last seconds.', 'Set min-replicas-max-lag 1.', 'warning'],
      [!sync, "It doesn't say if it can lose a write: CONFIG is forbidden.", 'Ask its provider.', 'warning'],
    ],
    `Version ${version} keeps every acknowledged write.`,
  );
}

export async function checkKeys({ config, store }: Parts): Promise<Outcome[]> {
  const { older, missing, sentence } = await countSealed(await store(), createSealer(config.tokenKeys));
  const add = 'Add the missing key after the others: TOKEN_KEY=new,old. If it is gone: npm run drop-unreadable';
  const wait = 'Keep the older keys until the running bot has resealed these values, some minutes after its start.';
  if (missing > 0) return evaluate('Keys', [[true, sentence, add]], '');
  return evaluate('Keys', [[older > 0, sentence, wait, 'warning']], sentence);
}

const SETTINGS = ['maxmemory-policy', 'appendonly', 'appendfsync', 'min-replicas-to-write'];

/** Fields of INFO and settings, which are missing where a managed service forbids CONFIG.
 * `waits_for_replicas`: if it has WAIT. `address`: the cluster's node. */
type RedisSettings = { address: string; fields: ReadonlyMap<string, string> };

/** Asks Redis, or every primary of a cluster. Rejects if one can't be reached. */
async function readRedisSettings(url: string): Promise<RedisSettings[]> {
  // Loaded only for Redis.
  const { connectRedis } = await import('../store/redisClient.ts');
  const redis = await connectRedis(url, createLogger({ level: 'silent' }));
  const read = async ({ address, client }: Primary): Promise<RedisSettings> => {
    const info = `${await client.info()}${redis.isCluster ? await client.clusterInfo() : ''}`;
    const fields = new Map([...info.matchAll(/^(\w+):(.*?)\r?$/gm)].map(([, name = '', value = '']) => [name, value]));
    for (const setting of SETTINGS) {
      const found = await client.configGet(setting).catch(() => ({}));
      for (const [name, value] of Object.entries(found)) fields.set(name, String(value));
    }
    // Some proxies forbid WAIT.
    const waits = await client.sendCommand(['WAIT', '0', '1']).then(
      () => 'yes',
      () => 'no',
    );
    return { address, fields: fields.set('waits_for_replicas', waits) };
  };
  try {
    return await Promise.all((await redis.primaries()).map(read));
  } finally {
    redis.client.destroy();
  }
}
