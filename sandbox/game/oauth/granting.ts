import { randomBytes } from 'node:crypto';
import { parseScope } from '../scopes.ts';
import type { Characters } from '../world/characters.ts';
import type { OAuthStore } from './store.ts';

/** A token granted without a browser. Scopes in either spelling (docs/interface.md, "OAuth"). */
export interface TokenGrant {
  handle: string;
  scopes: readonly string[];
  /** 3600 when not given. */
  expiresInSeconds?: number;
  /** The first client of the service when not given. */
  clientId?: string;
}

/** Puts an access token into the store, as the token endpoint would, and gives it. It does not count as something the character has
 * granted before. Throws for an unknown handle or scope. */
export async function grantToken(
  store: OAuthStore,
  characters: Characters,
  { handle, scopes, expiresInSeconds = 3600, clientId }: TokenGrant & { clientId: string },
): Promise<string> {
  const character = characters.byHandle(handle);
  if (!character) throw new Error(`No character has the handle ${handle}`);
  const scope = [...new Set(scopes.map(parseScope))].join(' ');
  const token = randomBytes(32).toString('base64url');
  const grantId = randomBytes(32).toString('base64url');
  const iat = Math.floor(Date.now() / 1000);
  const shared = { accountId: character.uid, clientId, iat, exp: iat + expiresInSeconds };
  await store
    .adapter('AccessToken')
    .upsert(
      token,
      { ...shared, kind: 'AccessToken', jti: token, gty: 'authorization_code', grantId, scope },
      expiresInSeconds,
    );
  return token;
}
