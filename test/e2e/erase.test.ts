import { join } from 'node:path';
import { pino } from 'pino';
import { describe, expect, inject, test, vi } from 'vitest';
import type { Person } from '../../sandbox/discord/people/person.ts';
import '../../src/app/start.ts';
import { interactions } from '../../src/metrics.ts';
import { listDeclared } from '../../src/store/declared.ts';
import type { StoredRow } from '../../src/store/engine.ts';
import { openEngine } from '../../src/store/openStore.ts';
import { confirm, textFrom, textOf } from '../support/messages.ts';
import { makeTemporaryFolder } from '../support/temporaryFolder.ts';
import { useWorld } from '../support/useWorld.ts';
import { addPermission, beginLogin, linkCharacter, loginUrlOf, signIn, type World } from '../support/world.ts';

const folder = makeTemporaryFolder();

/** Every key and scheduled id, except the game's, request counts and answered interactions. */
async function keysOf({ environment }: World): Promise<string[]> {
  const rows = await rowsOf(environment);
  const keys = rows.map(({ name, key, text }) => `${name}${text === undefined ? ' ' : '::'}${key}`);
  return keys.filter((key) => !/^commlink:(?:interaction|galaxy|galaxy-places|jobs|wire-forms)\b/.test(key)).toSorted();
}

/** The number of interactions that have ended, including the work after their responses. */
const countEnded = async () => (await interactions.get()).values.reduce((sum, { value }) => sum + value, 0);

async function rowsOf({ REDIS_URL, DATABASE_FILE = '' }: Record<string, string>): Promise<StoredRow[]> {
  const engine = await openEngine({ redisUrl: REDIS_URL, file: DATABASE_FILE }, pino({ level: 'silent' }));
  const rows = (await Array.fromAsync(engine.readAll())).flat();
  await engine.close();
  return rows;
}

/** Uses every command that stores something. */
async function useEverything(player: Person): Promise<void> {
  await player.run('profile').response();
  await linkCharacter(player, 'Vael Ondar');
  const refusal = await player.run('credits transfer', { amount: 10, recipient: 'Marshal Iri Tosk' }).response();
  await confirm(player, await addPermission(player, refusal, 'Vael Ondar'), 'Send 10 credits', '## Sent');
  await player.run('credits transfer', { amount: 11, recipient: 'Marshal Iri Tosk' }).response();
  await player.run('credits log', { text: 'a private text', oldest: true }).response();
  await player.run('credits report').response();
  await player.run('credits request', { amount: 5, from: 'Marshal Iri Tosk' }).response();
  const unsent = await player.run('msg send', { to: 'Marshal Iri Tosk', text: 'A private text' }).response();
  await addPermission(player, unsent, 'Vael Ondar');
  await player.run('msg list').response();
  await player.autocomplete('msg send', { to: 'M' }, 'to');
  await addPermission(player, await player.run('privileges list').response(), 'Vael Ondar');
  await player.autocomplete('privileges list', { faction: 'M' }, 'faction');
  await player.press(await player.run('account').response(), 'Let others find me').response();
  const bookmark = () => textFrom(player.run('galaxy bookmark', { place: '9:2001' }));
  await vi.waitFor(async () => expect(await bookmark()).toContain('Bookmarked'), 20_000);
  // A command that waits for a permission, a login that waits for its code, and one for its link.
  await player.run('msg delete', { message: '38:1' }).response();
  await signIn(loginUrlOf(await beginLogin(player)), 'Vael Ondar');
  await beginLogin(player);
}

describe.each([
  { engine: 'SQLite', environment: { DATABASE_FILE: join(folder, 'store.sqlite') } },
  { engine: 'Redis', environment: { REDIS_URL: inject('redisUrl') } },
])('erasing, over $engine', ({ environment }) => {
  const world = useWorld('all', { environment: { ...environment, GALAXY_COPY: 'on' } });
  const { player, officer, game } = world;
  const eraseAll = async ({ player }: World) => {
    const question = await player.press(await player.run('account').response(), 'Erase everything').response();
    return { question, answer: await textFrom(player.press(question, 'Erase everything')) };
  };

  test("leaves the store as it was before the first command, but for the server's trail, and doesn't touch another person's data", async () => {
    await linkCharacter(officer, 'Marshal Iri Tosk');
    const channel = officer.view.channel('trade').id;
    await officer.run('server audit channel', { channel }).response();
    const readLog = () => textFrom(officer.run('server audit log', {}, { channel }));
    const before = await keysOf(world);
    await useEverything(player);
    const preview = await player.run('credits transfer', { amount: 12, recipient: 'Marshal Iri Tosk' }).response();
    await confirm(player, preview, 'Send 12 credits', '## Sent');
    expect((await keysOf(world)).length).toBeGreaterThan(before.length + 10);
    for (const { name, key, text, at } of await rowsOf(world.environment)) {
      if (text === undefined) continue;
      const found = listDeclared().find((declared) => name === `commlink:${declared.name}`);
      expect(found, name).toBeDefined();
      if (found?.about !== 'person') expect(key).not.toContain(player.id);
      if (found?.about === 'person' || found?.about === 'server')
        expect(text, name).toMatch(/^\{"value":"v1\.[\w.-]+","version":1\}$/);
      // The privacy page says how long it's kept.
      expect((at ?? Infinity) - Date.now(), name).toBeLessThanOrEqual(found?.keptForMs ?? Infinity);
    }
    expect(await readLog()).toContain(`**Vael Ondar** (<@${player.id}>) sent credits to Marshal Iri Tosk: 12 · done`);
    const revocations = world.game.world.requests('oauth.revocation');

    const { question, answer } = await eraseAll(world);
    expect(textOf(question)).toMatch(/You can't undo this\.[\s\S]*request count expires within an hour/);
    expect(answer).toContain("I've erased everything about you");

    // The note that ends running changes expires after two days.
    const isOfServer = (key: string): boolean => /^commlink:trail(-index)?::/.test(key);
    const left = (await keysOf(world)).filter((key) => !isOfServer(key));
    expect(left).toEqual([...before, `commlink:write-erased::${player.id}`].toSorted());
    expect(await readLog()).toMatch(/\*\*an erased account\*\* sent credits to Marshal Iri Tosk: 12 · done$/);
    // The link's tokens, and those of the login that waited for its code.
    expect(world.game.world.requests('oauth.revocation') - revocations).toBe(4);
  }, 60_000);

  test.each([
    ['character.credits.transfer', 'after', true],
    ['character.creditlog.list', 'before', true],
    ['character.credits.get', 'before', false],
  ] as const)('leaves nothing of a transfer held at %s', async (operation, at, isConfirmed) => {
    const before = await keysOf(world);
    await linkCharacter(player, 'Vael Ondar');
    const offer = () => player.run('credits transfer', { amount: 10, recipient: 'Marshal Iri Tosk' });
    const preview = await addPermission(player, await offer().response(), 'Vael Ondar');
    const hold = game.faults.add({ operation, fault: { kind: 'hold', at } });
    if (isConfirmed) player.press(preview, 'Send 10 credits');
    else offer();
    await hold.reached;
    const ended = await countEnded();
    expect((await eraseAll(world)).answer).toContain("I've erased everything about you");
    hold.release();
    await vi.waitFor(async () => expect(await countEnded()).toBe(ended + 4), 20_000);
    expect(new Set(await keysOf(world))).toEqual(new Set([...before, `commlink:write-erased::${player.id}`]));
  });
});
