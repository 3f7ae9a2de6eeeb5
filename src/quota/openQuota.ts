import type { Store } from '../store/store.ts';
import { QuotaQueue, type QuotaQueueOptions } from './queue.ts';
import { RedisLog } from './redisLog.ts';
import { GUARD_MS, HOUR_MS } from './rule.ts';
import { SqliteLog } from './sqliteLog.ts';

/** Limits are requests an hour. With `toScript` (Redis) all processes share the budgets. */
export type QuotaOptions = Pick<QuotaQueueOptions, 'perToken' | 'perAddress' | 'now'> & {
  file?: string | undefined;
  toScript?: Store['toScript'];
};

/** Opens the budgets and their queue. Throws StoreUnavailable with a message for the operator. */
export function openQuota({ file = ':memory:', toScript, now = Date.now, ...limits }: QuotaOptions): QuotaQueue {
  const span = { windowMs: HOUR_MS, guardMs: GUARD_MS };
  const log = toScript ? new RedisLog({ toScript, span, now }) : new SqliteLog(file, span, now);
  return new QuotaQueue({ log, now, ...limits });
}
