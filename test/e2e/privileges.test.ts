import type { APIMessage } from 'discord-api-types/v10';
import { beforeAll, describe, expect, test } from 'vitest';
import { en } from '../../commands/privileges/en.ts';
import type { InteractionHandle } from '../../sandbox/discord/people/interactionHandle.ts';
import type { Person } from '../../sandbox/discord/people/person.ts';
import type { Fault } from '../../sandbox/game/faults.ts';
import { choose, labelsOf, selectOf, settled, textFrom, textOf } from '../support/messages.ts';
import { useWorld } from '../support/useWorld.ts';
import { addPermission, linkCharacter, linkWithEverything } from '../support/world.ts';

const COMPACT = '20:501';
const RECRUIT = '1:1003';
const UPDATE = 'character.privileges.update';
const LIST = 'character.privileges.list';

const world = useWorld('all');
let officer: Person;
let player: Person;
let visitor: Person;

beforeAll(async () => {
  ({ officer, player, visitor } = world);
  await linkWithEverything(player, 'Vael Ondar');
  await linkWithEverything(visitor, 'Pell');
  await linkCharacter(officer, 'Marshal Iri Tosk');
  const before = world.game.world.requests();
  expect(await officer.autocomplete('privileges show', { group: '' }, 'group')).toEqual([]);
  expect(world.game.world.requests()).toBe(before);
  const refusal = await officer.run('privileges list').response();
  expect(textOf(refusal)).toContain('see and change faction privileges');
  expect(textOf(await addPermission(officer, refusal, 'Marshal Iri Tosk'))).toContain('Marshal Iri Tosk');
});

const holds = (group: string, privilege: string, uid = RECRUIT): boolean =>
  world.game.world.holds(COMPACT, uid, { group, privilege });
const updates = (): number => world.game.world.requests(UPDATE);
const breakUpdate = (nth: number, fault: Fault) => world.game.faults.add({ operation: UPDATE, nth, fault });
/** The preview of a grant to the recruit. */
const preview = (group: string, privilege: string, command = 'grant'): Promise<APIMessage> =>
  officer.run(`privileges ${command}`, { group, privilege, character: 'Dorn Hesk' }).response();

async function openGroup(list: APIMessage, group: string): Promise<APIMessage> {
  const value = selectOf(list).options.find(({ label }) => label === group)?.value ?? '';
  return await choose(officer, list, value).response();
}

/** Opens the editor of a group of the recruit and leaves these ticked. */
async function edit(group: string, ticked: string[], expectedNow: string[] = []): Promise<APIMessage> {
  const list = await officer.run('privileges list', { character: 'Dorn Hesk' }).response();
  const editor = await officer.press(await openGroup(list, group), 'Edit').response();
  const { options } = selectOf(editor);
  expect(options.filter((option) => option.default).map(({ label }) => label)).toEqual(expectedNow);
  const wanted = ticked.map((name) => options.find(({ label }) => label === name)?.value ?? '');
  return await choose(officer, editor, ...wanted).response();
}

/** What the message says in the end: the progress of the changes comes first. */
async function outcomeOf(press: InteractionHandle, person: Person = officer): Promise<APIMessage> {
  const { id } = await press.response();
  return await person.waitForMessage(
    (message) => message.id === id && !/Changing privileges|Change th/.test(textOf(message)),
  );
}
const confirm = (message: APIMessage) => outcomeOf(officer.press(message, 'Confirm'));

describe('reading', () => {
  test('a list shows the 25 groups with their counts; a group shows each privilege, granted or not', async () => {
    const count = '**privileges**\u00a0· 3\u00a0of\u00a03\u00a0granted';
    const list = await officer.run('privileges list').response();
    expect(textOf(list)).toContain("Marshal Iri Tosk's privileges");
    expect(textOf(list)).toContain('UID 1:1002 · Meridian Compact (20:501)');
    expect(textOf(list)).toContain(count);
    expect(selectOf(list).options).toHaveLength(25);
    expect(selectOf(list).options.find(({ label }) => label === 'gns')?.description).toBe('0 of 3 granted');

    const group = await openGroup(list, 'ship');
    expect(textOf(group)).toContain('ship · 5 of 5 granted');
    expect(textOf(group)).toContain('✓ **pilot\\_ships**');
    const gns = await openGroup(group, 'gns');
    expect(textOf(gns)).toContain('– publish\\_article');
    expect(await textFrom(officer.press(gns, 'All groups'))).toContain(count);
  });

  test.each([
    { character: 'Dorn Hesk' },
    { character: RECRUIT, faction: COMPACT },
    { character: 'dorn hesk', faction: 'meridian compact' },
  ])("an officer sees another member's privileges: %o", async (options) => {
    const list = await textFrom(officer.run('privileges list', options));
    expect(list).toContain("Dorn Hesk's privileges");
    expect(list).toContain('UID 1:1003 · Meridian Compact (20:501)');
    expect(list).toContain('**ship**\u00a0· 0\u00a0of\u00a05\u00a0granted');
  });

  test("a faction's name is looked up, not cached: someone who can write to the store could redirect a change", async () => {
    const before = world.game.world.requests('character.me');
    for (let times = 1; times <= 2; times += 1) {
      await officer.run('privileges list', { faction: 'meridian compact' }).response();
      expect(world.game.world.requests('character.me')).toBe(before + times);
    }
  });

  test('one privilege is shown with its value, forgiving capitals and spaces', async () => {
    const show = (options: Record<string, string>) => textFrom(officer.run('privileges show', options));
    expect(await show({ group: 'ship', privilege: 'pilot_ships' })).toContain('pilot\\_ships: granted');
    const notHeld = await show({ group: 'Ship', privilege: 'pilot ships', character: 'Dorn Hesk' });
    expect(notHeld).toContain('pilot\\_ships: not granted');
    expect(notHeld).toContain('Dorn Hesk · UID 1:1003');
  });

  test('groups, the privileges of the typed group, and your factions are suggested, for one request each', async () => {
    await player.run('privileges list').response();
    const before = world.game.world.requests();
    const suggest = async (options: Record<string, string>, focused: string, command = 'grant') =>
      (await player.autocomplete(`privileges ${command}`, options, focused)).map(({ value }) => value);
    expect(await suggest({ group: 'npc' }, 'group')).toEqual(['npc_transport', 'npc_management', 'npc']);
    const ships = ['view', 'assign', 'pilot_ships', 'rename', 'makeover'];
    expect(await suggest({ group: 'ship', privilege: '' }, 'privilege')).toEqual(ships);
    expect(await suggest({ group: 'ship', privilege: 'over' }, 'privilege')).toEqual(['makeover']);
    expect(await suggest({ group: 'nothing', privilege: '' }, 'privilege')).toEqual([]);
    expect(world.game.world.requests()).toBe(before);

    expect(await suggest({ faction: 'cob' }, 'faction', 'list')).toEqual(['20:506']);
    expect(await suggest({ faction: '' }, 'faction', 'list')).toHaveLength(2);
    expect(world.game.world.requests()).toBe(before + 1);
  });
});

describe('granting and revoking', () => {
  test('a grant is previewed, done once however often it is confirmed, read back, and can be revoked', async () => {
    const granting = await preview('ship', 'pilot_ships');
    expect(textOf(granting)).toContain('Change this privilege?');
    expect(textOf(granting)).toContain('UID 1:1003 · Meridian Compact (20:501)');
    expect(textOf(granting)).toContain('**+** pilot\\_ships · not granted → granted');
    const before = updates();
    expect(holds('ship', 'pilot_ships')).toBe(false);

    const presses = Array.from({ length: 5 }, () => officer.press(granting, 'Confirm'));
    await Promise.all(presses.map((press) => press.response()));
    const receipt = await settled(officer, granting, 'Privileges changed');
    expect(textOf(receipt)).toContain('**+** pilot\\_ships · done · granted');
    expect(updates()).toBe(before + 1);
    expect(holds('ship', 'pilot_ships')).toBe(true);

    const revoking = await preview('ship', 'pilot_ships', 'revoke');
    expect(textOf(revoking)).toContain('**−** pilot\\_ships · granted → not granted');
    expect(textOf(await confirm(revoking))).toContain('· done · not granted');
    expect(holds('ship', 'pilot_ships')).toBe(false);
  });

  test('a canceled change is not made, and its preview is used up', async () => {
    const before = updates();
    const canceled = await officer.press(await preview('ship', 'pilot_ships'), 'Cancel').response();
    expect(textOf(canceled)).toBe('Nothing was changed.');
    expect(labelsOf(canceled)).toEqual([]);
    expect(updates()).toBe(before);
  });

  test('a change that is already set gets a sentence and no button', async () => {
    const revoke = await preview('ship', 'pilot_ships', 'revoke');
    expect(textOf(revoke)).toContain("**Dorn Hesk** doesn't have the privilege ship/pilot\\_ships");
    const grant = await officer.run('privileges grant', { group: 'ship', privilege: 'view' }).response();
    expect(textOf(grant)).toContain('**Marshal Iri Tosk** already has the privilege ship/view');
    expect(labelsOf(grant)).toEqual([]);
  });

  test("a change that the game refuses ends as not changed, with the game's reason and the value", async () => {
    const own = { group: 'privileges', privilege: 'give_privs' };
    const asked = await player.run('privileges grant', own).response();
    const receipt = await outcomeOf(player.press(asked, 'Confirm'), player);
    for (const part of [
      'No privileges were changed',
      'refused by the game · not granted',
      'You may not change privileges in Meridian Compact',
    ])
      expect(textOf(receipt)).toContain(part);
    expect(labelsOf(receipt)).toEqual([]);
  });

  test.each([
    ['after', 'done, although the response was lost · granted', true, 'Undo'],
    ['before', 'the response was lost · not granted', false, 'Check again'],
  ] as const)('a connection cut %s the work is looked up, and the change is sent once', async (...row) => {
    const [at, outcome, isDone, label] = row;
    const asked = await preview('vehicle', 'drive_vehicles');
    const before = updates();
    breakUpdate(1, { kind: 'cut', at });
    const receipt = await confirm(asked);
    expect(textOf(receipt)).toContain(outcome);
    expect(labelsOf(receipt)).toEqual([label]);
    expect([updates(), holds('vehicle', 'drive_vehicles')]).toEqual([before + 1, isDone]);
    const next = textOf(await outcomeOf(officer.press(receipt, label)));
    expect(holds('vehicle', 'drive_vehicles')).toBe(false);
    if (!isDone) expect([next.includes(outcome), updates()]).toEqual([true, before + 1]);
  });

  test('a preview does not outlive a login as another character', async () => {
    const own = { group: 'gns', privilege: 'draft_article', character: 'Vael Ondar' };
    const asked = await player.run('privileges grant', own).response();
    await player.run('logout').response();
    await linkWithEverything(player, 'Regent Oona Valdry');
    const before = updates();
    expect(await textFrom(player.press(asked, 'Confirm'))).toContain('Run the command again');
    expect(updates()).toBe(before);
  });

  test('when the value cannot be read either, the receipt says so, and checking again finds it', async () => {
    const asked = await preview('item', 'use_items');
    breakUpdate(1, { kind: 'cut', at: 'after' });
    const away = world.game.faults.add({ operation: LIST, nth: 2, times: Infinity, fault: { kind: 'html' } });
    const receipt = await confirm(asked);
    expect(textOf(receipt)).toContain("I don't know what was changed");
    expect(textOf(receipt)).toContain("the response was lost · current value couldn't be read");
    away.remove();
    const looked = await outcomeOf(officer.press(receipt, 'Check again'));
    expect(textOf(looked)).toContain('done, although the response was lost · granted');
    expect(labelsOf(looked)).toEqual(['Undo']);
  });

  test('when the values cannot be read before, nothing is sent and Confirm can be pressed again', async () => {
    const asked = await preview('stock', 'view');
    const before = updates();
    const away = world.game.faults.add({ operation: LIST, times: Infinity, fault: { kind: 'html' } });
    expect(textOf(await officer.press(asked, 'Confirm').followUp())).toContain('Nothing was changed');
    expect(updates()).toBe(before);
    away.remove();
    expect(textOf(await confirm(asked))).toContain('Privileges changed');
    expect(updates()).toBe(before + 1);
  });
});

describe('several at once', () => {
  test('what is ticked and unticked is shown as a difference, applied one by one, and undone once', async () => {
    const ticked = ['view', 'set_taxes'];
    const first = await edit('cities', ticked);
    expect(textOf(first)).toContain('Change these 2 privileges?');
    await confirm(first);
    const heldCities = () => ['view', 'set_taxes', 'found_cities', 'rename'].filter((name) => holds('cities', name));
    expect(heldCities()).toEqual(ticked);

    const before = updates();
    const difference = await edit('cities', ['set_taxes', 'found_cities', 'rename'], ticked);
    expect(textOf(difference)).toContain('**−** view · granted → not granted');
    expect(textOf(difference)).toContain('**+** found\\_cities · not granted → granted');
    expect(textOf(difference)).not.toContain('set\\_taxes');
    expect(updates()).toBe(before);

    const receipt = await confirm(difference);
    expect(textOf(receipt)).toContain('**−** view · done · not granted');
    expect(textOf(receipt)).toContain('**+** rename · done · granted');
    expect(updates()).toBe(before + 3);

    const presses = [officer.press(receipt, 'Undo'), officer.press(receipt, 'Undo')];
    await Promise.all(presses.map((press) => press.response()));
    await settled(officer, receipt, 'undone');
    expect(updates()).toBe(before + 6);
    expect(heldCities()).toEqual(ticked);
  });

  test('one refusal leaves the other changes, and undo takes back only those that were done', async () => {
    const difference = await edit('droid', ['view', 'assign', 'rename']);
    breakUpdate(2, { kind: 'error', message: 'The clerk is at lunch', code: 'refused' });
    const receipt = await confirm(difference);
    expect(textOf(receipt)).toContain('**+** assign · refused by the game · not granted');
    expect(textOf(receipt)).toContain('The clerk is at lunch');
    const before = updates();
    const undone = await outcomeOf(officer.press(receipt, 'Undo'));
    expect(updates()).toBe(before + 2);
    expect(textOf(undone)).not.toContain('assign');
    expect(labelsOf(undone)).toEqual([]);
    expect(holds('droid', 'view')).toBe(false);
  });

  test.each<[string, string, string[], Fault, string[]]>([
    [
      'after a lost response',
      'creature',
      ['view', 'assign', 'tame_creatures', 'makeover'],
      { kind: 'cut', at: 'after' },
      [
        'assign · done, although the response was lost · granted',
        'tame\\_creatures · not attempted · not granted',
        'makeover · not attempted · not granted',
      ],
    ],
    [
      'when the game stops',
      'materials',
      ['view', 'move_materials', 'sell_materials'],
      { kind: 'status', status: 503, message: 'Maintenance' },
      [
        en.changed.some,
        'view · done · granted',
        'move\\_materials · not done · not granted',
        'sell\\_materials · not attempted · not granted',
        en.stopped,
      ],
    ],
  ])('%s the rest is not attempted, and each is told from the others', async (_, group, names, fault, parts) => {
    const difference = await edit(group, names);
    const before = updates();
    breakUpdate(2, fault);
    const receipt = textOf(await confirm(difference));
    expect(updates()).toBe(before + 2);
    for (const part of parts) expect(receipt).toContain(part);
    expect(receipt).not.toContain('Nothing was changed');
  });

  const [hq, sorry] = ['Requires powered HQ.', 'Sorry.'];
  const answers = (status: number, body: object): Fault => ({ kind: 'status', status, body: JSON.stringify(body) });
  test.each<[string, Fault, string[], boolean]>([
    ['refuses in words with 201', answers(201, { failure: [hq, sorry] }), [`The game refused: ${hq} ${sorry}`], true],
    ['refuses in words with 200', answers(200, { swcapi: { failure: hq } }), [`The game refused: ${hq}`], true],
    ['refuses without words', answers(200, { failure: true }), ['gave no reason. Only officers can'], true],
    ['says 404', { kind: 'status', status: 404 }, ['not done · not granted', en.unknownOrForbidden], false],
    ['claims to have done it', answers(201, { swcapi: {} }), ['not done · not granted'], true],
  ])('a change is told as not done where the game %s', async (_, fault, parts, isContinued) => {
    const difference = await edit('station', ['view', 'manage_docking']);
    const before = updates();
    breakUpdate(1, fault);
    const receipt = await confirm(difference);
    for (const part of [...parts, isContinued ? en.changed.some : en.changed.none])
      expect(textOf(receipt)).toContain(part);
    expect([updates() - before, holds('station', 'view')]).toEqual([isContinued ? 2 : 1, false]);
    if (isContinued) await outcomeOf(officer.press(receipt, 'Undo'));
  });

  test('a change that the game seems to refuse is told as done if its value says so', async () => {
    const asked = await preview('planets', 'view');
    breakUpdate(1, answers(200, { failure: hq }));
    const privilege = { attributes: { uid: 'view' }, value: 'true' };
    const privilegegroup = { attributes: { name: 'planets' }, privilege };
    const list = { swcapi: { privileges: { attributes: { faction_id: COMPACT }, privilegegroup } } };
    world.game.faults.add({ operation: LIST, nth: 2, fault: answers(200, list) });
    const receipt = await confirm(asked);
    expect(textOf(receipt)).toContain('Privileges changed');
    expect(textOf(receipt)).toContain('view · done · granted');
    expect(textOf(receipt)).not.toContain(hq);
  });

  test('nothing is changed if the game answers about another faction', async () => {
    const attributes = { faction_id: '20:502', faction_name: 'Ashen Wayfarers', count: 0 };
    const other = answers(200, { swcapi: { privileges: { attributes, privilegegroup: [] } } });
    const sentence = "I asked about Meridian Compact, but the game's response was about Ashen Wayfarers";
    const asked = await preview('planets', 'rename');
    const before = updates();
    world.game.faults.add({ operation: LIST, fault: other });
    expect(textOf(await officer.press(asked, 'Confirm').followUp())).toContain(sentence);
    world.game.faults.add({ operation: LIST, fault: other });
    expect(await textFrom(officer.run('privileges list', { faction: 'meridian compact' }))).toContain(sentence);
    expect([updates(), holds('planets', 'rename')]).toEqual([before, false]);
  });

  test('what was set in the meantime is not sent, and undo leaves it', async () => {
    const difference = await edit('datacard', ['view', 'issue_datacards']);
    await confirm(await preview('datacard', 'view'));
    const before = updates();
    const receipt = await confirm(difference);
    expect(textOf(receipt)).toContain('view · already set · granted');
    expect(updates()).toBe(before + 1);
    await outcomeOf(officer.press(receipt, 'Undo'));
    expect([holds('datacard', 'view'), holds('datacard', 'issue_datacards')]).toEqual([true, false]);
  });
});

describe('bad input', () => {
  const SHIPS = { group: 'ship', privilege: 'view' };
  test.each([
    [{ group: 'shp' }, "There's no privilege group “shp”. Groups include members, finance, privileges."],
    [{ privilege: 'fly' }, "There's no privilege “fly” in the group ship. Try view."],
    [{ group: '..', privilege: '.' }, "There's no privilege group “..”"],
    [{ character: 'Nobody At All' }, 'No character in the game is called “Nobody At All”'],
    [
      { faction: '1:1001' },
      "“1:1001” isn't a faction's UID or the name of one of your factions. Try Meridian Compact.",
    ],
    [{ faction: '20:999' }, "isn't a member of 20:999, or that faction doesn't exist"],
    [{ character: 'Pell' }, "**Pell** isn't in your main faction, or you aren't allowed to see this."],
    [{ character: "Cass O'Renn", faction: '20:502' }, 'You may not see privileges of 1:1005'],
  ])('%j gets a sentence in show, grant and revoke', async (options, sentence) => {
    for (const command of ['show', 'grant', 'revoke'])
      expect(await textFrom(officer.run(`privileges ${command}`, { ...SHIPS, ...options }))).toContain(sentence);
  });

  test('each command says so if the character has no faction', async () => {
    const list = await textFrom(visitor.run('privileges list'));
    expect(list).toBe("**Pell** isn't in a faction.");
    for (const command of ['show', 'grant', 'revoke'])
      expect(await textFrom(visitor.run(`privileges ${command}`, SHIPS))).toContain("isn't in a faction");
  });
});

test('revoking your own right to change privileges warns before, and offers no undo after', async () => {
  const own = { group: 'privileges', privilege: 'give_privs' };
  const asked = await officer.run('privileges revoke', own).response();
  expect(textOf(asked)).toContain(en.preview.ownRight);
  const receipt = await confirm(asked);
  expect(textOf(receipt)).toContain('give\\_privs · done · not granted');
  expect(holds(own.group, own.privilege, '1:1002')).toBe(false);
  expect(labelsOf(receipt)).toEqual([]);
});
