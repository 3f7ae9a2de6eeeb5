/** What a response's headers say of the budget, if anything. Times in ms from now. */
export type RateHeaders = Partial<Record<'remaining' | 'resetInMs' | 'retryInMs', number | undefined>>;

const MIN_EPOCH_SECONDS = 1_000_000_000;

/** Reads seconds, unix seconds or dates, relative to the server's `Date`, because clocks differ. */
export function readRateHeaders(header: (name: string) => string | undefined, now: number): RateHeaders {
  const serverNow = Date.parse(header('date') ?? '') || now;
  const timeIn = (name: string): number | undefined => toMsFromNow(header(name), serverNow);
  return {
    remaining: toCount(header('x-ratelimit-remaining')),
    resetInMs: timeIn('x-ratelimit-reset') ?? timeIn('x-ratelimit-resettime'),
    retryInMs: timeIn('retry-after'),
  };
}

function toCount(text = ''): number | undefined {
  return /^\s*\d{1,9}\s*$/.test(text) ? Number(text) : undefined;
}

function toMsFromNow(text = '', now: number): number | undefined {
  const seconds = /^\s*\d+(\.\d+)?\s*$/.test(text) ? Number(text) : undefined;
  if (seconds !== undefined) return seconds * 1_000 - (seconds >= MIN_EPOCH_SECONDS ? now : 0);
  // Date.parse would read any other number as a year.
  const date = /^\s*-?[\d.]+\s*$/.test(text) ? Number.NaN : Date.parse(text);
  return Number.isNaN(date) ? undefined : date - now;
}
