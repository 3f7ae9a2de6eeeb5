import type { KeyvStoreAdapter } from 'keyv';
import type { Engine } from './engine.ts';
import { openDatabase } from './openDatabase.ts';

/** SQLite waits in the process's only thread. */
const BUSY_TIMEOUT_MS = 1_000;
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
  CREATE TABLE IF NOT EXISTS due (name TEXT NOT NULL, id TEXT NOT NULL, at INTEGER NOT NULL, PRIMARY KEY (name, id)) WITHOUT ROWID;
`;

/**
 * Opens (or makes) the SQLite file, which only its owner may read; `:memory:` gives a store that is
 * gone with the process. Several processes of one machine may share a file. Throws when the file
 * cannot be opened or is no database.
 */
export function openSqlite(file: string): Engine {
  const database = openDatabase(file);
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
    add: database.prepare(
      `INSERT INTO entry VALUES (?1, ?2, ?3, ?4)
       ON CONFLICT DO UPDATE SET value = excluded.value, expires_at = excluded.expires_at WHERE entry.expires_at <= ?5`,
    ),
    take: database.prepare(
      'DELETE FROM entry WHERE namespace = ? AND key = ? AND (expires_at IS NULL OR expires_at > ?) RETURNING value',
    ),
    replace: database.prepare(
      'UPDATE entry SET value = ?, expires_at = ? WHERE namespace = ? AND key = ? AND value = ? AND (expires_at IS NULL OR expires_at > ?)',
    ),
    deleteAll: database.prepare('DELETE FROM entry WHERE instr(namespace, ?) = 1 AND instr(key, ?) = 1'),
    remove: database.prepare('DELETE FROM entry WHERE namespace = ? AND key = ? AND value = ?'),
    schedule: database.prepare('INSERT INTO due VALUES (?, ?, ?) ON CONFLICT DO UPDATE SET at = excluded.at'),
    takeDue: database.prepare(
      `UPDATE due SET at = ?1 WHERE name = ?2 AND id IN (SELECT id FROM due WHERE name = ?2 AND at <= ?3 ORDER BY at LIMIT ?4)
       RETURNING id`,
    ),
    unschedule: database.prepare('DELETE FROM due WHERE name = ? AND id = ?'),
  };
  let writes = 0;
  const sweepNowAndThen = (now: number): void => {
    writes += 1;
    if (writes % SWEEP_EVERY_WRITES === 0) sql.sweep.run(now);
  };

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
      sweepNowAndThen(now);
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
    add: async (namespace, key, text, ttlMs) => {
      const now = Date.now();
      sweepNowAndThen(now);
      return sql.add.run(namespace, key, text, now + ttlMs, now).changes > 0;
    },
    take: async (namespace, key) => {
      const row = sql.take.get(namespace, key, Date.now());
      return row && String(row['value']);
    },
    replace: async (namespace, key, text, next, ttlMs) => {
      const now = Date.now();
      return sql.replace.run(next, ttlMs === undefined ? null : now + ttlMs, namespace, key, text, now).changes > 0;
    },
    deleteAll: async (namespacePrefix, keyPrefix) => {
      sql.deleteAll.run(namespacePrefix, keyPrefix);
    },
    remove: async (namespace, key, text) => {
      sql.remove.run(namespace, key, text);
    },
    schedule: (name) => ({
      set: async (id, delayMs) => {
        sql.schedule.run(name, id, Date.now() + delayMs);
      },
      take: async (limit, leaseMs) => {
        const now = Date.now();
        return sql.takeDue.all(now + leaseMs, name, now, limit).map(({ id }) => String(id));
      },
      delete: async (id) => {
        sql.unschedule.run(name, id);
      },
    }),
    close: async () => {
      if (database.isOpen) database.close();
    },
  };
}
