import type { Adapter, AdapterPayload } from 'oidc-provider';
import type { Database } from '../world/database.ts';

/** An access token as it is kept: whose, for which client, with which scopes, and until when (unix milliseconds). */
export interface StoredToken {
  uid: string;
  clientId: string;
  scopes: ReadonlySet<string>;
  expiresAt: number;
}

/** The OAuth server's state. */
export interface OAuthStore {
  /** What oidc-provider keeps its models in. */
  adapter(model: string): Adapter;
  accessToken(token: string): StoredToken | undefined;
  clientName(clientId: string): string | undefined;
  isActive(clientId: string): boolean;
  /** All wire scopes a character has granted a client and not taken back. */
  grantedScopes(uid: string, clientId: string): Set<string>;
  /** Notes that a grant was asked for with `access_type=offline`, and so may be refreshed. */
  markOffline(grantId: string, expiresIn: number): Promise<void>;
  isOffline(grantId: string): Promise<boolean>;
  /**
   * Lets the refresh token that a character gave this client before go on for another grant. False when there is none.
   */
  carryRefreshToken(grant: { uid: string; clientId: string; grantId: string; scope: string }): boolean;
  /** Ends the grant of an access or refresh token, if it is one of this client. */
  revoke(token: string, clientId: string): void;
}

interface Row {
  payload: string;
  expires_at: number | null;
  consumed_at: number | null;
}

/**
 * Keeps the OAuth server's state in `database`, by `clock` (unix milliseconds). oidc-provider itself goes by the machine's clock: the times
 * in its records are moved as they are read, so that a token expires when the service's own clock says so.
 */
export function createOAuthStore(database: Database, clock: () => number): OAuthStore {
  database.run('DELETE FROM oauth WHERE expires_at <= ?', clock());
  const columns = 'SELECT payload, expires_at, consumed_at FROM oauth WHERE model = ? AND';
  const toPayload = (row: Row | undefined): AdapterPayload | undefined => {
    if (!row || (row.expires_at !== null && row.expires_at <= clock())) return undefined;
    const payload: AdapterPayload = JSON.parse(row.payload);
    if (row.expires_at !== null) payload.exp = Math.ceil((Date.now() + row.expires_at - clock()) / 1000);
    if (row.consumed_at !== null) payload.consumed = true;
    return payload;
  };
  const read = (model: string, column: 'id' | 'uid', value: string): AdapterPayload | undefined =>
    toPayload(database.first<Row>(`${columns} ${column} = ?`, model, value));

  const adapter = (model: string): Adapter => ({
    upsert: async (id, payload, expiresIn) => {
      const expiresAt = expiresIn ? clock() + expiresIn * 1000 : null;
      database.run(
        `INSERT INTO oauth (model, id, payload, grant_id, uid, expires_at, consumed_at) VALUES (?, ?, ?, ?, ?, ?, NULL)
         ON CONFLICT (model, id) DO UPDATE SET payload = excluded.payload, grant_id = excluded.grant_id, uid = excluded.uid,
           expires_at = excluded.expires_at`,
        model,
        id,
        JSON.stringify(payload),
        payload.grantId ?? null,
        payload.uid ?? null,
        expiresAt,
      );
    },
    find: async (id) => read(model, 'id', id),
    findByUid: async (uid) => read(model, 'uid', uid),
    findByUserCode: async () => undefined,
    consume: async (id) => {
      database.run('UPDATE oauth SET consumed_at = ? WHERE model = ? AND id = ?', clock(), model, id);
    },
    destroy: async (id) => {
      database.run('DELETE FROM oauth WHERE model = ? AND id = ?', model, id);
    },
    revokeByGrantId: async (grantId) => {
      database.run('DELETE FROM oauth WHERE model = ? AND grant_id = ?', model, grantId);
    },
  });

  return {
    adapter,
    accessToken: (token) => {
      const row = database.first<Row>(`${columns} id = ?`, 'AccessToken', token);
      const payload = toPayload(row);
      if (!payload?.accountId || !payload.clientId) return undefined;
      const scopes = new Set(payload.scope?.split(' ').filter((scope) => scope !== ''));
      return {
        uid: payload.accountId,
        clientId: payload.clientId,
        scopes,
        expiresAt: row?.expires_at ?? Number.POSITIVE_INFINITY,
      };
    },
    clientName: (clientId) => {
      const client = read('Client', 'id', clientId);
      return typeof client?.['client_name'] === 'string' ? client['client_name'] : undefined;
    },
    isActive: (clientId) => read('Client', 'id', clientId)?.['is_active'] !== false,
    grantedScopes: (uid, clientId) => {
      const grants = database.all<Row>(
        `SELECT payload, expires_at, consumed_at FROM oauth WHERE model = 'Grant' AND payload ->> 'accountId' = ? AND payload ->> 'clientId' = ?`,
        uid,
        clientId,
      );
      return new Set(grants.flatMap((row) => scopesOfGrant(toPayload(row))));
    },
    markOffline: (grantId, expiresIn) => adapter('OfflineGrant').upsert(grantId, {}, expiresIn),
    isOffline: async (grantId) => read('OfflineGrant', 'id', grantId) !== undefined,
    carryRefreshToken: ({ uid, clientId, grantId, scope }) =>
      database.run(
        `UPDATE oauth SET grant_id = ?1, payload = json_set(payload, '$.grantId', ?1, '$.scope', ?2) WHERE model = 'RefreshToken'
         AND payload ->> 'accountId' = ?3 AND payload ->> 'clientId' = ?4 AND expires_at > ?5`,
        grantId,
        scope,
        uid,
        clientId,
        clock(),
      ).changes > 0,
    revoke: (token, clientId) => {
      const stored = read('AccessToken', 'id', token) ?? read('RefreshToken', 'id', token);
      if (stored?.grantId === undefined || stored.clientId !== clientId) return;
      database.run('DELETE FROM oauth WHERE grant_id = ?1 OR id = ?1', stored.grantId);
    },
  };
}

function scopesOfGrant(grant: (AdapterPayload & { openid?: { scope?: string } }) | undefined): string[] {
  return grant?.openid?.scope?.split(' ') ?? [];
}
