import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { seedWorld } from '../../../sandbox/game/seed/seedWorld.ts';
import { type Database, openDatabase } from '../../../sandbox/game/world/database.ts';
import { marshal, meridian, startService, vael } from './support.ts';

function count(database: Database, table: string): number {
  return database.first<{ rows: number }>(`SELECT count(*) AS rows FROM ${table}`)?.rows ?? 0;
}

describe('the seeded world', () => {
  it('is as large as it must be', () => {
    const database = openDatabase(':memory:');
    seedWorld(database);
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

  it('is the same every time, to the last cell', () => {
    const [one, other] = [openDatabase(':memory:'), openDatabase(':memory:')];
    for (const database of [one, other]) seedWorld(database);
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

  it('gives no name to two characters or two places of a kind', () => {
    const database = openDatabase(':memory:');
    seedWorld(database);
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

  it('gives one character 2500 log entries that add up to the balance and never run below zero, and 300 messages', () => {
    const database = openDatabase(':memory:');
    seedWorld(database);
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

  it('goes on with the world of its file after a restart', async () => {
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
