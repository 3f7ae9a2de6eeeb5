/** What goes wrong. `before` and `after` mean: before or after the service does what it was asked to do. */
export type Fault =
  /** Waits, by the service's `wait` option. */
  | { kind: 'delay'; milliseconds: number; at?: 'before' | 'after' }
  /** Waits until the handle's `release` is called. */
  | { kind: 'hold'; at?: 'before' | 'after' }
  /** Answers with a status and does no work: with an error envelope, or with `body` as it stands. */
  | { kind: 'status'; status: number; message?: string; body?: string; headers?: Readonly<Record<string, string>> }
  /** Answers with an error envelope under status 200 and does no work. */
  | { kind: 'error'; message: string; code?: number | string }
  /** Answers with a page such as a bot filter sends, by default under status 200, and does no work. */
  | { kind: 'html'; status?: number }
  /** Does the work and sends the first half of the answer as if it were all of it. */
  | { kind: 'truncate' }
  /** Cuts the connection without an answer. */
  | { kind: 'cut'; at: 'before' | 'after' };

/** Which requests a fault hits. All that is given must fit; with nothing given every request fits. */
export interface FaultRule {
  /**
   * A dotted name (docs/interface.md, "Operations"), or `oauth.authorization`, `oauth.token`,
   * `oauth.revocation`, `oauth.discovery`.
   */
  operation?: string;
  method?: string;
  /** The path of the URL as it was sent, without the query. */
  path?: string | RegExp;
  /** Hits from the n-th fitting request on (1 is the next one). */
  nth?: number;
  /** How many requests are hit before the rule is used up; 1 when not given, `Infinity` until it is removed. */
  times?: number;
  fault: Fault;
}

/** A rule that has been set. */
export interface FaultHandle {
  /** How many requests were hit so far. */
  readonly hits: number;
  /** Resolves as soon as the first request was hit. */
  readonly reached: Promise<void>;
  /** Lets go all requests a `hold` holds, and those to come. */
  release(): void;
  /** Ends the rule, and lets go what it holds. */
  remove(): void;
}

/** What a rule is matched with. */
export interface FaultTarget {
  operation: string | undefined;
  method: string;
  path: string;
}

/** A fault that hits the request at hand; `held` resolves when a `hold` is released. */
export interface Hit {
  fault: Fault;
  held: Promise<void>;
}

/** The faults a test has set; by the first rule that fits, at most one for each request. */
export interface Faults {
  add(rule: FaultRule): FaultHandle;
  /** Removes all rules. */
  clear(): void;
}

interface Entry {
  rule: FaultRule;
  seen: number;
  hits: number;
  reached: PromiseWithResolvers<void>;
  held: PromiseWithResolvers<void>;
}

/** An empty board of faults. */
export function createFaults(): Faults & { take(target: FaultTarget): Hit | undefined } {
  const entries = new Set<Entry>();
  const remove = (entry: Entry): void => {
    entries.delete(entry);
    entry.held.resolve();
  };
  return {
    add: (rule) => {
      const entry: Entry = { rule, seen: 0, hits: 0, reached: Promise.withResolvers(), held: Promise.withResolvers() };
      entries.add(entry);
      return {
        get hits() {
          return entry.hits;
        },
        reached: entry.reached.promise,
        release: () => entry.held.resolve(),
        remove: () => remove(entry),
      };
    },
    clear: () => {
      for (const entry of entries) remove(entry);
    },
    take: (target) => {
      for (const entry of entries) {
        if (!fits(entry.rule, target)) continue;
        entry.seen += 1;
        if (entry.seen < (entry.rule.nth ?? 1)) continue;
        entry.hits += 1;
        // A used-up rule is only taken off the board: what it holds stays held until it is released.
        if (entry.hits >= (entry.rule.times ?? 1)) entries.delete(entry);
        entry.reached.resolve();
        return { fault: entry.rule.fault, held: entry.held.promise };
      }
      return undefined;
    },
  };
}

function fits({ operation, method, path }: FaultRule, target: FaultTarget): boolean {
  if (operation !== undefined && operation !== target.operation) return false;
  if (method !== undefined && method.toUpperCase() !== target.method) return false;
  if (path instanceof RegExp) return path.test(target.path);
  return path === undefined || path === target.path;
}
