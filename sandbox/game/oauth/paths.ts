/**
 * The OAuth endpoints; authorization, token and revocation are where the live service has them
 * (docs/interface.md, "OAuth").
 */
export const PATHS = {
  authorization: '/ws/oauth2/auth',
  token: '/ws/oauth2/token',
  revocation: '/ws/oauth2/revoke',
  jwks: '/ws/oauth2/jwks',
} as const;

export const SIGN_IN_PATH = '/ws/oauth2/sign-in';

export const DISCOVERY_PATHS: readonly string[] = [
  '/.well-known/openid-configuration',
  '/.well-known/oauth-authorization-server',
];

/** The name of the OAuth endpoint at `path`, for faults and counts. */
export function oauthOperationAt(path: string): string | undefined {
  const bare = path.replace(/\/$/u, '');
  if (bare === PATHS.authorization || bare.startsWith(`${PATHS.authorization}/`)) return 'oauth.authorization';
  if (bare === PATHS.token) return 'oauth.token';
  if (bare === PATHS.revocation) return 'oauth.revocation';
  if (DISCOVERY_PATHS.includes(bare)) return 'oauth.discovery';
  return undefined;
}
