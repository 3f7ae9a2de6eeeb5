import { generateKeyPairSync, randomBytes } from 'node:crypto';
import type { EventEmitter } from 'node:events';
import Provider, { errors } from 'oidc-provider';
import type { Logger } from '../api/api.ts';
import type { Quirks } from '../quirks.ts';
import { parseScope, wireScopes } from '../scopes.ts';
import type { Characters } from '../world/characters.ts';
import { pageHeaders } from './page.ts';
import { paths, signInPath } from './paths.ts';
import { clientErrorPage } from './signInPages.ts';
import type { OAuthStore } from './store.ts';

const hour = 3600;
const year = 365 * 24 * hour;

/** How long a sign-in may take from the client's request to the consent, in seconds. */
export const signInSeconds = hour;

/** How long a consent lasts, in seconds. */
export const grantSeconds = year;

/** What the OAuth server is made of. */
export interface ProviderParts {
  issuer: string;
  store: OAuthStore;
  characters: Characters;
  quirks: Quirks;
  logger: Logger;
}

/**
 * The OAuth server (docs/interface.md, "OAuth"): authorization code with PKCE (S256), client secret
 * by POST body or Basic, opaque access tokens that last an hour, refresh tokens for clients that
 * sent `access_type=offline` both times, revocation, discovery. It has no sessions: the sign-in
 * pages know who is signed in, and answer login and consent in one step.
 */
export function createProvider({ issuer, store, characters, quirks, logger }: ProviderParts): Provider {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const provider = new Provider(issuer, {
    adapter: store.adapter,
    clientAuthMethods: ['client_secret_post', 'client_secret_basic'],
    cookies: {
      keys: [randomBytes(32).toString('base64url')],
      // Cookies do not know ports: two services on one machine must not take each other's.
      names: cookieNames(issuer),
      long: { httpOnly: true, sameSite: 'lax' },
      short: { httpOnly: true, sameSite: 'lax' },
    },
    jwks: { keys: [{ ...privateKey.export({ format: 'jwk' }), use: 'sig', alg: 'ES256' }] },
    features: {
      devInteractions: { enabled: false },
      userinfo: { enabled: false },
      rpInitiatedLogout: { enabled: false },
      resourceIndicators: { enabled: false },
      pushedAuthorizationRequests: { enabled: false },
      dPoP: { enabled: false },
      revocation: { enabled: true, allowedPolicy: (_ctx, client, token) => token.clientId === client.clientId },
    },
    findAccount: (_ctx, uid) => {
      const character = characters.byUid(uid);
      return character && { accountId: uid, claims: () => ({ sub: uid }) };
    },
    interactions: { url: (_ctx, interaction) => `${signInPath}/${interaction.uid}` },
    extraParams: {
      access_type: null,
      renew_previously_granted: (ctx, _value, client) => {
        // Runs for every authorization request, with the parameter or without: the place to look at client and scopes, too.
        if (!store.isActive(client.clientId))
          throw new errors.CustomOIDCProviderError('access_denied_inactive_client', 'the client is not active yet');
        // They are read as they were sent: from its own copy the OAuth server has already dropped what it does not know.
        const sent = ctx.method === 'POST' ? ctx.oidc.body : ctx.query;
        const asked = String(sent?.['scope'] ?? '')
          .split(' ')
          .filter((scope) => scope !== '');
        if (asked.length === 0) throw new errors.InvalidScope('at least one scope must be asked for', '');
        if (ctx.oidc.params) ctx.oidc.params['scope'] = [...new Set(asked.map(toWireScope))].join(' ');
      },
    },
    expiresWithSession: () => false,
    issueRefreshToken: async (ctx, client, code) =>
      ctx.oidc.body?.['access_type'] === 'offline' &&
      code.grantId !== undefined &&
      (await store.isOffline(code.grantId)) &&
      !(
        quirks.refreshTokenOnce &&
        store.carryRefreshToken({
          uid: code.accountId ?? '',
          clientId: client.clientId,
          grantId: code.grantId,
          scope: code.scope ?? '',
        })
      ),
    rotateRefreshToken: !quirks.refreshTokenOnce,
    pkce: { required: () => !quirks.optionalPkce },
    responseTypes: ['code'],
    scopes: [...wireScopes],
    claims: {},
    routes: paths,
    renderError: async (ctx, { error, error_description: description }) => {
      ctx.set({ ...pageHeaders });
      ctx.body = String(await clientErrorPage(error, description));
    },
    ttl: {
      AccessToken: hour,
      AuthorizationCode: 60,
      Grant: grantSeconds,
      IdToken: hour,
      Interaction: signInSeconds,
      RefreshToken: year,
      Session: hour,
    },
  });
  provider.on('server_error', (_ctx, error) => logger.error({ err: error }, 'the OAuth server failed'));
  const emitter: EventEmitter = provider;
  emitter.on('error', (error) => logger.error({ err: error }, 'the OAuth server failed'));
  return provider;
}

function toWireScope(name: string): string {
  try {
    return parseScope(name);
  } catch {
    throw new errors.InvalidScope('there is no such scope', name);
  }
}

/** The names of the cookies of a service with this issuer. `signIn` holds who signed in; the others are the OAuth server's. */
export function cookieNames(issuer: string): { session: string; interaction: string; resume: string; signIn: string } {
  const suffix = new URL(issuer).port || 'game';
  return {
    session: `game_session_${suffix}`,
    interaction: `game_interaction_${suffix}`,
    resume: `game_resume_${suffix}`,
    signIn: `game_sign_in_${suffix}`,
  };
}
