import { Locale } from 'discord-api-types/v10';
import { beforeEach, describe, expect, test } from 'vitest';
import type { Person } from '../../sandbox/discord/people/person.ts';
import { textFrom } from '../support/messages.ts';
import { useWorld } from '../support/useWorld.ts';
import { linkCharacter, linkWithEverything, logOut } from '../support/world.ts';

const world = useWorld('each');
let player: Person;
beforeEach(() => {
  ({ player } = world);
});

const valuesOf = async (path: string, options: Record<string, string | number>, name: string): Promise<string[]> =>
  (await player.autocomplete(path, options, name)).map(({ value }) => String(value));

test('recent correspondents are suggested for every option that takes a character, with one request in all', async () => {
  await linkCharacter(player, 'Vael Ondar');
  const before = world.game.world.requests();
  const [name = ''] = await valuesOf('credits transfer', { amount: 1, recipient: '' }, 'recipient');
  expect(world.game.world.characters().some(({ handle }) => handle === name)).toBe(true);
  const typed = name.slice(0, 4).toUpperCase();
  const ship = { group: 'ship', privilege: 'view' };
  for (const [path, others] of [
    ['profile', {}],
    ['privileges list', {}],
    ['privileges show', ship],
    ['privileges grant', ship],
    ['privileges revoke', ship],
    ['permissions check', { permission: 'X' }],
  ] as const)
    expect(await valuesOf(path, { ...others, character: typed }, 'character')).toContain(name);
  expect(await valuesOf('lookup', { handle: typed }, 'handle')).toContain(name);
  expect(await valuesOf('msg send', { to: `Pell; ${typed}` }, 'to')).toContain(`Pell;${name}`);
  expect(world.game.world.requests()).toBe(before + 1);
});

test('characters from the credit log and from earlier commands are suggested, and none after logging out', async () => {
  await linkCharacter(player, 'Vael Ondar');
  const oldest = await textFrom(player.run('credits log', { oldest: true }));
  const inLog = [...oldest.matchAll(/` (?:to|from) (.+?)(?:\u00a0·|\n)/g)].map(([, name = '']) => name);
  const plainNames = inLog.filter((name) => !name.includes('\\'));
  expect(plainNames.length).toBeGreaterThan(3);
  for (const name of plainNames)
    expect(await valuesOf('credits transfer', { amount: 1, recipient: name }, 'recipient')).toContain(name);
  await player.run('profile', { character: '1:1003' }).response();
  const handle = 'Dorn Hesk';
  for (const typed of [handle, 'hesk', 'dron h', 'dornhesk', 'Dorn Hsk'])
    expect([typed, ...(await valuesOf('lookup', { handle: typed }, 'handle'))].slice(0, 2)).toEqual([typed, handle]);
  expect(await valuesOf('profile', { character: 'Vael' }, 'character')).toEqual([]);

  await logOut(player);
  expect(await valuesOf('lookup', { handle: 'P' }, 'handle')).toEqual([]);
  await linkCharacter(player, 'Silent Juno');
  expect(await valuesOf('lookup', { handle }, 'handle')).not.toContain(handle);
});

test('a text longer than any choice gets suggestions for its first 100 characters after the last separator', async () => {
  await linkCharacter(player, 'Vael Ondar');
  await player.run('profile', { character: '1:1003' }).response();
  const handle = 'Dorn Hesk';
  const spaces = ' '.repeat(100 - handle.length);
  expect(await valuesOf('lookup', { handle: `${handle}${spaces}${'x'.repeat(5_900)}` }, 'handle')).toContain(handle);
  expect(await valuesOf('lookup', { handle: `${'x'.repeat(5_900)},${handle}` }, 'handle')).toEqual([]);
});

describe('where something is sent or changed', () => {
  const [KELLAPHIS, PELLARAX] = ['Kellaphis Braayon', 'Pellarax Zerbavesh'];
  const preview = (recipient: string) => textFrom(player.run('credits transfer', { amount: 1, recipient }));
  const firstOf = async (path: string, option: string, typed: string) =>
    (await valuesOf(path, { [option]: typed }, option))[0];
  beforeEach(async () => {
    await linkWithEverything(player, 'Vael Ondar');
    for (const name of [PELLARAX, 'Dorn Hesk', KELLAPHIS]) await preview(name);
  });

  test('what was typed comes first, unless it is a name but for case and spaces, then names that begin with it', async () => {
    const suggested = await valuesOf('credits transfer', { recipient: 'Pell' }, 'recipient');
    expect(suggested.filter((name) => ['Pell', KELLAPHIS, PELLARAX].includes(name))).toEqual([
      'Pell',
      PELLARAX,
      KELLAPHIS,
    ]);
    expect(await firstOf('lookup', 'handle', 'Pell')).toMatch(/^Pell./);
    for (const typed of ['Dorn Hes', '@Dorn Hesk', 'DornHesk', 'Dórn Hesk', 'Pell, Dorn Hesk'])
      expect(await firstOf('credits transfer', 'recipient', ` ${typed}`)).toBe(typed);
    expect(await firstOf('credits transfer', 'recipient', ' DORN   hesk')).toBe('Dorn Hesk');
    expect(await firstOf('credits transfer', 'recipient', ' ')).not.toBe('');
  });

  test('a list of names stays as it was typed, and nothing replaces one that no choice can hold', async () => {
    expect(await firstOf('privileges grant', 'character', 'Pell,dorn h')).toBe('Pell,dorn h');
    expect(await firstOf('privileges grant', 'character', 'pell ,Dorn  hesk')).toBe('pell, Dorn Hesk');
    expect(await firstOf('msg send', 'to', 'Pell ; dorn hesk')).toBe('Pell;Dorn Hesk');
    expect(await firstOf('msg send', 'to', `Pell;Dorn Hesk${' '.repeat(90)}x`)).toBeUndefined();
    for (const [path, ...options] of [
      ['privileges grant', 'privilege', 'character', 'group', 'faction'],
      ['privileges revoke', 'privilege', 'character', 'group', 'faction'],
      ['privileges copy', 'from', 'to', 'faction'],
      ['privileges strip', 'character', 'faction'],
      ['credits request', 'from'],
      ['credits paylist pay', 'name'],
    ] as const)
      for (const option of options) expect(await firstOf(path, option, 's')).toBe('s');
  });

  test('a label is the name itself, and the label of an id means the same', async () => {
    for (const [path, option] of [
      ['credits transfer', 'recipient'],
      ['privileges copy', 'to'],
      ['msg send', 'to'],
    ] as const)
      for (const { name, value } of await player.autocomplete(path, { [option]: 'Pell' }, option))
        expect(name).toBe(value);
    for (const [path, option, others] of [
      ['privileges list', 'faction', {}],
      ['msg read', 'message', {}],
      ['msg delete', 'message', {}],
      ['permissions check', 'permission', {}],
    ] as const) {
      const [{ name, value } = { name: '', value: '' }] = await player.autocomplete(
        path,
        { ...others, [option]: '' },
        option,
      );
      expect(name).not.toBe(value);
      const shown = [name, value].map((one) => textFrom(player.run(path, { ...others, [option]: one })));
      const [byLabel, byId] = (await Promise.all(shown)).map((text) => text.replaceAll(/<t:[^>]*>/g, ''));
      expect([path, byLabel]).toEqual([path, byId]);
    }
  });

  test('a preview names known characters like those that it shows, without a request', async () => {
    expect(await preview('Pell')).toContain('⚠ Not to be confused with **Kellaphis Braayon**, **Pellarax Zerbavesh**.');
    const before = world.game.world.requests();
    expect(await preview(KELLAPHIS)).toContain('⚠ Not to be confused with **Pell**.');
    expect(world.game.world.requests() - before).toBe(2);
    expect(await preview('Dorn Hesk')).not.toContain('confused');
    const list = `Dorn Hesk | 1\n${KELLAPHIS} | 2`;
    expect(await textFrom(player.run('credits pay', { list }))).toContain('with **Pell** (≠ **Kellaphis Braayon**).');
    player.chooseLanguage(Locale.German);
    expect(await textFrom(player.run('credits pay', { list }))).toContain('Nicht zu verwechseln mit **Pell**');

    await linkWithEverything(world.officer, 'Marshal Iri Tosk');
    await world.officer.run('credits transfer', { amount: 1, recipient: 'Pell' }).response();
    const { characters, factionsOf } = world.game.world;
    const isMember = (uid: string) => factionsOf(uid).some((one) => one.uid === '20:501');
    const member = characters().find(({ uid, handle }) => /^(Pel|.ell)/.test(handle) && isMember(uid))?.handle ?? '';
    const granting = world.officer.run('privileges grant', { privilege: 'datacard view', character: member });
    expect(await textFrom(granting)).toContain('⚠ Not to be confused with **Pell**.');
  });
});
