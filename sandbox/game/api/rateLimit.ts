/** `resetsAt` is when the oldest counted request is forgotten, in unix milliseconds. */
export type Allowance = { limit: number; remaining: number; resetsAt: number; isAdmitted: boolean };

/** Allows `limit` requests per key within any `windowMs`, by `clock` (unix milliseconds). */
export function createRateLimit(limit: number, windowMs: number, clock: () => number) {
  const arrivals = new Map<string, number[]>();
  /** Counts a request of `key` on its arrival, unless the budget is used up. */
  return (key: string): Allowance => {
    const now = clock();
    const recent = (arrivals.get(key) ?? []).filter((arrivedAt) => arrivedAt > now - windowMs);
    const isAdmitted = recent.length < limit;
    if (isAdmitted) recent.push(now);
    arrivals.set(key, recent);
    return { limit, remaining: limit - recent.length, resetsAt: (recent[0] ?? now) + windowMs, isAdmitted };
  };
}

/** The headers of docs/interface.md, "Limits"; the reset is rounded up. */
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
