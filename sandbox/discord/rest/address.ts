import * as z from 'zod/mini';
import type { $ZodType } from 'zod/v4/core';
import { readShape, refuse } from '../validation/schema.ts';

/** The query parameters of a request that its route knows, read. */
export type Query = Readonly<Record<string, string | number | boolean | undefined>>;

/** The schemas of query parameters, by name. */
export type QueryFields = Readonly<Record<string, $ZodType>>;

const isSnowflake = (text: string) => /^(0|[1-9]\d*)$/.test(text) && BigInt(text) < 2n ** 63n;

/** The kinds of query parameters. */
export const queryFields = {
  snowflake: z.optional(z.string().check(z.refine(isSnowflake, 'Not a snowflake'))),
  /** "API Reference", "Boolean Query Strings". */
  boolean: z.optional(
    z.stringbool({ truthy: ['True', 'true', '1'], falsy: ['False', 'false', '0'], case: 'sensitive' }),
  ),
  /** A whole number within bounds. */
  integer: (least: number, most: number): $ZodType =>
    z.optional(
      z.pipe(
        z.pipe(z.string().check(z.regex(/^-?\d+$/)), z.transform(Number)),
        z.int().check(z.minimum(least), z.maximum(most)),
      ),
    ),
};

/**
 * Checks the parameters of an address. All but tokens are ids, and only a webhook knows `@original`.
 *
 * @throws DiscordProblem 50035
 */
export function checkParams(path: string, params: Readonly<Record<string, string>>): void {
  const isRight = ([name, value]: [string, string]) =>
    name === 'token' || (value === '@original' && path.startsWith('/webhooks/')) || isSnowflake(value);
  const wrong = Object.entries(params).filter((param) => !isRight(param));
  refuse(wrong.map(([name]) => ({ path: [`${name}_id`], message: 'Not a snowflake' })));
}

/**
 * Reads the query. Parameters that the route doesn't know are ignored.
 *
 * @throws DiscordProblem 50035
 */
export function readQuery(query: $ZodType, sent: URLSearchParams): Query {
  const { read, faults } = readShape(query, Object.fromEntries(sent));
  refuse(faults);
  return read as Query;
}
