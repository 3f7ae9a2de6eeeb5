import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { openWorld } from '../../../sandbox/game/seed/seedWorld.ts';
import type { Database } from '../../../sandbox/game/world/database.ts';
import { makeTemporaryFolder } from '../../support/temporaryFolder.ts';
import { marshal, meridian, startGame, vael } from './support.ts';

const STARTED_AT_SECONDS = Date.UTC(2026, 1, 21, 12, 12, 14) / 1_000;

const folder = makeTemporaryFolder();
function seeded(startedAtSeconds = STARTED_AT_SECONDS, location = ':memory:'): Database {
  const database = openWorld(location, startedAtSeconds);
  onTestFinished(() => database.close());
  return database;
}

describe('the seeded world', () => {
  test('is the same every time, to the last cell', () => {
    seeded(STARTED_AT_SECONDS - 1_000);
    const [one, other] = [seeded(), seeded(STARTED_AT_SECONDS, join(folder, 'fresh.sqlite'))];
    const tables = ['places', 'factions', 'characters', 'members', 'privileges', 'skills', 'messages', 'transactions'];
    for (const table of tables) expect(other.all(`SELECT * FROM ${table}`)).toEqual(one.all(`SELECT * FROM ${table}`));
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
    expect(database.count('messages WHERE sender = ?1 OR receiver = ?1', vael.uid)).toBe(300);
  });

  test('has territories: of ten systems, seven belong to the owner of their nearest neighbor', () => {
    const systems = seeded().all<{ owner: string | null; x: number; y: number }>(
      "SELECT controlled_by AS owner, x, y FROM places WHERE kind = 'system'",
    );
    const alike = systems.filter(({ owner, x, y }, index) => {
      const others = systems.filter((_, other) => other !== index);
      const far = others.map((other) => Math.hypot(other.x - x, other.y - y));
      return others[far.indexOf(Math.min(...far))]?.owner === owner;
    });
    expect(alike.length / systems.length).toBeGreaterThan(0.7);
    expect(new Set(systems.map(({ owner }) => owner)).size).toBe(13);
  });

  test('has numbers that fit: people add up, and who wrote something was seen since, but never in the future', () => {
    const database = seeded();
    for (const [outer, inner] of Object.entries({ system: 'planet', sector: 'system' })) {
      const wrong = `places WHERE kind = ? AND population <>
        (SELECT coalesce(sum(population), 0) FROM places AS inside WHERE inside.parent = places.uid AND kind = ?)`;
      expect(database.count(wrong, outer, inner)).toBe(0);
    }
    expect(database.count('characters JOIN messages ON sender = uid WHERE last_login < sent_at')).toBe(0);
    expect(database.count('characters JOIN transactions ON sender = uid WHERE last_login < made_at')).toBe(0);
    expect(database.count('characters WHERE last_login > ?', STARTED_AT_SECONDS)).toBe(0);
  });

  test('has a few names with characters of Markdown, none of them in the first lists, and no name twice', () => {
    const database = seeded();
    const odd = "(name LIKE '%*%' OR name LIKE '%\\_%' ESCAPE '\\')";
    expect(database.count(`places WHERE ${odd}`)).toBeGreaterThan(2);
    expect(database.count(`places WHERE ${odd}`)).toBeLessThan(30);
    expect(database.count(`places WHERE ${odd} AND (kind = 'sector' OR position <= 40)`)).toBe(0);
    expect(database.count('(SELECT name FROM places GROUP BY name HAVING count(*) > 1)')).toBe(0);
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
    expect(second.world.characters()).toHaveLength(310);
    expect((await second.ask(`GET character/${vael.uid}/credits`, { token })).swcapi).toEqual({ credits });
  });
});
