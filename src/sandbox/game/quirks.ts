/** Habits of the live service that a clean one would not have; each can be switched on by itself (wire.md, "OAuth", "Rate limit", "Transport"). */
export interface Quirks {
  /** The token endpoint answers `{access_token, expires_in, refresh_token?}` and nothing else. */
  bareTokenResponse: boolean;
  /** A refresh token comes with the code only; a refresh gives none, and the old one stays good. */
  refreshTokenOnce: boolean;
  /** `GET ws/oauth2/revoke?token=&client_id=` revokes, too. */
  revocationByGet: boolean;
  /** The authorization response does not carry `iss`. */
  noIssuerInResponse: boolean;
  /** A spent budget is a 400 without `Retry-After`. */
  rateLimitAs400: boolean;
  /** `swcapi` is null after a DELETE and a privilege POST. */
  nullAfterWrite: boolean;
}

/** All quirks on, all off, or each as given and the others off. */
export function toQuirks(given: boolean | Partial<Quirks>): Quirks {
  const all = given === true;
  const quirks = {
    bareTokenResponse: all,
    refreshTokenOnce: all,
    revocationByGet: all,
    noIssuerInResponse: all,
    rateLimitAs400: all,
    nullAfterWrite: all,
  };
  return typeof given === 'boolean' ? quirks : { ...quirks, ...given };
}
