/** The budget as a response's headers show it. Times in ms from now. */
export type RateHeaders = Partial<Record<'remaining' | 'resetInMs' | 'retryInMs', number | undefined>>;

const HOUR_MS = 3_600_000;
const MIN_EPOCH_SECONDS = 1_000_000_000;

/** Reads seconds, unix seconds or dates, relative to the server's `Date`, because clocks differ.
 * Waits are capped at an hour, when every budget has requests again. */
export function readRateHeaders(header: (name: string) => string | undefined, now: number): RateHeaders {
  const serverNow = Date.parse(header('date') ?? '') || now;
  const timeIn = (name: string): number | undefined => toMsFromNow(header(name), serverNow);
  const remaining = header('x-ratelimit-remaining') ?? '';
  return {
    remaining: /^\s*\d{1,9}\s*$/.test(remaining) ? Number(remaining) : undefined,
    resetInMs: timeIn('x-ratelimit-reset') ?? timeIn('x-ratelimit-resettime'),
    retryInMs: timeIn('retry-after'),
  };
}

function toMsFromNow(text = '', now: number): number | undefined {
  const seconds = /^\s*\d+(\.\d+)?\s*$/.test(text) ? Number(text) : undefined;
  // Date.parse would read any other number as a year.
  const date = /^\s*-?[\d.]+\s*$/.test(text) ? Number.NaN : Date.parse(text);
  // A number before yesterday is a very long wait, not a time.
  const isMoment = seconds !== undefined && seconds >= MIN_EPOCH_SECONDS && seconds * 1_000 > now - 24 * HOUR_MS;
  const ms = seconds === undefined ? date - now : seconds * 1_000 - (isMoment ? now : 0);
  return Number.isNaN(ms) ? undefined : Math.min(ms, HOUR_MS);
}
