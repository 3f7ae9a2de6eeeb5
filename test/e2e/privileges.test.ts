import { type APIMessage, ComponentType } from 'discord-api-types/v10';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { en } from '../../commands/privileges/messages.ts';
import type { InteractionHandle } from '../../sandbox/discord/people/interactionHandle.ts';
import type { Person } from '../../sandbox/discord/people/person.ts';
import type { Sandbox } from '../../sandbox/sandbox.ts';
import { addPermission, buttonsOf, linkCharacter, startWorld, textOf } from '../support/world.ts';

const COMPACT = '20:501';
const RECRUIT = '1:1003';

let world: Sandbox;
let officer: Person;
let player: Person;
let visitor: Person;

beforeAll(async () => {
  world = await startWorld();
  ({ officer, player, visitor } = world.discord.people);
  const people: [Person, string][] = [
    [officer, 'Marshal Iri Tosk'],
    [player, 'Vael Ondar'],
    [visitor, 'Pell'],
  ];
  for (const [person, handle] of people) {
    await linkCharacter(person, handle);
    const before = world.game.world.requests();
    expect(await person.autocomplete('privileges show', { group: '' }, 'group')).toEqual([]);
    expect(world.game.world.requests()).toBe(before);
    const refusal = await person.run('privileges list').response();
    expect(textOf(refusal)).toContain('see and change faction privileges');
    expect(textOf(await addPermission(person, refusal, handle))).toContain(handle);
  }
}, 60_000);
afterEach(() => world.game.faults.clear());
afterAll(() => world?.stop());

const holds = (group: string, privilege: string, uid = RECRUIT): boolean =>
  world.game.world.holds(COMPACT, uid, { group, privilege });
const updates = (): number => world.game.world.requests('character.privileges.update');
const labelsOf = (message: APIMessage): (string | undefined)[] => buttonsOf(message).map(({ label }) => label);

type Select = {
  custom_id: string;
  options: { label: string; value: string; default?: boolean; description?: string }[];
};

function selectOf(message: APIMessage): Select {
  const inside = (component: unknown): Select[] => {
    const { type, components } = component as { type: ComponentType; components?: unknown[] };
    if (type === ComponentType.StringSelect) return [component as Select];
    return (components ?? []).flatMap(inside);
  };
  const [select] = (message.components ?? []).flatMap(inside);
  if (!select) throw new Error(`No select under: ${textOf(message)}`);
  return select;
}

async function openGroup(person: Person, list: APIMessage, group: string): Promise<APIMessage> {
  const { custom_id, options } = selectOf(list);
  const value = options.find(({ label }) => label === group)?.value ?? '';
  return await person.select(list, custom_id, [value]).response();
}

/** Opens the editor of a group of the recruit and leaves these ticked. */
async function edit(group: string, ticked: (now: string[]) => string[]): Promise<APIMessage> {
  const list = await officer.run('privileges list', { character: 'Dorn Hesk' }).response();
  const editor = await officer.press(await openGroup(officer, list, group), 'Edit').response();
  const { custom_id, options } = selectOf(editor);
  const now = options.filter((option) => option.default).map(({ label }) => label);
  const wanted = ticked(now).map((name) => options.find(({ label }) => label === name)?.value ?? '');
  return await officer.select(editor, custom_id, wanted).response();
}

/** What the message says in the end: the progress of the changes comes first. */
async function outcomeOf(press: InteractionHandle, person: Person = officer): Promise<APIMessage> {
  const { id } = await press.response();
  return await person.waitForMessage(
    (message) => message.id === id && !/Changing privileges|Change th/.test(textOf(message)),
  );
}

describe('reading', () => {
  test('a list shows the 25 groups with their counts; a group shows each privilege, granted or not', async () => {
    const list = await officer.run('privileges list').response();
    expect(textOf(list)).toContain('Privileges of Marshal Iri Tosk');
    expect(textOf(list)).toContain('UID 1:1002 · Meridian Compact (20:501)');
    expect(textOf(list)).toContain('**privileges**\u00a0· 3\u00a0of\u00a03\u00a0granted');
    expect(selectOf(list).options).toHaveLength(25);
    expect(selectOf(list).options.find(({ label }) => label === 'gns')?.description).toBe('0 of 3 granted');

    const group = await openGroup(officer, list, 'ship');
    expect(textOf(group)).toContain('ship · 5 of 5 granted');
    expect(textOf(group)).toContain('✓ **pilot\\_ships**');
    const gns = await openGroup(officer, group, 'gns');
    expect(textOf(gns)).toContain('– publish\\_article');
    const again = await officer.press(gns, 'All groups').response();
    expect(textOf(again)).toContain('**privileges**\u00a0· 3\u00a0of\u00a03\u00a0granted');
  });

  test('an officer sees another member’s privileges, by handle and by UID, in a faction named or by UID', async () => {
    for (const options of [
      { character: 'Dorn Hesk' },
      { character: RECRUIT, faction: COMPACT },
      { character: 'dorn hesk', faction: 'meridian compact' },
    ]) {
      const list = await officer.run('privileges list', options).response();
      expect(textOf(list)).toContain('Privileges of Dorn Hesk');
      expect(textOf(list)).toContain('UID 1:1003 · Meridian Compact (20:501)');
      expect(textOf(list)).toContain('**ship**\u00a0· 0\u00a0of\u00a05\u00a0granted');
    }
  });

  test('a faction’s name is looked up, not remembered: who can write to the store could lead a change elsewhere', async () => {
    const before = world.game.world.requests('character.me');
    for (let times = 1; times <= 2; times += 1) {
      await officer.run('privileges list', { faction: 'meridian compact' }).response();
      expect(world.game.world.requests('character.me')).toBe(before + times);
    }
  });

  test('a character without a faction is told that there is nothing to show', async () => {
    const list = await visitor.run('privileges list').response();
    expect(textOf(list)).toBe("**Pell** isn't in a faction, so there are no privileges to see or change.");
  });

  test('one privilege is shown with its value, forgiving capitals and spaces', async () => {
    const held = await officer.run('privileges show', { group: 'ship', privilege: 'pilot_ships' }).response();
    expect(textOf(held)).toContain('pilot\\_ships: granted');
    const named = { group: 'Ship', privilege: 'pilot ships', character: 'Dorn Hesk' };
    const notHeld = await officer.run('privileges show', named).response();
    expect(textOf(notHeld)).toContain('pilot\\_ships: not granted');
    expect(textOf(notHeld)).toContain('Dorn Hesk · UID 1:1003');
  });

  test('suggestions know the groups, the privileges of the group typed, and the own factions, for one request each', async () => {
    await player.run('privileges list').response();
    const before = world.game.world.requests();
    const suggest = async (options: Record<string, string>, focused: string) =>
      (await player.autocomplete('privileges grant', options, focused)).map(({ value }) => value);
    expect(await suggest({ group: 'npc' }, 'group')).toEqual(['npc_transport', 'npc_management', 'npc']);
    expect(await suggest({ group: 'ship', privilege: '' }, 'privilege')).toEqual([
      'view_ships',
      'assign_ships',
      'pilot_ships',
      'rename_ships',
      'hand_over_ships',
    ]);
    expect(await suggest({ group: 'ship', privilege: 'over' }, 'privilege')).toEqual(['hand_over_ships']);
    expect(await suggest({ group: 'nothing', privilege: '' }, 'privilege')).toEqual([]);
    expect(world.game.world.requests()).toBe(before);

    const factions = await player.autocomplete('privileges list', { faction: 'cob' }, 'faction');
    expect(factions).toEqual([{ name: 'Cobalt Assembly (20:506)', value: '20:506' }]);
    expect(await player.autocomplete('privileges list', { faction: '' }, 'faction')).toHaveLength(2);
    expect(world.game.world.requests()).toBe(before + 1);
  });
});

describe('granting and revoking', () => {
  const PILOT = { group: 'ship', privilege: 'pilot_ships', character: 'Dorn Hesk' };

  test('a grant is previewed, done once however often it is confirmed, read back, and can be revoked', async () => {
    const preview = await officer.run('privileges grant', PILOT).response();
    expect(textOf(preview)).toContain('Change this privilege?');
    expect(textOf(preview)).toContain('UID 1:1003 · Meridian Compact (20:501)');
    expect(textOf(preview)).toContain('**+** pilot\\_ships · now not granted');
    const before = updates();
    expect(holds('ship', 'pilot_ships')).toBe(false);

    const presses = Array.from({ length: 5 }, () => officer.press(preview, 'Confirm'));
    await Promise.all(presses.map((press) => press.response()));
    const receipt = await officer.waitForMessage(
      (message) => message.id === preview.id && textOf(message).includes('Privileges changed'),
    );
    expect(textOf(receipt)).toContain('**+** pilot\\_ships · done · now granted');
    expect(updates()).toBe(before + 1);
    expect(holds('ship', 'pilot_ships')).toBe(true);

    const taking = await officer.run('privileges revoke', PILOT).response();
    expect(textOf(taking)).toContain('**−** pilot\\_ships · now granted');
    expect(textOf(await outcomeOf(officer.press(taking, 'Confirm')))).toContain('· done · now not granted');
    expect(holds('ship', 'pilot_ships')).toBe(false);
  });

  test('a canceled change is not made, and its preview is used up', async () => {
    const before = updates();
    const preview = await officer.run('privileges grant', PILOT).response();
    const confirmId = buttonsOf(preview).find(({ label }) => label === 'Confirm')?.custom_id ?? '';
    const canceled = await officer.press(preview, 'Cancel').response();
    expect(textOf(canceled)).toBe('Nothing was changed.');
    expect(labelsOf(canceled)).toEqual([]);
    expect(confirmId).not.toBe('');
    expect(updates()).toBe(before);
  });

  test('what is already set is said, and nothing is asked to confirm', async () => {
    const revoke = await officer.run('privileges revoke', PILOT).response();
    expect(textOf(revoke)).toContain("**Dorn Hesk** doesn't have the privilege ship/pilot\\_ships");
    const grant = await officer.run('privileges grant', { group: 'ship', privilege: 'view_ships' }).response();
    expect(textOf(grant)).toContain('**Marshal Iri Tosk** already has the privilege ship/view\\_ships');
    expect(labelsOf(grant)).toEqual([]);
  });

  test('a change that the game refuses ends as not changed, with the game’s reason and the value', async () => {
    const preview = await player
      .run('privileges grant', { group: 'privileges', privilege: 'change_privileges' })
      .response();
    const receipt = await outcomeOf(player.press(preview, 'Confirm'), player);
    expect(textOf(receipt)).toContain('No privileges were changed');
    expect(textOf(receipt)).toContain('refused by the game · now not granted');
    expect(textOf(receipt)).toContain('You may not change privileges in Meridian Compact');
    expect(labelsOf(receipt)).toEqual([]);
  });

  test.each([
    { at: 'after' as const, says: 'done, although the response was lost · now granted', isDone: true },
    { at: 'before' as const, says: 'the response was lost · now not granted', isDone: false },
  ])('a connection cut $at the work is looked up, and the change is sent once', async ({ at, says, isDone }) => {
    const named = { group: 'vehicle', privilege: 'drive_vehicles', character: 'Dorn Hesk' };
    const preview = await officer.run('privileges grant', named).response();
    const before = updates();
    world.game.faults.add({ operation: 'character.privileges.update', fault: { kind: 'cut', at } });
    const receipt = await outcomeOf(officer.press(preview, 'Confirm'));
    expect(updates()).toBe(before + 1);
    expect(textOf(receipt)).toContain(says);
    expect(holds('vehicle', 'drive_vehicles')).toBe(isDone);
    expect(labelsOf(receipt)).toEqual(isDone ? ['Undo'] : ['Check again']);
    if (isDone) {
      await outcomeOf(officer.press(receipt, 'Undo'));
      expect(holds('vehicle', 'drive_vehicles')).toBe(false);
      return;
    }
    const looked = await outcomeOf(officer.press(receipt, 'Check again'));
    expect(textOf(looked)).toContain(says);
    expect(updates()).toBe(before + 1);
  });

  test('a preview does not outlive a login as another character', async () => {
    const preview = await player
      .run('privileges grant', { group: 'gns', privilege: 'draft_article', character: 'Vael Ondar' })
      .response();
    await player.run('logout').response();
    await linkCharacter(player, 'Regent Oona Valdry');
    const refusal = await player.run('privileges list').response();
    await addPermission(player, refusal, 'Regent Oona Valdry');
    const before = updates();
    expect(textOf(await player.press(preview, 'Confirm').response())).toContain('Run the command again');
    expect(updates()).toBe(before);
  });

  test('when the value cannot be read either, the receipt says so, and checking again finds it', async () => {
    const named = { group: 'item', privilege: 'use_items', character: 'Dorn Hesk' };
    const preview = await officer.run('privileges grant', named).response();
    world.game.faults.add({ operation: 'character.privileges.update', fault: { kind: 'cut', at: 'after' } });
    const away = world.game.faults.add({
      operation: 'character.privileges.list',
      nth: 2,
      times: Infinity,
      fault: { kind: 'html' },
    });
    const receipt = await outcomeOf(officer.press(preview, 'Confirm'));
    expect(textOf(receipt)).toContain("I don't know what was changed");
    expect(textOf(receipt)).toContain("the response was lost · current value couldn't be read");
    away.remove();
    const looked = await outcomeOf(officer.press(receipt, 'Check again'));
    expect(textOf(looked)).toContain('done, although the response was lost · now granted');
    expect(labelsOf(looked)).toEqual(['Undo']);
  });

  test('when the values cannot be read before, nothing is sent and Confirm can be pressed again', async () => {
    const named = { group: 'stock', privilege: 'view_stock', character: 'Dorn Hesk' };
    const preview = await officer.run('privileges grant', named).response();
    const before = updates();
    const away = world.game.faults.add({
      operation: 'character.privileges.list',
      times: Infinity,
      fault: { kind: 'html' },
    });
    const press = officer.press(preview, 'Confirm');
    expect(textOf(await press.followUp())).toContain('Nothing was changed');
    expect(updates()).toBe(before);
    away.remove();
    expect(textOf(await outcomeOf(officer.press(preview, 'Confirm')))).toContain('Privileges changed');
    expect(updates()).toBe(before + 1);
  });
});

describe('several at once', () => {
  test('what is ticked and unticked is shown as a difference, applied one by one, and undone once', async () => {
    const first = await edit('cities', () => ['view_cities', 'set_taxes']);
    expect(textOf(first)).toContain('Change these 2 privileges?');
    await outcomeOf(officer.press(first, 'Confirm'));
    expect([holds('cities', 'view_cities'), holds('cities', 'set_taxes')]).toEqual([true, true]);

    const before = updates();
    const difference = await edit('cities', (now) => {
      expect(now).toEqual(['view_cities', 'set_taxes']);
      return ['set_taxes', 'found_cities', 'rename_cities'];
    });
    expect(textOf(difference)).toContain('**−** view\\_cities · now granted');
    expect(textOf(difference)).toContain('**+** found\\_cities · now not granted');
    expect(textOf(difference)).not.toContain('set\\_taxes');
    expect(updates()).toBe(before);

    const receipt = await outcomeOf(officer.press(difference, 'Confirm'));
    expect(textOf(receipt)).toContain('**−** view\\_cities · done · now not granted');
    expect(textOf(receipt)).toContain('**+** rename\\_cities · done · now granted');
    expect(updates()).toBe(before + 3);

    const presses = [officer.press(receipt, 'Undo'), officer.press(receipt, 'Undo')];
    await Promise.all(presses.map((press) => press.response()));
    await officer.waitForMessage(
      ({ id, components }) => id === receipt.id && JSON.stringify(components).includes('undone'),
    );
    expect(updates()).toBe(before + 6);
    expect(['view_cities', 'set_taxes', 'found_cities', 'rename_cities'].map((name) => holds('cities', name))).toEqual([
      true,
      true,
      false,
      false,
    ]);
  });

  test('a refusal of one leaves the others; undo takes back only those that were done', async () => {
    const difference = await edit('droid', () => ['view_droids', 'assign_droids', 'rename_droids']);
    const fault = { kind: 'error', message: 'The clerk is at lunch', code: 'refused' } as const;
    world.game.faults.add({ operation: 'character.privileges.update', nth: 2, fault });
    const receipt = await outcomeOf(officer.press(difference, 'Confirm'));
    expect(textOf(receipt)).toContain('**+** assign\\_droids · refused by the game · now not granted');
    expect(textOf(receipt)).toContain('The clerk is at lunch');
    const before = updates();
    const undone = await outcomeOf(officer.press(receipt, 'Undo'));
    expect(updates()).toBe(before + 2);
    expect(textOf(undone)).not.toContain('assign');
    expect(labelsOf(undone)).toEqual([]);
    expect(holds('droid', 'view_droids')).toBe(false);
  });

  test('after a lost response the rest is not attempted', async () => {
    const names = ['view_creatures', 'assign_creatures', 'tame_creatures', 'hand_over_creatures'];
    const difference = await edit('creature', () => names);
    const before = updates();
    world.game.faults.add({ operation: 'character.privileges.update', nth: 2, fault: { kind: 'cut', at: 'after' } });
    const receipt = await outcomeOf(officer.press(difference, 'Confirm'));
    expect(updates()).toBe(before + 2);
    expect(textOf(receipt)).toContain('assign\\_creatures · done, although the response was lost · now granted');
    expect(textOf(receipt)).toContain('tame\\_creatures · not attempted · now not granted');
    expect(textOf(receipt)).toContain('hand\\_over\\_creatures · not attempted · now not granted');
  });

  test('when the game stops, what was done is told from what was not, with nothing said of all', async () => {
    const difference = await edit('materials', () => ['view_materials', 'move_materials', 'sell_materials']);
    const away = { kind: 'status', status: 503, message: 'Maintenance' } as const;
    world.game.faults.add({ operation: 'character.privileges.update', nth: 2, fault: away });
    const before = updates();
    const receipt = textOf(await outcomeOf(officer.press(difference, 'Confirm')));
    expect(updates()).toBe(before + 2);
    expect(receipt).toContain(en.changed.some);
    expect(receipt).toContain('view\\_materials · done · now granted');
    expect(receipt).toContain('move\\_materials · not done · now not granted');
    expect(receipt).toContain('sell\\_materials · not attempted · now not granted');
    expect(receipt).toContain(en.stopped);
    expect(receipt).not.toContain('Nothing was changed');
  });

  test('what became so in the meantime is not sent, and undo leaves it', async () => {
    const difference = await edit('datacard', () => ['view_datacards', 'issue_datacards']);
    const other = await officer
      .run('privileges grant', { group: 'datacard', privilege: 'view_datacards', character: RECRUIT })
      .response();
    await outcomeOf(officer.press(other, 'Confirm'));
    const before = updates();
    const receipt = await outcomeOf(officer.press(difference, 'Confirm'));
    expect(textOf(receipt)).toContain('view\\_datacards · already set · now granted');
    expect(updates()).toBe(before + 1);
    await outcomeOf(officer.press(receipt, 'Undo'));
    expect([holds('datacard', 'view_datacards'), holds('datacard', 'issue_datacards')]).toEqual([true, false]);
  });
});

describe('bad input', () => {
  test.each([
    [
      { group: 'shp', privilege: 'x' },
      "There's no privilege group “shp”. Groups include members, finance, privileges.",
    ],
    [{ group: 'ship', privilege: 'fly' }, "There's no privilege “fly” in the group ship. Try view\\_ships."],
    [{ group: '..', privilege: '.' }, "There's no privilege group “..”"],
    [
      { group: 'ship', privilege: 'view_ships', character: 'Nobody At All' },
      'No character in the game is called “Nobody At All”',
    ],
    [{ group: 'ship', privilege: 'view_ships', character: '1:999999' }, '“1:999999”'],
    [
      { group: 'ship', privilege: 'view_ships', faction: '1:1001' },
      "“1:1001” isn't a faction's UID or the name of one of your factions. Try Meridian Compact.",
    ],
    [
      { group: 'ship', privilege: 'view_ships', faction: '20:999' },
      "isn't a member of 20:999, or that faction doesn't exist",
    ],
    [{ group: 'ship', privilege: 'view_ships', character: 'Pell' }, "**Pell** isn't in your main faction."],
    [
      { group: 'ship', privilege: 'view_ships', character: "Cass O'Renn", faction: '20:502' },
      'You may not see privileges of 1:1005',
    ],
    [
      { group: 'ship', privilege: 'view_ships', character: "Cass O'Renn", faction: '20:502' },
      "Only officers can see and change other members' privileges.",
    ],
  ])('%j gets a sentence in show, grant and revoke', async (options, sentence) => {
    for (const command of ['show', 'grant', 'revoke']) {
      const reply = await officer.run(`privileges ${command}`, options).response();
      expect(textOf(reply)).toContain(sentence);
    }
  });

  test('a character without a faction is told so by each command', async () => {
    const options = { group: 'ship', privilege: 'view_ships' };
    for (const command of ['show', 'grant', 'revoke'])
      expect(textOf(await visitor.run(`privileges ${command}`, options).response())).toContain("isn't in a faction");
  });
});

test('revoking one’s own right to change privileges warns before, and offers no undo after', async () => {
  const own = { group: 'privileges', privilege: 'change_privileges' };
  const preview = await officer.run('privileges revoke', own).response();
  expect(textOf(preview)).toContain(en.preview.ownRight);
  const receipt = await outcomeOf(officer.press(preview, 'Confirm'));
  expect(textOf(receipt)).toContain('change\\_privileges · done · now not granted');
  expect(holds(own.group, own.privilege, '1:1002')).toBe(false);
  expect(labelsOf(receipt)).toEqual([]);
});
