import { locales } from 'zod/mini';
import { type $ZodIssue, type $ZodType, safeParse } from 'zod/v4/core';
import { type Issue, type Path, problems } from '../problem.ts';
import { fractionIssues, toReadable, unknownFields } from './translation.ts';

/** Finds the faults of a value that already fits the schema. */
export type Rule<Value> = (value: Value) => Iterable<Issue>;

/** The field (a path with dots, empty for the whole), a test for a fault, and a sentence. */
export type FieldRule<Value> = readonly [field: string, isBroken: (value: Value) => unknown, message: string];

const { localeError } = locales.en();

/**
 * Checks a body by Discord's published schema, without unknown fields (Discord ignores some), and
 * then by rules that the schema can't express.
 *
 * @throws DiscordProblem 50035 with every fault at its path
 */
export function check<Value>(schema: $ZodType, body: unknown, rules: readonly Rule<Value>[] = []): Value {
  refuse(inspect(schema, body, rules));
  return body as Value;
}

/** Like {@link check}, but returns the faults instead of throwing them. */
export function inspect<Value>(schema: $ZodType, body: unknown, rules: readonly Rule<Value>[]): Issue[] {
  const { faults, unknown } = readShape(schema, toReadable(body));
  const issues = faults.length > 0 ? faults : [...unknown, ...fractionIssues(body)];
  return issues.length > 0 ? issues : rules.flatMap((rule) => [...rule(body as Value)]);
}

/** The faults of a value, and separately the fields that the schema doesn't know. */
export function readShape(schema: $ZodType, value: unknown): { read: unknown; faults: Issue[]; unknown: Issue[] } {
  const { success, data, error } = safeParse(schema, value, { error: localeError });
  if (!success) return { read: value, faults: toIssues(error.issues), unknown: [] };
  return { read: data, faults: [], unknown: [...unknownFields(data, value)] };
}

/** @throws DiscordProblem 50035 if there are faults */
export function refuse(issues: readonly Issue[]): void {
  if (issues.length > 0) throw problems.invalidBody(issues);
}

/** For a union of models, the faults of the branch whose `type` fits. */
function toIssues(issues: readonly $ZodIssue[], base: Path = []): Issue[] {
  return issues.flatMap((issue) => {
    const path = [...base, ...issue.path.map((key) => (typeof key === 'symbol' ? String(key) : key))];
    if (issue.code !== 'invalid_union') return [{ path, message: issue.message }];
    const branch = issue.errors.find((inner) => inner.length > 0 && !inner.some(isAboutType));
    return branch ? toIssues(branch, path) : [{ path: [...path, 'type'], message: 'Not a type that is allowed here' }];
  });
}

const isAboutType = ({ path }: $ZodIssue): boolean => path.length === 1 && path[0] === 'type';

export function brokenRules<Value>(rules: readonly FieldRule<Value>[], value: Value, path: Path = []): Issue[] {
  return rules
    .filter(([, isBroken]) => isBroken(value))
    .map(([field, , message]) => ({ path: [...path, ...field.split('.').filter(Boolean)], message }));
}

export function required(path: Path): Issue {
  return { path, message: 'This field is required' };
}

/** The indexes of values that appeared before. */
export function repeats(values: readonly unknown[]): number[] {
  return [...values.keys()].filter((index) => values.indexOf(values[index]) < index);
}

/** `key` is the path from an element to its value. */
export function uniqueIssues(values: readonly unknown[], path: Path, key: Path = []): Issue[] {
  return repeats(values).map((index) => ({ path: [...path, index, ...key], message: 'Must be unique' }));
}

export function isBlank(text: string | null | undefined): boolean {
  return (text ?? '').trim() === '';
}
