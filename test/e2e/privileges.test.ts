import type { APIMessage, APIStringSelectComponent } from 'discord-api-types/v10';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Person } from '../../sandbox/discord/people/person.ts';
import { expectText } from '../support/expectText.ts';
import { labelsOf, selectOf, selectsOf, textFrom, textOf } from '../support/messages.ts';
import { useTimeTravel, useWorld } from '../support/useWorld.ts';
import { addPermission, linkCharacter, linkWithEverything, pressForged } from '../support/world.ts';

const COMPACT = '20:501';
const RECRUIT = '1:1003';
const HANDLES = 'character.getByHandle';
const LIST = 'character.privileges.list';
const MINUTE_MS = 60_000;

const pass = useTimeTravel('all');
const world = useWorld('all');
const { player, officer, visitor } = world;

beforeAll(async () => {
  await linkWithEverything(player, 'Vael Ondar');
  await linkWithEverything(visitor, 'Pell');
  await linkCharacter(officer, 'Marshal Iri Tosk');
  const before = world.game.world.requests();
  expect(await officer.autocomplete('privileges show', { group: '' }, 'group')).toEqual([]);
  expect(world.game.world.requests()).toBe(before);
  const refusal = await officer.run('privileges list').response();
  expectText(refusal, 'see and change faction privileges');
  expectText(await addPermission(officer, refusal, 'Marshal Iri Tosk'), 'Marshal Iri Tosk');
});

const requests = (operation?: string): number => world.game.world.requests(operation);
const valueIn = ({ options }: APIStringSelectComponent, label: string): string =>
  options.find((option) => option.label === label)?.value ?? '';

test('the menus of a member show privileges and fill in a transfer by UID, if others may find them', async () => {
  const showPrivileges = () => officer.runOnUser('Privileges', player);
  const sendCredits = () => visitor.runOnUser('Send credits', player);
  for (const use of [showPrivileges, sendCredits]) expect(await textFrom(use())).toContain("I can't show you");
  await player.press(await player.run('account').response(), 'Let others find me').response();
  world.game.world.earn(world.game.world.uidOf('Pell'), 1_500);
  const before = requests(HANDLES);
  expect(await textFrom(showPrivileges())).toContain("Vael Ondar's privileges");
  const form = await sendCredits().modal();
  expect(JSON.stringify(form.data)).toContain('"value":"Vael Ondar"');
  const question = await visitor.submit(form, { amount: '1.500' }).response();
  expect(await textFrom(visitor.press(question, '1,500 credits'))).toContain('**To:** Vael Ondar (1:1001)');
  expect(requests(HANDLES)).toBe(before);
});

describe('reading', () => {
  test('a list shows what is granted in each of the 25 groups, where nothing is, and counts in its select', async () => {
    const list = await officer.run('privileges list').response();
    expectText(list, "Marshal Iri Tosk's privileges", 'UID 1:1002 · Meridian Compact (20:501)');
    expectText(list, '**privileges** · 3 of 3: view, give\\_privs, edit\\_templates');
    expectText(list, '**members** · 4 of 5: view, invite\\_members, dismiss\\_members, edit\\_info\\_fields');
    expectText(list, /None granted in .*gns, .*vehicle/);
    expect(selectOf(list).options).toHaveLength(25);
    expect(selectOf(list).options.find(({ label }) => label === 'gns')?.description).toBe('0 of 3');
  });

  test.each([
    { character: 'Dorn Hesk' },
    { character: RECRUIT, faction: COMPACT },
    { character: 'dorn hesk', faction: 'meridian compact' },
  ])("an officer sees another member's privileges: %o", async (options) => {
    const list = await officer.run('privileges list', options).response();
    expectText(list, "Dorn Hesk's privileges", 'UID 1:1003 · Meridian Compact (20:501)');
    expectText(list, /None granted in members, .*ship/);
  });

  test("a faction's name is looked up, not cached: someone who can write to the store could redirect a change", async () => {
    const before = requests('character.me');
    for (let times = 1; times <= 2; times += 1) {
      await officer.run('privileges list', { faction: 'meridian compact' }).response();
      expect(requests('character.me')).toBe(before + times);
    }
  });

  test('a member who was looked up costs no look-up for a day, by handle or UID', async () => {
    pass(25 * 60 * MINUTE_MS);
    const before = [requests(HANDLES), requests('character.get')];
    for (const character of ['Vael Ondar', 'vael ondar', '1:1001', 'Vael Ondar'])
      expect(await textFrom(officer.run('privileges list', { character }))).toContain("Vael Ondar's privileges");
    expect([requests(HANDLES), requests('character.get')]).toEqual([(before[0] ?? 0) + 1, before[1]]);
    pass(25 * 60 * MINUTE_MS);
    await officer.run('privileges list', { character: 'Vael Ondar' }).response();
    expect(requests(HANDLES)).toBe((before[0] ?? 0) + 2);
  });

  test('one privilege is shown with its value, forgiving capitals and spaces', async () => {
    const show = (options: Record<string, string>) => textFrom(officer.run('privileges show', options));
    expect(await show({ group: 'ship', privilege: 'pilot_ships' })).toContain('pilot\\_ships: granted');
    const notHeld = await show({ group: 'Ship', privilege: 'pilot ships', character: 'Dorn Hesk' });
    expect(notHeld).toContain('pilot\\_ships: not granted');
    expect(notHeld).toContain('Dorn Hesk · UID 1:1003');
  });
});

describe('suggestions', () => {
  const suggest = async (person: Person, options: Record<string, string>, focused: string, command = 'grant') =>
    (await person.autocomplete(`privileges ${command}`, options, focused)).map(({ value }) => String(value));

  test('cost no request after a list: each part of a list by words of group or privilege, known members first', async () => {
    await player.run('privileges list').response();
    await officer.run('privileges list', { character: 'Dorn Hesk' }).response();
    const before = requests();
    const groups = ['npc', 'npc_transport', 'npc_management'];
    expect(await suggest(player, { privilege: 'x', group: 'npc' }, 'group')).toEqual(groups);
    const ships = ['view', 'assign', 'pilot_ships', 'rename', 'makeover'];
    expect(await suggest(player, { group: 'ship', privilege: '' }, 'privilege')).toEqual(ships);
    expect(await suggest(player, { privilege: 'ship vi' }, 'privilege')).toEqual(['ship vi', 'ship/view']);
    const list = 'ship view, stock/view,pilot';
    const longer = [list, 'ship view, stock/view, ship/pilot_ships'];
    expect(await suggest(player, { privilege: list }, 'privilege')).toEqual(longer);
    expect(await suggest(player, { privilege: 'ship/view, ship view' }, 'privilege')).toEqual(['ship/view, ship view']);
    const members = { privilege: 'x', character: 'Pell, dorn' };
    expect(await suggest(officer, members, 'character')).toEqual(['Pell, dorn', 'Pell, Dorn Hesk']);
    expect(requests()).toBe(before);

    expect(await suggest(player, { faction: 'cob' }, 'faction', 'list')).toEqual(['20:506']);
    expect(await suggest(player, { faction: '' }, 'faction', 'list')).toHaveLength(2);
    expect(requests()).toBe(before + 1);
  });

  test('many keys typed at once cost one request once the names have expired, and none before', async () => {
    const type = () =>
      Promise.all(['', 's', 'sh', 'shi', 'ship'].map((group) => suggest(player, { group, privilege: 'x' }, 'group')));
    pass(25 * 60 * MINUTE_MS);
    const before = requests(LIST);
    expect((await type())[0]).toHaveLength(25);
    pass(23 * 60 * MINUTE_MS);
    expect((await type()).at(-1)).toEqual(['ship']);
    expect(requests(LIST)).toBe(before + 1);
  });
});

test('an editor opened at no place of the list is refused', async () => {
  const { custom_id: id } = selectOf(await officer.run('privileges list').response());
  expect(await textFrom(await pressForged(world, officer, id))).toContain('This button is outdated');
});

describe('the editor', () => {
  const open = async (character: string, group: string): Promise<APIMessage> => {
    const list = await officer.run('privileges list', { character }).response();
    return await officer.select(list, selectOf(list).custom_id, [valueIn(selectOf(list), group)]).response();
  };
  /** Chooses these labels in the editor's first or second select. */
  const chooseIn = (editor: APIMessage, at: number, labels: string[]): Promise<APIMessage> => {
    const select = selectsOf(editor)[at];
    if (!select) throw new Error('no select');
    const values = labels.map((label) => valueIn(select, label));
    return officer.select(editor, select.custom_id, values).response();
  };
  const pick = (editor: APIMessage, names: string[]) => chooseIn(editor, 0, names);
  const turnTo = (editor: APIMessage, group: string) => chooseIn(editor, 1, [group]);
  const chosenIn = (editor: APIMessage): string[] =>
    (selectsOf(editor)[0]?.options ?? []).flatMap((option) => (option.default ? option.label : []));

  test('what is selected in several groups becomes one preview, and switching groups costs no request', async () => {
    const first = await open('Marshal Iri Tosk', 'cities');
    expect(labelsOf(first)).toEqual(['Review 0 changes', 'Back']);
    expect(chosenIn(first)).toEqual(['view', 'found_cities', 'rename', 'set_taxes']);
    const before = requests();
    const second = await turnTo(await pick(first, ['view', 'found_cities']), 'stock');
    const third = await pick(second, ['view']);
    expectText(third, 'Chosen so far: − cities/rename, − cities/set\\_taxes, + stock/view');
    const back = await turnTo(third, 'cities');
    expect(chosenIn(back)).toEqual(['view', 'found_cities']);
    const changed = await pick(back, ['view', 'found_cities', 'rename']);
    expect(requests()).toBe(before);

    const preview = await officer.press(changed, 'Review 2 changes').response();
    expect(requests()).toBe(before + 1);
    expectText(preview, '## Grant 1 privilege and revoke 1 privilege?');
    expectText(preview, '- stock/view: not granted → granted\n- cities/set\\_taxes: granted → not granted');
    expect(labelsOf(preview)).toEqual(['Confirm 2 changes', 'Cancel']);
  });

  test('it leads back to the list, and a choice that is deselected again changes nothing', async () => {
    const editor = await pick(await pick(await open('Dorn Hesk', 'ship'), ['view']), []);
    expect(labelsOf(editor)).toEqual(['Review 0 changes', 'Back']);
    const list = await officer.press(editor, 'Back').response();
    expect(textOf(list)).toContain("Dorn Hesk's privileges");
    expect(selectOf(list).options).toHaveLength(25);
  });
});

describe('bad input', () => {
  const SHIPS = { group: 'ship', privilege: 'view' };
  test.each([
    [{ group: 'ships' }, "There's no privilege group “ships”. Did you mean ship?"],
    [{ group: '..', privilege: '.' }, "There's no privilege group “..”"],
    [{ privilege: 'zzz' }, "There's no privilege “zzz” in the group ship. Try ship/view."],
    [{ privilege: 'set taxes' }, '“set taxes” in the group ship. Did you mean cities/set\\_taxes?'],
    [{ character: 'Nobody At All' }, 'No character in the game is called “Nobody At All”'],
    [{ faction: '1:1001' }, "isn't a faction's UID or the name of one of your factions. Try Meridian Compact."],
    [{ faction: '20:999' }, "isn't a member of 20:999, or that faction doesn't exist"],
    [{ character: 'Pell' }, "**Pell** isn't in your main faction, or you aren't allowed to see this."],
    [{ character: "Cass O'Renn", faction: '20:502' }, "You may not see privileges of Cass O'Renn"],
  ])('%j gets a sentence in show, grant and revoke', async (options, sentence) => {
    for (const command of ['show', 'grant', 'revoke'])
      expect(await textFrom(officer.run(`privileges ${command}`, { ...SHIPS, ...options }))).toContain(sentence);
  });

  test.each([
    ['ships view', "There's no privilege “ships view”. Did you mean ship/view?"],
    ['pilot', "There's no privilege “pilot”. Did you mean ship/pilot\\_ships?"],
    ['rename', 'Several groups have a privilege “rename”. Add the group, as in ship/rename, vehicle/rename'],
    [' , ', 'Try members/view.'],
  ])('“%s” without a group is answered with names that work', async (privilege, sentence) => {
    expect(await textFrom(officer.run('privileges grant', { privilege }))).toContain(sentence);
  });

  test('each command says so if the character has no faction', async () => {
    expect(await textFrom(visitor.run('privileges list'))).toBe("**Pell** isn't in a faction.");
    for (const command of ['show', 'grant', 'revoke'])
      expect(await textFrom(visitor.run(`privileges ${command}`, SHIPS))).toContain("isn't in a faction");
  });
});
