import { createClient } from '@keyv/redis';

/**
 * An empty database of the tests' Redis for this worker alone: files that run at the same time use the same Discord users.
 * Database 0 stays for tests whose keys are their own.
 */
export async function emptyDatabase(redisUrl: string): Promise<string> {
  const url = new URL(redisUrl);
  url.pathname = `/${process.env['VITEST_POOL_ID'] ?? '1'}`;
  const client = createClient({ url: url.href });
  await client.connect();
  await client.flushDb();
  client.destroy();
  return url.href;
}
