import type { RateFacts } from './rateHeaders.ts';

/** `interactive`: a person waits. `background`: nobody does (an index, a watcher, an export). */
export type Priority = 'interactive' | 'background';

export const PRIORITIES: readonly Priority[] = ['interactive', 'background'];

/** What background leaves of every budget for people. */
const KEPT_FOR_PEOPLE = 0.2;

/** The longest that a request waits for its slot, and so the farthest that slots are looked ahead for. */
export const LONGEST_WAIT_MS: Record<Priority, number> = { interactive: 10_000, background: 900_000 };

/** The most times that a denial lists. */
export const MOST_FREES: Record<Priority, number> = { interactive: 64, background: 512 };

/** Only people stand in a line; who has not left it by then is gone. */
export const STALE_MS = LONGEST_WAIT_MS.interactive + 1_000;

/** How soon to ask again while the one request that is to find out what is left is on its way. */
export const PROBING_MS = 200;

/** How long nothing is asked where the server refused, or left unknown, without saying until when. */
export const WITHOUT_A_WORD_MS = 60_000;

/** Added to a server's Retry-After: its clock and ours tick apart. */
export const AFTER_RETRY_MS = 500;

/** The shape of a budget. */
export type BudgetRule = {
  /** Requests in any `windowMs`. */
  limit: number;
  /** The server's window. */
  windowMs: number;
  /**
   * How much longer than the window a grant counts here; at least the longest time from a grant to the request's arrival.
   * Without it a request granted one window after another could arrive sooner than that one did.
   */
  guardMs: number;
};

export const HOUR_MS = 3_600_000;
/** A grant may be 3 s on its way from the store, and the game client lets a request live for 10 s; and one second more. */
export const GUARD_MS = 14_000;

/** How many slots of a budget a priority may fill. */
export function mostFor(priority: Priority, limit: number): number {
  return priority === 'interactive' ? limit : Math.max(1, Math.floor(limit * (1 - KEPT_FOR_PEOPLE)));
}

/** One request asks for its slot. */
export type Ask = {
  /** The budget's name: a hash of the token's owner, or the public budget; never a token. */
  owner: string;
  priority: Priority;
  /** How long this request has waited already. */
  waitedMs: number;
};

/** A slot was taken. */
export type Granted = { isGranted: true; stamp: number };

/**
 * No slot yet. `frees` are the times (ms since the epoch, this machine's clock, ascending) when a first, second, ... slot frees
 * for this priority of this owner: at most {@link MOST_FREES}, up to the first beyond {@link LONGEST_WAIT_MS}; never empty.
 */
export type Denied = { isGranted: false; frees: number[] };

export type Taken = Granted | Denied;

/** How a budget stands: an owner's, or the address's where that one is nearer to its end. */
export type QuotaUse = {
  limit: number;
  used: number;
  left: number;
  /** When the next request may leave, if none may now; else when the next used slot frees. Undefined while nothing is used. */
  nextFreeAt: Date | undefined;
  /** When all slots are free again. */
  allFreeAt: Date | undefined;
};

/** How a budget stands, as both homes tell it; times are ms from now. */
export type Standing = {
  limit: number;
  /** Grants that still count. */
  count: number;
  /** Requests that count and are not among them. */
  foreign: number;
  /** Whether `foreign` is what may have been, rather than what the server told. */
  isFeared: boolean;
  /** Until the next request may leave. */
  wait: number;
  closedFor: number;
  /** Until the oldest and the newest grant count no more; 0 where there is none. */
  firstFreesIn: number;
  lastFreesIn: number;
  foreignFor: number;
};

/** What people are told of a budget that stands so. */
export function toUse(standing: Standing, now: number): QuotaUse {
  const { limit, count, foreign, isFeared, wait, closedFor, firstFreesIn, lastFreesIn, foreignFor } = standing;
  const used = Math.min(limit, count + (isFeared ? 0 : foreign));
  const left = closedFor > 0 ? 0 : limit - used;
  const next = left > 0 ? firstFreesIn : wait;
  const last = Math.max(closedFor, lastFreesIn, isFeared ? 0 : foreignFor);
  return {
    limit,
    used: limit - left,
    left,
    nextFreeAt: next > 0 ? new Date(now + next) : undefined,
    allFreeAt: last > 0 ? new Date(now + last) : undefined,
  };
}

/** Of two budgets that both have to grant, the one with less left. */
export function tighter(own: QuotaUse, address: QuotaUse | undefined): QuotaUse {
  return address !== undefined && address.left < own.left ? address : own;
}

/**
 * What an answer was: `accepted`: the service did what it was asked, or said why not. `refused`: turned away for lack of budget.
 * `unclear`: not the service's own answer (a proxy's page, a broken body).
 */
export type Verdict = 'accepted' | 'refused' | 'unclear';

/**
 * The budgets: how many requests were granted in the rolling window, and whether one more may leave. One home is a process's
 * memory (memoryWindows.ts), the other Redis, for many processes (redisWindows.ts); both pass the same tests. Where a home
 * cannot answer it throws StoreUnavailable, and nothing is granted.
 */
export interface QuotaWindows {
  /** Whether the answers to one owner tell of all owners' budgets: where there is a bound for the address. */
  readonly tellsOfAll: boolean;
  /** Takes a slot of the owner's budget and, where there is one, of the address's budget: both or none. */
  take(ask: Ask): Taken | Promise<Taken>;
  /** Takes back a grant that nobody used. */
  giveBack(owner: string, granted: Granted): void;
  /** Nobody waits for this owner any more: others need not let them go first. */
  leave(owner: string): void;
  /** Learns from an answer; gives when the next request may leave (ms since the epoch). Never rejects. */
  observe(owner: string, facts: RateFacts, verdict: Verdict): number | Promise<number>;
  look(owner: string): QuotaUse | Promise<QuotaUse>;
  close(): void;
}
