import * as openid from 'openid-client';
import { z } from 'zod';
import type { Config } from '../config.ts';
import { CommlinkError, NamedError } from '../errors.ts';
import { toUserAgent } from '../game/request/userAgent.ts';
import { SCOPES, type Scope, toCanonicalScope } from '../game/scopes.ts';
import { isFromFilter } from '../game/wire/response.ts';
import { toNumber } from '../game/wire/wire.ts';
import { withTimeout } from '../time/withTimeout.ts';
import type { Link } from './links.ts';

/** `scopes`: in canonical spelling, if the server sends them. */
export type Tokens = Link['tokens'] & { scopes?: string[] | undefined };

/** A web page instead of a response, e.g. from a bot filter. */
class BlockedByFilter extends NamedError {}

/** `inactive_client`: not activated by the game's staff. `unavailable`: no proper response;
 * `isBlocked` if a bot filter was the reason. */
export class OAuthError extends CommlinkError {
  readonly code: 'denied' | 'inactive_client' | 'rejected' | 'unavailable';
  readonly isBlocked: boolean;

  constructor(cause: unknown) {
    const code = toCode(cause);
    super(`${code}: ${cause instanceof Error ? cause.message : String(cause)}`, { cause });
    this.code = code;
    this.isBlocked = [cause, cause instanceof Error && cause.cause].some((it) => it instanceof BlockedByFilter);
  }
}

const REQUEST_TIMEOUT_SECONDS = 10;
/** Timeout for revoking both tokens: a person waits, and our copies are erased in any case. */
const REVOCATION_TIMEOUT_MS = 5_000;
const DEFAULT_LIFETIME_SECONDS = 3_600;
const AUTHORIZATION_ERRORS: Partial<Record<string, OAuthError['code']>> = {
  access_denied: 'denied',
  access_denied_inactive_client: 'inactive_client',
};
/** A token response in the library's form, whatever the service sends. */
const tokenResponse = z
  .looseObject({ access_token: z.string(), refresh_token: z.string().min(1).optional().catch(undefined) })
  .transform(({ access_token, refresh_token, expires_in, scope }) => ({
    ...{ access_token, refresh_token, token_type: 'bearer' },
    expires_in: Math.max(0, toNumber(expires_in) ?? DEFAULT_LIFETIME_SECONDS),
    scope: String([scope])
      .match(/[^\s,]+/g)
      ?.join(' '),
  }));
const GRANT_ERRORS = new Set(['invalid_grant', 'unauthorized_client']);

export type OAuth = ReturnType<typeof createOAuth>;
type Options = Config['oauth'] & { redirectUrl: URL; now?: () => number };

/** The code flow with PKCE (docs/interface.md, "OAuth"). All methods throw {@link OAuthError}. */
export function createOAuth(options: Options) {
  const { clientId, server, redirectUrl, now = Date.now } = options;
  const userAgent = toUserAgent(new URL('/', redirectUrl));
  let found: Promise<openid.Configuration> | undefined;
  const findServer = (): Promise<openid.Configuration> => {
    found ??= connect(options, userAgent).catch((error: unknown) => {
      // The next caller tries again.
      found = undefined;
      throw error;
    });
    return found;
  };
  const toTokens = (response: openid.TokenEndpointResponse, oldRefreshToken?: string): Tokens => {
    const refreshToken = response.refresh_token ?? oldRefreshToken;
    // A token without a lifetime is used once, if it can be refreshed.
    const lifetime = response.expires_in || (refreshToken === undefined ? DEFAULT_LIFETIME_SECONDS : 0);
    const scopes = (response.scope || undefined)?.split(' ').map(toCanonicalScope);
    return { accessToken: response.access_token, refreshToken, expiresAt: now() + lifetime * 1_000, scopes };
  };
  const ask = <T>(work: (config: openid.Configuration) => Promise<T>): Promise<T> =>
    findServer().then(work).catch(throwOAuthError);

  return {
    /** The URL for the browser; the exchange needs `codeVerifier`. */
    authorizationUrl: ({ scopes, state }: { scopes: readonly Scope[]; state: string }) =>
      ask(async (config) => {
        const codeVerifier = openid.randomPKCECodeVerifier();
        const url = openid.buildAuthorizationUrl(config, {
          redirect_uri: redirectUrl.href,
          scope: scopes.map((scope) => SCOPES[scope]).join(' '),
          state,
          code_challenge: await openid.calculatePKCECodeChallenge(codeVerifier),
          code_challenge_method: 'S256',
          access_type: 'offline',
          renew_previously_granted: 'yes',
        });
        return { url, codeVerifier };
      }),
    /** Checks the state and issuer of the callback's query, and exchanges its code. */
    exchange: (callbackQuery: URLSearchParams, { state, codeVerifier }: { state: string; codeVerifier: string }) =>
      ask(async (config) => {
        const callback = new URL(redirectUrl);
        callback.search = callbackQuery.toString();
        const checks = { expectedState: state, pkceCodeVerifier: codeVerifier };
        return toTokens(await openid.authorizationCodeGrant(config, callback, checks, { access_type: 'offline' }));
      }),
    /** New tokens for a refresh token, which stays the same if the server sends none. */
    refresh: (refreshToken: string) =>
      ask(async (config) => {
        const refresh = () => openid.refreshTokenGrant(config, refreshToken);
        // If the response was lost, some servers accept the replaced token again.
        const response = await refresh().catch((error) => (isLost(error) ? refresh() : Promise.reject(error)));
        return toTokens(response, refreshToken);
      }),
    /** Returns within 5 s; a slower request continues. */
    revoke({ accessToken, refreshToken }: Pick<Tokens, 'accessToken' | 'refreshToken'>): Promise<void> {
      const revoking = findServer().then(async (config) => {
        // The refresh token first, because it could get another access token.
        for (const token of [refreshToken, accessToken]) {
          if (token === undefined) continue;
          if ('issuer' in server) await openid.tokenRevocation(config, token);
          else await revokeByGet(server.revocationUrl, token, clientId, userAgent);
        }
      });
      return withTimeout(revoking, REVOCATION_TIMEOUT_MS).catch(throwOAuthError);
    },
  };
}

async function connect({ server, clientId, clientSecret }: Options, userAgent: string): Promise<openid.Configuration> {
  const client = [clientId, undefined, openid.ClientSecretPost(clientSecret)] as const;
  const options = { timeout: REQUEST_TIMEOUT_SECONDS, [openid.customFetch]: fetchCompleted(userAgent) };
  if ('issuer' in server) {
    const execute = server.issuer.protocol === 'http:' ? [openid.allowInsecureRequests] : [];
    return await openid.discovery(server.issuer, ...client, { ...options, execute });
  }
  const { authorizationUrl, tokenUrl, revocationUrl } = server;
  const metadata = {
    issuer: authorizationUrl.origin,
    authorization_endpoint: authorizationUrl.href,
    token_endpoint: tokenUrl.href,
    revocation_endpoint: revocationUrl.href,
  };
  const config = Object.assign(new openid.Configuration(metadata, ...client), options);
  if (tokenUrl.protocol === 'http:') openid.allowInsecureRequests(config);
  return config;
}

/** Converts token responses to the library's form, and detects a bot filter's page. */
const fetchCompleted =
  (userAgent: string): openid.CustomFetch =>
  async (url, options) => {
    const headers = { ...options.headers, 'user-agent': userAgent };
    const response = await fetch(url, { ...options, headers } as RequestInit);
    if (isFromFilter(response.status, await response.clone().text()))
      throw new BlockedByFilter(`HTTP ${response.status} with a web page`);
    if (options.method !== 'POST' || !response.ok) return response;
    const copy = response.clone();
    const body = tokenResponse.safeParse(await copy.json().catch(() => undefined));
    return body.success ? Response.json(body.data) : response;
  };

/** The live service's revocation: `GET ?token=&client_id=`. */
async function revokeByGet(endpoint: URL, token: string, clientId: string, userAgent: string): Promise<void> {
  const url = new URL(endpoint);
  url.searchParams.set('token', token);
  url.searchParams.set('client_id', clientId);
  // A redirect would send the token elsewhere.
  const [signal, headers] = [AbortSignal.timeout(REVOCATION_TIMEOUT_MS), { 'user-agent': userAgent }];
  const response = await fetch(url, { redirect: 'error', headers, signal });
  await response.body?.cancel();
  if (!response.ok) throw new Error(`the revocation endpoint responded with HTTP ${response.status}`);
}

/** True if the connection broke before the whole response arrived. */
function isLost(error: unknown): boolean {
  return error instanceof TypeError || (error instanceof openid.ClientError && error.code === 'OAUTH_PARSE_ERROR');
}

function throwOAuthError(error: unknown): never {
  throw new OAuthError(error);
}

function toCode(error: unknown): OAuthError['code'] {
  if (error instanceof openid.AuthorizationResponseError) return AUTHORIZATION_ERRORS[error.error] ?? 'rejected';
  if (error instanceof openid.ResponseBodyError) return GRANT_ERRORS.has(error.error) ? 'rejected' : 'unavailable';
  const isForgedCallback = error instanceof openid.ClientError && error.code === 'OAUTH_INVALID_RESPONSE';
  return isForgedCallback ? 'rejected' : 'unavailable';
}
