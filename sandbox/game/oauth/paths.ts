/**
 * The OAuth endpoints; authorization, token and revocation are where the live service has them
 * (docs/interface.md, "OAuth").
 */
export const paths = {
  authorization: '/ws/oauth2/auth',
  token: '/ws/oauth2/token',
  revocation: '/ws/oauth2/revoke',
  jwks: '/ws/oauth2/jwks',
} as const;

/** Where the pages for sign-in and consent are. */
export const signInPath = '/ws/oauth2/sign-in';

/** The two places of the discovery document. */
export const discoveryPaths: readonly string[] = [
  '/.well-known/openid-configuration',
  '/.well-known/oauth-authorization-server',
];

/** How faults and counts name the OAuth endpoint at `path`. */
export function oauthOperationAt(path: string): string | undefined {
  const bare = path.replace(/\/$/u, '');
  if (bare === paths.authorization || bare.startsWith(`${paths.authorization}/`)) return 'oauth.authorization';
  if (bare === paths.token) return 'oauth.token';
  if (bare === paths.revocation) return 'oauth.revocation';
  if (discoveryPaths.includes(bare)) return 'oauth.discovery';
  return undefined;
}
