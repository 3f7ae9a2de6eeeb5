import type { APIMessage } from 'discord-api-types/v10';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { InteractionHandle } from '../../sandbox/discord/people/interactionHandle.ts';
import type { Person } from '../../sandbox/discord/people/person.ts';
import type { Sandbox } from '../../sandbox/sandbox.ts';
import { addPermission, buttonsOf, linkCharacter, startWorld, textOf } from '../support/world.ts';

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

test('a preview says until when it is good; an expired one is offered again with the values of then', async () => {
  const inTime = await preview('pilot_ships');
  const expiresAt = Number(/Expires at <t:(\d+):t>/.exec(textOf(inTime))?.[1]) * 1_000;
  expect(Math.abs(expiresAt - (Date.now() + 2 * MINUTE_MS))).toBeLessThan(10_000);
  aheadMs += 2 * MINUTE_MS - 10_000;
  await receiptOf(officer.press(inTime, 'Confirm'));
  expect(updates()).toBe(1);

  const [tooLate, another] = [await preview('view_ships'), await preview('view_ships')];
  aheadMs += 2 * MINUTE_MS + 1_000;
  const expired = await officer.press(tooLate, 'Confirm').response();
  expect(textOf(expired)).toBe('Expired. Nothing was changed.');
  const alike = await officer.press(another, 'Confirm').response();
  expect(updates()).toBe(1);
  const again = await officer.press(expired, 'Preview again').response();
  expect(textOf(again)).toContain('**+** view\\_ships · now not granted');
  await receiptOf(officer.press(again, 'Confirm'));
  expect(updates()).toBe(2);

  expect(textOf(await officer.press(alike, 'Preview again').response())).toContain('already set');
});

test('an undo is good for ten minutes', async () => {
  const receipt = await receiptOf(officer.press(await preview('rename_ships'), 'Confirm'));
  const before = updates();
  aheadMs += 10 * MINUTE_MS + 1_000;
  expect(textOf(await officer.press(receipt, 'Undo').response())).toContain('has expired');
  expect(updates()).toBe(before);
});

test('checking again says when it checked, and after some minutes offers a new preview', async () => {
  const lost = await preview('assign_ships');
  world.game.faults.add({ operation: 'character.privileges.update', fault: { kind: 'cut', at: 'before' } });
  const checkedAt = (message: APIMessage) => Number(/Last checked at <t:(\d+):T>/.exec(textOf(message))?.[1]);
  const { id } = await officer.press(lost, 'Confirm').response();
  const receipt = await officer.waitForMessage((message) => message.id === id && checkedAt(message) > 0);
  expect(buttonsOf(receipt).map(({ label }) => label)).toEqual(['Check again']);
  aheadMs += 6 * MINUTE_MS;
  const checked = await officer.press(receipt, 'Check again').response();
  expect(checkedAt(checked) - checkedAt(receipt)).toBeGreaterThanOrEqual(6 * 60);
  const before = updates();
  const again = await officer.press(checked, 'Preview again').response();
  await receiptOf(officer.press(again, 'Confirm'));
  expect(updates()).toBe(before + 1);
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
