import { ServiceError } from '../errors.ts';
import type { Stretch } from '../world/messages.ts';
import { type Call, single } from './call.ts';

const defaultItemCount = 50;

/** A parameter that is a whole number of at least `least` and at most `most`; 400 with the reason when it is something else. */
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
    const range =
      limits.most === Number.MAX_SAFE_INTEGER
        ? `of at least ${limits.least}`
        : `from ${limits.least} to ${limits.most}`;
    throw new ServiceError(400, `Parameter ${name} must be a whole number ${range}, not ${given}`);
  }
  return value;
}

/** The stretch a query asks for with `start_index` (default 1) and `item_count` (default 50, at most `most`). */
export function stretchOf({ query, quirks }: Pick<Call, 'query' | 'quirks'>, most: number): Stretch {
  const least = quirks.startIndexZero ? 0 : 1;
  const startIndex = wholeNumber(query, 'start_index', { least, most: Number.MAX_SAFE_INTEGER, fallback: 1 });
  return {
    startIndex: Math.max(1, startIndex),
    itemCount: wholeNumber(query, 'item_count', { least: 1, most, fallback: defaultItemCount }),
  };
}
