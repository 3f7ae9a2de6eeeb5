import fc from 'fast-check';

type Arbitraries<Values extends unknown[]> = [...{ [Index in keyof Values]: fc.Arbitrary<Values[Index]> }];
type Options = { numRuns: number; endOnFailure?: boolean };
type Check<Values extends unknown[]> = (...values: Values) => unknown;

/** Fails if the check throws or returns false for any values of these arbitraries. */
export function forAll<Values extends unknown[]>(
  arbitraries: Arbitraries<Values>,
  ...rest: [Check<Values>] | [Options, Check<Values>]
): void {
  const [options, check] = rest.length === 1 ? [{}, rest[0]] : rest;
  const values = fc.tuple(...arbitraries) as unknown as fc.Arbitrary<Values>;
  const property = fc.property(values, (given) => check(...given) !== false);
  fc.assert(property, options);
}
