import type { OAuthStore } from './store.ts';

/** A program that may ask characters for access. `name` stands on the consent page and in the reasons of its transfers. */
export interface NewClient {
  clientId: string;
  clientSecret: string;
  redirectUris: readonly string[];
  name?: string;
  /** Whether the game's staff has activated it; it has unless told otherwise. */
  isActive?: boolean;
}

/** The client of a service that was given none. */
export const defaultClient: NewClient = {
  clientId: 'commlink',
  clientSecret: 'commlink-sandbox-secret',
  redirectUris: ['http://127.0.0.1:8080/oauth/callback'],
  name: 'Commlink',
};

/** Registers a client, or changes the one of the same id. It may authenticate itself by POST body or by HTTP Basic. */
export async function registerClient(store: OAuthStore, client: NewClient): Promise<void> {
  const { clientId, clientSecret, redirectUris, name, isActive = true } = client;
  await store.adapter('Client').upsert(
    clientId,
    {
      client_id: clientId,
      client_secret: clientSecret,
      client_name: name ?? clientId,
      is_active: isActive,
      redirect_uris: [...redirectUris],
      response_types: ['code'],
      grant_types: ['authorization_code', 'refresh_token'],
      token_endpoint_auth_method: 'client_secret_post',
      id_token_signed_response_alg: 'ES256',
    },
    0,
  );
}
