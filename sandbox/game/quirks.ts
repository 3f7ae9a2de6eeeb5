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
  nullAfterWrite: '`swcapi` is null after a DELETE and a privilege POST.',
  numbersAsStrings: 'Some numbers are strings. Which ones never changes.',
  numericFactionId: '`faction_id` is a number in answers.',
  profileByScope:
    'A profile has credits only with `character_credits`, health and experience with `character_stats`, whereabouts with `character_location`.',
  splitPermissions: '`permissions` has one entry for each family of scopes, in lower case.',
  oldestFirst: 'The credit log is oldest first.',
  startIndexZero: '`start_index=0` means 1.',
} as const;

/** Which habits are switched on. */
export type Quirks = Record<keyof typeof habits, boolean>;

/** All quirks on, all off, or each as given and the others off. */
export function toQuirks(given: boolean | Partial<Quirks>): Quirks {
  const chosen = typeof given === 'boolean' ? {} : given;
  const names = Object.keys(habits) as (keyof Quirks)[];
  return Object.fromEntries(names.map((name) => [name, chosen[name] ?? given === true])) as Quirks;
}
