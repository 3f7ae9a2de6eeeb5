/** What an answer's headers say of the budget; absent where they say nothing. Times in ms since the epoch, on this machine's clock. */
export type RateFacts = { limit?: number; remaining?: number; resetAt?: number; retryAt?: number };

const SMALLEST_EPOCH_SECONDS = 1_000_000_000;

/**
 * Reads `X-RateLimit-Limit`, `-Remaining`, `-Reset` (unix seconds, or seconds from now), `-ResetTime` (a date) and `Retry-After` (seconds or an
 * HTTP date), as docs/wire.md lists them. `now` is this machine's time in ms; the server's `Date` corrects its clock's skew.
 */
export function toRateFacts(header: (name: string) => string | undefined, now: number): RateFacts {
  const serverNow = Date.parse(header('date') ?? '');
  const skewMs = Number.isNaN(serverNow) ? 0 : now - serverNow;
  const limit = toCount(header('x-ratelimit-limit'));
  const remaining = toCount(header('x-ratelimit-remaining'));
  const resetAt =
    toInstant(header('x-ratelimit-reset'), now, skewMs) ?? toInstant(header('x-ratelimit-resettime'), now, skewMs);
  const retryAt = toInstant(header('retry-after'), now, skewMs);
  return {
    ...(limit !== undefined && { limit }),
    ...(remaining !== undefined && { remaining }),
    ...(resetAt !== undefined && { resetAt }),
    ...(retryAt !== undefined && { retryAt }),
  };
}

function toCount(text: string | undefined): number | undefined {
  return text !== undefined && /^\d{1,9}$/.test(text.trim()) ? Number(text) : undefined;
}

function toInstant(text: string | undefined, now: number, skewMs: number): number | undefined {
  if (text === undefined) return undefined;
  if (/^\d+(\.\d+)?$/.test(text.trim())) {
    const seconds = Number(text);
    return seconds >= SMALLEST_EPOCH_SECONDS ? seconds * 1_000 + skewMs : now + seconds * 1_000;
  }
  // A number that is no time would be taken for a year.
  const date = /^\s*-?[\d.]+\s*$/.test(text) ? Number.NaN : Date.parse(text);
  return Number.isNaN(date) ? undefined : date + skewMs;
}
