import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';

/**
 * The one SQLite database that holds the whole world and the OAuth server's state. Calls are synchronous: what runs inside `atomically` is
 * seen by nobody half done, and is undone when it throws.
 */
export interface Database {
  all<Row>(sql: string, ...values: SQLInputValue[]): Row[];
  first<Row>(sql: string, ...values: SQLInputValue[]): Row | undefined;
  /** Runs a statement that changes something; gives the number of changed rows and the id of the last inserted one. */
  run(sql: string, ...values: SQLInputValue[]): { changes: number; lastId: number };
  atomically<Result>(work: () => Result): Result;
  close(): void;
}

const busyTimeoutMs = 5_000;

const tables = `
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

/** Opens (and where needed lays out) the database at `location`: a file's path, or `:memory:`. Throws when the file cannot be used. */
export function openDatabase(location: string): Database {
  const connection = new DatabaseSync(location);
  connection.exec(`PRAGMA busy_timeout = ${busyTimeoutMs}; PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL;`);
  connection.exec(tables);
  const prepared = new Map<string, StatementSync>();
  const prepare = (sql: string): StatementSync => {
    const statement = prepared.get(sql) ?? connection.prepare(sql);
    prepared.set(sql, statement);
    return statement;
  };
  return {
    all: <Row>(sql: string, ...values: SQLInputValue[]) => prepare(sql).all(...values) as Row[],
    first: <Row>(sql: string, ...values: SQLInputValue[]) => prepare(sql).get(...values) as Row | undefined,
    run: (sql, ...values) => {
      const { changes, lastInsertRowid } = prepare(sql).run(...values);
      return { changes: Number(changes), lastId: Number(lastInsertRowid) };
    },
    atomically: (work) => {
      // A transaction that starts by writing never has to wait for its turn in the middle, where SQLite would have to give up.
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
    close: () => connection.close(),
  };
}
