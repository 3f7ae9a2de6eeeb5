import { createClient } from '@keyv/redis';
import { pino } from 'pino';
import { inject } from 'vitest';
import { RedisLog } from '../../src/quota/redisLog.ts';
import type { QuotaLog, Span } from '../../src/quota/rule.ts';
import { SqliteLog } from '../../src/quota/sqliteLog.ts';
import { openStore } from '../../src/store/openStore.ts';
import type { Store } from '../../src/store/store.ts';
import type { RedisCluster } from '../support/redisCluster.ts';
import { emptyDatabase } from '../support/redisDatabase.ts';

export const START = Date.parse('2026-01-01T00:00:00Z');
export const W = 3_600_000;
export const G = 14_000;
export const SPAN: Span = { windowMs: W, guardMs: G };

/** A log in memory, on a test's clock; like Redis's, for suites that run over both. */
export const sqlite = {
  name: 'SQLite',
  open: async (now: () => number): Promise<QuotaLog> => new SqliteLog(':memory:', SPAN, now),
};

/** Redis or a cluster (with budgets spread), emptied by `open`; `join`: another process's log. */
export function createRedis(cluster?: RedisCluster) {
  let store: Store | undefined;
  let url: string | undefined;
  const client = async () => await createClient({ url: url ?? '' }).connect();
  let raw: Awaited<ReturnType<typeof client>> | undefined;
  const send = async (...command: string[]): Promise<unknown> => {
    raw ??= await client();
    return await raw.sendCommand(command);
  };
  return {
    name: cluster ? 'a Redis Cluster' : 'Redis',
    async open(now: () => number): Promise<QuotaLog> {
      url ??= cluster?.url ?? (await emptyDatabase(inject('redisUrl')));
      if (cluster) await Promise.all(cluster.primaries.map((node) => node.send('FLUSHALL')));
      else await emptyDatabase(url);
      return await this.join(now);
    },
    async join(now: () => number): Promise<QuotaLog> {
      store ??= await openStore({ redisUrl: url, file: '' }, pino({ level: 'silent' }));
      if (!store.toScript) throw new Error('Redis runs scripts');
      return new RedisLog({ toScript: store.toScript, span: SPAN, now, redisClock: now, isSpread: store.isCluster });
    },
    close: async () => {
      await store?.close();
      raw?.destroy();
    },
    send,
  };
}
