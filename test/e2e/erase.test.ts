import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { createClient } from '@keyv/redis';
import { afterEach, describe, expect, inject, test } from 'vitest';
import type { Person } from '../../sandbox/discord/people/person.ts';
import {
  addPermission,
  beginLogin,
  buttonOf,
  finishLogin,
  linkCharacter,
  signIn,
  startWorld,
  textOf,
  type World,
} from '../support/world.ts';

const folder = mkdtempSync(join(tmpdir(), 'commlink-erase-'));
let world: World | undefined;
afterEach(async () => {
  await world?.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** Every key of the store and every id that is due, but for the counts of requests and the ids of answered interactions. */
async function keysOf({ environment }: World): Promise<string[]> {
  const { REDIS_URL: url, DATABASE_FILE: file = '' } = environment;
  const keys = url === undefined ? readSqlite(file) : await readRedis(url);
  return keys.filter((key) => !/\{quota\}|^commlink:interaction::/.test(key)).toSorted();
}

function readSqlite(file: string): string[] {
  const database = new DatabaseSync(file, { readOnly: true });
  const rows = database
    .prepare(`SELECT namespace || '::' || key AS key FROM entry UNION ALL SELECT name || ' ' || id FROM due`)
    .all();
  database.close();
  return rows.map(({ key }) => String(key));
}

async function readRedis(url: string): Promise<string[]> {
  const client = await createClient({ url }).connect();
  const keys: string[] = [];
  for await (const some of client.scanIterator({ COUNT: 1_000 })) {
    for (const key of some) {
      if (key.includes('{quota}') || (await client.type(key)) !== 'zset') keys.push(key);
      else keys.push(...(await client.zRange(key, 0, -1)).map((id) => `${key} ${id}`));
    }
  }
  client.destroy();
  return keys;
}

/** All that leaves something behind. */
async function useEverything(player: Person, officer: Person): Promise<void> {
  await player.run('profile').response();
  await linkCharacter(player, 'Vael Ondar');
  const refusal = await player.run('credits transfer', { amount: 10, recipient: 'Marshal Iri Tosk' }).response();
  const preview = await addPermission(player, refusal, 'Vael Ondar');
  const sent = await player.press(preview, 'Send 10 credits').response();
  await player.waitForMessage((message) => message.id === sent.id && textOf(message).includes('## Sent'));
  await player.run('credits transfer', { amount: 11, recipient: 'Marshal Iri Tosk' }).response();
  const message = { to: 'Marshal Iri Tosk', text: 'A private text' };
  const unsent = await player.run('msg send', message).response();
  await addPermission(player, unsent, 'Vael Ondar');
  await player.run('msg list').response();
  await player.autocomplete('msg send', { to: 'M' }, 'to');
  const unlisted = await player.run('privileges list').response();
  await addPermission(player, unlisted, 'Vael Ondar');
  await player.autocomplete('privileges list', { faction: 'M' }, 'faction');
  await player.press(await player.run('account').response(), 'Let others find me').response();
  // A command that waits for a permission, a login that waits for its code, and one for its link.
  await player.run('msg delete', { message: '38:1' }).response();
  await signIn(buttonOf(await beginLogin(player), 'Open the login page').url ?? '', 'Vael Ondar');
  await beginLogin(player);
  expect(officer.id).not.toBe(player.id);
}

describe.each([
  { engine: 'SQLite', environment: () => ({ DATABASE_FILE: join(folder, 'store.sqlite') }) },
  { engine: 'Redis', environment: () => ({ REDIS_URL: inject('redisUrl') }) },
])('erasing, over $engine', ({ environment }) => {
  test('leaves the store as it was before the first command, and another person’s things alone', async () => {
    world = await startWorld({ environment: environment() });
    const { player, officer } = world.discord.people;
    await finishLogin(officer, await beginLogin(officer), 'Marshal Iri Tosk');
    const before = await keysOf(world);
    await useEverything(player, officer);
    const used = await keysOf(world);
    expect(used.length).toBeGreaterThan(before.length + 10);
    const revocations = world.game.world.requests('oauth.revocation');

    const question = await player.press(await player.run('account').response(), 'Erase everything').response();
    expect(textOf(question)).toMatch(/request count stays for up to an hour.*doesn't identify you/);
    expect(textOf(await player.press(question, 'Erase everything').response())).toContain(
      "I've erased everything about you",
    );

    expect(await keysOf(world)).toEqual(before);
    // The link's tokens and those of the login that waited for its code.
    expect(world.game.world.requests('oauth.revocation') - revocations).toBe(4);
  }, 60_000);
});
