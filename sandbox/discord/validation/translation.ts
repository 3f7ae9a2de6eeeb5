import type { Issue, Path } from '../problem.ts';

// What the zod form of the published schema lost of its OpenAPI document: lengths count characters, not UTF-16 units; a
// `date-time` may have any offset; an integer is whole.

const beyondBasicPlane = /[\u{10000}-\u{10ffff}]/u;
const anyOffset = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?)[+-](?:[01]\d|2[0-3]):[0-5]\d$/;

/** A copy that zod can read: one unit a character, and times that end in `Z` instead of an offset. */
export function toReadable(value: unknown, offset = anyOffset): unknown {
  const text = JSON.stringify(value ?? null);
  // Most payloads have neither, and visiting each value is slow.
  if (!/[+-]\d\d:\d\d"/.test(text) && !beyondBasicPlane.test(text)) return JSON.parse(text);
  return JSON.parse(text, (_key, one: unknown) =>
    typeof one === 'string' ? one.replaceAll(new RegExp(beyondBasicPlane, 'gu'), '\ufffd').replace(offset, '$1Z') : one,
  );
}

/** Every field that was sent and that the schema doesn't know. Discord ignores some. */
export function* unknownFields(read: unknown, sent: unknown, path: Path = []): Generator<Issue> {
  if (typeof read !== 'object' || read === null) return;
  for (const [key, one] of Object.entries(sent as object)) {
    const at = [...path, key];
    if (Object.hasOwn(read, key)) yield* unknownFields((read as Record<string, unknown>)[key], one, at);
    else yield { path: at, message: 'Unknown field' };
  }
}

/** Numbers that aren't integers: an option's limits and choices, which have a rule of their own, and the length of a sound. */
const fractional = new Set(['value', 'min_value', 'max_value', 'duration_secs']);

/** Every number with a fraction where the published schema says integer. */
export function* fractionIssues(value: unknown, path: Path = []): Generator<Issue> {
  if (typeof value === 'number' && !Number.isInteger(value) && !fractional.has(String(path.at(-1))))
    yield { path, message: 'Must be a whole number' };
  if (typeof value !== 'object' || value === null) return;
  for (const [key, one] of Object.entries(value)) yield* fractionIssues(one, [...path, key]);
}
