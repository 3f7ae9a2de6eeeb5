import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { MemoryWindows } from '../../src/quota/memoryWindows.ts';
import { openSnapshots } from '../../src/quota/snapshots.ts';
import type { BudgetRule } from '../../src/quota/window.ts';
import { StoreUnavailable } from '../../src/store/store.ts';

const W = 3_600_000;
const G = 11_000;
const rule: BudgetRule = { limit: 100, windowMs: W, guardMs: G };

let folder: string;
let file: string;
let now: number;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'commlink-snapshots-'));
  file = join(folder, 'deep', 'quota.sqlite');
  now = Date.parse('2026-01-01T00:00:00Z');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const open = (addressRule?: BudgetRule): MemoryWindows =>
  new MemoryWindows({ rule, addressRule, snapshots: openSnapshots(file, W + G, now), now: () => now });

function take(windows: MemoryWindows, count: number, owner = 'a'): number {
  let granted = 0;
  while (granted < count && windows.take({ owner, priority: 'interactive', waitedMs: 0 }).isGranted) granted += 1;
  return granted;
}

describe('budgets kept in a file', () => {
  test('go on after a restart as they were, to the millisecond', () => {
    const first = open();
    expect(take(first, 7)).toBe(7);
    now += 5_000;
    first.observe('b', { retryAt: now + 600_000 }, 'refused');
    const before = [first.look('a'), first.look('b')];
    first.close();
    const second = open();
    expect([second.look('a'), second.look('b')]).toEqual(before);
    expect(take(second, 1_000)).toBe(93);
    second.close();
  });

  test('go on after a crash with what the server told', () => {
    const first = openSnapshots(file, W + G, now);
    const windows = new MemoryWindows({ rule, snapshots: first, now: () => now });
    windows.observe('lower', { limit: 30, remaining: 3 }, 'accepted');
    windows.observe('closed', { retryAt: now + 600_000 }, 'refused');
    windows.observe('opened', { retryAt: now + 600_000 }, 'refused');
    windows.observe('opened', { remaining: 100 }, 'accepted');
    first.close();
    const second = open();
    expect(take(second, 1_000, 'lower')).toBe(3);
    expect(take(second, 1_000, 'closed')).toBe(0);
    expect(take(second, 1_000, 'opened')).toBe(100);
    second.close();
  });

  test('keep the address’s budget too', () => {
    const first = open({ ...rule, limit: 10 });
    expect(take(first, 100)).toBe(10);
    first.close();
    const second = open({ ...rule, limit: 10 });
    expect(take(second, 100, 'b')).toBe(0);
    second.close();
  });

  test('forget what no longer counts', () => {
    const first = open();
    expect(take(first, 1_000)).toBe(100);
    first.close();
    now += W + G;
    const second = open();
    expect(take(second, 1_000)).toBe(100);
    second.close();
  });

  test('count what a crash may have lost, also for budgets that are asked for two restarts later', () => {
    const snapshots = openSnapshots(file, W + G, now);
    snapshots.close();
    const database = new DatabaseSync(file);
    database.exec('UPDATE process SET is_running = 1');
    database.close();
    open().close();
    now += W;
    const windows = open();
    expect(windows.look('a')).toMatchObject({ used: 16, left: 84 });
    expect(take(windows, 1_000)).toBe(84);
    windows.close();
    now += W + G;
    const later = open();
    expect(take(later, 1_000)).toBe(100);
    later.close();
  });

  test('count it once, however often the process begins anew', () => {
    openSnapshots(file, W + G, now).close();
    let windows = open();
    take(windows, 1);
    windows.close();
    const database = new DatabaseSync(file);
    database.exec('UPDATE process SET is_running = 1');
    database.close();
    for (let restart = 0; restart < 4; restart += 1) {
      now += 60_000;
      windows = open();
      expect(windows.look('a')).toMatchObject({ used: 17 });
      windows.close();
    }
  });

  test('count it whatever the answers of the first seconds say: what was lost may still be on its way', () => {
    openSnapshots(file, W + G, now).close();
    const database = new DatabaseSync(file);
    database.exec('UPDATE process SET is_running = 1');
    database.close();
    const windows = open();
    expect(take(windows, 1)).toBe(1);
    now += 1_000;
    windows.observe('a', { limit: 100, remaining: 99 }, 'accepted');
    expect(windows.look('a')).toMatchObject({ used: 17 });
    now += G;
    expect(take(windows, 1)).toBe(1);
    windows.observe('a', { limit: 100, remaining: 98 }, 'accepted');
    expect(windows.look('a')).toMatchObject({ used: 2 });
    windows.close();
  });

  test('save small budgets more often, so that a crash costs little of them', () => {
    const tiny = { ...rule, limit: 5 };
    const openTiny = () =>
      new MemoryWindows({ rule: tiny, snapshots: openSnapshots(file, W + G, now), now: () => now });
    openSnapshots(file, W + G, now).close();
    const database = new DatabaseSync(file);
    database.exec('UPDATE process SET is_running = 1');
    database.close();
    const windows = openTiny();
    expect(take(windows, 100)).toBe(4);
    windows.close();
  });

  test('count it though the server accepts without a word of what is left', () => {
    openSnapshots(file, W + G, now).close();
    const database = new DatabaseSync(file);
    database.exec('UPDATE process SET is_running = 1');
    database.close();
    const windows = open();
    let granted = 0;
    for (let asked = 0; asked < 200; asked += 1) {
      granted += take(windows, 1);
      windows.observe('a', {}, 'accepted');
    }
    expect(granted).toBe(84);
    windows.close();
  });

  test('count all grants when the limit was lower for a while', () => {
    const openWith = (limit: number) =>
      new MemoryWindows({ rule: { ...rule, limit }, snapshots: openSnapshots(file, W + G, now), now: () => now });
    let total = 0;
    for (const limit of [20, 5, 20]) {
      const windows = openWith(limit);
      total += take(windows, 1_000);
      windows.close();
    }
    expect(total).toBe(20);
  });

  test('grant nothing that a full disk does not keep', () => {
    const full = () => {
      throw new StoreUnavailable('full');
    };
    const snapshots = { load: () => undefined, save: full, mayLack: () => false, sweep: () => {}, close: () => {} };
    const windows = new MemoryWindows({ rule, snapshots, now: () => now });
    let granted = 0;
    for (let asked = 0; asked < 50; asked += 1) {
      try {
        granted += take(windows, 1);
      } catch (error) {
        expect(error).toBeInstanceOf(StoreUnavailable);
      }
    }
    expect(granted).toBe(16);
  });

  test('lose no slot, of either budget, to a disk that was full for a while', () => {
    let isFull = true;
    const save = () => {
      if (isFull) throw new StoreUnavailable('full');
    };
    const snapshots = { load: () => undefined, save, mayLack: () => false, sweep: () => {}, close: () => {} };
    const windows = new MemoryWindows({ rule, addressRule: rule, snapshots, now: () => now });
    const granted = take(windows, 16, 'a');
    for (let asked = 0; asked < 50; asked += 1) expect(() => take(windows, 1, 'a')).toThrow(StoreUnavailable);
    expect(() => take(windows, 1, 'b')).toThrow(StoreUnavailable);
    isFull = false;
    expect(windows.look('b')).toMatchObject({ used: granted });
    expect(granted + take(windows, 1_000, 'b')).toBe(100);
  });

  test('are read again though a server told a Reset beyond all time', () => {
    const first = open();
    first.observe('a', { remaining: 0, resetAt: Number.POSITIVE_INFINITY }, 'accepted');
    first.close();
    const second = open();
    expect(take(second, 1)).toBe(0);
    second.close();
  });

  test('belong to one process: another one is told what to do', () => {
    const windows = open();
    expect(() => open()).toThrow(StoreUnavailable);
    expect(() => open()).toThrow(/another process of the bot uses it \(several processes need REDIS_URL\)/);
    windows.close();
    open().close();
  });

  test('name the file when it is no database', () => {
    const broken = join(folder, 'broken.sqlite');
    writeFileSync(broken, 'nothing of the kind, but long enough to be read as a header of some database file or other');
    expect(() => openSnapshots(broken, W + G, now)).toThrow(/broken\.sqlite cannot be opened: /);
  });
});
