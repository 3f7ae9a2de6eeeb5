/** Quirks of the live service; README.md explains each one. */
const QUIRKS = [
  'bareTokenResponse',
  'refreshTokenOnce',
  'revocationByGet',
  'noIssuerInResponse',
  'optionalPkce',
  'rateLimitAs400',
  'resetTimeAsHttpDate',
  'numbersAsStrings',
  'numericFactionId',
  'profileByScope',
  'splitPermissions',
  'oldestFirst',
  'startIndexZero',
  'refusalAsFailure',
  'recordAfterUpdate',
  'barePrivilege',
  'forbiddenAs404',
  'htmlEntities',
  'nullsInLists',
  'emptyWholeLists',
  'looseFactions',
  'recipientsByHandle',
  'wholeLogTotal',
] as const;

export type Quirks = Record<(typeof QUIRKS)[number], boolean>;

/** All on, all off, or the given ones on. */
export function toQuirks(given: boolean | Partial<Quirks>): Quirks {
  const chosen = typeof given === 'boolean' ? {} : given;
  return Object.fromEntries(QUIRKS.map((name) => [name, chosen[name] ?? given === true])) as Quirks;
}
