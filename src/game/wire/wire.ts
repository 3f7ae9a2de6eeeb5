import { NamedError } from '../../errors.ts';
import { fromGameTime } from '../gameTime.ts';
// Tolerant converters (docs/interface.md, "Wire"): numbers can arrive as strings and the reverse,
// empty references as `{}`, single items without their list. Each gives a clean value or undefined.

/** A character or a thing of the game. Without `uid` if the wire has only a name. */
export type Reference = { uid?: string; name: string };

type Fields = Readonly<Record<string, unknown>>;

/** The object, or an empty one. */
export function toObject(value: unknown): Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : {};
}

/** Follows keys into nested objects. */
export function at(value: unknown, ...keys: string[]): unknown {
  let inner = value;
  for (const key of keys) {
    const object = toObject(inner);
    if (!Object.hasOwn(object, key)) return undefined;
    inner = object[key];
  }
  return inner;
}

/** A single item is a list of one; nothing is an empty list; a null in a list is skipped. */
export function toList(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value.filter((item) => item !== null);
  return isEmpty(value) ? [] : [value];
}

/** From a number or its decimal text, up to Number.MAX_SAFE_INTEGER. */
export function toNumber(value: unknown): number | undefined {
  const number =
    typeof value === 'string' && /^\s*[-+]?(\d+(\.\d*)?|\.\d+)(e[-+]?\d+)?\s*$/i.test(value) ? Number(value) : value;
  return typeof number === 'number' && Math.abs(number) <= Number.MAX_SAFE_INTEGER ? number : undefined;
}

/** From text, a number, a boolean, or the `value` of an element with attributes; can be empty. */
export function toText(value: unknown): string | undefined {
  if (typeof value === 'string') return value;
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  const inner = at(value, 'value');
  return inner === undefined || typeof inner === 'object' ? undefined : toText(inner);
}

/** From any of the wire's spellings. */
export function toBoolean(value: unknown): boolean | undefined {
  const text = toText(value)?.trim().toLowerCase();
  if (text === 'true' || text === '1' || text === 'yes') return true;
  return text === 'false' || text === '0' || text === 'no' || text === '' ? false : undefined;
}

/** `{attributes: {uid}, value: name}` → `{uid, name}`; empty references give undefined. */
export function toReference(value: unknown): Reference | undefined {
  const uid = fieldOf(value, 'uid');
  const name = nonEmpty(toText(value)) ?? fieldOf(value, 'name');
  if (uid === undefined && name === undefined) return undefined;
  return { ...present({ uid }), name: name ?? uid ?? '' };
}

export type Location = NonNullable<ReturnType<typeof toLocation>>;

/** `container` is what it is directly in, `galaxy` the position on its map. Undefined if unknown. */
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

/** From a time of the wire: unix seconds or ms, ISO 8601 (UTC if it doesn't say), or the calendar. */
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

/** Without the fields that are undefined. */
export function present<T extends object>(fields: T): Present<T> {
  const kept: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(fields)) if (value !== undefined) kept[name] = value;
  return kept as never;
}

export function nonEmpty(text: string | undefined): string | undefined {
  return text === undefined || text.trim() === '' ? undefined : text;
}

/** The text at a path; undefined if it's blank. */
export function textAt(value: unknown, ...keys: string[]): string | undefined {
  return nonEmpty(toText(at(value, ...keys)));
}

/** A field that can be in the element itself or among its attributes. */
export function fieldOf(value: unknown, name: string): string | undefined {
  return textAt(value, 'attributes', name) ?? textAt(value, name);
}

/** True for undefined, null, `''`, `{}` and `[]`. */
export function isEmpty(value: unknown): boolean {
  if (value === undefined || value === null || value === '') return true;
  return typeof value === 'object' && Object.keys(value).length === 0;
}

/** A record of the wire without an essential part (a UID, a balance, a list). */
export class BrokenRecord extends NamedError {}

/** Throws {@link BrokenRecord} that names `what` if it is missing. */
export function required<T>(value: T | undefined, what: string): T {
  if (value === undefined) throw new BrokenRecord(`the response has no ${what}`);
  return value;
}

/** A UID of this type, from its number too; undefined if there is none. Throws {@link BrokenRecord}
 * if it's another type's. */
export function toUid(type: string, wire: unknown): string | undefined {
  const text = nonEmpty(toText(wire))?.trim();
  if (text === undefined || Number(text) === 0) return undefined;
  const uid = /^\d+$/.test(text) ? `${type}:${text}` : text;
  return required(uid.startsWith(`${type}:`) || !/^\d+:/.test(uid) ? uid : undefined, `uid of the type ${type}`);
}

/** The items under `name` without nulls; a single item is a list of one. Throws {@link BrokenRecord}
 * if there are none, unless the attributes say so or `startIndex` (1-based) is past the end. */
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

/** {@link toItems}, but a list of nulls alone is a {@link BrokenRecord}, and not "none". */
export function toRights(wire: unknown, name: string): readonly unknown[] {
  const items = toItems(wire, name);
  return required(items.length > 0 || isEmpty(at(wire, name)) ? items : undefined, `list of ${name}`);
}
