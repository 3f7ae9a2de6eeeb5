import type { RateFacts } from './rateHeaders.ts';
import { RollingWindow } from './window.ts';

const HOUR_MS = 3_600_000;
/** A request granted one hour after another may reach the server sooner than that one did; the guard is longer than any request lives. */
const GUARD_MS = 16_000;
const LONGEST_WAIT_MS = 10_000;
const SWEEP_EVERY_GRANTS = 1_000;
const AFTER_RETRY_MS = 500;
/** How long a budget stays closed after a refusal that does not say. */
const WITHOUT_A_WORD_MS = 60_000;

/** The budget has no free slot in time; `until` is when the next one is free. */
export class QuotaExhausted extends Error {
  override name = 'QuotaExhausted';
  readonly until: Date;

  constructor(until: Date) {
    super(`No request may be sent before ${until.toISOString()}.`);
    this.until = until;
  }
}

export type QuotaUse = { limit: number; used: number; left: number; nextFreeAt: Date };

export type QuotaOptions = {
  /** Requests an hour of each budget. */
  perToken: number;
  /** Requests an hour of all budgets together; without it there is no such bound. */
  perAddress?: number | undefined;
  /** Milliseconds since the epoch. */
  now?: () => number;
  wait?: (ms: number, signal?: AbortSignal) => Promise<void>;
};

type Budget = { window: RollingWindow; most: number; closedUntil: number };

/**
 * Says when a request may be sent. A budget is named by the caller: one for each token's owner, and one for calls without a
 * token. Within a budget first come, first served; whoever would wait longer than 10 s is told at once.
 */
export class QuotaQueue {
  readonly #budgets = new Map<string, Budget>();
  readonly #address: Budget | undefined;
  readonly #perToken: number;
  readonly #now: () => number;
  readonly #wait: (ms: number, signal?: AbortSignal) => Promise<void>;
  #grants = 0;

  constructor({ perToken, perAddress, now = Date.now, wait = waitFor }: QuotaOptions) {
    this.#perToken = perToken;
    this.#address = perAddress === undefined ? undefined : createBudget(perAddress);
    this.#now = now;
    this.#wait = wait;
  }

  /** Resolves when the request may leave; throws {@link QuotaExhausted}, or the signal's reason without costing a slot. */
  async acquire(name: string, signal?: AbortSignal): Promise<void> {
    signal?.throwIfAborted();
    this.#sweep();
    const now = this.#now();
    const budgets = [this.#budget(name), ...(this.#address ? [this.#address] : [])];
    const at = Math.max(...budgets.map((budget) => freeAt(budget, now)));
    if (at - now > LONGEST_WAIT_MS) throw new QuotaExhausted(new Date(at));
    for (const { window } of budgets) window.grant(at);
    if (at <= now) return;
    try {
      await this.#wait(at - now, signal);
      const closedUntil = Math.max(...budgets.map((budget) => budget.closedUntil));
      if (closedUntil > this.#now()) throw new QuotaExhausted(new Date(closedUntil));
    } catch (error) {
      for (const { window } of budgets) window.release(at);
      throw error;
    }
  }

  /**
   * Learns from an answer's headers. They only tighten: fewer left than counted here means that somebody else draws on the
   * budget too. `refused` says that the answer was a refusal for lack of budget. Where there is a bound for the address, that
   * is what the server counts by, and what its headers speak of. Returns when the budget opens again.
   */
  observe(name: string, facts: RateFacts, refused = false): Date {
    const budget = this.#address ?? this.#budget(name);
    const now = this.#now();
    if (facts.limit !== undefined) budget.window.limit = Math.min(facts.limit, budget.most);
    if (refused) {
      const opensAt = facts.retryAt ?? facts.resetAt ?? now + WITHOUT_A_WORD_MS;
      budget.closedUntil = Math.min(Math.max(opensAt, now) + AFTER_RETRY_MS, now + HOUR_MS + GUARD_MS);
      return new Date(budget.closedUntil);
    }
    if (facts.remaining !== undefined) {
      if (facts.remaining > 0) budget.closedUntil = 0;
      // Requests of others: how old they are is not known, but the server says when they count no more.
      const at = facts.resetAt === undefined ? now : Math.min(now, facts.resetAt - HOUR_MS);
      const surplus = budget.window.limit - budget.window.used(now) - facts.remaining;
      for (let missing = 0; missing < surplus; missing += 1) budget.window.grant(at);
    }
    return new Date(freeAt(budget, now));
  }

  /** How much of a budget is used, for people to see. */
  use(name: string): QuotaUse {
    const budget = this.#budget(name);
    const now = this.#now();
    const { limit } = budget.window;
    const used = Math.min(limit, budget.window.used(now));
    return { limit, used, left: limit - used, nextFreeAt: new Date(freeAt(budget, now)) };
  }

  #budget(name: string): Budget {
    const known = this.#budgets.get(name);
    if (known) return known;
    const budget = createBudget(this.#perToken);
    this.#budgets.set(name, budget);
    return budget;
  }

  #sweep(): void {
    this.#grants += 1;
    if (this.#grants % SWEEP_EVERY_GRANTS !== 0) return;
    const now = this.#now();
    for (const [name, { window, closedUntil }] of this.#budgets) {
      if (window.used(now) === 0 && closedUntil <= now) this.#budgets.delete(name);
    }
  }
}

function createBudget(limit: number): Budget {
  return { window: new RollingWindow({ limit, windowMs: HOUR_MS + GUARD_MS }), most: limit, closedUntil: 0 };
}

function freeAt({ window, closedUntil }: Budget, now: number): number {
  return Math.max(window.nextFreeAt(now), closedUntil);
}

function waitFor(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const abort = (): void => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', abort);
      resolve();
    }, ms);
    signal?.addEventListener('abort', abort, { once: true });
  });
}
