import type { $ZodIssue, $ZodType } from 'zod/v4/core';
import { safeParse } from 'zod/v4/core';
import { type Issue, problems } from '../problem.ts';
import { fractionIssues, restore, toReadable, unknownFields } from './translation.ts';

/** A hand-made rule: the faults it finds in a value that already has the schema's shape. */
export type Rule<Value> = (value: Value) => Iterable<Issue>;

/**
 * The one way a body is checked: first its shape, by Discord's published schema; then, only if the shape is right, what the schema
 * cannot say, by rules, and that there is no field besides (stricter than written: Discord ignores some).
 *
 * @throws DiscordProblem 50035 with every fault found at its path.
 */
export function check<Value>(schema: $ZodType, body: unknown, rules: readonly Rule<Value>[] = []): Value {
  const { value, issues } = inspect(schema, body, rules);
  if (issues.length > 0) throw problems.invalidBody(issues);
  return value;
}

/** As {@link check}, but gives the faults instead of throwing them. */
export function inspect<Value>(
  schema: $ZodType,
  body: unknown,
  rules: readonly Rule<Value>[],
): { value: Value; issues: Issue[] } {
  const readable = toReadable(body);
  const parsed = safeParse(schema, readable, { reportInput: true });
  if (!parsed.success) {
    const issues = toShapeIssues(parsed.error.issues);
    return { value: body as Value, issues: issues.map((issue) => withLowerBound(schema, readable, issue)) };
  }
  const value = restore(parsed.data, body) as Value;
  // A step looks only where those before it found nothing: of a field in the wrong place a rule knows more than that it is unknown.
  const steps = [
    () => [...fractionIssues(value)],
    () => rules.flatMap((rule) => [...rule(value)]),
    () => [...unknownFields(parsed.data, readable)],
  ];
  for (const find of steps) {
    const issues = find();
    if (issues.length > 0) return { value, issues };
  }
  return { value, issues: [] };
}

/** The faults of a value's shape alone, where it is not a body that was sent to the stand-in; with `isClosed` also what the schema does not know. */
export function inspectShape(schema: $ZodType, value: unknown, { isClosed }: { isClosed: boolean }): Issue[] {
  const { success, data, error } = safeParse(schema, value, { reportInput: true });
  if (!success) return toShapeIssues(error.issues);
  return isClosed ? [...unknownFields(data, value)] : [];
}

const toShapeIssues = (issues: readonly $ZodIssue[]): Issue[] => issues.flatMap((issue) => toIssues(issue));

/**
 * Discord words a length that is bounded on both sides by both bounds, and zod's fault knows only the one that was passed: the other is found by
 * asking the schema about an empty value in the same place.
 */
function withLowerBound(schema: $ZodType, body: unknown, issue: Issue): Issue {
  if (issue.code !== MAX_LENGTH) return issue;
  const emptied = withEmptyAt(body, issue.path);
  const { success, error } = safeParse(schema, emptied, { reportInput: true });
  const place = issue.path.join('.');
  const tooShort = !success && toShapeIssues(error.issues).find(({ path }) => path.join('.') === place);
  if (!tooShort) return issue;
  const [least, most] = [tooShort, issue].map(({ message }) => /\d+/.exec(message)?.[0] ?? '1');
  return { ...issue, code: 'BASE_TYPE_BAD_LENGTH', message: `Must be between ${least} and ${most} in length.` };
}

function withEmptyAt(value: unknown, [key, ...rest]: readonly (string | number)[]): unknown {
  if (key === undefined) return typeof value === 'string' ? '' : [];
  if (Array.isArray(value)) return value.map((one, index) => (index === key ? withEmptyAt(one, rest) : one));
  const fields = value as Record<string, unknown>;
  return { ...fields, [key]: withEmptyAt(fields[key], rest) };
}

/** Zod's fault in Discord's words. A union of models speaks through the branch whose `type` fits. */
function toIssues(issue: $ZodIssue, base: readonly PropertyKey[] = []): Issue[] {
  const path = [...base, ...issue.path].map((key) => (typeof key === 'symbol' ? String(key) : key));
  if (issue.code === 'invalid_union') return toUnionIssues(issue, path);
  const { code, message } = toCode(issue);
  return [{ path, code, message }];
}

function toUnionIssues(issue: $ZodIssue & { code: 'invalid_union' }, path: (string | number)[]): Issue[] {
  const isTypeIssue = (inner: $ZodIssue) => inner.path.length === 1 && inner.path[0] === 'type';
  const branch = issue.errors.find((inner) => inner.length > 0 && !inner.some(isTypeIssue));
  if (branch) return branch.flatMap((inner) => toIssues(inner, path));
  const allowed = issue.errors.flatMap((inner) =>
    inner.filter(isTypeIssue).flatMap((one) => (one.code === 'invalid_value' ? one.values : [])),
  );
  if (typeof issue.input === 'object' && issue.input && !('type' in issue.input)) return [required([...path, 'type'])];
  const list = `(${allowed.map(String).join(', ')}${allowed.length === 1 ? ',' : ''})`;
  return [
    { path: [...path, 'type'], code: 'UNION_TYPE_CHOICES', message: `Value of field "type" must be one of ${list}.` },
  ];
}

/** The fault of a missing or empty field. */
export function required(path: readonly (string | number)[]): Issue {
  return { path, code: 'BASE_TYPE_REQUIRED', message: 'This field is required' };
}

const MAX_LENGTH = 'BASE_TYPE_MAX_LENGTH';

/** The fault of a string or list that is too long and may be empty. */
export function tooLong(path: readonly (string | number)[], limit: number): Issue {
  return { path, code: MAX_LENGTH, message: `Must be ${limit} or fewer in length.` };
}

/** The fault of a string or list that is too short. */
export function tooShort(path: readonly (string | number)[], least: number): Issue {
  return { path, code: 'BASE_TYPE_BAD_LENGTH', message: `Must be ${least} or more in length.` };
}

/** The fault of a text that is no id; the sentence is Discord's. */
export function notSnowflake(path: readonly (string | number)[], value: unknown): Issue {
  return { path, code: 'NUMBER_TYPE_COERCE', message: `Value "${value}" is not snowflake.` };
}

/** The fault of a value that is none of the allowed ones. */
export function notOneOf(path: readonly (string | number)[], allowed: readonly unknown[]): Issue {
  return { path, code: 'BASE_TYPE_CHOICES', message: `Value must be one of {${allowed.map(String).join(', ')}}.` };
}

/** The fault of a word where a boolean is wanted. */
export function notTrueOrFalse(path: readonly (string | number)[]): Issue {
  return { path, code: 'BOOLEAN_TYPE_CONVERT', message: 'Must be either true or false.' };
}

/** The fault of a number beyond its bounds. */
export function* outOfRange(
  path: readonly (string | number)[],
  value: number,
  { least, most }: { least: number; most: number },
): Generator<Issue> {
  if (value > most)
    yield { path, code: 'NUMBER_TYPE_MAX', message: `int value should be less than or equal to ${most}.` };
  if (value < least)
    yield { path, code: 'NUMBER_TYPE_MIN', message: `int value should be greater than or equal to ${least}.` };
}

/** The fault of a list that is a set, and has a value twice. */
export function* repeated(
  values: readonly unknown[] | null | undefined,
  path: readonly (string | number)[],
): Generator<Issue> {
  if (values && new Set(values).size < values.length)
    yield { path, code: 'SET_TYPE_ALREADY_CONTAINS_VALUE', message: 'The set already contains the value' };
}

const snowflakePattern = String(/^(0|[1-9][0-9]*)$/);

const typeWords: Record<string, Pick<Issue, 'code' | 'message'>> = {
  string: { code: 'STRING_TYPE_CONVERT', message: 'Could not interpret the value as string.' },
  number: { code: 'NUMBER_TYPE_COERCE', message: 'Value is not a number.' },
  int: { code: 'NUMBER_TYPE_COERCE', message: 'Value is not int.' },
  boolean: notTrueOrFalse([]),
  array: { code: 'LIST_TYPE_CONVERT', message: 'Only iterables may be used in a ListType' },
};
const modelType = { code: 'MODEL_TYPE_CONVERT', message: 'Only dictionaries may be used in a ModelType' };

function toCode(issue: $ZodIssue): Pick<Issue, 'code' | 'message'> {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined || issue.input === null
        ? required([])
        : (typeWords[issue.expected] ?? modelType);
    case 'too_big':
      return issue.origin === 'string' || issue.origin === 'array'
        ? tooLong([], Number(issue.maximum))
        : { code: 'NUMBER_TYPE_MAX', message: `int value should be less than or equal to ${issue.maximum}.` };
    case 'too_small':
      if (issue.input === '') return required([]);
      return issue.origin === 'string' || issue.origin === 'array'
        ? tooShort([], Number(issue.minimum))
        : { code: 'NUMBER_TYPE_MIN', message: `int value should be greater than or equal to ${issue.minimum}.` };
    case 'invalid_value':
      return issue.input === undefined ? required([]) : notOneOf([], issue.values);
    case 'invalid_format':
      if (issue.format === 'url') return { code: 'URL_TYPE_INVALID_URL', message: 'Not a well formed URL.' };
      if (issue.format === 'datetime')
        return { code: 'DATE_TIME_TYPE_PARSE', message: `Could not parse ${issue.input}. Should be ISO8601.` };
      if (issue.pattern === snowflakePattern) return notSnowflake([], issue.input);
      return { code: 'STRING_TYPE_REGEX', message: 'String value did not match validation regex.' };
    default:
      return { code: 'BASE_TYPE_INVALID', message: issue.message };
  }
}
