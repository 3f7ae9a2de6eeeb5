import * as z from 'zod/mini';
import type { $ZodType } from 'zod/v4/core';
import { readShape, refuse } from '../validation/schema.ts';

export type Query = Readonly<Record<string, boolean | undefined>>;

/** "API Reference", "Boolean Query Strings". */
export const BOOLEAN = z.optional(
  z.stringbool({ truthy: ['True', 'true', '1'], falsy: ['False', 'false', '0'], case: 'sensitive' }),
);

const isSnowflake = (text: string) => /^(0|[1-9]\d*)$/.test(text) && BigInt(text) < 2n ** 63n;

/**
 * All parameters but tokens are ids; only a webhook accepts `@original`.
 *
 * @throws DiscordProblem 50035
 */
export function checkParams(path: string, params: Readonly<Record<string, string>>): void {
  const isRight = ([name, value]: [string, string]) =>
    name === 'token' || (value === '@original' && path.startsWith('/webhooks/')) || isSnowflake(value);
  const wrong = Object.entries(params).filter((param) => !isRight(param));
  refuse(wrong.map(([name]) => ({ path: [`${name}_id`], message: 'Not a snowflake' })));
}

/** Ignores parameters that the route doesn't know. @throws DiscordProblem 50035 */
export function readQuery(query: $ZodType, sent: URLSearchParams): Query {
  const { read, faults } = readShape(query, Object.fromEntries(sent));
  refuse(faults);
  return read as Query;
}
