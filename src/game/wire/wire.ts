import { NamedError } from '../../errors.ts';
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

/** Reads a number or its decimal text, up to Number.MAX_SAFE_INTEGER. */
export function toNumber(value: unknown): number | undefined {
  const number =
    typeof value === 'string' && /^\s*[-+]?(\d+(\.\d*)?|\.\d+)(e[-+]?\d+)?\s*$/i.test(value) ? Number(value) : value;
  return typeof number === 'number' && Math.abs(number) <= Number.MAX_SAFE_INTEGER ? number : undefined;
}

/** Reads text, a number, a boolean, or the `value` of an element with attributes; can be empty. */
export function toText(value: unknown): string | undefined {
  if (typeof value === 'string') return value;
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  const inner = at(value, 'value');
  return inner === undefined || typeof inner === 'object' ? undefined : toText(inner);
}

/** Reads any of the service's spellings. */
export function toBoolean(value: unknown): boolean | undefined {
  const text = toText(value)?.trim().toLowerCase();
  if (text === 'true' || text === '1' || text === 'yes') return true;
  return text === 'false' || text === '0' || text === 'no' || text === '' ? false : undefined;
}

/** `{attributes: {uid}, value: name}` → `{uid, name}`; empty references give undefined. */
export function toReference(value: unknown): Reference | undefined {
  const uid = fieldOf(value, 'uid');
  const name = textAt(value) ?? fieldOf(value, 'name');
  if (uid === undefined && name === undefined) return undefined;
  return { ...(uid !== undefined && { uid }), name: name ?? uid ?? '' };
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
