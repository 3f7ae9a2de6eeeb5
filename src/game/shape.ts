import { at, isEmpty, toNumber } from './wire.ts';

/** A wire record without what makes it one (a UID, a balance, a list): the answer is broken, not merely sparse. */
export class BrokenRecord extends Error {
  override name = 'BrokenRecord';
}

/** The value, or {@link BrokenRecord} naming what is missing. */
export function required<T>(value: T | undefined, what: string): T {
  if (value === undefined) throw new BrokenRecord(`the response has no ${what}`);
  return value;
}

/**
 * The items under `name`; one that is not in a list is a list of one. Where there are none, the list is empty only if the
 * attributes say so, or if it was read from behind its end (`startIndex`, 1-based): else {@link BrokenRecord}.
 */
export function toItems(wire: unknown, name: string, startIndex = 1): readonly unknown[] {
  const items = at(wire, name);
  if (Array.isArray(items)) return items;
  if (typeof items === 'object' && !isEmpty(items)) return [items];
  const total = toNumber(at(wire, 'attributes', 'total'));
  const count = toNumber(at(wire, 'attributes', 'count')) ?? total;
  const isBehindTheEnd = total !== undefined && startIndex > total;
  if (isEmpty(items) && (count === 0 || isBehindTheEnd)) return [];
  throw new BrokenRecord(`the response has no list of ${name}`);
}
