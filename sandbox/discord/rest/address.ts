import { type Issue, problems } from '../problem.ts';
import { notSnowflake, notTrueOrFalse, outOfRange, required } from '../validation/schema.ts';
import { notWhole } from '../validation/translation.ts';

/** What a query parameter is: an id, a boolean, a text (that must be there), or a whole number within bounds. */
export type QueryField = 'snowflake' | 'boolean' | 'text' | { least: number; most: number };

/** The query parameters of a request that its route knows, read. */
export type Query = Readonly<Record<string, string | number | boolean | undefined>>;

const greatestSnowflake = 2n ** 63n - 1n;

/** API Reference, "Boolean Query Strings". */
const booleans: Readonly<Record<string, boolean>> = {
  True: true,
  true: true,
  1: true,
  False: false,
  false: false,
  0: false,
};

/**
 * Checks the parameters of an address. All but tokens are ids (published schema, `SnowflakeType`), and only a webhook knows `@original`.
 *
 * @throws DiscordProblem 50035
 */
export function checkParams(path: string, params: Readonly<Record<string, string>>): void {
  refuse(
    Object.entries(params).flatMap(([name, value]) =>
      name === 'token' || (value === '@original' && path.startsWith('/webhooks/'))
        ? []
        : [...snowflakeIssues([`${name}_id`], value)],
    ),
  );
}

/**
 * Reads the query. Parameters that the route does not know are ignored.
 *
 * @throws DiscordProblem 50035
 */
export function readQuery(fields: Readonly<Record<string, QueryField>>, sent: URLSearchParams): Query {
  const known = Object.entries(fields).map(([name, field]) => ({ name, field, text: sent.get(name) }));
  refuse(known.flatMap(({ name, field, text }) => [...queryIssues([name], field, text)]));
  return Object.fromEntries(
    known.flatMap(({ name, field, text }) => (text === null ? [] : [[name, toValue(field, text)]])),
  );
}

function refuse(issues: readonly Issue[]): void {
  if (issues.length > 0) throw problems.invalidBody(issues);
}

function* queryIssues(path: string[], field: QueryField, text: string | null): Generator<Issue> {
  if (field === 'text') {
    if (!text) yield required(path);
  } else if (text === null) return;
  else if (field === 'snowflake') yield* snowflakeIssues(path, text);
  else if (field === 'boolean') {
    if (booleans[text] === undefined) yield notTrueOrFalse(path);
  } else if (!/^-?\d+$/.test(text)) yield notWhole(path);
  else yield* outOfRange(path, Number(text), field);
}

function toValue(field: QueryField, text: string): string | number | boolean | undefined {
  if (field === 'boolean') return booleans[text];
  return typeof field === 'object' ? Number(text) : text;
}

function* snowflakeIssues(path: string[], text: string): Generator<Issue> {
  if (!/^(0|[1-9]\d*)$/.test(text)) yield notSnowflake(path, text);
  else if (BigInt(text) > greatestSnowflake)
    yield {
      path,
      code: 'NUMBER_TYPE_MAX',
      message: `snowflake value should be less than or equal to ${greatestSnowflake}.`,
    };
}
