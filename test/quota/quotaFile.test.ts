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

describe('budgets in a file', () => {
  test('continue after a restart to the millisecond, with the server’s report', async () => {
    const first = open();
    expect(await take(first, 7)).toBe(7);
    now += 5_000;
    await first.observe(key('b'), { isRefused: true, retryInMs: 600_000 });
    const before = [await first.peek(key()), await first.peek(key('b'))];
    first.close();
    const second = open();
    expect([await second.peek(key()), await second.peek(key('b'))]).toEqual(before);
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
    expect(await log.peek(key())).toMatchObject({ used: 0 });
    expect(await take(log, 1)).toBe(1);
    log.close();
  });

  test('name the file if it isn’t a database', () => {
    file = join(folder, 'broken.sqlite');
    writeFileSync(file, 'nothing of the kind, but long enough to be read as a header of some database file or other');
    expect(open).toThrow(/broken\.sqlite can't be opened: /);
  });
});
