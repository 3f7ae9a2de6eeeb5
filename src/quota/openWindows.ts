import type { Logger } from '../log.ts';
import type { Store } from '../store/store.ts';
import { MemoryWindows } from './memoryWindows.ts';
import { RedisWindows } from './redisWindows.ts';
import { openSnapshots } from './snapshots.ts';
import { type BudgetRule, GUARD_MS, HOUR_MS, type QuotaWindows } from './window.ts';

/** How many requests an hour, and where budgets are kept. */
export type WindowsOptions = {
  /** Requests an hour of each budget. */
  perToken: number;
  /** Requests an hour of all budgets together; without it there is no such bound. */
  perAddress?: number | undefined;
  /** Where a single process keeps its budgets over a restart; without it they end with the process. */
  file?: string | undefined;
  now?: () => number;
};

/** Opens the budgets of a single process. Throws StoreUnavailable with a sentence for the operator. */
export function openWindows({ perToken, perAddress, file, now = Date.now }: WindowsOptions): QuotaWindows {
  return new MemoryWindows({
    rule: toRule(perToken),
    addressRule: perAddress === undefined ? undefined : toRule(perAddress),
    snapshots: file === undefined ? undefined : openSnapshots(file, HOUR_MS + GUARD_MS, now()),
    now,
  });
}

/** The budgets that all processes on one Redis share. */
export function shareWindows(
  { perToken, perAddress, now = Date.now }: WindowsOptions,
  toScript: NonNullable<Store['toScript']>,
  log: Logger,
): QuotaWindows {
  return new RedisWindows({
    rule: toRule(perToken),
    addressRule: perAddress === undefined ? undefined : toRule(perAddress),
    toScript,
    log,
    now,
  });
}

function toRule(limit: number): BudgetRule {
  return { limit, windowMs: HOUR_MS, guardMs: GUARD_MS };
}
