import type { Adapter, AdapterPayload } from 'oidc-provider';
import type { Database } from '../world/database.ts';

/** `expiresAt` in unix milliseconds. */
type StoredToken = { uid: string; clientId: string; scopes: ReadonlySet<string>; expiresAt: number };

type Row = { payload: string; expires_at: number | null; consumed_at: number | null };

export type OAuthStore = ReturnType<typeof createOAuthStore>;

const SELECT = 'SELECT payload, expires_at, consumed_at FROM oauth WHERE model = ? AND';
const UPSERT = `INSERT INTO oauth (model, id, payload, grant_id, uid, expires_at) VALUES (?, ?, ?, ?, ?, ?)
  ON CONFLICT (model, id) DO UPDATE SET payload = excluded.payload, grant_id = excluded.grant_id, uid = excluded.uid,
    expires_at = excluded.expires_at`;
const OF_CLIENT = `payload ->> 'accountId' = ? AND payload ->> 'clientId' = ?`;

/**
 * Keeps the OAuth server's state in `database`, by `clock` (unix milliseconds). oidc-provider uses
 * the machine's clock: the times in its records are shifted when they are read, so that a token
 * expires by the service's clock.
 */
export function createOAuthStore(database: Database, clock: () => number) {
  database.run('DELETE FROM oauth WHERE expires_at <= ?', clock());
  const toPayload = (row: Row | undefined): AdapterPayload | undefined => {
    if (!row || (row.expires_at !== null && row.expires_at <= clock())) return undefined;
    const payload: AdapterPayload = JSON.parse(row.payload);
    if (row.expires_at !== null) payload.exp = Math.ceil((Date.now() + row.expires_at - clock()) / 1000);
    if (row.consumed_at !== null) payload.consumed = true;
    return payload;
  };
  const read = (model: string, column: 'id' | 'uid', value: string): AdapterPayload | undefined =>
    toPayload(database.first<Row>(`${SELECT} ${column} = ?`, model, value));
  const remove = (model: string, column: 'id' | 'grant_id', value: string): void =>
    void database.run(`DELETE FROM oauth WHERE model = ? AND ${column} = ?`, model, value);

  /** The storage of oidc-provider's models. */
  const adapter = (model: string): Adapter => ({
    upsert: async (id, payload, expiresIn) => {
      const { grantId = null, uid = null } = payload;
      const expiresAt = expiresIn ? clock() + expiresIn * 1000 : null;
      database.run(UPSERT, model, id, JSON.stringify(payload), grantId, uid, expiresAt);
    },
    find: async (id) => read(model, 'id', id),
    findByUid: async (uid) => read(model, 'uid', uid),
    findByUserCode: async () => undefined,
    consume: async (id) => {
      database.run('UPDATE oauth SET consumed_at = ? WHERE model = ? AND id = ?', clock(), model, id);
    },
    destroy: async (id) => remove(model, 'id', id),
    revokeByGrantId: async (grantId) => remove(model, 'grant_id', grantId),
  });

  return {
    adapter,
    accessToken: (token: string): StoredToken | undefined => {
      const row = database.first<Row>(`${SELECT} id = ?`, 'AccessToken', token);
      const { accountId: uid, clientId, scope } = toPayload(row) ?? {};
      if (!uid || !clientId) return undefined;
      const scopes = new Set(scope?.split(' ').filter((name) => name !== ''));
      return { uid, clientId, scopes, expiresAt: row?.expires_at ?? Number.POSITIVE_INFINITY };
    },
    clientName: (clientId: string): string | undefined => {
      const client = read('Client', 'id', clientId);
      return typeof client?.['client_name'] === 'string' ? client['client_name'] : undefined;
    },
    isActive: (clientId: string) => read('Client', 'id', clientId)?.['is_active'] !== false,
    /** All wire scopes that a character has granted a client and not revoked. */
    grantedScopes: (uid: string, clientId: string): Set<string> => {
      const grants = database.all<Row>(`${SELECT} ${OF_CLIENT}`, 'Grant', uid, clientId);
      return new Set(grants.flatMap((row) => scopesOfGrant(toPayload(row))));
    },
    /** Remembers that a grant was requested with `access_type=offline` and may be refreshed. */
    markOffline: (grantId: string, expiresIn: number) => adapter('OfflineGrant').upsert(grantId, {}, expiresIn),
    isOffline: (grantId: string): boolean => read('OfflineGrant', 'id', grantId) !== undefined,
    /**
     * Moves the refresh token that a character gave this client before to another grant. False if
     * there is none.
     */
    moveRefreshToken: (uid: string, clientId: string, { grantId, scope }: { grantId: string; scope: string }) => {
      const sql = `UPDATE oauth SET grant_id = ?1, payload = json_set(payload, '$.grantId', ?1, '$.scope', ?2)
        WHERE model = 'RefreshToken' AND ${OF_CLIENT} AND expires_at > ?`;
      return database.run(sql, grantId, scope, uid, clientId, clock()) > 0;
    },
    /** Revokes the grant of an access or refresh token of this client. */
    revoke: (token: string, clientId: string): void => {
      const stored = read('AccessToken', 'id', token) ?? read('RefreshToken', 'id', token);
      if (stored?.grantId === undefined || stored.clientId !== clientId) return;
      database.run('DELETE FROM oauth WHERE grant_id = ?1 OR id = ?1', stored.grantId);
    },
  };
}

function scopesOfGrant(grant: (AdapterPayload & { openid?: { scope?: string } }) | undefined): string[] {
  return grant?.openid?.scope?.split(' ') ?? [];
}
