import { Locale } from 'discord-api-types/v10';
import { beforeEach, describe, expect, test } from 'vitest';
import { textFrom } from '../support/messages.ts';
import { useWorld } from '../support/useWorld.ts';
import { linkCharacter, linkWithEverything, logOut } from '../support/world.ts';

const world = useWorld('each');
const { player } = world;

const valuesOf = async (path: string, options: Record<string, string | number>, name: string): Promise<string[]> =>
  (await player.autocomplete(path, options, name)).map(({ value }) => String(value));

test('recent correspondents are suggested for every option that takes a character, with one request in all', async () => {
  await linkCharacter(player, 'Vael Ondar');
  const before = world.game.world.requests();
  const [name = ''] = await valuesOf('credits transfer', { amount: 1, recipient: '' }, 'recipient');
  expect(world.game.world.characters().some(({ handle }) => handle === name)).toBe(true);
  const typed = name.slice(0, 4).toUpperCase();
  const ship = { group: 'ship', privilege: 'view' };
  const withShip = ['show', 'grant', 'revoke'].map((command) => `privileges ${command}`);
  for (const path of ['profile', 'privileges list', 'permissions check', ...withShip]) {
    const others = path === 'permissions check' ? { permission: 'X' } : withShip.includes(path) && ship;
    expect(await valuesOf(path, { ...others, character: typed }, 'character')).toContain(name);
  }
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
  const preview = (recipient: string) => textFrom(player.run('credits transfer', { amount: 1, recipient }));
  /** The suggestions for an option, such as `lookup handle`. */
  const suggest = (option: string, typed: string) => {
    const [, path = '', name = ''] = /(.*) (.*)/.exec(option) ?? [];
    return valuesOf(path, { [name]: typed }, name);
  };
  beforeEach(async () => {
    await linkWithEverything(player, 'Vael Ondar');
    for (const name of ['Pellarax Zerbavesh', 'Dorn Hesk', 'Kellaphis Braayon']) await preview(name);
  });

  test('the typed text comes first, unless it equals a name except for case and spaces; then names that begin with it', async () => {
    const like = (await suggest('credits transfer recipient', 'Pell')).filter((name) => /^.ell/.test(name));
    expect(like.join()).toMatch(/^Pell,Pellarax Zerbavesh,.*Kellaphis Braayon/);
    expect((await suggest('lookup handle', 'Pell'))[0]).toMatch(/^Pell./);
    for (const typed of ['Dorn Hes', '@Dorn Hesk', 'DornHesk', 'Dórn Hesk', 'Pell, Dorn Hesk'])
      expect((await suggest('credits transfer recipient', ` ${typed}`))[0]).toBe(typed);
    expect((await suggest('credits transfer recipient', ' DORN   hesk'))[0]).toBe('Dorn Hesk');
    expect((await suggest('privileges grant character', 'Pell,dorn h'))[0]).toBe('Pell,dorn h');
    expect((await suggest('privileges grant character', 'pell ,Dorn  hesk'))[0]).toBe('pell, Dorn Hesk');
    expect(await suggest('msg send to', `Pell;Dorn Hesk${' '.repeat(90)}x`)).toEqual([]);
    const others = 'grant privilege, grant group, grant faction, revoke character, copy from, copy to, strip character';
    const options = [...others.split(', ').map((one) => `privileges ${one}`), 'credits request from', 'msg send to'];
    for (const one of [...options, 'credits paylist pay name']) expect((await suggest(one, 's'))[0]).toBe('s');
  });

  test('a label is the name itself, and the label of an id means the same', async () => {
    const choices = await player.autocomplete('msg send', { to: 'Pell;' }, 'to');
    expect(choices.map(({ name }) => name)).toEqual(choices.map(({ value }) => value));
    const options = { 'privileges list': 'faction', 'msg delete': 'message', 'permissions check': 'permission' };
    for (const [path, option] of Object.entries(options)) {
      const [choice] = await player.autocomplete(path, { [option]: '' }, option);
      const given = [choice?.name, choice?.value].map((one) => player.run(path, { [option]: String(one) }));
      const [byLabel, byId] = (await Promise.all(given.map(textFrom))).map((text) => text.replaceAll(/<t:[^>]*>/g, ''));
      expect([path, byLabel]).toEqual([path, byId]);
    }
  });

  test('a preview names known characters like those that it shows, without a request', async () => {
    expect(await preview('Pell')).toContain('⚠ Not to be confused with **Kellaphis Braayon**, **Pellarax Zerbavesh**.');
    const before = world.game.world.requests();
    expect(await preview('Kellaphis Braayon')).toContain('⚠ Not to be confused with **Pell**.');
    expect(world.game.world.requests() - before).toBe(2);
    expect(await preview('Dorn Hesk')).not.toContain('confused');
    const list = 'Dorn Hesk | 1\nKellaphis Braayon | 2';
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
