import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { seedWorld } from '../../../sandbox/game/seed/seedWorld.ts';
import { type Database, openDatabase } from '../../../sandbox/game/world/database.ts';
import { marshal, meridian, startService, vael } from './support.ts';

const STARTED_AT = Date.UTC(2026, 1, 21, 12, 12, 14) / 1_000;

function count(database: Database, table: string): number {
  return database.first<{ rows: number }>(`SELECT count(*) AS rows FROM ${table}`)?.rows ?? 0;
}

describe('the seeded world', () => {
  test('is as large as it must be', () => {
    const database = openDatabase(':memory:');
    seedWorld(database, STARTED_AT);
    const places = (kind: string) => count(database, `places WHERE kind = '${kind}'`);
    expect(places('sector')).toBeGreaterThanOrEqual(150);
    expect(places('system')).toBeGreaterThanOrEqual(1000);
    expect(places('planet')).toBeGreaterThanOrEqual(4000);
    expect(places('station')).toBeGreaterThanOrEqual(500);
    expect(places('city')).toBeGreaterThanOrEqual(800);
    expect(count(database, 'characters')).toBe(200);
    expect(count(database, 'factions')).toBe(12);
    expect(count(database, `places WHERE kind = 'system' AND x IS NOT NULL AND y IS NOT NULL`)).toBe(places('system'));
    expect(count(database, `(SELECT DISTINCT parent FROM places WHERE kind = 'system')`)).toBe(places('sector'));
    database.close();
  });

  test('is the same every time, to the last cell', () => {
    const [one, other] = [openDatabase(':memory:'), openDatabase(':memory:')];
    for (const database of [one, other]) seedWorld(database, STARTED_AT);
    for (const table of [
      'places',
      'factions',
      'characters',
      'members',
      'privileges',
      'skills',
      'messages',
      'transactions',
    ]) {
      expect(other.all(`SELECT * FROM ${table}`)).toEqual(one.all(`SELECT * FROM ${table}`));
    }
    one.close();
    other.close();
  });

  test('has a recent past: the same history, as long before each start', () => {
    const later = STARTED_AT + 86_400 * 400 + 7;
    const [one, other] = [openDatabase(':memory:'), openDatabase(':memory:')];
    seedWorld(one, STARTED_AT);
    seedWorld(other, later);
    const agesIn = (database: Database, startedAt: number) =>
      [
        'SELECT sent_at AS at FROM messages',
        'SELECT made_at AS at FROM transactions',
        'SELECT last_login AS at FROM characters',
      ].map((query) => database.all<{ at: number }>(`${query} ORDER BY rowid`).map(({ at }) => startedAt - at));
    const ages = agesIn(one, STARTED_AT);
    expect(agesIn(other, later)).toEqual(ages);
    for (const age of ages.flat()) expect(age).toBeGreaterThanOrEqual(0);
    const days = ages.map((list) => Math.min(...list) / 86_400);
    for (const newest of days) expect(newest).toBeLessThan(1);
    one.close();
    other.close();
  });

  test('gives no name to two characters or two places of a kind', () => {
    const database = openDatabase(':memory:');
    seedWorld(database, STARTED_AT);
    const twice = database.all('SELECT name FROM places GROUP BY kind, name HAVING count(*) > 1');
    expect(twice).toEqual([]);
    const names = database.all<{ name: string }>('SELECT name FROM places').map(({ name }) => name);
    for (const odd of [/'/u, / /u, /[áéîöū]/u, /_/u, /\*/u, /.{40}/u])
      expect(names.some((name) => odd.test(name))).toBe(true);
    expect(
      database.all(`SELECT handle FROM characters WHERE handle LIKE '%;%' OR handle GLOB '[0-9]*:[0-9]*'`),
    ).toEqual([]);
    database.close();
  });

  test('gives one character 2500 log entries that add up to the balance and never run below zero, and 300 messages', () => {
    const database = openDatabase(':memory:');
    seedWorld(database, STARTED_AT);
    const log = database.all<{ sender: string | null; amount: number }>(
      'SELECT sender, amount FROM transactions WHERE sender = ? OR receiver = ? ORDER BY id',
      vael.uid,
      vael.uid,
    );
    expect(log).toHaveLength(2500);
    let balance = 0;
    for (const { sender, amount } of log) {
      balance += sender === vael.uid ? -amount : amount;
      expect(balance).toBeGreaterThanOrEqual(0);
    }
    expect(database.first('SELECT credits FROM characters WHERE uid = ?', vael.uid)).toMatchObject({
      credits: balance,
    });
    expect(count(database, `messages WHERE sender = '${vael.uid}' OR receiver = '${vael.uid}'`)).toBe(300);
    database.close();
  });

  test('goes on with the world of its file after a restart', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'world-'));
    const database = join(folder, 'world.sqlite');
    const first = await startService({ database });
    await first.as(vael, `POST character/${vael.uid}/credits`, { recipient: marshal.uid, amount: '11' });
    await first.as(marshal, `POST character/${vael.uid}/privileges/ship/view_ships`, { revoke: 'true' });
    const token = await first.service.grantToken({ handle: vael.handle, scopes: ['CHARACTER_CREDITS'] });
    const balance = first.service.world.balanceOf(vael.uid);
    await first.service.close();

    const second = await startService({ database });
    expect(second.service.world.balanceOf(vael.uid)).toBe(balance);
    expect(second.service.world.logOf(vael.uid)[0]).toMatchObject({ amount: 11 });
    expect(second.service.world.holds(meridian, vael.uid, { group: 'ship', privilege: 'view_ships' })).toBe(false);
    expect(second.service.world.characters()).toHaveLength(200);
    const answer = await fetch(`${second.service.baseUrl}character/${vael.uid}/credits`, {
      headers: { authorization: `OAuth ${token}` },
    });
    expect(answer.status).toBe(200);
    await second.service.close();
    await rm(folder, { recursive: true });
  });
});
