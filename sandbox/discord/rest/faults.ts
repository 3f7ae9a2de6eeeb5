/** A rate limit that is hit: nothing is done. */
export interface RateLimit {
  retryAfterMs: number;
  isGlobal?: boolean;
}

/** What is to become of the next requests of the bot that match. */
export type RestFault = {
  method?: string;
  /** Matched against the path without `/api/v10`, for example `/callback$/`. */
  path?: RegExp;
  /** How many requests it meets; default 1. */
  times?: number;
} & (
  | ({ what: 429 } & RateLimit)
  | {
      /** An answer without a reason; or none: the connection is reset, or stays open and silent. */
      what: 500 | 502 | 503 | 504 | 'reset' | 'hang';
      /** `before` (default): nothing was done. `after`: the request has its effect, and only the answer is lost. */
      when?: 'before' | 'after';
    }
);

/** The faults of the REST API that were asked for and haven't happened yet. */
export class RestFaults {
  readonly #waiting: RestFault[] = [];

  /** Has this happen to the next request that matches; of several that match, the oldest comes first. */
  next(fault: RestFault): void {
    this.#waiting.push(...Array.from({ length: fault.times ?? 1 }, () => fault));
  }

  /** The fault of this request, which it uses up. */
  take({ method, path }: { method: string; path: string }): RestFault | undefined {
    const fits = (fault: RestFault) => (fault.method ?? method) === method && (fault.path?.test(path) ?? true);
    const index = this.#waiting.findIndex(fits);
    return index < 0 ? undefined : this.#waiting.splice(index, 1)[0];
  }
}
