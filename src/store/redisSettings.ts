import { createClient } from '@keyv/redis';

const CONNECT_TIMEOUT_MS = 5_000;
const SETTINGS = ['maxmemory-policy', 'appendonly', 'appendfsync', 'min-replicas-to-write'];

/** What a Redis says of itself: the fields of INFO and the settings that matter to us. Managed
 * services forbid CONFIG, so that settings may be missing. Rejects if Redis can't be reached. */
export async function readRedisSettings(url: string): Promise<ReadonlyMap<string, string>> {
  const client = createClient({ url, socket: { connectTimeout: CONNECT_TIMEOUT_MS, reconnectStrategy: false } });
  client.on('error', () => {});
  await client.connect();
  try {
    const info = (await client.info()).matchAll(/^(\w+):(.*?)\r?$/gm);
    const fields = new Map([...info].map(([, name = '', value = '']) => [name, value]));
    for (const setting of SETTINGS) {
      const found = await client.configGet(setting).catch(() => ({}));
      for (const [name, value] of Object.entries(found)) fields.set(name, String(value));
    }
    return fields;
  } finally {
    client.destroy();
  }
}
