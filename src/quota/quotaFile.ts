import { join, parse } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { openDatabase } from '../store/sqliteEngine.ts';
import { StoreUnavailable } from '../store/store.ts';

/** Grants under this name count in every budget. */
export const EVERY_BUDGET = '@every';

/** How many grants of each budget version 0.1 could lose in a crash. */
const MAX_LOST_GRANTS = 16;
const DAY_MS = 86_400_000;

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

/** Budgets have a file of their own beside the database: it belongs to one process. */
export function toQuotaFile(databaseFile: string): string | undefined {
  if (databaseFile === ':memory:') return undefined;
  const { dir, name, ext } = parse(databaseFile);
  return join(dir, `${name}.quota${ext}`);
}

/** Opens and locks the file. Throws {@link StoreUnavailable} with a message for the operator. */
export function openQuotaFile(file: string, now: number): DatabaseSync {
  try {
    const database = openDatabase(file);
    database.exec(SCHEMA);
    importOlderFile(database, now);
    return database;
  } catch (cause) {
    const message = cause instanceof Error ? cause.message : String(cause);
    const isTaken = /locked|busy/i.test(message);
    const reason = isTaken ? 'another process of the bot uses it (to run several, set REDIS_URL)' : message;
    throw new StoreUnavailable(`The quota file ${file} can't be opened: ${reason}`, { cause });
  }
}

/** Imports the previous release's times (modulo 2³² ms), and what its crash may have lost. */
function importOlderFile(database: DatabaseSync, now: number): void {
  if (!database.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'budget'").get()) return;
  const insert = database.prepare('INSERT INTO granted VALUES (?, ?)');
  database.exec('BEGIN IMMEDIATE');
  for (const row of database.prepare('SELECT name, stamps FROM budget WHERE saved_at > ?').all(now - DAY_MS)) {
    const times = new Int32Array(Uint8Array.from(row['stamps'] as Uint8Array).buffer);
    for (const time of times) insert.run(String(row['name']), now - ((now - time) | 0));
  }
  const hasCrashed = database.prepare('SELECT 1 FROM process WHERE is_running = 1 OR may_lack_until > ?').get(now);
  for (let lost = 0; hasCrashed && lost < MAX_LOST_GRANTS; lost += 1) insert.run(EVERY_BUDGET, now);
  database.exec('DROP TABLE budget; DROP TABLE process; COMMIT');
}
