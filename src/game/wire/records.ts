import { fromGameTime } from '../gameTime.ts';
import { at, BrokenRecord, isEmpty, required, textAt, toList, toNumber, toReference, toText } from './wire.ts';

export type Location = NonNullable<ReturnType<typeof toLocation>>;

/** `container`: the place that directly contains it. `galaxy`: its position on the map. */
export function toLocation(wire: unknown) {
  const [x, y] = ['x', 'y'].map((axis) => toNumber(at(wire, 'coordinates', 'galaxy', 'attributes', axis)));
  const location = present({
    sector: toReference(at(wire, 'sector')),
    system: toReference(at(wire, 'system')),
    planet: toReference(at(wire, 'planet')),
    city: toReference(at(wire, 'city')),
    container: toReference(at(wire, 'container')),
    galaxy: x !== undefined && y !== undefined ? { x, y } : undefined,
  });
  return isEmpty(location) ? undefined : location;
}

/** In unix seconds, this would be the year 5138. */
const MIN_UNIX_MS = 1e11;

/** Reads unix seconds or ms, ISO 8601 (UTC by default), or the game's calendar. */
export function toDate(value: unknown): Date | undefined {
  const stamp = toText(at(value, 'timestamp') ?? value)?.trim() ?? '';
  const number = toNumber(stamp) ?? Number.NaN;
  const iso = /^\d{4}-\d\d-\d\d([T ]|$)/.test(stamp) ? Date.parse(`${stamp}Z`) || Date.parse(stamp) : Number.NaN;
  const part = (name: string, missing = 0): number => toNumber(at(value, name)) ?? missing;
  const day = fromGameTime({ year: part('years', Number.NaN), day: part('days', Number.NaN) }).getTime();
  const calendar = day + ((part('hours') * 60 + part('mins')) * 60 + part('secs')) * 1_000;
  const unix = number < MIN_UNIX_MS ? number * 1_000 : number;
  const ms = [unix, iso, calendar].find((each) => each > 0 && each < 8.64e15);
  return ms === undefined ? undefined : new Date(ms);
}

export type Present<T> = { [K in keyof T]?: Exclude<T[K], undefined> };

/** Removes undefined fields. */
export function present<T extends object>(fields: T): Present<T> {
  const kept: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(fields)) if (value !== undefined) kept[name] = value;
  return kept as never;
}

/** A UID of this type, given as UID or number; undefined if there is none. Throws
 * {@link BrokenRecord} for another type's UID. */
export function toUid(type: string, wire: unknown): string | undefined {
  const text = textAt(wire)?.trim();
  if (text === undefined || Number(text) === 0) return undefined;
  const uid = /^\d+$/.test(text) ? `${type}:${text}` : text;
  return required(uid.startsWith(`${type}:`) || !/^\d+:/.test(uid) ? uid : undefined, `uid of the type ${type}`);
}

/** The items under `name` without nulls, also a single one. Throws {@link BrokenRecord} if there
 * are none, unless the attributes say so or `startIndex` (1-based) is past the end. */
export function toItems(wire: unknown, name: string, startIndex = 1): readonly unknown[] {
  const items = at(wire, name);
  if (Array.isArray(items)) return toList(items);
  if (typeof items === 'object' && !isEmpty(items)) return [items];
  const total = toNumber(at(wire, 'attributes', 'total'));
  const count = toNumber(at(wire, 'attributes', 'count')) ?? total;
  const isPastTheEnd = total !== undefined && total >= 0 && startIndex > total;
  if (isEmpty(items) && (count === 0 || isPastTheEnd)) return [];
  throw new BrokenRecord(`the response has no list of ${name}`);
}

/** Like {@link toItems}, but a list of only nulls is a {@link BrokenRecord}. */
export function toGrants(wire: unknown, name: string): readonly unknown[] {
  const items = toItems(wire, name);
  return required(items.length > 0 || isEmpty(at(wire, name)) ? items : undefined, `list of ${name}`);
}
