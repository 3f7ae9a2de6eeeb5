import type { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import { openDatabase } from '../store/openDatabase.ts';
import { StoreUnavailable } from '../store/store.ts';
import type { Snapshot } from './budget.ts';
import type { Doubt } from './doubt.ts';

const SCHEMA = `
  PRAGMA locking_mode = EXCLUSIVE;
  PRAGMA journal_mode = WAL;
  PRAGMA synchronous = FULL;
  CREATE TABLE IF NOT EXISTS budget (
    name TEXT PRIMARY KEY, stamps BLOB NOT NULL, doubt TEXT, saved_at INTEGER NOT NULL
  ) WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS process (
    only_row INTEGER PRIMARY KEY CHECK (only_row = 1), is_running INTEGER NOT NULL, may_lack_until INTEGER NOT NULL
  );
  BEGIN IMMEDIATE;
  COMMIT;
`;

const doubtSchema: z.ZodType<Doubt> = z.object({
  limit: z.number(),
  closedUntil: z.number(),
  refusedAt: z.number(),
  foreign: z.number(),
  heldUntil: z.number(),
  probeAt: z.number(),
  probedUntil: z.number(),
  lostAt: z.number(),
  astray: z.number(),
});

/** Budgets as they outlive a process. Every method may throw {@link StoreUnavailable}. */
export type QuotaSnapshots = {
  load(name: string, now: number): Snapshot | undefined;
  save(name: string, snapshot: Snapshot, now: number): void;
  /** True while grants of the budget may still count that were made before a crash and never saved. */
  mayLack(name: string, now: number): boolean;
  /** Forgets what no longer counts. */
  sweep(now: number): void;
  /** Ends cleanly: everything was saved. */
  close(): void;
};

/**
 * Keeps budgets in an SQLite file, which belongs to this process alone: several processes share budgets through Redis only.
 * `spanMs` is how long a grant counts. Throws {@link StoreUnavailable} with a sentence for the operator.
 */
export function openSnapshots(file: string, spanMs: number, now: number): QuotaSnapshots {
  try {
    const database = openDatabase(file);
    database.exec(SCHEMA);
    return createSnapshots(database, spanMs, now);
  } catch (cause) {
    const isTaken = cause instanceof Error && /locked|busy/i.test(cause.message);
    const reason = isTaken
      ? 'another process of the bot uses it (several processes need REDIS_URL)'
      : String(cause instanceof Error ? cause.message : cause);
    throw new StoreUnavailable(`The quota file ${file} cannot be opened: ${reason}`, { cause });
  }
}

function createSnapshots(database: DatabaseSync, spanMs: number, startedAt: number): QuotaSnapshots {
  const sql = {
    load: database.prepare('SELECT stamps, doubt FROM budget WHERE name = ? AND saved_at > ?'),
    save: database.prepare(
      `INSERT INTO budget VALUES (?, ?, ?, ?)
       ON CONFLICT DO UPDATE SET stamps = excluded.stamps, doubt = excluded.doubt, saved_at = excluded.saved_at`,
    ),
    savedAt: database.prepare('SELECT saved_at FROM budget WHERE name = ?'),
    sweep: database.prepare('DELETE FROM budget WHERE saved_at <= ?'),
    process: database.prepare('SELECT is_running, may_lack_until FROM process'),
    begin: database.prepare(
      `INSERT INTO process VALUES (1, 1, ?1)
       ON CONFLICT DO UPDATE SET is_running = 1, may_lack_until = ?1`,
    ),
    end: database.prepare('UPDATE process SET is_running = 0'),
  };
  const last = sql.process.get();
  const hasCrashed = last?.['is_running'] === 1;
  // Also an earlier crash counts on: not every budget was asked for since.
  const mayLackUntil = hasCrashed ? startedAt + spanMs : Number(last?.['may_lack_until'] ?? 0);
  sql.begin.run(Math.ceil(mayLackUntil));
  sql.sweep.run(startedAt - spanMs);
  return {
    load(name, now) {
      return attempt('read', () => {
        const row = sql.load.get(name, now - spanMs);
        if (!row) return undefined;
        const bytes = Uint8Array.from(row['stamps'] as Uint8Array);
        const doubt = row['doubt'] === null ? undefined : doubtSchema.parse(JSON.parse(String(row['doubt'])));
        return { stamps: new Int32Array(bytes.buffer), doubt };
      });
    },
    save(name, { stamps, doubt }, now) {
      const bytes = new Uint8Array(stamps.buffer, stamps.byteOffset, stamps.byteLength);
      const told = doubt === undefined ? null : JSON.stringify(doubt);
      attempt('written', () => sql.save.run(name, bytes, told, Math.floor(now)));
    },
    mayLack: (name, now) => {
      if (now >= mayLackUntil) return false;
      // What was saved since the crash was noticed has it counted already.
      const savedAt = attempt('read', () => sql.savedAt.get(name)?.['saved_at']);
      return savedAt === undefined || Number(savedAt) < mayLackUntil - spanMs;
    },
    sweep: (now) => {
      attempt('written', () => sql.sweep.run(now - spanMs));
    },
    close() {
      if (!database.isOpen) return;
      sql.end.run();
      database.close();
    },
  };
}

function attempt<T>(what: 'read' | 'written', work: () => T): T {
  try {
    return work();
  } catch (cause) {
    throw new StoreUnavailable(`The quota file cannot be ${what}.`, { cause });
  }
}
