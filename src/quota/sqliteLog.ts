import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { StoreUnavailable } from '../store/store.ts';
import { applyReport, type BudgetState, toReported, toUse } from './budgetState.ts';
import { openQuotaFile } from './quotaFile.ts';
import { type BudgetKey, type QuotaLog, type ServerReport, type Span, type Taken, toShareName } from './rule.ts';

const SWEEP_INTERVAL_MS = 600_000;
/** Max wait of the next probe for the previous one's response. */
const PROBE_TIMEOUT_MS = 5_000;

/** One process's logs, by redisLog.lua's rule. A grant is on disk before its request leaves. */
export class SqliteLog implements QuotaLog {
  readonly #database: DatabaseSync;
  readonly #statements = new Map<string, StatementSync>();
  readonly #span: Span;
  readonly #spanMs: number;
  readonly #now: () => number;
  #sweptAt = 0;

  constructor(file: string, span: Span, now: () => number) {
    this.#database = openQuotaFile(file);
    this.#span = span;
    this.#spanMs = span.windowMs + span.guardMs;
    this.#now = now;
  }

  take(keys: readonly BudgetKey[]): Promise<Taken> {
    return this.#inTransaction((now): Taken => {
      const budgets = keys.map((key) => ({ key, ...this.#evaluate(key, now) }));
      const [denied] = budgets.filter(({ available }) => available === 0).sort((a, b) => b.opensAt - a.opensAt);
      if (denied) return { isGranted: false, opensAt: denied.opensAt, queue: denied.queue };
      for (const { key, reported, isProbe } of budgets) {
        for (const name of new Set([key.name, toShareName(key)]))
          this.#sql('INSERT INTO granted VALUES (?, ?)').run(name, now);
        if (isProbe) this.#save(key.name, JSON.stringify({ ...reported, probe: now + PROBE_TIMEOUT_MS }), now);
      }
      return { isGranted: true, grantedAt: now };
    });
  }

  observe(key: BudgetKey, report: ServerReport): Promise<number> {
    return this.#inTransaction((now) => {
      const state = this.#readState(key, now);
      const next = applyReport(key, state, report, this.#span);
      if (next === state.text) return state.opensAt;
      this.#save(key.name, next, now);
      return this.#evaluate(key, now).opensAt;
    });
  }

  peek(key: BudgetKey) {
    return this.#inTransaction((now) => toUse(key, this.#readState(key, now), this.#span, 0));
  }

  close(): void {
    if (this.#database.isOpen) this.#database.close();
  }

  /** `isProbe`: only other users' requests fill the budget, so one request may test it. */
  #evaluate(key: BudgetKey, now: number) {
    const [share, since] = [key.person === undefined ? '' : toShareName(key), now - this.#spanMs];
    const text = String(this.#sql('SELECT report FROM reported WHERE name = ?').get(key.name)?.['report'] ?? '');
    const reported = toReported(text, now);
    const { foreign: usedByOthers, ends, closed, probe } = reported;
    const count = this.#sql('SELECT count(*) AS n FROM granted WHERE name = ? AND at > ?');
    const used = Number(count.get(key.name, since)?.['n']);
    const own = share === '' ? 0 : Number(count.get(share, since)?.['n']);
    const excess = used + own + usedByOthers + 1 - Math.max(1, Math.floor(key.limit * (1 - key.reserve)));
    // The time when this many of the oldest grants have expired.
    const freedAt = (entries: number): number => {
      if (entries <= 0) return 0;
      const nth = 'SELECT at FROM granted WHERE name IN (?, ?) AND at > ? ORDER BY at LIMIT 1 OFFSET ?';
      const oldest = this.#sql(nth).get(key.name, share, since, entries - 1);
      return oldest ? Number(oldest['at']) + this.#spanMs : Number.POSITIVE_INFINITY;
    };
    const mayProbe = excess > 0 && excess <= usedByOthers && key.reserve === 0;
    const freeAt = Math.min(freedAt(excess), Math.max(ends, freedAt(excess - usedByOthers)));
    const opensAt = Math.max(mayProbe ? Math.min(freeAt, probe) : freeAt, closed, now);
    const free = excess > 0 ? 1 : Math.floor(share === '' ? 1 - excess : (2 - excess) / 2);
    const available = opensAt > now ? 0 : free;
    const queue = closed <= now && excess <= own && share !== '' ? share : key.name;
    return { now, used, available, opensAt, text, reported, queue, isProbe: available > 0 && excess > 0 };
  }

  #readState(key: BudgetKey, now: number): BudgetState & { text: string } {
    const { windowMs, guardMs } = this.#span;
    // In one SELECT, SQLite would read all rows instead of the two ends of the index.
    const find = (what: string, from: number, until: number): number => {
      const text = `SELECT ${what} AS n FROM granted WHERE name = ? AND at > ? AND at <= ?`;
      return Number(this.#sql(text).get(key.name, from, until)?.['n'] ?? 0);
    };
    const firstAt = find('min(at)', now - this.#spanMs, now);
    const lastAt = find('max(at)', now - this.#spanMs, now);
    return { ...this.#evaluate(key, now), firstAt, lastAt, arrived: find('count(*)', now - windowMs, now - guardMs) };
  }

  #save(name: string, report: string, now: number): void {
    if (report === '') this.#sql('DELETE FROM reported WHERE name = ?').run(name);
    else this.#sql('INSERT OR REPLACE INTO reported VALUES (?, ?, ?)').run(name, report, now + this.#spanMs);
  }

  #sql(text: string): StatementSync {
    const statement = this.#statements.get(text) ?? this.#database.prepare(text);
    this.#statements.set(text, statement);
    return statement;
  }

  /** Resolves when the work's transaction is on disk. */
  async #inTransaction<T>(work: (now: number) => T): Promise<T> {
    try {
      this.#database.exec('BEGIN IMMEDIATE');
      const now = Math.floor(this.#now());
      const result = work(now);
      if (now - this.#sweptAt >= SWEEP_INTERVAL_MS) {
        this.#sweptAt = now;
        this.#sql('DELETE FROM granted WHERE at <= ?').run(now - this.#spanMs);
        this.#sql('DELETE FROM reported WHERE ends <= ?').run(now);
      }
      this.#database.exec('COMMIT');
      return result;
    } catch (cause) {
      if (this.#database.isOpen && this.#database.isTransaction) this.#database.exec('ROLLBACK');
      throw new StoreUnavailable('The quota file is unavailable.', { cause });
    }
  }
}
