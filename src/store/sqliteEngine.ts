import { chmodSync, existsSync, mkdirSync, statSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { KeyvStoreAdapter } from 'keyv';
import type { Engine, StoredRow } from './engine.ts';

/** Waiting for SQLite blocks the process's only thread. */
const BUSY_TIMEOUT_MS = 1_000;
const SWEEP_EVERY_WRITES = 500;
const ROWS_PER_READ = 500;

/** Pages of 4 KB that a sweep gives back to the disk, in about 10 ms. */
const PAGES_PER_SWEEP = 500;

const SCHEMA = `
  PRAGMA journal_mode = WAL;
  PRAGMA synchronous = FULL;
  CREATE TABLE IF NOT EXISTS entry (
    namespace TEXT NOT NULL, key TEXT NOT NULL, value TEXT NOT NULL, expires_at INTEGER,
    PRIMARY KEY (namespace, key)
  ) WITHOUT ROWID;
  CREATE INDEX IF NOT EXISTS entry_expiry ON entry (expires_at) WHERE expires_at IS NOT NULL;
  CREATE TABLE IF NOT EXISTS due (
    name TEXT NOT NULL, id TEXT NOT NULL, at INTEGER NOT NULL,
    PRIMARY KEY (name, id)
  ) WITHOUT ROWID;
`;

const IS_LIVE = 'namespace = ? AND key = ? AND (expires_at IS NULL OR expires_at > ?)';
const OR_REPLACE = 'ON CONFLICT DO UPDATE SET value = excluded.value, expires_at = excluded.expires_at';

/** Opens or creates the SQLite file, which several processes of one machine may share. */
export function openSqlite(file: string): Engine {
  const database = openDatabase(file);
  database.exec(SCHEMA);
  // Setting it writes. A file without it is rewritten once, unless another process uses it.
  if (database.prepare('PRAGMA auto_vacuum').get()?.['auto_vacuum'] === 0)
    tryTo(() => database.exec('PRAGMA auto_vacuum = INCREMENTAL; VACUUM'));
  const sql = {
    get: database.prepare(`SELECT value FROM entry WHERE ${IS_LIVE}`),
    set: database.prepare(`INSERT INTO entry VALUES (?, ?, ?, ?) ${OR_REPLACE}`),
    add: database.prepare(`INSERT INTO entry VALUES (?, ?, ?, ?) ${OR_REPLACE} WHERE entry.expires_at <= ?`),
    replace: database.prepare(
      `UPDATE entry SET value = ?, expires_at = coalesce(?, expires_at) WHERE ${IS_LIVE} AND value = ?`,
    ),
    delete: database.prepare(`DELETE FROM entry WHERE ${IS_LIVE}`),
    take: database.prepare(`DELETE FROM entry WHERE ${IS_LIVE} RETURNING value`),
    remove: database.prepare('DELETE FROM entry WHERE namespace = ? AND key = ? AND value = ?'),
    clear: database.prepare('DELETE FROM entry WHERE namespace = ?'),
    deleteAll: database.prepare('DELETE FROM entry WHERE instr(namespace, ?) = 1'),
    sweep: database.prepare('DELETE FROM entry WHERE expires_at <= ?'),
    schedule: database.prepare('INSERT INTO due VALUES (?, ?, ?) ON CONFLICT DO UPDATE SET at = excluded.at'),
    takeDue: database.prepare(
      `UPDATE due SET at = ?1 WHERE name = ?2
       AND id IN (SELECT id FROM due WHERE name = ?2 AND at <= ?3 ORDER BY at LIMIT ?4) RETURNING id`,
    ),
    read: database.prepare(
      `SELECT * FROM entry WHERE namespace = coalesce(?, namespace) AND (namespace, key) > (?, ?)
       AND (expires_at IS NULL OR expires_at > ?) ORDER BY namespace, key LIMIT ${ROWS_PER_READ}`,
    ),
    readDue: database.prepare('SELECT * FROM due'),
    unschedule: database.prepare('DELETE FROM due WHERE name = ? AND id = ?'),
  };
  let writes = 0;
  const startWrite = (): number => {
    const now = Date.now();
    writes += 1;
    if (writes % SWEEP_EVERY_WRITES === 0) {
      sql.sweep.run(now);
      tryTo(() => database.exec(`PRAGMA incremental_vacuum(${PAGES_PER_SWEEP})`));
    }
    return now;
  };
  const toText = (row: ReturnType<typeof sql.get.get>): string | undefined => row && String(row['value']);
  const toExpiry = (now: number, ttlMs: number | undefined): number | null =>
    ttlMs === undefined ? null : now + ttlMs;

  const get: Engine['get'] = async (namespace, key) => toText(sql.get.get(namespace, key, Date.now()));
  const adapter = (namespace: string): KeyvStoreAdapter => ({
    opts: { dialect: 'sqlite', url: file },
    namespace,
    // Keyv gives adapters serialized text and wants it back, though its type says Value.
    get: async <Value>(key: string) => (await get(namespace, key)) as Value | undefined,
    async set(key: string, value: string, ttlMs?: number) {
      sql.set.run(namespace, key, value, toExpiry(startWrite(), ttlMs));
    },
    delete: async (key: string) => sql.delete.run(namespace, key, Date.now()).changes > 0,
    clear: async () => void sql.clear.run(namespace),
    // A failure is thrown to the caller at once, so there is nothing to listen to.
    on() {
      return this;
    },
  });

  return {
    isCluster: false,
    adapter,
    get,
    add: async (namespace, key, text, ttlMs) => {
      const now = startWrite();
      return sql.add.run(namespace, key, text, toExpiry(now, ttlMs), now).changes > 0;
    },
    take: async (namespace, key) => toText(sql.take.get(namespace, key, Date.now())),
    replace: async (namespace, key, text, next, ttlMs) => {
      const now = Date.now();
      return sql.replace.run(next, toExpiry(now, ttlMs), namespace, key, now, text).changes > 0;
    },
    deleteAll: async (namespacePrefix) => void sql.deleteAll.run(namespacePrefix),
    remove: async (namespace, key, text) => sql.remove.run(namespace, key, text),
    // One file has no replicas.
    replicate: async () => 0,
    // A file loses no data while a process uses it.
    generation: () => '',
    measure: async () => '',
    now: () => Date.now(),
    schedule: (name) => ({
      set: async (id, delayMs) => void sql.schedule.run(name, id, Date.now() + delayMs),
      take: async (limit, leaseMs) => {
        const now = Date.now();
        return sql.takeDue.all(now + leaseMs, name, now, limit).map(({ id }) => String(id));
      },
      delete: async (id) => void sql.unschedule.run(name, id),
    }),
    async *readAll(namespace, isMoment = false) {
      let last: StoredRow | undefined = { name: '', key: '' };
      if (isMoment) database.exec('BEGIN');
      try {
        while (last) {
          const rows: StoredRow[] = sql.read.all(namespace ?? null, last.name, last.key, Date.now()).map(toRow);
          yield rows;
          last = rows.at(-1);
        }
        if (namespace !== undefined) return;
        yield sql.readDue.all().map(({ name, id, at }) => ({ name: String(name), key: String(id), at: Number(at) }));
      } finally {
        if (isMoment) database.exec('COMMIT');
      }
    },
    async writeAll(rows) {
      database.exec('BEGIN IMMEDIATE');
      for (const { name, key, text, at } of rows) {
        if (text !== undefined) sql.set.run(name, key, text, at ?? null);
        else sql.schedule.run(name, key, at ?? 0);
      }
      database.exec('COMMIT');
    },
    close: async () => {
      if (database.isOpen) database.close();
    },
  };
}

/** Runs work that may be left out while the file is busy or full. */
function tryTo(work: () => void): void {
  try {
    work();
  } catch {
    // The next start or sweep tries again.
  }
}

function toRow(row: Record<string, unknown>): StoredRow {
  const at = row['expires_at'] === null ? {} : { at: Number(row['expires_at']) };
  return { name: String(row['namespace']), key: String(row['key']), text: String(row['value']), ...at };
}

const OWNER_ONLY = 0o600;

/** Opens or creates an SQLite file, or `:memory:`; only its owner may read it from now on. */
export function openDatabase(file: string): DatabaseSync {
  if (file === ':memory:') return new DatabaseSync(file);
  const stats = statSync(file, { throwIfNoEntry: false });
  if (stats && !stats.isFile()) throw new Error("it isn't a file");
  if (stats && process.geteuid?.() && process.geteuid() !== stats.uid)
    throw new Error(`it belongs to another user (${stats.uid}, and this one is ${process.geteuid()})`);
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  // Created here because the umask may allow more. SQLite gives the files beside it the same mode.
  if (!existsSync(file)) writeFileSync(file, '', { flag: 'a', mode: OWNER_ONLY });
  for (const path of [file, `${file}-wal`, `${file}-shm`]) if (existsSync(path)) chmodSync(path, OWNER_ONLY);
  return new DatabaseSync(file, { timeout: BUSY_TIMEOUT_MS });
}
