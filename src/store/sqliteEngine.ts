import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { KeyvStoreAdapter } from 'keyv';
import type { Engine } from './store.ts';

const BUSY_TIMEOUT_MS = 2_000;
const SWEEP_EVERY_WRITES = 500;

const SCHEMA = `
  PRAGMA journal_mode = WAL;
  PRAGMA synchronous = FULL;
  PRAGMA busy_timeout = ${BUSY_TIMEOUT_MS};
  CREATE TABLE IF NOT EXISTS entry (
    namespace TEXT NOT NULL, key TEXT NOT NULL, value TEXT NOT NULL, expires_at INTEGER,
    PRIMARY KEY (namespace, key)
  ) WITHOUT ROWID;
  CREATE INDEX IF NOT EXISTS entry_expiry ON entry (expires_at) WHERE expires_at IS NOT NULL;
  CREATE TABLE IF NOT EXISTS lock (name TEXT PRIMARY KEY, owner TEXT NOT NULL, expires_at INTEGER NOT NULL) WITHOUT ROWID;
`;

/**
 * Opens (or makes) the SQLite file, which only its owner may read; `:memory:` gives a store that is gone with the process.
 * Several processes of one machine may share a file. Throws when the file cannot be opened or is no database.
 */
export function openSqlite(file: string): Engine {
  if (file !== ':memory:') mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  const database = new DatabaseSync(file);
  database.exec(SCHEMA);

  const sql = {
    get: database.prepare(
      'SELECT value FROM entry WHERE namespace = ? AND key = ? AND (expires_at IS NULL OR expires_at > ?)',
    ),
    set: database.prepare(
      'INSERT INTO entry VALUES (?, ?, ?, ?) ON CONFLICT DO UPDATE SET value = excluded.value, expires_at = excluded.expires_at',
    ),
    delete: database.prepare(
      'DELETE FROM entry WHERE namespace = ? AND key = ? AND (expires_at IS NULL OR expires_at > ?)',
    ),
    clear: database.prepare('DELETE FROM entry WHERE namespace = ?'),
    sweep: database.prepare('DELETE FROM entry WHERE expires_at <= ?'),
    lock: database.prepare(
      `INSERT INTO lock VALUES (?1, ?2, ?3)
       ON CONFLICT DO UPDATE SET owner = excluded.owner, expires_at = excluded.expires_at WHERE lock.expires_at <= ?4`,
    ),
    unlock: database.prepare('DELETE FROM lock WHERE name = ? AND owner = ?'),
    check: database.prepare('SELECT 1'),
  };
  let writes = 0;

  const adapter = (namespace: string): KeyvStoreAdapter => ({
    opts: { dialect: 'sqlite', url: file },
    namespace,
    async get<Value>(key: string) {
      const row = sql.get.get(namespace, key, Date.now());
      // Keyv hands adapters a serialized string and takes one back; its type says Value.
      return row?.['value'] as Value | undefined;
    },
    async set(key: string, value: string, ttlMs?: number) {
      const now = Date.now();
      sql.set.run(namespace, key, value, ttlMs === undefined ? null : now + ttlMs);
      writes += 1;
      if (writes % SWEEP_EVERY_WRITES === 0) sql.sweep.run(now);
    },
    delete: async (key: string) => sql.delete.run(namespace, key, Date.now()).changes > 0,
    clear: async () => {
      sql.clear.run(namespace);
    },
    // A failure is thrown to the caller at once, so there is nothing to listen to.
    on() {
      return this;
    },
  });

  return {
    adapter,
    acquireLock: async (name, owner, ttlMs) => {
      const now = Date.now();
      return sql.lock.run(name, owner, now + ttlMs, now).changes > 0;
    },
    releaseLock: async (name, owner) => {
      sql.unlock.run(name, owner);
    },
    check: async () => {
      sql.check.get();
    },
    close: async () => {
      if (database.isOpen) database.close();
    },
  };
}
