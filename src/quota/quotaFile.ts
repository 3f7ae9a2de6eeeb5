import { join, parse } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { openDatabase } from '../store/sqliteEngine.ts';
import { StoreUnavailable } from '../store/store.ts';
import { explain } from '../store/wayOut.ts';

const SCHEMA = `
  PRAGMA locking_mode = EXCLUSIVE;
  PRAGMA journal_mode = WAL;
  PRAGMA synchronous = FULL;
  CREATE TABLE IF NOT EXISTS granted (name TEXT NOT NULL, at INTEGER NOT NULL);
  CREATE INDEX IF NOT EXISTS granted_of ON granted (name, at);
  CREATE TABLE IF NOT EXISTS reported (name TEXT PRIMARY KEY, report TEXT NOT NULL, ends INTEGER NOT NULL) WITHOUT ROWID;
  BEGIN IMMEDIATE;
  COMMIT;
`;

/** The budgets' own file beside the database, used by one process. */
export function toQuotaFile(databaseFile: string): string | undefined {
  if (databaseFile === ':memory:') return undefined;
  const { dir, name, ext } = parse(databaseFile);
  return join(dir, `${name}.quota${ext}`);
}

/** Opens and locks the file. Throws {@link StoreUnavailable} with a message for the operator. */
export function openQuotaFile(file: string): DatabaseSync {
  try {
    const database = openDatabase(file);
    database.exec(SCHEMA);
    return database;
  } catch (cause) {
    const isTaken = /locked|busy/i.test(String(cause));
    const reason = isTaken ? 'another process of the bot uses it (to run several, set REDIS_URL)' : explain(cause);
    throw new StoreUnavailable(`The quota file ${file} can't be opened: ${reason}`, { cause });
  }
}
