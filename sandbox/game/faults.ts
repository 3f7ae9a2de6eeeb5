/** `before` and `after` refer to the service's work for the request. */
export type Fault =
  /** Waits by the service's `wait` option. */
  | { kind: 'delay'; milliseconds: number; at?: 'before' | 'after' }
  /** Waits until the handle's `release` is called. */
  | { kind: 'hold'; at?: 'before' | 'after' }
  /** Responds with a status and does no work: with an error envelope, or with `body` unchanged. */
  | { kind: 'status'; status: number; message?: string; body?: string; headers?: Readonly<Record<string, string>> }
  /** Responds with an error envelope and status 200, and does no work. */
  | { kind: 'error'; message: string; code?: number | string }
  /** Responds with a bot filter's page, by default with status 200, and does no work. */
  | { kind: 'html'; status?: number }
  /** Does the work, and sends the first half of the response as if it were complete. */
  | { kind: 'truncate' }
  /** Cuts the connection without a response. */
  | { kind: 'cut'; at: 'before' | 'after' };

/** The requests that a fault affects: those that match every given field. */
export type FaultRule = {
  /** A dotted name (docs/interface.md, "Operations"), or one of `oauthOperationAt`. */
  operation?: string;
  method?: string;
  /** The URL's path as it was sent, without the query. */
  path?: string | RegExp;
  /** True for requests with a token, false for those without. */
  hasToken?: boolean;
  /** The first matching request that is affected (1 is the next one). */
  nth?: number;
  /** The number of affected requests: 1 by default, `Infinity` until the rule is removed. */
  times?: number;
  fault: Fault;
};

/** A rule and its counts. */
type RuleState = FaultRule & {
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
  const entries = new Set<RuleState>();
  const remove = (entry: RuleState): void => {
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
        /** The number of affected requests so far. */
        get hits() {
          return entry.hits;
        },
        /** Resolves at the first affected request. */
        reached: entry.wasReached.promise,
        /** Releases all requests of a `hold`, now and later. */
        release: () => entry.held.resolve(),
        /** Removes the rule and releases its requests. */
        remove: () => remove(entry),
      };
    },
    clear: () => {
      for (const entry of entries) remove(entry);
    },
    /** Applies the first matching rule to the request. */
    take: (target: Target): Hit | undefined => {
      for (const entry of entries) {
        if (!fits(entry, target)) continue;
        entry.seen += 1;
        if (entry.seen < (entry.nth ?? 1)) continue;
        entry.hits += 1;
        // A used-up rule isn't released: its requests stay held.
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
