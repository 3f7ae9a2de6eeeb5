/** `before` and `after` mean: before or after the service does what it was asked to do. */
export type Fault =
  /** Waits, by the service's `wait` option. */
  | { kind: 'delay'; milliseconds: number; at?: 'before' | 'after' }
  /** Waits until the handle's `release` is called. */
  | { kind: 'hold'; at?: 'before' | 'after' }
  /** Answers with a status and does no work: with an error envelope, or with `body` as it is. */
  | { kind: 'status'; status: number; message?: string; body?: string; headers?: Readonly<Record<string, string>> }
  /** Answers with an error envelope under status 200 and does no work. */
  | { kind: 'error'; message: string; code?: number | string }
  /** Answers with a bot filter's page, by default under status 200, and does no work. */
  | { kind: 'html'; status?: number }
  /** Does the work and sends the first half of the answer as if it were all of it. */
  | { kind: 'truncate' }
  /** Cuts the connection without an answer. */
  | { kind: 'cut'; at: 'before' | 'after' };

/** Which requests a fault hits: those that fit all that is given. */
export type FaultRule = {
  /** A dotted name (docs/interface.md, "Operations"), or one of `oauthOperationAt`. */
  operation?: string;
  method?: string;
  /** The path of the URL as it was sent, without the query. */
  path?: string | RegExp;
  /** Only requests with a token, or only those without. */
  hasToken?: boolean;
  /** Hits from the n-th fitting request on (1 is the next one). */
  nth?: number;
  /** How many requests are hit: 1 by default, `Infinity` until the rule is removed. */
  times?: number;
  fault: Fault;
};

/** A rule on the board. */
type Entry = FaultRule & {
  seen: number;
  hits: number;
  wasReached: PromiseWithResolvers<void>;
  held: PromiseWithResolvers<void>;
};

type Target = { operation: string | undefined; method: string; path: string; hasToken: boolean };

/** `held` resolves when a `hold` is released. */
export type Hit = { fault: Fault; held: Promise<void> };

export type Faults = ReturnType<typeof createFaults>;

export function createFaults() {
  const entries = new Set<Entry>();
  const remove = (entry: Entry): void => {
    entries.delete(entry);
    entry.held.resolve();
  };
  return {
    add: (rule: FaultRule) => {
      const entry = {
        ...rule,
        seen: 0,
        hits: 0,
        wasReached: Promise.withResolvers<void>(),
        held: Promise.withResolvers<void>(),
      };
      entries.add(entry);
      return {
        /** How many requests were hit so far. */
        get hits() {
          return entry.hits;
        },
        /** Resolves as soon as the first request was hit. */
        reached: entry.wasReached.promise,
        /** Lets go all requests that a `hold` holds, and those to come. */
        release: () => entry.held.resolve(),
        /** Ends the rule, and lets go what it holds. */
        remove: () => remove(entry),
      };
    },
    clear: () => {
      for (const entry of entries) remove(entry);
    },
    /** The first rule that fits hits the request. */
    take: (target: Target): Hit | undefined => {
      for (const entry of entries) {
        if (!fits(entry, target)) continue;
        entry.seen += 1;
        if (entry.seen < (entry.nth ?? 1)) continue;
        entry.hits += 1;
        // A rule that is used up isn't released: what it holds stays held.
        if (entry.hits >= (entry.times ?? 1)) entries.delete(entry);
        entry.wasReached.resolve();
        return { fault: entry.fault, held: entry.held.promise };
      }
      return undefined;
    },
  };
}

function fits({ operation, method, path, hasToken }: FaultRule, target: Target): boolean {
  if (operation !== undefined && operation !== target.operation) return false;
  if (method !== undefined && method.toUpperCase() !== target.method) return false;
  if (hasToken !== undefined && hasToken !== target.hasToken) return false;
  if (path instanceof RegExp) return path.test(target.path);
  return path === undefined || path === target.path;
}
