import type { APIMessage } from 'discord-api-types/v10';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { commands } from '../../commands/index.ts';
import { withOwner } from '../../src/view/customId.ts';
import { en } from '../../src/view/en.ts';
import { PAGER } from '../../src/view/pager.ts';
import { expectText } from '../support/expectText.ts';
import { buttonsOf, choose, isPrivate, labelsOf, selectOf, textFrom, textOf } from '../support/messages.ts';
import { useWorld } from '../support/useWorld.ts';
import { linkWithEverything, pressForged } from '../support/world.ts';
import { pathsOf } from '../walk/walker.ts';

const SYSTEM = { uid: '9:2001', name: 'Yssgubris' };
/** Marshal Iri Tosk's. */
const CITY = '7:40001';
const PRIVATE_ARGS = ['ticket', 'id', 'loginId', 'waiting', 'messageId'];

const world = useWorld('all', { environment: { GALAXY_COPY: 'on' } });
const { player, officer, visitor } = world;
const show = async (command: string, options = {}) => await world.visitor.run(command, options).response();
const run = async (command: string, options = {}) => await world.player.run(command, options).response();
const titleOf = (message: APIMessage): string => textOf(message).split('\n')[0] ?? '';
const shownNow = (message: APIMessage): string =>
  textOf(world.visitor.messages().find(({ id }) => id === message.id) ?? {});

beforeAll(async () => {
  await linkWithEverything(world.player, 'Vael Ondar');
  const isCopied = async () => expectText(await show('galaxy find', { name: SYSTEM.uid }), 'Copied from the game');
  await vi.waitFor(isCopied, 25_000);
});

describe('another person who uses a public message', () => {
  test('gets private copies, which are theirs, and the message stays as it is', async () => {
    const list = await show('galaxy systems');
    const before = textOf(list);
    const copy = await player.press(list, PAGER.next).response();
    expect(isPrivate(copy)).toBe(true);
    expectText(copy, '21–40 of');
    const next = await player.press(copy, PAGER.next).response();
    expect(next.id).toBe(copy.id);
    expectText(next, '41–60 of');
    const jump = labelsOf(list)[2] ?? '';
    const jumped = await player.submit(await player.press(list, jump).modal(), { page: '3' }).response();
    expect(isPrivate(jumped)).toBe(true);
    expectText(jumped, '41–60 of');
    const again = await player.submit(await player.press(jumped, '3 / 54').modal(), { page: '1' }).response();
    expect(again.id).toBe(jumped.id);
    const [{ value = '', label = '' } = {}] = selectOf(list).options;
    const card = await choose(player, list, value).response();
    expect([isPrivate(card), titleOf(card)]).toEqual([true, `## ${label}`]);
    expect(titleOf(await player.press(card, 'Back').response())).toBe('## Star systems');
    expect(shownNow(list)).toBe(before);
    const own = await visitor.press(list, PAGER.next).response();
    const jumpedOwn = await visitor.submit(await visitor.press(own, '2 / 54').modal(), { page: '3' }).response();
    expect([own.id, jumpedOwn.id, isPrivate(own)]).toEqual([list.id, list.id, false]);
  });

  test('uses every button and select of a card, and of the map that it leads to', async () => {
    const card = await show('galaxy find', { name: CITY });
    const map = await show('galaxy map', { around: SYSTEM.uid });
    for (const message of [card, map]) {
      const before = textOf(message);
      const pressed = buttonsOf(message).filter(({ custom_id, disabled }) => custom_id && !disabled);
      expect(pressed.length).toBeGreaterThan(2);
      for (const { custom_id: id = '' } of pressed) {
        const handle = player.press(message, id);
        const form = id.startsWith('msg/compose') ? await handle.modal() : undefined;
        if (form) expect(JSON.stringify(form)).toContain('Marshal Iri Tosk');
        const answer = form ? player.submit(form, { to: 'Pell', text: 'Is your city for sale?' }) : handle;
        const copy = await answer.response();
        expect([id, isPrivate(copy)]).toEqual([id, true]);
        expect(textOf(copy)).not.toMatch(/belong to someone else|went wrong/);
        if (form) expectText(copy, '**Delivered to:** Pell');
      }
      expect(shownNow(message)).toBe(before);
    }
    const [{ value = '' } = {}] = selectOf(card).options;
    expect(textOf(await choose(player, card, value).response())).toContain(`UID ${value}`);
  });

  test('acts as themselves: with their link, their position and their bookmarks', async () => {
    const card = await show('galaxy find', { name: SYSTEM.uid });
    const unlinked = await officer.press(card, 'Distance from me').response();
    expect([isPrivate(unlinked), labelsOf(unlinked)]).toEqual([true, ['Log in']]);
    expect(textOf(await player.press(card, 'Distance from me').response())).toMatch(/^## [\d,.]+ units\n\*\*You\*\*/);
    await player.press(card, 'Bookmark').response();
    expect(await textFrom(player.run('galaxy bookmarks'))).toContain(SYSTEM.name);
    expect(await textFrom(visitor.run('galaxy bookmarks'))).toContain('No bookmarks yet');
    const profile = await player.press(await show('galaxy find', { name: CITY }), 'Look up the owner').response();
    expect([isPrivate(profile), titleOf(profile)]).toEqual([true, '## Marshal Iri Tosk']);
  });
});

const ACTIONS = commands.flatMap(({ name, actions = {} }) =>
  Object.entries(actions).map(([action, declared]) => ({ path: `${name}/${action}`, ...declared })),
);

test('no action that writes, or reads a ticket, is for everyone', () => {
  const open = ACTIONS.filter(({ isForAnyone }) => isForAnyone);
  expect(open.length).toBeGreaterThan(8);
  for (const action of open) {
    expect([action.path, 'writes' in action, 'confirms' in action]).toEqual([action.path, false, false]);
    expect(Object.keys(action.id.args).filter((name) => PRIVATE_ARGS.includes(name))).toEqual([]);
  }
});

test.each(ACTIONS.filter(({ isForAnyone }) => !isForAnyone).map(({ path, id }) => [path, id] as const))(
  'someone else’s %s does nothing, and names the command to use instead',
  async (path, id) => {
    const [command = '', action = ''] = path.split('/');
    const before = world.game.world.requests();
    const forged = withOwner(`${command}/${action}/*/${id.layout}`, player.id);
    const parts = Object.keys(id.args).map(() => '1');
    const answer = await (await pressForged(world, visitor, [forged, ...parts].join('/'))).response();
    expect(isPrivate(answer)).toBe(true);
    const mention = new RegExp(en.errors.notYours('(</[a-z ]+:\\d+>)').replaceAll('.', '\\.'));
    expect(textOf(answer)).toMatch(mention);
    const [, name = ''] = /<\/([a-z ]+):/.exec(textOf(answer)) ?? [];
    expect(pathsOf(visitor).map((path) => path.name)).toContain(name);
    expect(world.game.world.requests()).toBe(before);
  },
);

test('/lookup is private, and one button shows the card to everyone, who can use it', async () => {
  const found = await player.run('lookup', { handle: 'pell' }).response();
  expect(isPrivate(found)).toBe(true);
  const profile = await player.press(found, 'Show profile').response();
  expect([isPrivate(profile), titleOf(profile)]).toEqual([true, '## Pell']);
  expect(JSON.stringify(await player.press(profile, 'Write a message').modal())).toContain('"value":"Pell"');
  const before = visitor.messages().length;
  const requests = world.game.world.requests();
  const shared = await player.press(found, 'Show everyone').response();
  expect(visitor.messages()).toHaveLength(before + 1);
  expect([isPrivate(shared), textOf(shared)]).toEqual([false, textOf(found)]);
  expect(labelsOf(shared)).toEqual(['Show profile', 'Write a message']);
  expect(world.game.world.requests()).toBe(requests);
  const refused = await officer.press(shared, 'Show profile').response();
  expect([isPrivate(refused), labelsOf(refused)]).toEqual([true, ['Log in']]);
  expect(JSON.stringify(await officer.press(shared, 'Write a message').modal())).toContain('Pell');
  const inDm = await player.run('lookup', { handle: 'pell' }, { channel: 'dm' }).response();
  expect(labelsOf(inDm)).toEqual(['Show profile', 'Write a message']);
});

test.each<[string, Record<string, string>]>([
  ['profile', { Skills: "'s skills", Balance: "'s balance", 'Near me': 'near you' }],
  ['skills', { Profile: '## Vael', Balance: "'s balance" }],
  ['credits balance', { 'Credit log': '## Credit log', Profile: '## Vael' }],
  ['galaxy near', { Map: '## ', Bookmarks: '## Your bookmarks' }],
  // One was added above.
  ['galaxy bookmarks', { 'Near me': 'near you', Map: '## ' }],
])('/%s leads on to %o, each in an answer of its own', async (command, steps) => {
  const shown = await run(command);
  for (const [step, title] of Object.entries(steps)) {
    const next = await world.player.press(shown, step).response();
    expect([isPrivate(next), next.id === shown.id]).toEqual([true, false]);
    expectText(next, title);
  }
});

test('“Show everyone” posts the picture, and is missing in a direct message', async () => {
  const shared = await world.player.press(await run('profile'), 'Show everyone').response();
  expect([isPrivate(shared), shared.attachments.length]).toEqual([false, 1]);
  const inDm = await world.player.run('profile', {}, { channel: 'dm' }).response();
  expect(labelsOf(inDm)).toEqual(['Skills', 'Balance', 'Near me']);
});

test('“Send credits…” opens the form of a transfer, which asks before it sends', async () => {
  const balance = await run('credits balance');
  const modal = await world.player.press(balance, 'Send credits…').modal();
  const preview = await world.player.submit(modal, { recipient: 'Dorn Hesk', amount: '10', reason: '' }).response();
  expectText(preview, '## Send credits?');
  expect(preview.id).not.toBe(balance.id);
  expect(world.game.world.requests('character.credits.transfer')).toBe(0);
});
