import { createHash } from 'node:crypto';
import type { Clock } from '../clock.ts';
import type { Route } from './route.ts';

/** A 429 on request: the next `times` calls that match are refused. */
export interface RateLimitRule {
  method?: string;
  /** Matched against the path without `/api/v10`. */
  path?: RegExp;
  retryAfterMs: number;
  isGlobal?: boolean;
  /** Default 1. */
  times?: number;
}

/** Discord's rate-limit headers on every answer, and 429 where a test asks for it. The buckets themselves are roomy and never run dry. */
export class RateLimiter {
  readonly #clock: Clock;
  readonly #rules: { rule: RateLimitRule; left: number }[] = [];

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  refuse(rule: RateLimitRule): void {
    this.#rules.push({ rule, left: rule.times ?? 1 });
  }

  take(
    route: Pick<Route, 'path'>,
    request: { method: string; path: string },
  ): { headers: Record<string, string>; refusal?: unknown } {
    const bucket = createHash('md5').update(`${request.method} ${route.path}`).digest('hex');
    const hit = this.#rules.find(
      ({ rule, left }) =>
        left > 0 && (!rule.method || rule.method === request.method) && (!rule.path || rule.path.test(request.path)),
    );
    if (!hit) return { headers: this.#headers(bucket, 49, 1_000) };
    hit.left -= 1;
    const { retryAfterMs, isGlobal = false } = hit.rule;
    return {
      headers: {
        ...(isGlobal ? { 'x-ratelimit-global': 'true' } : this.#headers(bucket, 0, retryAfterMs)),
        'x-ratelimit-scope': isGlobal ? 'global' : 'user',
        'retry-after': String(Math.ceil(retryAfterMs / 1_000)),
      },
      refusal: { message: 'You are being rate limited.', code: 0, retry_after: retryAfterMs / 1_000, global: isGlobal },
    };
  }

  #headers(bucket: string, remaining: number, resetAfterMs: number): Record<string, string> {
    return {
      'x-ratelimit-limit': '50',
      'x-ratelimit-remaining': String(remaining),
      'x-ratelimit-reset': ((this.#clock.now() + resetAfterMs) / 1_000).toFixed(3),
      'x-ratelimit-reset-after': (resetAfterMs / 1_000).toFixed(3),
      'x-ratelimit-bucket': bucket,
    };
  }
}
