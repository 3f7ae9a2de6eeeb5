type Own = { newest: number | undefined; newestAt: number; underWay: { stamp: number; at: number }[] };

/** What a process says of a budget when it asks: the newest grant that it was given there, and how many of its requests are on their way. */
export type OwnShare = { newest: number | undefined; underWay: number };

const NOTHING: OwnShare = { newest: undefined, underWay: 0 };
const REMEMBERED_BUDGETS = 10_000;

/**
 * What one process remembers of its grants from budgets that it shares with others: by the newest, a log that was lost or has
 * become an older one is told; and those without an answer may not have reached the server yet. Which request an answer is for
 * nobody says: the oldest is taken for it, so that none that is on its way is thought newer than it is.
 */
export class OwnGrants {
  readonly #spanMs: number;
  readonly #guardMs: number;
  readonly #budgets = new Map<string, Own>();

  /** `spanMs`: how long a grant counts; `guardMs`: how long its request may be on its way. */
  constructor(spanMs: number, guardMs: number) {
    this.#spanMs = spanMs;
    this.#guardMs = guardMs;
  }

  noteGrant(name: string, stamp: number, now: number): void {
    const own = this.#budgets.get(name) ?? this.#begin(name);
    own.newest = stamp;
    own.newestAt = now;
    this.#forgetLost(own, now);
    own.underWay.push({ stamp, at: now });
  }

  /** A grant was taken back: the log has it no longer. */
  takeBack(name: string, stamp: number): void {
    const own = this.#budgets.get(name);
    if (own === undefined) return;
    const index = own.underWay.findLastIndex((each) => each.stamp === stamp);
    if (index >= 0) own.underWay.splice(index, 1);
    if (own.newest === stamp) own.newest = own.underWay.at(-1)?.stamp;
  }

  /** An answer came; gives the stamp of the request that it is for, undefined where none is known to be on its way. */
  noteAnswer(name: string, now: number): number | undefined {
    const own = this.#budgets.get(name);
    if (own === undefined) return undefined;
    this.#forgetLost(own, now);
    return own.underWay.shift()?.stamp;
  }

  share(name: string, now: number): OwnShare {
    const own = this.#budgets.get(name);
    if (own === undefined) return NOTHING;
    this.#forgetLost(own, now);
    return { newest: now - own.newestAt < this.#spanMs ? own.newest : undefined, underWay: own.underWay.length };
  }

  #begin(name: string): Own {
    const own: Own = { newest: undefined, newestAt: 0, underWay: [] };
    this.#budgets.set(name, own);
    if (this.#budgets.size > REMEMBERED_BUDGETS) {
      const oldest = this.#budgets.keys().next();
      if (!oldest.done) this.#budgets.delete(oldest.value);
    }
    return own;
  }

  /** Whoever never told of an answer must not be waited for: no request lives so long. */
  #forgetLost({ underWay }: Own, now: number): void {
    let lost = 0;
    while (lost < underWay.length && now - (underWay[lost]?.at ?? now) >= this.#guardMs) lost += 1;
    if (lost > 0) underWay.splice(0, lost);
  }
}
