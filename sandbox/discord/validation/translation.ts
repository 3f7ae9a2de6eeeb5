import type { Issue } from '../problem.ts';

/**
 * What the zod form of the published schema lost of the OpenAPI document it was made from: lengths count characters, not UTF-16 units; a `date-time`
 * may have any offset; and an integer is whole.
 */

const beyondBasicPlane = /[\u{10000}-\u{10ffff}]/gu;
const timeWithOffset = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?)[+-](?:[01]\d|2[0-3]):[0-5]\d$/;

/** The value as zod can read it: one unit a character, and times that end in `Z`. */
export function toReadable(value: unknown): unknown {
  if (typeof value === 'string') return value.replace(beyondBasicPlane, '\ufffd').replace(timeWithOffset, '$1Z');
  return mapInside(value, toReadable);
}

/** The value as it came, without the keys that the schema did not know. */
export function restore(read: unknown, sent: unknown): unknown {
  return typeof read === 'object' && read !== null
    ? mapInside(read, (one, key) => restore(one, (sent as Record<string | number, unknown>)[key]))
    : sent;
}

/** The fault of a field that nobody knows. No page has a code for it: Discord ignores some. */
export function unknownField(path: readonly (string | number)[]): Issue {
  return { path, code: 'FIELD_UNKNOWN', message: 'There is no such field' };
}

/** Every field that was sent and that the schema did not know. */
export function* unknownFields(
  read: unknown,
  sent: unknown,
  path: readonly (string | number)[] = [],
): Generator<Issue> {
  if (typeof read !== 'object' || read === null) return;
  for (const [key, one] of Object.entries(sent as object)) {
    const at = [...path, key];
    if (key in read) yield* unknownFields((read as Record<string, unknown>)[key], one, at);
    else yield unknownField(at);
  }
}

/** Fields of numbers that are not integers: an option's limits and choices, of which whole ones have a rule, and the length of a sound. */
const fractional = new Set(['value', 'min_value', 'max_value', 'duration_secs']);

/** Every number with a fraction where the published schema says integer. */
export function* fractionIssues(value: unknown, path: readonly (string | number)[] = []): Generator<Issue> {
  if (typeof value === 'number' && !Number.isInteger(value) && !fractional.has(String(path.at(-1))))
    yield notWhole(path);
  if (typeof value !== 'object' || value === null) return;
  const inside = Array.isArray(value) ? value.entries() : Object.entries(value);
  for (const [key, one] of inside) yield* fractionIssues(one, [...path, key]);
}

/** The fault of a number with a fraction where a whole one is wanted. */
export function notWhole(path: readonly (string | number)[]): Issue {
  return { path, code: 'NUMBER_TYPE_COERCE', message: 'Value is not int.' };
}

function mapInside(value: unknown, change: (one: unknown, key: string | number) => unknown): unknown {
  if (Array.isArray(value)) return value.map(change);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, change(one, key)]));
}
