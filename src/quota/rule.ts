import type { RateHeaders } from './rateHeaders.ts';

/** `interactive`: a person waits for the answer. `background`: nobody does (an index, a watcher, an export). */
export type Priority = 'interactive' | 'background';

/** The share of every budget that background requests leave to people. */
export const BACKGROUND_RESERVE = 0.2;
/** How long a person's request waits for a slot. */
export const MAX_WAIT_MS = 10_000;
export const HOUR_MS = 3_600_000;
/** The longest time from a grant to the request's arrival: 3 s for the store to answer, 10 s for the request, 1 s more. */
export const GUARD_MS = 14_000;

/** The budget of calls without a token, shared by all people. */
export const PUBLIC_BUDGET = 'public';
/** The budget of all calls together. No token's budget has this name: those are hashes. */
export const ADDRESS_BUDGET = '@address';

/** How long a grant counts: the server's window, and the guard, or a request could arrive within a window of a slower one before. */
export type Span = { windowMs: number; guardMs: number };

/**
 * One budget that a request draws on. `reserve` is the share of the limit (0 to 1) that it must leave to others. `person`, of a
 * shared budget, is who asks: their own requests may not exceed what is left.
 */
export type BudgetKey = { name: string; limit: number; reserve: number; person?: string | undefined };

/** `grantedAt` is by the log's clock. `line` names the budget, or the person's share of it, with no slot before `opensAt` (ours). */
export type Taken = { isGranted: true; grantedAt: number } | { isGranted: false; opensAt: number; line: string };

/** What a response said, and whether it refused the request, granted at `grantedAt`, for its rate. Times in ms from now. */
export type ServerReport = RateHeaders & { isRefused: boolean; grantedAt?: number | undefined };

/**
 * The state of a budget, for people to see. Of a shared budget `left` is what this person may still use. `nextFreeAt` is when the
 * next request may leave, if none may now; otherwise when the next used slot frees. Undefined while none is used.
 */
export type QuotaUse = {
  limit: number;
  used: number;
  left: number;
  nextFreeAt: Date | undefined;
  allFreeAt: Date | undefined;
};

/** The logs of all budgets: redisLog.ts for many processes, sqliteLog.ts for one. Methods reject with StoreUnavailable. */
export interface QuotaLog {
  /** Writes one grant to the log of every key, or to none. Resolves when the grant is stored. */
  take(keys: readonly BudgetKey[]): Promise<Taken>;
  /** Stores what a response said; resolves with the time at which the next request may leave (ms since the epoch). */
  observe(key: BudgetKey, report: ServerReport): Promise<number>;
  look(key: BudgetKey): Promise<QuotaUse>;
  close?(): void;
}

/** The name of a person's own log within a shared budget, and of their line there. */
export function toShareName({ name, person }: BudgetKey): string {
  return person === undefined ? name : `${name} ${person}`;
}

/** No slot frees in time; `until` is when the next one does. */
export class QuotaExhausted extends Error {
  override name = 'QuotaExhausted';
  readonly until: Date;

  constructor(until: number) {
    super(`No request may be sent before ${new Date(until).toISOString()}.`);
    this.until = new Date(until);
  }
}
