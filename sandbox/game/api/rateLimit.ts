/** What the headers of an answer say about the budget. `resetsAt` in unix milliseconds: when the oldest counted request is forgotten. */
export interface Allowance {
  limit: number;
  remaining: number;
  resetsAt: number;
  admitted: boolean;
}

/** Counts requests in a rolling window. */
export interface RateLimit {
  /** Counts one request of `key` on its arrival, unless the budget is spent. Requests that were turned away are not counted. */
  admit(key: string): Allowance;
}

/** At most `limit` requests of one key within any `windowMs`, by `clock` (unix milliseconds). */
export function createRateLimit(limit: number, windowMs: number, clock: () => number): RateLimit {
  const arrivals = new Map<string, number[]>();
  return {
    admit: (key) => {
      const now = clock();
      const recent = (arrivals.get(key) ?? []).filter((arrivedAt) => arrivedAt > now - windowMs);
      const admitted = recent.length < limit;
      if (admitted) recent.push(now);
      arrivals.set(key, recent);
      return { limit, remaining: limit - recent.length, resetsAt: (recent[0] ?? now) + windowMs, admitted };
    },
  };
}

/**
 * The headers of docs/interface.md, "Limits": the reset in unix seconds, rounded up, and as an ISO
 * 8601 or RFC 1123 date.
 */
export function toRateHeaders({ limit, remaining, resetsAt }: Allowance, asHttpDate: boolean): Record<string, string> {
  const reset = Math.ceil(resetsAt / 1000);
  const resetTime = new Date(reset * 1000);
  return {
    'X-RateLimit-Limit': String(limit),
    'X-RateLimit-Remaining': String(remaining),
    'X-RateLimit-Reset': String(reset),
    'X-RateLimit-ResetTime': asHttpDate ? resetTime.toUTCString() : resetTime.toISOString(),
  };
}
