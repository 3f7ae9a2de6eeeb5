import { createHash } from 'node:crypto';
import type { RateLimit, RestFault } from './faults.ts';

/** Discord's rate-limit headers, which every answer has; `now` in milliseconds. The buckets are roomy and never run dry, other than on request. */
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

/** The body of a 429. */
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
