import { ServiceError } from '../errors.ts';
import type { Slice } from '../world/messages.ts';
import { type Call, single } from './call.ts';

const DEFAULT_ITEM_COUNT = 50;

/** A parameter that is a whole number from `least` to `most`; anything else is a 400. */
export function wholeNumber(
  query: URLSearchParams,
  name: string,
  limits: { least: number; most: number; fallback: number },
): number {
  const given = single(query, name);
  if (given === undefined) {
    if (query.has(name)) throw new ServiceError(400, `Parameter ${name} is empty`);
    return limits.fallback;
  }
  const value = /^\d{1,15}$/u.test(given) ? Number(given) : Number.NaN;
  if (Number.isNaN(value) || value < limits.least || value > limits.most) {
    const isOpen = limits.most === Number.MAX_SAFE_INTEGER;
    const range = isOpen ? `of at least ${limits.least}` : `from ${limits.least} to ${limits.most}`;
    throw new ServiceError(400, `Parameter ${name} must be a whole number ${range}, not ${given}`);
  }
  return value;
}

/** The range of `start_index` (default 1) and `item_count` (default 50, at most `most`). */
export function toSlice({ query, quirks }: Pick<Call, 'query' | 'quirks'>, most: number): Slice {
  const least = quirks.startIndexZero ? 0 : 1;
  const startIndex = wholeNumber(query, 'start_index', { least, most: Number.MAX_SAFE_INTEGER, fallback: 1 });
  return {
    startIndex: Math.max(1, startIndex),
    itemCount: wholeNumber(query, 'item_count', { least: 1, most, fallback: DEFAULT_ITEM_COUNT }),
  };
}
