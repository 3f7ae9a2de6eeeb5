import type { Issue, Path } from '../problem.ts';

// The published schema's zod form lost some rules of its OpenAPI document: lengths count
// characters, not UTF-16 units; a `date-time` may end in `+00:00`, as Discord writes it; an integer
// is whole.

const BEYOND_BASIC_PLANE = /[\u{10000}-\u{10ffff}]/u;
const UTC_OFFSET = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?)\+00:00$/;

/** A copy that zod can read: one unit per character, and times that end in `Z`. */
export function toReadable(value: unknown): unknown {
  const text = JSON.stringify(value ?? null);
  // Most payloads need no change, and visiting each value is slow.
  if (!text.includes('+00:00"') && !BEYOND_BASIC_PLANE.test(text)) return JSON.parse(text);
  return JSON.parse(text, (_key, one: unknown) =>
    typeof one === 'string'
      ? one.replaceAll(new RegExp(BEYOND_BASIC_PLANE, 'gu'), '\ufffd').replace(UTC_OFFSET, '$1Z')
      : one,
  );
}

export function* unknownFields(read: unknown, sent: unknown, path: Path = []): Generator<Issue> {
  if (typeof read !== 'object' || read === null) return;
  for (const [key, one] of Object.entries(sent as object)) {
    const at = [...path, key];
    if (Object.hasOwn(read, key)) yield* unknownFields((read as Record<string, unknown>)[key], one, at);
    else yield { path: at, message: 'Unknown field' };
  }
}

/** Fields whose numbers may have a fraction. */
const FRACTIONAL = new Set(['min_value', 'max_value', 'duration_secs']);

export function* fractionIssues(value: unknown, path: Path = []): Generator<Issue> {
  if (typeof value === 'number' && !Number.isInteger(value) && !FRACTIONAL.has(String(path.at(-1))))
    yield { path, message: 'Must be a whole number' };
  if (typeof value !== 'object' || value === null) return;
  for (const [key, one] of Object.entries(value)) yield* fractionIssues(one, [...path, key]);
}
