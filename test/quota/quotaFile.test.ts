import { randomUUID } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { beforeEach, describe, expect, test } from 'vitest';
import type { BudgetKey } from '../../src/quota/rule.ts';
import { SqliteLog } from '../../src/quota/sqliteLog.ts';
import { StoreUnavailable } from '../../src/store/store.ts';
import { makeTemporaryFolder } from '../support/temporaryFolder.ts';
import { G, SPAN, START, W } from './stores.ts';

const folder = makeTemporaryFolder();
let file: string;
let now: number;
beforeEach(() => {
  file = join(folder, randomUUID(), 'quota.sqlite');
  now = START;
});

const open = (): SqliteLog => new SqliteLog(file, SPAN, () => now);
const key = (name = 'a'): BudgetKey => ({ name, limit: 100, reserve: 0 });

async function take(log: SqliteLog, count: number, name = 'a'): Promise<number> {
  let granted = 0;
  while (granted < count && (await log.take([key(name)])).isGranted) granted += 1;
  return granted;
}

/** A file as the release before wrote it. */
function writeOlderFile(times: number[], isRunning: boolean): void {
  open().close();
  const database = new DatabaseSync(file);
  database.exec(`
    DROP TABLE granted; DROP TABLE reported;
    CREATE TABLE budget (name TEXT PRIMARY KEY, stamps BLOB NOT NULL, doubt TEXT, saved_at INTEGER NOT NULL) WITHOUT ROWID;
    CREATE TABLE process (only_row INTEGER PRIMARY KEY CHECK (only_row = 1), is_running INTEGER NOT NULL, may_lack_until INTEGER NOT NULL);
    INSERT INTO process VALUES (1, ${isRunning ? 1 : 0}, 0);
  `);
  const stamps = new Uint8Array(Int32Array.from(times, (time) => time | 0).buffer);
  database.prepare("INSERT INTO budget VALUES ('a', ?, NULL, ?)").run(stamps, now);
  database.close();
}

describe('budgets in a file', () => {
  test('continue after a restart to the millisecond, with the server’s report', async () => {
    const first = open();
    expect(await take(first, 7)).toBe(7);
    now += 5_000;
    await first.observe(key('b'), { isRefused: true, retryInMs: 600_000 });
    const before = [await first.look(key()), await first.look(key('b'))];
    first.close();
    const second = open();
    expect([await second.look(key()), await second.look(key('b'))]).toEqual(before);
    expect(await take(second, 1_000)).toBe(93);
    second.close();
  });

  test('forget what no longer counts', async () => {
    const log = open();
    expect(await take(log, 1_000)).toBe(100);
    now += W + G;
    expect(await take(log, 1)).toBe(1);
    log.close();
    const database = new DatabaseSync(file);
    expect(database.prepare('SELECT count(*) AS n FROM granted').get()).toEqual({ n: 1 });
    database.close();
  });

  test('grant nothing that a full disk can’t store, and lose no slot of either budget', async () => {
    open().close();
    const database = new DatabaseSync(file);
    database.exec(`CREATE TRIGGER full BEFORE INSERT ON granted WHEN NEW.name = 'address'
      BEGIN SELECT RAISE(ROLLBACK, 'disk is full'); END`);
    database.close();
    const log = open();
    await expect(log.take([key(), key('address')])).rejects.toThrow(StoreUnavailable);
    expect(await log.look(key())).toMatchObject({ used: 0 });
    expect(await take(log, 1)).toBe(1);
    log.close();
  });

  test('are imported from the previous release, each grant with its time', async () => {
    writeOlderFile(
      Array.from({ length: 40 }, (_, index) => START - 1_000_000 + index),
      false,
    );
    const log = open();
    expect(await log.look(key())).toMatchObject({ used: 40, nextFreeAt: new Date(START - 1_000_000 + W + G) });
    expect(await take(log, 1_000)).toBe(60);
    expect(await take(log, 1_000, 'new')).toBe(100);
    log.close();
    const again = open();
    expect(await take(again, 1)).toBe(0);
    again.close();
  });

  test('count the grants that a crashed previous release may have lost, for a window', async () => {
    writeOlderFile([START - 1], true);
    const log = open();
    expect(await take(log, 1_000)).toBe(83);
    expect(await take(log, 1_000, 'new')).toBe(84);
    now += W + G;
    expect(await take(log, 1_000)).toBe(100);
    log.close();
  });

  test('belong to one process, and another one gets a message with the reason', () => {
    const log = open();
    expect(() => open()).toThrow(StoreUnavailable);
    expect(() => open()).toThrow(/another process of the bot uses it \(to run several, set REDIS_URL\)/);
    log.close();
    open().close();
  });

  test('name the file if it isn’t a database', () => {
    file = join(folder, 'broken.sqlite');
    writeFileSync(file, 'nothing of the kind, but long enough to be read as a header of some database file or other');
    expect(open).toThrow(/broken\.sqlite can't be opened: /);
  });
});
