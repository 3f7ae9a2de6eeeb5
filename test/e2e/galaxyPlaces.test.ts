import type { APIMessage } from 'discord-api-types/v10';
import { afterEach, beforeAll, describe, expect, inject, test, vi } from 'vitest';
import { PAGER } from '../../src/view/pager.ts';
import { expectText } from '../support/expectText.ts';
import { buttonOf, choose, isPrivate, labelsOf, selectOf, textFrom, textOf } from '../support/messages.ts';
import { useWorld } from '../support/useWorld.ts';
import { addPermission, checkedOn, dmAfter, finishLogin, linkCharacter, loginUrlOf } from '../support/world.ts';

const SYSTEM = { uid: '9:2001', name: 'Yssgubris' };
/** Marshal Iri Tosk's. */
const CITY = '7:40001';
const SECTOR = '25:101';
const GALAXY = ['systems', 'planets', 'sectors', 'stations', 'cities'].map((kind) => `galaxy.${kind}.list` as const);

const titleOf = (message: APIMessage): string => textOf(message).split('\n')[0] ?? '';
const linesOf = (message: APIMessage): string[] =>
  textOf(message)
    .split('\n')
    .filter((line) => line.startsWith('**'));

describe('with 30 requests, of which 6 are for people, the walk waits among the systems:', () => {
  const world = useWorld('all', { environment: { GALAXY_COPY: 'on', QUOTA_PER_TOKEN: '30' } });
  const run = async (command: string, options = {}) => await world.visitor.run(command, options).response();

  test('while the galaxy is being read, known places are found, and lists are fetched', async () => {
    const loading = 'loading the galaxy (1,160 places so far)';
    await vi.waitFor(async () => expectText(await run('galaxy find', { name: '9:2900' }), loading), 20_000);
    for (const [command, options] of [
      ['find', { name: '8:10001' }],
      ['near', { place: SYSTEM.uid }],
      ['distance', { from: SYSTEM.uid, to: '8:10001' }],
    ] as const)
      expectText(await run(`galaxy ${command}`, options), '(1,160 places so far)');
    expectText(await run('galaxy systems', { sort: 'population' }), 'loading the galaxy, so only plain lists work');
    const before = world.game.world.requests('galaxy.planets.list');
    expectText(await run('galaxy planets'), '1–20 of 4,320');
    expect(world.game.world.requests('galaxy.planets.list')).toBe(before + 1);
  });
});

describe('places', () => {
  const environment = { GALAXY_COPY: 'on', REDIS_URL: inject('redisUrl') };
  const world = useWorld('all', { environment, game: { quirks: { profileByScope: true } } });
  const { player, officer, visitor } = world;
  beforeAll(async () => {
    await vi.waitFor(async () => expectText(await find(SYSTEM.uid), 'Copied from the game'), 25_000);
  });

  const find = async (name: string, by = visitor, channel = 'general') =>
    await by.run('galaxy find', { name }, { channel }).response();
  const requests = () => GALAXY.reduce((sum, operation) => sum + world.game.world.requests(operation), 0);

  test('a place is found by name or UID, from suggestions, for no request', async () => {
    const before = requests();
    const [choice] = await visitor.autocomplete('galaxy find', { name: 'yssgub' }, 'name');
    expect(choice).toEqual({ name: 'Yssgubris · Star system, Lummar', value: SYSTEM.uid });
    for (const name of [SYSTEM.uid, 'yssGUBRIS', ` ${SYSTEM.name} `, `★ ${choice?.name}`]) {
      const card = await find(name);
      expect(isPrivate(card)).toBe(false);
      expectText(card, /^## Yssgubris\n-# Star system · UID 9:2001\n\*\*Sector:\*\* Lummar\n/);
      expectText(card, /\*\*Coordinates:\*\* \(-468,\u00a0-274\).*\*\*Planets:\*\* 3: .*\*\*Cities:\*\* 1: /s);
    }
    expect(requests()).toBe(before);
  });

  test('an unknown name offers the nearest ones as buttons, which open their cards', async () => {
    const answer = await find('Yssgubriss');
    expectText(answer, "There's no “Yssgubriss” in the galaxy");
    expect(labelsOf(answer)).toHaveLength(3);
    expect(titleOf(await visitor.press(answer, 'Yssgubris · Star system').response())).toBe('## Yssgubris');
    expect(textOf(await find('*qqqqqqqqqq*'))).toMatch(/“\\\*q+\\\*” in the galaxy\.\nNothing has a similar name/);
  });

  test('buttons lead from a list to a card, to what is in it, and back the same way', async () => {
    const list = await visitor.run('galaxy systems', { sector: SECTOR, sort: 'population', page: 1 }).response();
    const shown = textOf(list);
    const card = await choose(visitor, list, SYSTEM.uid).response();
    expect(titleOf(card)).toBe('## Yssgubris');
    const planet = selectOf(card).options.find(({ label }) => label.includes('Planet'))?.value ?? '';
    const inner = await choose(visitor, card, planet).response();
    expectText(inner, `UID ${planet}`);
    const near = await visitor.press(inner, 'Nearby').response();
    expectText(near, /^## Star systems near /);
    const again = await visitor.press(near, 'Back').response();
    expectText(again, `UID ${planet}`);
    expect(titleOf(await visitor.press(again, 'Back').response())).toBe('## Yssgubris');
    expect(textOf(await visitor.press(again, 'Back').response())).toBe(shown);
    expect(labelsOf(list)).not.toContain('Back');
  });

  test('a card leads to the map and back, to the owner, and to a sector’s systems', async () => {
    const card = await find(CITY);
    expectText(card, '**Owner:** Marshal Iri Tosk');
    expect(buttonOf(card, 'Look up the owner').custom_id).toMatch(/^profile\/show/);
    const map = await visitor.press(card, 'Map').response();
    expectText(map, 'systems around ');
    expectText(await visitor.press(map, 'Details').response(), `UID ${CITY}`);
    const systems = await visitor.press(await find(SECTOR), 'List systems').response();
    expectText(systems, '1–8 of 8\u00a0· Sector Lummar\u00a0· by name');
  });

  test('a list is sorted and filtered over all its pages, for no request', async () => {
    const before = requests();
    const options = { sort: 'population', 'min-population': 1_000_000, owner: '20:512' };
    const first = await visitor.run('galaxy planets', options).response();
    expectText(first, /by population.*owned by Société des Étoiles.*pop\. 1,000,000 or more/);
    const next = await visitor.press(first, PAGER.next).response();
    expectText(next, '21–40 of', 'owned by Société des Étoiles');
    const people = [...linesOf(first), ...linesOf(next)].map((line) => Number(/pop\.\u00a0(\d+)M/.exec(line)?.[1]));
    expect(people).toEqual(people.toSorted((one, other) => other - one));
    expect(requests()).toBe(before);
  });

  test.each([
    ['galaxy systems', { owner: 'Nobody Inc' }, "There's no “Nobody Inc” in the galaxy."],
    ['galaxy systems', { owner: 'cobalt' }, 'owned by Cobalt Assembly'],
    ['galaxy stations', { type: 'relay' }, '· Relay'],
    ['galaxy near', { place: '9:2005' }, 'No coordinates are known for'],
    ['galaxy distance', { from: SYSTEM.uid, to: '9:2005' }, 'No coordinates are known for'],
    ['galaxy distance', { from: SYSTEM.uid, to: SYSTEM.name }, '## 0 units'],
    ['galaxy cities', { sector: SECTOR, owner: '20:501', 'min-population': 1_000_000_000_000 }, 'No matches.'],
  ])('%s with %o says: %s', async (command, options, sentence) => {
    expect(textOf(await visitor.run(command, options).response())).toContain(sentence);
  });

  test('near are the systems within the radius, the nearest first; and a distance is a straight line', async () => {
    const near = await visitor.run('galaxy near', { place: SYSTEM.uid, radius: 50 }).response();
    const distances = linesOf(near).map((line) => Number(/· ([\d.]+)$/.exec(line)?.[1]));
    expect(distances.length).toBeGreaterThan(3);
    expect(distances).toEqual(distances.toSorted((one, other) => one - other));
    expect(Math.max(...distances)).toBeLessThanOrEqual(50);
    const other = selectOf(near).options[0]?.value ?? '';
    const distance = await visitor.run('galaxy distance', { from: SYSTEM.uid, to: other }).response();
    expectText(distance, `## ${distances[0]} units\n`, "doesn't share hyperlane data with bots");
  });

  test('without a login, near offers one that asks for the location, and continues afterwards', async () => {
    const refused = await officer.run('galaxy near').response();
    expectText(refused, /haven't linked a game character yet.*I'll keep what you entered/);
    const invitation = await dmAfter(officer, officer.press(refused, 'Log in'));
    expect(await checkedOn(loginUrlOf(invitation))).toContain('CHARACTER_LOCATION');
    const done = await finishLogin(officer, invitation, 'Marshal Iri Tosk');
    expect(titleOf(await officer.press(done, 'Run it now').response())).toBe('## Star systems near you');
    const menu = await officer.press(await officer.run('account').response(), 'Change permissions').response();
    expect(await textFrom(choose(officer, menu, 'MESSAGES_READ'))).toContain('- see where your character is');
    expect(await textFrom(officer.run('galaxy near'))).toContain('I need your permission to see where');
  });

  describe('from one’s own place', () => {
    beforeAll(async () => {
      await linkCharacter(player, 'Vael Ondar');
      expect(await textFrom(player.run('profile'))).not.toContain('**Location:**');
      expect(textOf(await find(SYSTEM.uid, player, 'dm'))).not.toContain('Distance from you');
      const refused = await player.run('galaxy near').response();
      expectText(refused, 'your permission to see where your character is');
      expectText(await addPermission(player, refused, 'Vael Ondar'), '## Star systems near you');
      expect(await textFrom(player.run('profile'))).toContain('**Location:** Ophfell');
    });
    /** Each test starts without cached data. */
    let laterMs = 0;
    const letTimePass = () => {
      laterMs += 11 * 60_000;
      vi.useFakeTimers({ now: Date.now() + laterMs, toFake: ['Date'] });
    };
    afterEach(() => void vi.useRealTimers());

    test('the nearest systems are private, and cost one profile in ten minutes', async () => {
      letTimePass();
      const before = world.game.world.requests('character.me');
      const near = await player.run('galaxy near').response();
      expect(isPrivate(near)).toBe(true);
      expect(linesOf(near)[0]).toMatch(/^\*\*Ophfell\*\*.*· 0$/);
      await player.press(near, PAGER.next).response();
      expect(isPrivate(await player.run('galaxy cities', { sort: 'distance' }).response())).toBe(true);
      expect(world.game.world.requests('character.me')).toBe(before + 1);
      vi.setSystemTime(Date.now() + 11 * 60_000);
      await player.run('galaxy near').response();
      expect(world.game.world.requests('character.me')).toBe(before + 2);
    });

    test('a card in a channel hides the distance behind a button; one in a DM shows it', async () => {
      const card = await find(SYSTEM.uid, player);
      expect(textOf(card)).not.toContain('Distance from you');
      const answer = await player.press(card, 'Distance from me').response();
      expect(isPrivate(answer)).toBe(true);
      const [distance = ''] = /[\d.]+ units/.exec(titleOf(answer)) ?? [];
      expectText(await find(SYSTEM.uid, player, 'dm'), `**Distance from you:** ${distance}`);
    });

    test('a distance from oneself is private, and each distance says what it measures', async () => {
      const measure = 'For a sector, I measure to the center of its systems.';
      const mine = await player.run('galaxy distance', { to: SECTOR }).response();
      expectText(mine, /^## [\d,.]+ units\n\*\*You\*\*/, measure);
      const inside = await player.run('galaxy distance', { from: SYSTEM.uid, to: '8:10001' }).response();
      expectText(inside, 'in the same system');
      expect([mine, inside].map(isPrivate)).toEqual([true, false]);
      expect(textOf(inside)).not.toContain('sector');
      expect(await textFrom(player.run('galaxy sectors', { sort: 'distance' }))).toContain(measure);
    });

    test('an empty option suggests places near the person, once their location is known, for no request', async () => {
      letTimePass();
      letTimePass();
      const before = world.game.world.requests('character.me');
      const suggested = async (command: string, name: string) =>
        (await player.autocomplete(command, { [name]: '' }, name)).map((choice) => choice.name.split(' · ')[0]);
      expect((await suggested('galaxy find', 'name'))[0]).not.toBe('Ophfell');
      expect(world.game.world.requests('character.me')).toBe(before);
      await player.run('galaxy near').response();
      expect((await suggested('galaxy find', 'name')).slice(0, 2)).toEqual(['Ophfell', 'Ophfell I']);
      expect((await suggested('galaxy systems', 'sector'))[0]).toBe('Merremar');
      expect(world.game.world.requests('character.me')).toBe(before + 1);
      expect((await visitor.autocomplete('galaxy find', { name: '' }, 'name'))[0]?.name).not.toContain('Ophfell');
    });

    test('a card is shown when the game is down, without the distance', async () => {
      letTimePass();
      letTimePass();
      world.game.faults.add({ operation: 'character.me', fault: { kind: 'status', status: 400 } });
      expect(textOf(await find(SYSTEM.uid, player, 'dm'))).not.toContain('Distance from you');
    });
  });

  test('bookmarks are added, come first in suggestions, are opened and removed', async () => {
    const added = await officer.press(await find(SYSTEM.uid, officer), 'Bookmark').response();
    expect(isPrivate(added)).toBe(true);
    expectText(added, 'Bookmarked **Yssgubris**.');
    expect(await textFrom(officer.run('galaxy bookmark', { place: SYSTEM.name }))).toContain('is already');
    await officer.run('galaxy bookmark', { place: CITY }).response();
    const suggested = async (name: string) =>
      (await officer.autocomplete('galaxy find', { name }, 'name')).map(({ value }) => value);
    expect((await suggested('')).slice(0, 2)).toEqual([SYSTEM.uid, CITY]);
    expect((await suggested('bris'))[0]).toBe(SYSTEM.uid);

    const list = await officer.run('galaxy bookmarks').response();
    expect(isPrivate(list)).toBe(true);
    const [open, remove] = JSON.stringify(list.components).match(/galaxy\/(?:open|unbookmark)[^"]*/g) ?? [];
    const opened = await officer.select(list, open ?? '', [CITY]).response();
    expectText(opened, `UID ${CITY}`);
    const back = await officer.press(opened, 'Back').response();
    const left = await officer.select(back, remove ?? '', [SYSTEM.uid]).response();
    expect(textOf(left)).toBe('## Your bookmarks\nDhudocend · City, Ithwifell');
    await officer.select(left, remove ?? '', [CITY]).response();
    expect((await suggested(''))[0]).not.toBe(CITY);
  });
});
