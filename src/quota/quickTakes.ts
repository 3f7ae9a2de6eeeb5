import type { RunScript } from '../store/store.ts';

const AT_ONCE = Promise.resolve();
const REMEMBERED_OWNERS = 10_000;

/** What a process knows of an owner whose requests the whole rule granted. */
type Known = {
  /** The keys of the script. */
  readonly logs: string[];
  /**
   * When the whole rule last granted a request. For half a window the script may do so too: it neither forgets grants nor puts
   * off the log's end.
   */
  decidedAt: number;
  /** The newest call that has no answer yet. */
  underWay: Promise<unknown> | undefined;
  /** What is asked for meanwhile, in one call, and its answer: the stamp of all, or nothing. */
  gathered: Gathered | undefined;
  /** Whether several asked together last time: the first of the next ones lets them join it. */
  isCrowd: boolean;
};

type Gathered = { count: number; readonly stamp: Promise<unknown> };

export type QuickTakesOptions = {
  /** redisTake.lua, with the rules before it. */
  script: RunScript;
  /** The keys of an owner's logs. */
  logsOf: (owner: string) => string[];
  /** For how long after a grant by the whole rule the script may be asked. */
  freshMs: number;
  now: () => number;
  /** Ms since the epoch instead of Redis' own clock, for tests. */
  redisClock: (() => string) | undefined;
};

/**
 * Asks redisTake.lua for slots of budgets that are probably nothing but their log. What is asked for one owner while a call is on its
 * way goes together in the next one.
 */
export class QuickTakes {
  readonly #script: RunScript;
  readonly #logsOf: (owner: string) => string[];
  readonly #freshMs: number;
  readonly #now: () => number;
  readonly #redisClock: (() => string) | undefined;
  /** By owner, the one decided longest ago first. */
  readonly #known = new Map<string, Known>();

  constructor({ script, logsOf, freshMs, now, redisClock }: QuickTakesOptions) {
    this.#script = script;
    this.#logsOf = logsOf;
    this.#freshMs = freshMs;
    this.#now = now;
    this.#redisClock = redisClock;
  }

  /** The whole rule granted a request of this owner. */
  noteDecision(owner: string): void {
    const known = this.#known.get(owner) ?? {
      logs: this.#logsOf(owner),
      decidedAt: 0,
      underWay: undefined,
      gathered: undefined,
      isCrowd: false,
    };
    known.decidedAt = this.#now();
    // Whoever is decided anew moves to the end.
    this.#known.delete(owner);
    this.#known.set(owner, known);
    if (this.#known.size <= REMEMBERED_OWNERS) return;
    const oldest = this.#known.keys().next();
    if (!oldest.done) this.#known.delete(oldest.value);
  }

  /** The grant's stamp, or anything else where the whole rule has to decide; undefined where it has to without asking here. */
  take(owner: string): Promise<unknown> | undefined {
    const known = this.#known.get(owner);
    if (known === undefined || this.#now() - known.decidedAt >= this.#freshMs) return undefined;
    const { gathered } = known;
    if (gathered) {
      gathered.count += 1;
      return gathered.stamp;
    }
    const before = known.underWay ?? (known.isCrowd ? AT_ONCE : undefined);
    if (before) return this.#gather(known, before);
    const asked = this.#ask(known, 1);
    known.underWay = asked;
    return this.#watched(known, asked);
  }

  /**
   * All that is gathered is granted, or nothing. It leaves after those of the call before that had no luck asked again, so that
   * nobody is overtaken; and where that call failed it fails with it, so that nobody waits for two.
   */
  #gather(known: Known, before: Promise<unknown>): Promise<unknown> {
    const gathered: Gathered = {
      count: 1,
      stamp: before.then(afterTurn).then(
        () => {
          known.gathered = undefined;
          known.underWay = gathered.stamp;
          known.isCrowd = gathered.count > 1;
          return this.#ask(known, gathered.count);
        },
        (error: unknown) => {
          known.gathered = undefined;
          throw error;
        },
      ),
    };
    known.gathered = gathered;
    return this.#watched(known, gathered.stamp);
  }

  /** Notes the answer before any who wait for it do. */
  #watched(known: Known, asked: Promise<unknown>): Promise<unknown> {
    const end = (): void => {
      if (known.underWay === asked) known.underWay = undefined;
    };
    asked.then(end, end);
    return asked;
  }

  #ask({ logs }: Known, count: number): Promise<unknown> {
    const args = count > 1 || this.#redisClock ? [String(count)] : [];
    if (this.#redisClock) args.push(this.#redisClock());
    return this.#script(logs, args);
  }
}

/** Once all that was promised has been told. */
function afterTurn(): Promise<void> {
  return new Promise((resolve) => process.nextTick(resolve));
}
