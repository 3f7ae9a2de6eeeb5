/**
 * Habits of the live service that a clean one wouldn't have. Each has its own switch
 * (docs/reference-service.md, "Quirks").
 */
const habits = {
  bareTokenResponse: 'The token endpoint answers `{access_token, expires_in, refresh_token?}` and nothing else.',
  refreshTokenOnce:
    'A character gives a client one refresh token, at the first grant. Later grants and refreshes bring none; it stays good for the latest grant.',
  revocationByGet: '`GET ws/oauth2/revoke?token=&client_id=` revokes, too.',
  noIssuerInResponse: 'The authorization response does not carry `iss`.',
  optionalPkce: 'An authorization request may come without a code challenge.',
  rateLimitAs400: 'A spent budget is a 400 without `Retry-After`.',
  resetTimeAsHttpDate: '`X-RateLimit-ResetTime` is an RFC 1123 date.',
  numbersAsStrings: 'Some numbers are strings. Which ones never changes.',
  numericFactionId: '`faction_id` is a number in answers.',
  profileByScope:
    'A profile has credits only with `character_credits`, health and experience with `character_stats`, whereabouts with `character_location`.',
  splitPermissions: '`permissions` has one entry for each family of scopes, in lower case.',
  oldestFirst: 'The credit log is oldest first.',
  startIndexZero: '`start_index=0` means 1.',
  refusalAsFailure: 'A refused write is `{failure: []}`, or one sentence: a grant with 201, all else with 200.',
  recordAfterUpdate: 'A grant answers with the record of the privilege, a revocation with an empty body.',
  barePrivilege: 'One privilege is `{value}` without its name if it is held, else `{haspriv}`.',
  forbiddenAs404: "Other people's privileges are a 404 without the right to see them.",
  htmlEntities: 'Texts have HTML entities in place of `&`, `<`, `>` and quotation marks.',
  nullsInLists: 'Lists of items begin with a null.',
  emptyWholeLists: "An empty list is `''`, `null`, `[]` or `{}` in place of the whole list, by its kind.",
  looseFactions: 'The factions of a profile are `{faction: []}`. A character without one has `Freelance` there.',
  combatFlags: 'Systems and planets have `combat`.',
  recipientsByHandle: 'The recipient of a transfer is a handle, never a uid.',
  wholeLogTotal:
    "The credit log's `total` counts all entries. Past entry 1000 the newest repeat themselves, the oldest are a 400.",
} as const;

/** Which habits are switched on. */
export type Quirks = Record<keyof typeof habits, boolean>;

/** All quirks on, all off, or each as given and the others off. */
export function toQuirks(given: boolean | Partial<Quirks>): Quirks {
  const chosen = typeof given === 'boolean' ? {} : given;
  const names = Object.keys(habits) as (keyof Quirks)[];
  return Object.fromEntries(names.map((name) => [name, chosen[name] ?? given === true])) as Quirks;
}
