/**
 * The tolerant converters of the game's wire (docs/wire.md): numbers arrive as strings and the reverse, empty references
 * as `{}`, single items where lists are meant. Each takes anything and gives a clean value or undefined.
 */
export type WireObject = Readonly<Record<string, unknown>>;

/** Somebody or something of the game by its UID; a name alone where the wire has no UID. */
export type Reference = { uid?: string; name: string };

/** The object, or an empty one. */
export function toObject(value: unknown): WireObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as WireObject) : {};
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

/** A list; one item that is not in a list is a list of one; nothing is an empty list. */
export function toList(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value;
  return isEmpty(value) ? [] : [value];
}

/** A number, from a number or its decimal text; none that is larger than numbers are exact. */
export function toNumber(value: unknown): number | undefined {
  const number =
    typeof value === 'string' && /^\s*[-+]?(\d+(\.\d*)?|\.\d+)(e[-+]?\d+)?\s*$/i.test(value) ? Number(value) : value;
  return typeof number === 'number' && Math.abs(number) <= Number.MAX_SAFE_INTEGER ? number : undefined;
}

/** Text, from text or a number, or from the `value` of an attributed element; empty text is text. */
export function toText(value: unknown): string | undefined {
  if (typeof value === 'string') return value;
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  const inner = at(value, 'value');
  return inner === undefined || typeof inner === 'object' ? undefined : toText(inner);
}

/** True and false in the spellings of the wire. */
export function toBoolean(value: unknown): boolean | undefined {
  const text = toText(value)?.trim().toLowerCase();
  if (text === 'true' || text === '1' || text === 'yes') return true;
  return text === 'false' || text === '0' || text === 'no' || text === '' ? false : undefined;
}

/** `{attributes: {uid}, value: name}` → `{uid, name}`; empty references give undefined. */
export function toReference(value: unknown): Reference | undefined {
  const uid = nonEmpty(toText(at(value, 'attributes', 'uid')) ?? toText(at(value, 'uid')));
  const name = nonEmpty(toText(value) ?? toText(at(value, 'name')) ?? toText(at(value, 'attributes', 'name')));
  if (uid === undefined && name === undefined) return undefined;
  return { ...(uid !== undefined && { uid }), name: name ?? uid ?? '' };
}

/** A time object of the wire, whose `timestamp` is in unix seconds, as a number or a string. */
export function toDate(value: unknown): Date | undefined {
  const seconds = toNumber(at(value, 'timestamp')) ?? toNumber(value);
  if (seconds === undefined) return undefined;
  const date = new Date(seconds * 1_000);
  return Number.isNaN(date.getTime()) ? undefined : date;
}

/** Leaves out what is undefined, so that optional fields are absent rather than empty. */
export function present<T extends object>(fields: T): { [K in keyof T]: Exclude<T[K], undefined> } & object {
  const kept: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(fields)) if (value !== undefined) kept[name] = value;
  return kept as never;
}

export function nonEmpty(text: string | undefined): string | undefined {
  return text === undefined || text.trim() === '' ? undefined : text;
}

/** Nothing, in any of the wire's spellings: absent, null, `''`, `{}`, `[]`. */
export function isEmpty(value: unknown): boolean {
  if (value === undefined || value === null || value === '') return true;
  return typeof value === 'object' && Object.keys(value).length === 0;
}
