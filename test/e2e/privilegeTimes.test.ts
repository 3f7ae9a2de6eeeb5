import type { APIMessage } from 'discord-api-types/v10';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { InteractionHandle } from '../../sandbox/discord/interactionHandle.ts';
import type { Person } from '../../sandbox/discord/person.ts';
import type { Sandbox } from '../../sandbox/sandbox.ts';
import { addPermission, linkCharacter, startWorld, textOf } from '../support/world.ts';

const MINUTE_MS = 60_000;

let world: Sandbox;
let officer: Person;
let aheadMs = 0;

beforeAll(async () => {
  const now = Date.now.bind(Date);
  // Time only ever runs forward, for all of the world: discord.js, too, remembers moments.
  vi.spyOn(Date, 'now').mockImplementation(() => now() + aheadMs);
  world = await startWorld();
  ({ officer } = world.discord.people);
  await linkCharacter(officer, 'Marshal Iri Tosk');
  await addPermission(officer, await officer.run('privileges list').response(), 'Marshal Iri Tosk');
}, 60_000);
afterAll(async () => {
  await world?.stop();
  vi.restoreAllMocks();
});

const updates = (): number => world.game.world.requests('character.privileges.update');
const preview = (privilege: string): Promise<APIMessage> =>
  officer.run('privileges grant', { group: 'ship', privilege, character: 'Dorn Hesk' }).response();

async function receiptOf(press: InteractionHandle): Promise<APIMessage> {
  const { id } = await press.response();
  return await officer.waitForMessage((message) => message.id === id && textOf(message).includes('Privileges changed'));
}

test('a preview is good for two minutes', async () => {
  const inTime = await preview('pilot_ships');
  aheadMs += 2 * MINUTE_MS - 10_000;
  await receiptOf(officer.press(inTime, 'Confirm'));
  expect(updates()).toBe(1);

  const tooLate = await preview('view_ships');
  aheadMs += 2 * MINUTE_MS + 1_000;
  expect(textOf(await officer.press(tooLate, 'Confirm').followUp())).toContain('its time is over');
  expect(updates()).toBe(1);
});

test('an undo is good for ten minutes', async () => {
  const receipt = await receiptOf(officer.press(await preview('rename_ships'), 'Confirm'));
  const before = updates();
  aheadMs += 10 * MINUTE_MS + 1_000;
  expect(textOf(await officer.press(receipt, 'Undo').followUp())).toContain('its time is over');
  expect(updates()).toBe(before);
});

test('many keys typed at once cost one request when what was learned is forgotten, and none before', async () => {
  const lists = (): number => world.game.world.requests('character.privileges.list');
  const type = () =>
    Promise.all(
      ['', 's', 'sh', 'shi', 'ship'].map((group) => officer.autocomplete('privileges show', { group }, 'group')),
    );
  aheadMs += 11 * MINUTE_MS;
  const before = lists();
  const suggested = await type();
  expect(suggested[0]).toHaveLength(25);
  expect(suggested.at(-1)).toEqual([{ name: 'ship', value: 'ship' }]);
  expect(lists()).toBe(before + 1);
  aheadMs += 9 * MINUTE_MS;
  await type();
  expect(lists()).toBe(before + 1);
});
