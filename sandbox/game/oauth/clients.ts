import { randomBytes } from 'node:crypto';
import type { AdapterPayload } from 'oidc-provider';
import { parseScope } from '../scopes.ts';
import type { Characters } from '../world/characters.ts';
import type { OAuthStore } from './store.ts';

/** `name` is shown on the consent page and in the reasons of the client's transfers. */
export type NewClient = {
  clientId: string;
  clientSecret: string;
  redirectUris: readonly string[];
  name?: string;
  /** False until the game's staff has activated it; true by default. */
  isActive?: boolean;
};

/** A token granted without a browser. Scopes in either spelling (docs/interface.md, "OAuth"). */
export type TokenGrant = {
  handle: string;
  scopes: readonly string[];
  /** 3600 by default. */
  expiresInSeconds?: number;
  /** Defaults to the service's first client. */
  clientId?: string;
};

export const DEFAULT_CLIENT: NewClient = {
  clientId: 'commlink',
  clientSecret: 'commlink-sandbox-secret',
  redirectUris: ['http://127.0.0.1:8080/oauth/callback'],
  name: 'Commlink',
};

export async function registerClient(store: OAuthStore, client: NewClient): Promise<void> {
  const { clientId, clientSecret, redirectUris, name, isActive = true } = client;
  const registration: AdapterPayload = {
    client_id: clientId,
    client_secret: clientSecret,
    client_name: name ?? clientId,
    is_active: isActive,
    redirect_uris: [...redirectUris],
    response_types: ['code'],
    grant_types: ['authorization_code', 'refresh_token'],
    token_endpoint_auth_method: 'client_secret_post',
    id_token_signed_response_alg: 'ES256',
  };
  await store.adapter('Client').upsert(clientId, registration, 0);
}

/**
 * Stores an access token like the token endpoint, and returns it. Its scopes don't count as granted
 * before. Throws for an unknown handle or scope.
 */
export async function grantToken(
  store: OAuthStore,
  characters: Characters,
  { handle, scopes, expiresInSeconds = 3600, clientId }: TokenGrant & { clientId: string },
): Promise<string> {
  const character = characters.byHandle(handle);
  if (!character) throw new Error(`No character has the handle ${handle}`);
  const jti = randomBytes(32).toString('base64url');
  const iat = Math.floor(Date.now() / 1000);
  const token = {
    kind: 'AccessToken',
    jti,
    accountId: character.uid,
    clientId,
    scope: [...new Set(scopes.map(parseScope))].join(' '),
    gty: 'authorization_code',
    grantId: randomBytes(32).toString('base64url'),
    iat,
    exp: iat + expiresInSeconds,
  };
  await store.adapter('AccessToken').upsert(jti, token, expiresInSeconds);
  return jti;
}
