import { generateKeyPairSync, randomBytes } from 'node:crypto';
import type { EventEmitter } from 'node:events';
import Provider, { errors } from 'oidc-provider';
import type { Logger } from '../api/api.ts';
import type { Quirks } from '../quirks.ts';
import { parseScope, WIRE_SCOPES } from '../scopes.ts';
import type { Characters } from '../world/characters.ts';
import { PAGE_HEADERS } from './page.ts';
import { PATHS, SIGN_IN_PATH } from './paths.ts';
import { clientErrorPage } from './signInPages.ts';
import type { OAuthStore } from './store.ts';

const HOUR_S = 3600;
const YEAR_S = 365 * 24 * HOUR_S;

/** Lifetime of a consent. */
export const GRANT_S = YEAR_S;

export type ProviderParts = {
  issuer: string;
  store: OAuthStore;
  characters: Characters;
  quirks: Quirks;
  logger: Logger;
};

/**
 * The OAuth server (docs/interface.md, "OAuth"). It has no sessions: the sign-in pages know the
 * signed-in character, and handle login and consent in one step.
 */
export function createProvider({ issuer, store, characters, quirks, logger }: ProviderParts): Provider {
  const moveRefreshToken = (
    clientId: string,
    code: { [Name in 'accountId' | 'grantId' | 'scope']?: string | undefined },
  ) => {
    const { accountId = '', grantId = '', scope = '' } = code;
    return store.moveRefreshToken(accountId, clientId, { grantId, scope });
  };
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const provider = new Provider(issuer, {
    adapter: store.adapter,
    clientAuthMethods: ['client_secret_post', 'client_secret_basic'],
    cookies: {
      keys: [randomBytes(32).toString('base64url')],
      // Cookies ignore ports, and two services on one machine must not share them.
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
    interactions: { url: (_ctx, interaction) => `${SIGN_IN_PATH}/${interaction.uid}` },
    extraParams: {
      access_type: null,
      renew_previously_granted: (ctx, _value, client) => {
        // Runs for every authorization request, also without the parameter, so all checks are here.
        if (!store.isActive(client.clientId))
          throw new errors.CustomOIDCProviderError('access_denied_inactive_client', 'the client is not active yet');
        // The parameters as they were sent: oidc-provider's own copy lacks those it doesn't know.
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
      store.isOffline(code.grantId) &&
      !(quirks.refreshTokenOnce && moveRefreshToken(client.clientId, code)),
    rotateRefreshToken: !quirks.refreshTokenOnce,
    pkce: { required: () => !quirks.optionalPkce },
    responseTypes: ['code'],
    scopes: [...WIRE_SCOPES],
    claims: {},
    routes: PATHS,
    renderError: async (ctx, { error, error_description: description }) => {
      ctx.set({ ...PAGE_HEADERS });
      ctx.body = String(await clientErrorPage(error, description));
    },
    ttl: {
      AccessToken: HOUR_S,
      AuthorizationCode: 60,
      Grant: GRANT_S,
      IdToken: HOUR_S,
      Interaction: HOUR_S,
      RefreshToken: YEAR_S,
      Session: HOUR_S,
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

/** `signIn` holds the signed-in character; the others are oidc-provider's. */
export function cookieNames(issuer: string) {
  const suffix = new URL(issuer).port || 'game';
  return {
    session: `game_session_${suffix}`,
    interaction: `game_interaction_${suffix}`,
    resume: `game_resume_${suffix}`,
    signIn: `game_sign_in_${suffix}`,
  };
}
