import { createHash } from 'node:crypto';

/** The rate limit is exceeded: nothing is done. */
type RateLimit = { retryAfterMs: number; isGlobal?: boolean };

/** A fault for the bot's next matching requests. */
export type RestFault = {
  method?: string;
  /** Matched against the path without `/api/v10`, for example `/callback$/`. */
  path?: RegExp;
  /** The number of requests that fail; default 1. */
  times?: number;
} & (
  | ({ what: 429 } & RateLimit)
  | {
      /** An empty error, or no response: the connection is reset, or stays open and silent. */
      what: 500 | 502 | 503 | 504 | 'reset' | 'hang';
      /** `before` (default): nothing was done. `after`: only the response is lost. */
      when?: 'before' | 'after';
    }
);

/** The faults of the REST API that were requested and haven't happened yet. */
export class RestFaults {
  readonly #waiting: RestFault[] = [];

  /** If several faults match a request, the oldest comes first. */
  next(fault: RestFault): void {
    this.#waiting.push(...Array.from({ length: fault.times ?? 1 }, () => fault));
  }

  take({ method, path }: { method: string; path: string }): RestFault | undefined {
    const fits = (fault: RestFault) => (fault.method ?? method) === method && (fault.path?.test(path) ?? true);
    const index = this.#waiting.findIndex(fits);
    return index < 0 ? undefined : this.#waiting.splice(index, 1)[0];
  }
}

/** The headers of every response; `now` in milliseconds. A bucket runs out only through a fault. */
export function rateLimitHeaders(now: number, address: string, fault: RestFault | undefined): Record<string, string> {
  const bucket = createHash('md5').update(address).digest('hex');
  if (fault?.what !== 429) return headersOf(now, bucket, 49, 1_000);
  const { retryAfterMs, isGlobal = false } = fault;
  return {
    ...(isGlobal ? { 'x-ratelimit-global': 'true' } : headersOf(now, bucket, 0, retryAfterMs)),
    'x-ratelimit-scope': isGlobal ? 'global' : 'user',
    'retry-after': String(Math.ceil(retryAfterMs / 1_000)),
  };
}

export function rateLimited({ retryAfterMs, isGlobal = false }: RateLimit): unknown {
  return { message: 'You are being rate limited.', code: 0, retry_after: retryAfterMs / 1_000, global: isGlobal };
}

function headersOf(now: number, bucket: string, remaining: number, resetAfterMs: number): Record<string, string> {
  return {
    'x-ratelimit-limit': '50',
    'x-ratelimit-remaining': String(remaining),
    'x-ratelimit-reset': ((now + resetAfterMs) / 1_000).toFixed(3),
    'x-ratelimit-reset-after': (resetAfterMs / 1_000).toFixed(3),
    'x-ratelimit-bucket': bucket,
  };
}
