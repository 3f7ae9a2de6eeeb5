import { Budget } from './budget.ts';
import type { RateFacts } from './rateHeaders.ts';
import type { QuotaSnapshots } from './snapshots.ts';
import {
  type Ask,
  type BudgetRule,
  type Granted,
  LONGEST_WAIT_MS,
  MOST_FREES,
  type QuotaUse,
  type QuotaWindows,
  STALE_MS,
  type Taken,
  tighter,
  toUse,
  type Verdict,
} from './window.ts';

const SWEEP_EVERY_MS = 600_000;
/** Half of what 32 bits of milliseconds tell apart: older stamps could be taken for new ones. */
const LONGEST_SILENCE_MS = 2 ** 30;
const MOST_UNSAVED = 16;

const GRANTED: Granted = { isGranted: true, stamp: 0 };

export type MemoryWindowsOptions = {
  rule: BudgetRule;
  /** The budget of all owners together; without it there is no such bound. */
  addressRule?: BudgetRule | undefined;
  /** Where budgets are kept over a restart. */
  snapshots?: QuotaSnapshots | undefined;
  now: () => number;
};

/** The name under which the address's budget is kept. No owner has it: owners are hashes or words. */
const ADDRESS = '@address';

/** Grants between two snapshots, and so the most that a crash can lose of a budget. */
function mostUnsaved({ limit }: BudgetRule): number {
  return Math.max(1, Math.min(MOST_UNSAVED, Math.floor(limit / 5)));
}

/** The budgets of one process. Every method answers at once. */
export class MemoryWindows implements QuotaWindows {
  readonly tellsOfAll: boolean;
  readonly #rule: BudgetRule;
  readonly #now: () => number;
  readonly #snapshots: QuotaSnapshots | undefined;
  readonly #budgets = new Map<string, Budget>();
  readonly #addressRule: BudgetRule | undefined;
  #address: Budget | undefined;
  /** Owners that wait for the address's budget and since when, in the order of their turns. */
  readonly #line = new Map<string, number>();
  #sweptAt: number;

  constructor({ rule, addressRule, snapshots, now }: MemoryWindowsOptions) {
    this.#rule = rule;
    this.#now = now;
    this.#snapshots = snapshots;
    this.#sweptAt = now();
    this.#addressRule = addressRule;
    this.tellsOfAll = addressRule !== undefined;
    this.#address = addressRule && this.#open(ADDRESS, addressRule);
  }

  take({ owner, priority }: Ask): Taken {
    const now = this.#now();
    if (now - this.#sweptAt > SWEEP_EVERY_MS) this.#sweep(now);
    const budget = this.#budgets.get(owner) ?? this.#open(owner, this.#rule);
    const address = this.#address;
    const wait = budget.wait(now, priority);
    const ahead = address === undefined ? 0 : this.#aheadOf(owner, now);
    const addressWait = address === undefined ? 0 : address.wait(now, priority, ahead);
    if (wait === 0 && addressWait === 0) {
      // What cannot be kept is not granted, of either budget.
      this.#saveBefore(owner, budget, now, this.#rule);
      if (address !== undefined) {
        this.#saveBefore(ADDRESS, address, now, this.#addressRule ?? this.#rule);
        if (priority === 'interactive') this.#line.delete(owner);
        address.grant(now, priority);
      }
      budget.grant(now, priority);
      return GRANTED;
    }
    // Only who waits for nothing else keeps a turn; background has none: it lets everybody go first.
    if (priority === 'interactive') {
      if (wait > 0) this.#line.delete(owner);
      else if (!this.#line.has(owner)) this.#line.set(owner, now);
    }
    const least = Math.max(wait, addressWait);
    const frees: number[] = [];
    for (let more = 0; more < MOST_FREES[priority]; more += 1) {
      const own = budget.freesAfter(now, priority, more);
      const shared = address === undefined ? 0 : address.freesAfter(now, priority, ahead + more);
      // Past the log's end: what is granted first now frees again a window later.
      const isBeyond = more > 0 && (own === undefined || shared === undefined);
      const free = isBeyond ? least + this.#rule.windowMs + this.#rule.guardMs : Math.max(least, own ?? 0, shared ?? 0);
      frees.push(now + free);
      if (free > LONGEST_WAIT_MS[priority]) break;
    }
    return { isGranted: false, frees };
  }

  /** Grants are made and used in one go here: nothing can come between. */
  giveBack(): void {}

  leave(owner: string): void {
    this.#line.delete(owner);
  }

  observe(owner: string, facts: RateFacts, verdict: Verdict): number {
    const now = this.#now();
    // Where there is a bound for the address, that is what the server counts by, and what its headers speak of.
    const [name, budget] = this.#address
      ? [ADDRESS, this.#address]
      : [owner, this.#budgets.get(owner) ?? this.#open(owner, this.#rule)];
    const wasDoubted = budget.isDoubted;
    const opensAt = now + budget.observe(now, facts, verdict);
    // What the server told outlives the process too.
    if (wasDoubted || budget.isDoubted) this.#keep(name, budget, now);
    return opensAt;
  }

  look(owner: string): QuotaUse {
    const now = this.#now();
    const own = toUse((this.#budgets.get(owner) ?? this.#open(owner, this.#rule)).look(now), now);
    return tighter(own, this.#address && toUse(this.#address.look(now), now));
  }

  close(): void {
    if (!this.#snapshots) return;
    const now = this.#now();
    for (const [name, budget] of this.#budgets) this.#snapshots.save(name, budget.toSnapshot(), now);
    if (this.#address) this.#snapshots.save(ADDRESS, this.#address.toSnapshot(), now);
    this.#snapshots.close();
  }

  #open(name: string, rule: BudgetRule): Budget {
    const now = this.#now();
    const budget = new Budget(rule, this.#snapshots?.load(name, now));
    if (this.#snapshots?.mayLack(name, now)) {
      budget.suspect(now, mostUnsaved(rule));
      this.#save(name, budget, now);
    }
    if (name !== ADDRESS) this.#budgets.set(name, budget);
    return budget;
  }

  #save(name: string, budget: Budget, now: number): void {
    this.#snapshots?.save(name, budget.toSnapshot(), now);
    budget.noteSaved();
  }

  /** Keeps what may be kept later as well: what was granted since is written with it, or refused. */
  #keep(name: string, budget: Budget, now: number): void {
    try {
      this.#save(name, budget, now);
    } catch {
      return;
    }
  }

  /** Saves a budget that could not lack another grant in a crash. */
  #saveBefore(name: string, budget: Budget, now: number, rule: BudgetRule): void {
    if (this.#snapshots !== undefined && budget.unsaved >= mostUnsaved(rule)) this.#save(name, budget, now);
  }

  #aheadOf(owner: string, now: number): number {
    if (this.#line.size === 0) return 0;
    let ahead = 0;
    for (const [waiting, since] of this.#line) {
      if (since <= now - STALE_MS) {
        this.#line.delete(waiting);
        continue;
      }
      if (waiting === owner) return ahead;
      ahead += 1;
    }
    return ahead;
  }

  #sweep(now: number): void {
    if (now - this.#sweptAt > LONGEST_SILENCE_MS) {
      this.#budgets.clear();
      this.#address = this.#addressRule && new Budget(this.#addressRule);
    }
    this.#sweptAt = now;
    for (const [name, budget] of this.#budgets) if (budget.isEmpty(now)) this.#budgets.delete(name);
    this.#snapshots?.sweep(now);
  }
}
