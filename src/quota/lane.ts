import type { PriorityMetrics, QuotaMetrics } from './metrics.ts';
import { PRIORITIES, type Priority } from './window.ts';

/** The budget has no free slot in time; `until` is when there will be one. */
export class QuotaExhausted extends Error {
  override name = 'QuotaExhausted';
  readonly until: Date;

  constructor(until: Date) {
    super(`No request may be sent before ${until.toISOString()}.`);
    this.until = until;
  }
}

/** Somebody who waits for a slot. */
export type Waiter = {
  readonly arrivedAt: number;
  /** When they would rather be told than wait on. */
  readonly giveUpAt: number;
  readonly resolve: () => void;
  readonly reject: (reason: unknown) => void;
  /** Ends the watch over the caller's signal, where there is one. */
  unwatch: (() => void) | undefined;
  hasLeft: boolean;
};

/** How much longer background has waited before it goes before people: they cannot keep it away for good. */
const AGING_MS = 60_000;

const COMPACT_AT = 64;

/** Those of one priority, first come, first served; what becomes of them is counted. */
export class Side {
  readonly priority: Priority;
  /** When a first, second, ... slot frees, as the last denial said; ms since the epoch. */
  frees: number[] = [];
  readonly #metrics: PriorityMetrics;
  #waiters: Waiter[] = [];
  #first = 0;
  #size = 0;

  constructor(priority: Priority, metrics: PriorityMetrics) {
    this.priority = priority;
    this.#metrics = metrics;
  }

  get size(): number {
    return this.#size;
  }

  /** When the first slot frees. */
  get opensAt(): number {
    return this.#freesAfter(0);
  }

  /** When the slot frees that somebody who comes now would be given. */
  get freesForNext(): number {
    return this.#freesAfter(this.#size);
  }

  head(): Waiter | undefined {
    for (let waiter = this.#waiters[this.#first]; waiter !== undefined; waiter = this.#waiters[this.#first]) {
      if (!waiter.hasLeft) return waiter;
      this.#first += 1;
    }
    return undefined;
  }

  join(waiter: Waiter): void {
    this.#waiters.push(waiter);
    this.#size += 1;
    this.#metrics.waiting += 1;
  }

  /** Whoever is head goes; false when there is nobody. */
  grantHead(now: number): boolean {
    const head = this.head();
    if (head === undefined) return false;
    this.#first += 1;
    if (this.#first >= COMPACT_AT && this.#first * 2 >= this.#waiters.length) {
      this.#waiters = this.#waiters.slice(this.#first);
      this.#first = 0;
    }
    this.#end(head);
    this.#metrics.grantedAfter(now - head.arrivedAt);
    head.resolve();
    return true;
  }

  /** Somebody, wherever in the line, goes without a slot. */
  refuse(waiter: Waiter, reason: unknown): void {
    this.#end(waiter);
    if (reason instanceof QuotaExhausted) this.#metrics.denied += 1;
    else this.#metrics.left += 1;
    waiter.reject(reason);
  }

  refuseAll(reason: unknown): void {
    for (let head = this.head(); head !== undefined; head = this.head()) this.refuse(head, reason);
  }

  /** Tells whoever has waited too long, and those for whom no slot comes in time: at the head and at the end of the line. */
  dismiss(now: number): void {
    const { opensAt } = this;
    for (let head = this.head(); head !== undefined; head = this.head()) {
      const isHopeless = opensAt > Math.max(now, head.giveUpAt);
      const isOver = head.giveUpAt <= now && opensAt > now;
      if (!isHopeless && !isOver) break;
      this.refuse(head, new QuotaExhausted(new Date(opensAt)));
    }
    for (let last = this.#last(); last !== undefined; last = this.#last()) {
      const freesAt = this.#freesAfter(this.#size - 1);
      if (freesAt <= Math.max(now, last.giveUpAt)) break;
      this.refuse(last, new QuotaExhausted(new Date(freesAt)));
    }
  }

  /** When the slot frees for somebody behind `others`; farther than was looked ahead, the farthest that is known. */
  #freesAfter(others: number): number {
    return this.frees[Math.min(others, this.frees.length - 1)] ?? 0;
  }

  #last(): Waiter | undefined {
    while (this.#waiters.length > this.#first) {
      const waiter = this.#waiters.at(-1);
      if (waiter !== undefined && !waiter.hasLeft) return waiter;
      this.#waiters.pop();
    }
    return undefined;
  }

  #end(waiter: Waiter): void {
    waiter.hasLeft = true;
    this.#size -= 1;
    this.#metrics.waiting -= 1;
    waiter.unwatch?.();
  }
}

/** Those who wait for slots of one owner's budget. */
export class Lane {
  readonly owner: string;
  readonly sides: Record<Priority, Side>;
  /** True while the windows are being asked for a slot. */
  isAsking = false;
  cancelTimer: () => void = () => {};
  /** Whether people of this lane may stand in a line that others wait behind. */
  mayStandInLine = false;

  constructor(owner: string, metrics: QuotaMetrics) {
    this.owner = owner;
    this.sides = {
      interactive: new Side('interactive', metrics.interactive),
      background: new Side('background', metrics.background),
    };
  }

  get size(): number {
    return this.sides.interactive.size + this.sides.background.size;
  }

  /** Whose turn it is of those for whom a slot may be free. */
  next(now: number): Side | undefined {
    const { interactive, background } = this.sides;
    const person = interactive.opensAt <= now ? interactive.head() : undefined;
    const job = background.opensAt <= now ? background.head() : undefined;
    if (job === undefined) return person && interactive;
    return person === undefined || job.arrivedAt + AGING_MS < person.arrivedAt ? background : interactive;
  }

  /** When to look again: a slot may be free, or somebody gives up. */
  wakesAt(): number {
    let at = Number.POSITIVE_INFINITY;
    for (const priority of PRIORITIES) {
      const side = this.sides[priority];
      const head = side.head();
      if (head !== undefined) at = Math.min(at, side.opensAt, head.giveUpAt);
    }
    return at;
  }
}
