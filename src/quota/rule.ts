import { NamedError } from '../errors.ts';
import type { RateHeaders } from './rateHeaders.ts';

/** `interactive`: a person waits for the response. `batch`: changes that a person confirmed.
 * `background`: a job. */
export type Priority = 'interactive' | 'batch' | 'background';

/** The share of each budget reserved for more urgent requests (docs/quota.md). */
export const RESERVES: Readonly<Record<Priority, number>> = { interactive: 0, batch: 0.1, background: 0.2 };
/** Max wait of a person's request for a slot. */
export const MAX_WAIT_MS = 10_000;
export const HOUR_MS = 3_600_000;
/** Timeout of the final check before a write. */
export const FINAL_CHECK_MS = 5_000;
/** Max time from a grant until the request arrives. Timeouts: store 2 s, final check 5 s, request
 * 10 s; and 2 s to spare. */
export const GUARD_MS = 19_000;

/** The budget of calls without a token, shared by all people. */
export const PUBLIC_BUDGET = 'public';
/** The budget of all calls together. No token's budget has this name: those are hashes. */
export const ADDRESS_BUDGET = '@address';

/** A grant counts for the server's window plus the time that a request may take. */
export type Span = { windowMs: number; guardMs: number };

/** `reserve` (0 to 1) stays free for others. A shared budget's `person` may use a fair share. */
export type BudgetKey = { name: string; limit: number; reserve: number; person?: string | undefined };

/** `grantedAt` is by the log's clock, `opensAt` by ours. `queue` names the full budget or share. */
export type Taken = { isGranted: true; grantedAt: number } | { isGranted: false; opensAt: number; queue: string };

/** A response: its headers, whether it was a rate limit, and when its request was granted. */
export type ServerReport = RateHeaders & { isRefused: boolean; grantedAt?: number | undefined };

/** `left` is for this person. `isShared`: all people share the budget. `nextFreeAt`: the time of
 * the next request if none is left, else when the oldest slot frees. */
export type QuotaUse = Record<'limit' | 'used' | 'left', number> &
  Record<'nextFreeAt' | 'allFreeAt', Date | undefined> & { isShared?: true };

/** The logs of all budgets, in Redis or in SQLite. Methods reject with StoreUnavailable. */
export interface QuotaLog {
  /** Takes a slot of every budget or of none. Resolves when the grant is stored. */
  take(keys: readonly BudgetKey[]): Promise<Taken>;
  /** Applies a response; resolves with the next request's time (ms since the epoch). */
  observe(key: BudgetKey, report: ServerReport): Promise<number>;
  peek(key: BudgetKey): Promise<QuotaUse>;
  close?(): void;
}

/** Names a person's share of a budget, in the log and in the queue. */
export function toShareName({ name, person }: BudgetKey): string {
  return person === undefined ? name : `${name} ${person}`;
}

/** No slot frees in time. The next one frees at `until`. `isShared`: a budget that all people share
 * is used up, else a person's own, or their share of a shared one. */
export class QuotaExhausted extends NamedError {
  readonly until: Date;
  readonly isShared: boolean;

  constructor(until: number, queue: string | undefined) {
    super(`No request may be sent before ${new Date(until).toISOString()}.`);
    this.until = new Date(until);
    this.isShared = queue === PUBLIC_BUDGET || queue === ADDRESS_BUDGET;
  }
}
