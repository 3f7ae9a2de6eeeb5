import { PRIORITIES, type Priority } from './window.ts';

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

/** Those of one priority, first come, first served. */
export class Side {
  readonly priority: Priority;
  /** When a first, second, ... slot frees, as the last denial said; ms since the epoch. */
  frees: number[] = [];
  #waiters: Waiter[] = [];
  #first = 0;
  #size = 0;

  constructor(priority: Priority) {
    this.priority = priority;
  }

  get size(): number {
    return this.#size;
  }

  /** When the first slot frees. */
  get opensAt(): number {
    return this.frees[0] ?? 0;
  }

  /** When the slot frees that somebody who comes now would be given. */
  get freesForNext(): number {
    return this.frees[Math.min(this.#size, this.frees.length - 1)] ?? 0;
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
  }

  /** Whoever is head goes. */
  shift(): Waiter | undefined {
    const head = this.head();
    if (head === undefined) return undefined;
    this.#first += 1;
    this.#size -= 1;
    if (this.#first >= COMPACT_AT && this.#first * 2 >= this.#waiters.length) {
      this.#waiters = this.#waiters.slice(this.#first);
      this.#first = 0;
    }
    return head;
  }

  /** Somebody in the middle goes. */
  remove(waiter: Waiter): void {
    waiter.hasLeft = true;
    this.#size -= 1;
  }
}

/** Those who wait for slots of one owner's budget. */
export class Lane {
  readonly owner: string;
  readonly sides: Record<Priority, Side> = {
    interactive: new Side('interactive'),
    background: new Side('background'),
  };
  /** True while the windows are being asked for a slot. */
  isAsking = false;
  cancelTimer: () => void = () => {};
  /** Whether people of this lane may stand in a line that others wait behind. */
  mayStandInLine = false;

  constructor(owner: string) {
    this.owner = owner;
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
