import type { Store } from '../store/store.ts';
import { QuotaQueue, type QuotaQueueOptions } from './queue.ts';
import { RedisLog } from './redisLog.ts';
import { GUARD_MS, HOUR_MS } from './rule.ts';
import { SqliteLog } from './sqliteLog.ts';

/** Limits are requests an hour. With a Redis `store` all processes share the budgets. In a cluster
 * they are on different nodes, unless the address has a budget, which is part of every call. */
export type QuotaOptions = Pick<QuotaQueueOptions, 'perToken' | 'perAddress' | 'now'> & {
  file?: string | undefined;
  store?: Pick<Store, 'toScript' | 'isCluster'>;
};

/** Opens the budgets and their queue. Throws StoreUnavailable with a message for the operator. */
export function openQuota({ file = ':memory:', store, now = Date.now, ...limits }: QuotaOptions): QuotaQueue {
  const span = { windowMs: HOUR_MS, guardMs: GUARD_MS };
  const isSpread = store?.isCluster === true && limits.perAddress === undefined;
  const { toScript } = store ?? {};
  const log = toScript ? new RedisLog({ toScript, span, now, isSpread }) : new SqliteLog(file, span, now);
  return new QuotaQueue({ log, now, ...limits });
}
