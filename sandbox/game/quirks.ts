/** Quirks of the live service. */
const QUIRKS = [
  'bareTokenResponse', // the token response has no token_type
  'refreshTokenOnce', // a refresh token at the first grant only; it lasts, with the newest scopes
  'revocationByGet', // GET /ws/oauth2/revoke?token=&client_id= revokes too
  'noIssuerInResponse', // neither the authorization response nor discovery has iss
  'optionalPkce', // the code challenge may be missing
  'rateLimitAs400', // over the limit: 400 with rate_limit_exceeded, without Retry-After
  'resetTimeAsHttpDate', // X-RateLimit-ResetTime is an RFC 1123 date
  'numbersAsStrings', // some numbers are strings
  'numericFactionId', // faction_id is a number in responses
  'profileByScope', // credits, health and experience, location each need their own scope
  'splitPermissions', // permissions has an entry for each family of scopes, in lower case
  'oldestFirst', // the credit log is oldest first
  'startIndexZero', // start_index=0 means 1
  'refusalAsFailure', // a refused grant is a 201 with failure: [], a refused revocation a 200
  'recordAfterUpdate', // a grant answers with the privilege's record, a revocation with no body
  'barePrivilege', // one privilege is {value} or {haspriv}
  'forbiddenAs404', // privileges that one may not see are a 404
  'htmlEntities', // texts have HTML entities
  'nullsInLists', // lists begin with a null
  'emptyWholeLists', // an empty list is "", null, [] or {}, by its kind
  'looseFactions', // a profile has factions: {faction: []}; no faction is Freelance
  'recipientsByHandle', // a transfer takes a handle, never a UID
  'wholeLogTotal', // the log's total counts all entries; past entry 1,000 it repeats, or a 400
] as const;

export type Quirks = Record<(typeof QUIRKS)[number], boolean>;

/** All on, all off, or the given ones on. */
export function toQuirks(given: boolean | Partial<Quirks>): Quirks {
  const chosen = typeof given === 'boolean' ? {} : given;
  return Object.fromEntries(QUIRKS.map((name) => [name, chosen[name] ?? given === true])) as Quirks;
}
