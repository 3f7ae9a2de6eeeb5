import { createLogger } from '../log.ts';
import { connectRedis, type Primary } from './redisClient.ts';

const SETTINGS = ['maxmemory-policy', 'appendonly', 'appendfsync', 'min-replicas-to-write'];

/** What a Redis says about itself: the fields of INFO and the settings that matter to us, which are
 * missing where a managed service forbids CONFIG, and `waits_for_replicas`: whether it has WAIT. `address` is a cluster's node. */
export type RedisSettings = { address: string; fields: ReadonlyMap<string, string> };

/** Asks Redis, or every primary of a cluster. Rejects if one can't be reached. */
export async function readRedisSettings(url: string): Promise<RedisSettings[]> {
  const redis = await connectRedis(url, createLogger({ level: 'silent' }));
  const read = async ({ address, client }: Primary): Promise<RedisSettings> => {
    const info = `${await client.info()}${redis.isCluster ? await client.clusterInfo() : ''}`;
    const fields = new Map([...info.matchAll(/^(\w+):(.*?)\r?$/gm)].map(([, name = '', value = '']) => [name, value]));
    for (const setting of SETTINGS) {
      const found = await client.configGet(setting).catch(() => ({}));
      for (const [name, value] of Object.entries(found)) fields.set(name, String(value));
    }
    // Some proxies forbid it.
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
