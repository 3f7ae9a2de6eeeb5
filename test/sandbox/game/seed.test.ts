import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { seedWorld } from '../../../sandbox/game/seed/seedWorld.ts';
import { type Database, openDatabase } from '../../../sandbox/game/world/database.ts';
import { makeTemporaryFolder } from '../../support/temporaryFolder.ts';
import { marshal, meridian, startGame, vael } from './support.ts';

const STARTED_AT_SECONDS = Date.UTC(2026, 1, 21, 12, 12, 14) / 1_000;

const folder = makeTemporaryFolder();
const opened: Database[] = [];
afterEach(() => {
  for (const database of opened.splice(0)) database.close();
});
function seeded(startedAtSeconds = STARTED_AT_SECONDS): Database {
  const database = openDatabase(':memory:');
  opened.push(database);
  seedWorld(database, startedAtSeconds);
  return database;
}
function count(database: Database, table: string): number {
  return database.first<{ rows: number }>(`SELECT count(*) AS rows FROM ${table}`)?.rows ?? 0;
}

describe('the seeded world', () => {
  test('is the same every time, to the last cell', () => {
    const [one, other] = [seeded(), seeded()];
    const tables = ['places', 'factions', 'characters', 'members', 'privileges', 'skills', 'messages', 'transactions'];
    for (const table of tables) expect(other.all(`SELECT * FROM ${table}`)).toEqual(one.all(`SELECT * FROM ${table}`));
  });

  test.each([
    'SELECT sent_at AS at FROM messages',
    'SELECT made_at AS at FROM transactions',
    'SELECT last_login AS at FROM characters',
  ])('has the same recent past before each start: %s', (query) => {
    const ages = (startedAtSeconds: number) =>
      seeded(startedAtSeconds)
        .all<{ at: number }>(`${query} ORDER BY rowid`)
        .map(({ at }) => startedAtSeconds - at);
    const past = ages(STARTED_AT_SECONDS);
    expect(ages(STARTED_AT_SECONDS + 86_400 * 400 + 7)).toEqual(past);
    expect(Math.min(...past)).toBeGreaterThanOrEqual(0);
    expect(Math.min(...past)).toBeLessThan(86_400);
  });

  test('gives no name to two places of a kind, has odd names, and no handle that a message could not address', () => {
    const database = seeded();
    expect(database.all('SELECT name FROM places GROUP BY kind, name HAVING count(*) > 1')).toEqual([]);
    const names = database.all<{ name: string }>('SELECT name FROM places').map(({ name }) => name);
    for (const odd of [/'/u, / /u, /[áéîöū]/u, /_/u, /\*/u, /.{40}/u])
      expect(names.some((name) => odd.test(name))).toBe(true);
    expect(
      database.all(`SELECT handle FROM characters WHERE handle LIKE '%;%' OR handle GLOB '[0-9]*:[0-9]*'`),
    ).toEqual([]);
  });

  test('gives one character 2500 log entries that add up to the balance and never run below zero, and 300 messages', () => {
    const database = seeded();
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
    expect(database.first('SELECT credits FROM characters WHERE uid = ?', vael.uid)).toEqual({ credits: balance });
    expect(count(database, `messages WHERE sender = '${vael.uid}' OR receiver = '${vael.uid}'`)).toBe(300);
  });

  test('lives on in its file after a restart', async () => {
    const database = join(folder, 'world.sqlite');
    const first = await startGame({ database });
    await first.as(vael, `POST character/${vael.uid}/credits`, { recipient: marshal.uid, amount: '11' });
    await first.as(marshal, `POST character/${vael.uid}/privileges/ship/view`, { revoke: 'true' });
    const token = await first.grant(vael, ['CHARACTER_CREDITS']);
    const credits = first.world.balanceOf(vael.uid);
    await first.close();

    await using second = await startGame({ database });
    expect(second.world.logOf(vael.uid)[0]).toMatchObject({ amount: 11 });
    expect(second.world.holds(meridian, vael.uid, { group: 'ship', privilege: 'view' })).toBe(false);
    expect(second.world.characters()).toHaveLength(200);
    expect((await second.ask(`GET character/${vael.uid}/credits`, { token })).swcapi).toEqual({ credits });
  });
});
