import { type Doubt, learn, noDoubt } from './doubt.ts';
import type { RateFacts } from './rateHeaders.ts';
import {
  type BudgetRule,
  mostFor,
  PROBING_MS,
  type Priority,
  type Standing,
  type Verdict,
  WITHOUT_A_WORD_MS,
} from './window.ts';

/** A budget as it is kept over a restart. `stamps`: the grants, oldest first, in ms since the epoch modulo 2³². */
export type Snapshot = { stamps: Int32Array; doubt: Doubt | undefined };

const FIRST_CAPACITY = 4;

/**
 * One budget in memory: a log of grants over the rolling window, of which any window plus guard holds at most the limit,
 * and what is heard of grants that are not in the log. Times of grants are 32-bit (ms modulo 2³², compared by their signed
 * difference), so that a full log of 600 takes 2.4 kB; whoever keeps budgets must ask each at least once in 24 days.
 */
export class Budget {
  readonly #rule: BudgetRule;
  /** A ring. */
  #stamps: Int32Array;
  #oldest = 0;
  #count: number;
  #doubt: Doubt | undefined;
  #unsaved = 0;
  /** Grants without an answer yet; those that are older than the guard will have none. */
  #underWay = 0;

  constructor(rule: BudgetRule, { stamps, doubt }: Partial<Snapshot> = {}) {
    this.#rule = rule;
    this.#count = stamps?.length ?? 0;
    // More than the limit where that was higher once: they count all the same.
    this.#stamps = new Int32Array(Math.max(this.#count, Math.min(rule.limit, FIRST_CAPACITY)));
    if (stamps) this.#stamps.set(stamps);
    this.#doubt = doubt;
  }

  /** 0 when one more request may leave now, else the ms after which to ask again. `ahead` others go first. */
  wait(now: number, priority: Priority, ahead = 0): number {
    const time = now | 0;
    this.#forget(time);
    const doubt = this.#doubtAt(now);
    const surplus = this.#count + ahead - mostFor(priority, doubt?.limit ?? this.#rule.limit);
    const ownWait = surplus < 0 ? 0 : this.#freesIn(surplus, time);
    if (doubt === undefined) return ownWait;
    return Math.max(ownWait, doubt.closedUntil - now, this.#foreignWait(doubt, now, priority, ahead));
  }

  /** Writes the grant that {@link wait} allowed at the same `now`. */
  grant(now: number, priority: Priority): void {
    const doubt = this.#doubt;
    if (doubt !== undefined) {
      const { foreign, limit, probeAt } = doubt;
      const isProbe = foreign > 0 && this.#count + foreign >= mostFor(priority, limit);
      if (isProbe) doubt.probedUntil = now + this.#rule.guardMs;
      // The slot that the server spoke of may be one that the log saw freed, and given away now.
      if (isProbe || probeAt <= now) doubt.probeAt = now + WITHOUT_A_WORD_MS;
    }
    if (this.#count === this.#stamps.length) this.#grow();
    this.#stamps[(this.#oldest + this.#count) % this.#stamps.length] = now | 0;
    this.#count += 1;
    this.#underWay += 1;
    this.#unsaved += 1;
  }

  /**
   * The ms until a slot frees for whoever comes after `ahead` others, by the log alone; undefined when they are more than the
   * log can tell of.
   */
  freesAfter(now: number, priority: Priority, ahead: number): number | undefined {
    const surplus = this.#count + ahead - mostFor(priority, this.#doubt?.limit ?? this.#rule.limit);
    if (surplus < 0) return 0;
    return surplus < this.#count || ahead === 0 ? this.#freesIn(surplus, now | 0) : undefined;
  }

  /** Learns from an answer; gives the ms until the next request may leave. */
  observe(now: number, facts: RateFacts, verdict: Verdict): number {
    const { limit: mostEver, windowMs, guardMs } = this.#rule;
    const time = now | 0;
    this.#forget(time);
    const leftAt = this.#noteAnswer(time);
    const known = this.#doubtAt(now);
    if (known === undefined && verdict !== 'refused' && this.#isNoNews(facts)) return this.wait(now, 'interactive');
    const doubt = known ?? noDoubt(mostEver);
    // Of our own requests of the last seconds, the server may have counted no other than the one that it answers.
    const answered = verdict === 'refused' ? 0 : 1;
    const counted = this.#countOlderThan(guardMs, time) - this.#countOlderThan(windowMs, time) + answered;
    const isNewer = leftAt === undefined || ((leftAt - doubt.refusedAt) | 0) > 0;
    learn(doubt, this.#rule, now, { count: this.#count, counted, isNewer }, facts, verdict);
    const isNone = doubt.limit === mostEver && doubt.closedUntil <= now && doubt.foreign === 0;
    this.#doubt = isNone ? undefined : doubt;
    return this.wait(now, 'interactive');
  }

  /** Believes that `foreign` requests count which this log does not have, and that they may still be on their way, until the server tells less. */
  suspect(now: number, foreign: number): void {
    const { limit, windowMs, guardMs } = this.#rule;
    const doubt = this.#doubtAt(now) ?? noDoubt(limit);
    doubt.foreign = Math.min(limit, doubt.foreign + foreign);
    doubt.lostAt = now;
    doubt.astray = doubt.foreign;
    doubt.heldUntil = now + windowMs + guardMs;
    doubt.probeAt = doubt.heldUntil;
    this.#doubt = doubt;
  }

  look(now: number): Standing {
    const wait = this.wait(now, 'interactive');
    const doubt = this.#doubt;
    const time = now | 0;
    const foreign = doubt?.foreign ?? 0;
    return {
      limit: doubt?.limit ?? this.#rule.limit,
      count: this.#count,
      foreign,
      isFeared: foreign > 0 && doubt !== undefined && (doubt.probeAt <= now || doubt.probedUntil > 0),
      wait,
      closedFor: Math.max(0, (doubt?.closedUntil ?? 0) - now),
      firstFreesIn: this.#count === 0 ? 0 : this.#freesIn(0, time),
      lastFreesIn: this.#count === 0 ? 0 : this.#freesIn(this.#count - 1, time),
      foreignFor: foreign === 0 ? 0 : (doubt?.heldUntil ?? 0) - now,
    };
  }

  /** True when there is nothing to remember. */
  isEmpty(now: number): boolean {
    this.#forget(now | 0);
    return this.#count === 0 && this.#doubtAt(now) === undefined;
  }

  /** Whether there is more to it than the log. */
  get isDoubted(): boolean {
    return this.#doubt !== undefined;
  }

  /** Grants since the last {@link noteSaved}. */
  get unsaved(): number {
    return this.#unsaved;
  }

  /** The last {@link toSnapshot} is kept. */
  noteSaved(): void {
    this.#unsaved = 0;
  }

  toSnapshot(): Snapshot {
    return { stamps: this.#inOrder(this.#count), doubt: this.#doubt && { ...this.#doubt } };
  }

  /** Whether an answer tells of nothing but what the log holds: by far the most do. */
  #isNoNews({ limit, remaining }: RateFacts): boolean {
    const { limit: mostEver } = this.#rule;
    return (limit ?? mostEver) >= mostEver && (remaining ?? mostEver) >= mostEver - this.#count;
  }

  /** How long what is foreign stands against one more request. */
  #foreignWait(
    { foreign, limit, heldUntil, probedUntil, probeAt }: Doubt,
    now: number,
    priority: Priority,
    ahead: number,
  ) {
    const surplus = this.#count + ahead + foreign - mostFor(priority, limit);
    if (foreign === 0 || surplus < 0) return 0;
    // It ends, or grants of the log make room before it does.
    const freesIn = surplus < this.#count ? this.#freesIn(surplus, now | 0) : Number.POSITIVE_INFINITY;
    const longest = Math.min(freesIn, heldUntil - now);
    // Where only the part that is kept for people stands against it, background finds nothing out.
    if (priority === 'background' && this.#count + ahead + foreign < limit) return longest;
    if (probedUntil > now) return Math.min(PROBING_MS, probedUntil - now);
    return Math.max(0, Math.min(longest, probeAt - now));
  }

  #doubtAt(now: number): Doubt | undefined {
    const doubt = this.#doubt;
    if (doubt === undefined || doubt.heldUntil > now) return doubt;
    if (doubt.closedUntil <= now) this.#doubt = undefined;
    else Object.assign(doubt, { limit: this.#rule.limit, foreign: 0 });
    return this.#doubt;
  }

  #forget(time: number): void {
    const span = this.#rule.windowMs + this.#rule.guardMs;
    const length = this.#stamps.length;
    while (this.#count > 0 && (((this.#stamps[this.#oldest] ?? 0) + span - time) | 0) <= 0) {
      this.#oldest = this.#oldest + 1 === length ? 0 : this.#oldest + 1;
      this.#count -= 1;
    }
  }

  /** The ms until the grant at `index` (0: the oldest) counts no more; beyond the newest, the newest. */
  #freesIn(index: number, time: number): number {
    if (this.#count === 0) return PROBING_MS;
    const ms = (this.#stampAt(Math.min(index, this.#count - 1)) + this.#rule.windowMs + this.#rule.guardMs - time) | 0;
    // Where the clock stepped back, a later grant may have the earlier stamp.
    return Math.max(1, ms);
  }

  #stampAt(index: number): number {
    return this.#stamps[(this.#oldest + index) % this.#stamps.length] ?? 0;
  }

  /** When the request left for which an answer came: the oldest that is on its way is taken for it. Undefined where none is. */
  #noteAnswer(time: number): number | undefined {
    let underWay = Math.min(this.#underWay, this.#count);
    while (underWay > 0 && ((this.#stampAt(this.#count - underWay) + this.#rule.guardMs - time) | 0) <= 0)
      underWay -= 1;
    this.#underWay = Math.max(0, underWay - 1);
    return underWay === 0 ? undefined : this.#stampAt(this.#count - underWay);
  }

  #countOlderThan(ageMs: number, time: number): number {
    let count = this.#count;
    while (count > 0 && ((this.#stampAt(count - 1) + ageMs - time) | 0) > 0) count -= 1;
    return count;
  }

  #grow(): void {
    this.#stamps = this.#inOrder(Math.min(this.#rule.limit, this.#count * 2));
    this.#oldest = 0;
  }

  #inOrder(length: number): Int32Array {
    const ordered = new Int32Array(length);
    const head = this.#stamps.subarray(this.#oldest, this.#oldest + this.#count);
    ordered.set(head);
    ordered.set(this.#stamps.subarray(0, this.#count - head.length), head.length);
    return ordered;
  }
}
