import { createClient } from '@keyv/redis';

/**
 * An empty database of the tests' Redis for this worker: concurrent files use the same Discord
 * users. Database 0 is for tests with unique keys.
 */
export async function emptyDatabase(redisUrl: string): Promise<string> {
  const url = new URL(redisUrl);
  url.pathname = `/${process.env['VITEST_POOL_ID'] ?? '1'}`;
  const client = createClient({ url: url.href });
  await client.connect();
  // FLUSHDB would end other tests' copies: Redis tells them only that something was flushed.
  const keys = await client.keys('*');
  if (keys.length > 0) await client.unlink(keys);
  client.destroy();
  return url.href;
}
