import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';

export type Database = ReturnType<typeof openDatabase>;

const BUSY_TIMEOUT_MS = 5_000;

const TABLES = `
  CREATE TABLE IF NOT EXISTS seed (fingerprint TEXT NOT NULL);
  CREATE TABLE IF NOT EXISTS places (
    uid TEXT PRIMARY KEY, kind TEXT NOT NULL, position INTEGER NOT NULL, name TEXT NOT NULL, parent TEXT, controlled_by TEXT,
    population INTEGER NOT NULL, x INTEGER, y INTEGER, local_x INTEGER, local_y INTEGER, type TEXT,
    UNIQUE (kind, position)
  ) STRICT;
  CREATE INDEX IF NOT EXISTS places_by_parent ON places (parent);
  CREATE TABLE IF NOT EXISTS factions (uid TEXT PRIMARY KEY, name TEXT NOT NULL UNIQUE) STRICT;
  CREATE TABLE IF NOT EXISTS characters (
    uid TEXT PRIMARY KEY, handle TEXT NOT NULL UNIQUE, handle_key TEXT NOT NULL UNIQUE, is_private INTEGER NOT NULL, gender TEXT NOT NULL,
    race TEXT NOT NULL, shortdescription TEXT NOT NULL, biography TEXT NOT NULL, health INTEGER NOT NULL, health_max INTEGER NOT NULL,
    xp INTEGER NOT NULL, xp_level INTEGER NOT NULL, last_login INTEGER NOT NULL, place TEXT NOT NULL,
    credits INTEGER NOT NULL CHECK (credits >= 0)
  ) STRICT;
  CREATE TABLE IF NOT EXISTS members (
    faction TEXT NOT NULL, character TEXT NOT NULL, is_primary INTEGER NOT NULL, PRIMARY KEY (character, faction)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS privileges (
    faction TEXT NOT NULL, character TEXT NOT NULL, privilege_group TEXT NOT NULL, privilege TEXT NOT NULL,
    PRIMARY KEY (character, faction, privilege_group, privilege)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS skills (
    character TEXT NOT NULL, category TEXT NOT NULL, skill TEXT NOT NULL, level INTEGER NOT NULL, experience INTEGER NOT NULL,
    PRIMARY KEY (character, category, skill)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS messages (
    id INTEGER PRIMARY KEY AUTOINCREMENT, sender TEXT NOT NULL, receiver TEXT NOT NULL, sent_at INTEGER NOT NULL, subject TEXT NOT NULL,
    communication TEXT NOT NULL, deleted_by_sender INTEGER NOT NULL DEFAULT 0, deleted_by_receiver INTEGER NOT NULL DEFAULT 0
  ) STRICT;
  CREATE INDEX IF NOT EXISTS messages_by_sender ON messages (sender, id);
  CREATE INDEX IF NOT EXISTS messages_by_receiver ON messages (receiver, id);
  CREATE TABLE IF NOT EXISTS transactions (
    id INTEGER PRIMARY KEY AUTOINCREMENT, sender TEXT, receiver TEXT, amount INTEGER NOT NULL CHECK (amount > 0), made_at INTEGER NOT NULL,
    communication TEXT NOT NULL
  ) STRICT;
  CREATE INDEX IF NOT EXISTS transactions_by_sender ON transactions (sender, id);
  CREATE INDEX IF NOT EXISTS transactions_by_receiver ON transactions (receiver, id);
  CREATE TABLE IF NOT EXISTS oauth (
    model TEXT NOT NULL, id TEXT NOT NULL, payload TEXT NOT NULL, grant_id TEXT, uid TEXT, expires_at INTEGER, consumed_at INTEGER,
    PRIMARY KEY (model, id)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX IF NOT EXISTS oauth_by_grant ON oauth (grant_id);
  CREATE INDEX IF NOT EXISTS oauth_by_uid ON oauth (uid);
`;

/**
 * Opens the database at `location`, a file's path or `:memory:`, and creates its tables. Throws if
 * the file can't be used. `content` is a database in memory, as `serialize` gave it.
 */
export function openDatabase(location: string, content?: Uint8Array) {
  const connection = new DatabaseSync(location);
  if (content) connection.deserialize(content);
  connection.exec(`PRAGMA busy_timeout = ${BUSY_TIMEOUT_MS}; PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL;`);
  connection.exec(TABLES);
  const prepared = new Map<string, StatementSync>();
  const prepare = (sql: string): StatementSync => {
    const statement = prepared.get(sql) ?? connection.prepare(sql);
    prepared.set(sql, statement);
    return statement;
  };
  const first = <Row>(sql: string, ...values: SQLInputValue[]) => prepare(sql).get(...values) as Row | undefined;
  return {
    first,
    all: <Row>(sql: string, ...values: SQLInputValue[]) => prepare(sql).all(...values) as Row[],
    /** The number of rows that match `from`, a table with its conditions. */
    count: (from: string, ...values: SQLInputValue[]) =>
      first<{ total: number }>(`SELECT count(*) AS total FROM ${from}`, ...values)?.total ?? 0,
    /** Returns the number of changed rows. */
    run: (sql: string, ...values: SQLInputValue[]) => Number(prepare(sql).run(...values).changes),
    /** Returns the id of the new row. */
    insert: (table: string, row: Record<string, SQLInputValue>) => {
      const columns = Object.keys(row);
      const sql = `INSERT INTO ${table} (${columns.join(', ')}) VALUES (${columns.map(() => '?').join(', ')})`;
      return Number(prepare(sql).run(...Object.values(row)).lastInsertRowid);
    },
    /** Does all of `work`, or nothing if it throws. */
    atomically: <Result>(work: () => Result): Result => {
      // Takes the write lock at once: upgrading a read lock would fail if another one has it.
      connection.exec('BEGIN IMMEDIATE');
      try {
        const result = work();
        connection.exec('COMMIT');
        return result;
      } catch (error) {
        connection.exec('ROLLBACK');
        throw error;
      }
    },
    serialize: () => connection.serialize(),
    close: () => connection.close(),
  };
}
