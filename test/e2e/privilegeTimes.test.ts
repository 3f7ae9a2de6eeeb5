import type { APIMessage } from 'discord-api-types/v10';
import { beforeAll, expect, test } from 'vitest';
import type { InteractionHandle } from '../../sandbox/discord/people/interactionHandle.ts';
import type { Person } from '../../sandbox/discord/people/person.ts';
import { labelsOf, settled, textFrom, textOf } from '../support/messages.ts';
import { useTimeTravel, useWorld } from '../support/useWorld.ts';
import { linkWithEverything } from '../support/world.ts';

const MINUTE_MS = 60_000;
const UPDATE = 'character.privileges.update';

const pass = useTimeTravel('all');
const world = useWorld('all');
let officer: Person;
beforeAll(async () => {
  ({ officer } = world);
  await linkWithEverything(officer, 'Marshal Iri Tosk');
});

const updates = (): number => world.game.world.requests(UPDATE);
const preview = (privilege: string): Promise<APIMessage> =>
  officer.run('privileges grant', { group: 'ship', privilege, character: 'Dorn Hesk' }).response();
const receiptOf = async (press: InteractionHandle): Promise<APIMessage> =>
  settled(officer, await press.response(), 'Privileges changed');

test('a preview says when it expires; an expired one is offered again with the current values', async () => {
  const inTime = await preview('pilot_ships');
  const expiresAt = Number(/Expires at <t:(\d+):t>/.exec(textOf(inTime))?.[1]) * 1_000;
  expect(Math.abs(expiresAt - (Date.now() + 2 * MINUTE_MS))).toBeLessThan(10_000);
  pass(2 * MINUTE_MS - 10_000);
  await receiptOf(officer.press(inTime, 'Confirm'));
  expect(updates()).toBe(1);

  const [tooLate, another] = [await preview('view'), await preview('view')];
  pass(2 * MINUTE_MS + 1_000);
  const expired = await officer.press(tooLate, 'Confirm').response();
  expect(textOf(expired)).toBe('This confirmation has expired.');
  const alike = await officer.press(another, 'Confirm').response();
  expect(updates()).toBe(1);
  const again = await officer.press(expired, 'Review again').response();
  expect(textOf(again)).toContain('**+** view · not granted → granted');
  await receiptOf(officer.press(again, 'Confirm'));
  expect(updates()).toBe(2);

  expect(await textFrom(officer.press(alike, 'Review again'))).toContain('already set');
});

test('an undo is good for ten minutes', async () => {
  const receipt = await receiptOf(officer.press(await preview('rename'), 'Confirm'));
  const before = updates();
  pass(10 * MINUTE_MS + 1_000);
  expect(await textFrom(officer.press(receipt, 'Undo'))).toContain('has expired');
  expect(updates()).toBe(before);
});

test('checking again says when it checked, and after some minutes offers a new preview', async () => {
  const lost = await preview('assign');
  world.game.faults.add({ operation: UPDATE, fault: { kind: 'cut', at: 'before' } });
  const checkedAt = (message: APIMessage) => Number(/Last checked at <t:(\d+):T>/.exec(textOf(message))?.[1]);
  const receipt = await settled(officer, await officer.press(lost, 'Confirm').response(), 'Last checked');
  expect(labelsOf(receipt)).toEqual(['Check again']);
  pass(6 * MINUTE_MS);
  const checked = await officer.press(receipt, 'Check again').response();
  expect(checkedAt(checked) - checkedAt(receipt)).toBeGreaterThanOrEqual(6 * 60);
  const before = updates();
  const again = await officer.press(checked, 'Start over').response();
  await receiptOf(officer.press(again, 'Confirm'));
  expect(updates()).toBe(before + 1);
});

test('many keys typed at once cost one request once the cache has expired, and none before', async () => {
  const lists = (): number => world.game.world.requests('character.privileges.list');
  const type = () =>
    Promise.all(
      ['', 's', 'sh', 'shi', 'ship'].map((group) => officer.autocomplete('privileges show', { group }, 'group')),
    );
  pass(11 * MINUTE_MS);
  const before = lists();
  const suggested = await type();
  expect(suggested[0]).toHaveLength(25);
  expect(suggested.at(-1)).toEqual([{ name: 'ship', value: 'ship' }]);
  expect(lists()).toBe(before + 1);
  pass(9 * MINUTE_MS);
  await type();
  expect(lists()).toBe(before + 1);
});
