import { beforeEach, expect, test } from 'vitest';
import type { Person } from '../../sandbox/discord/people/person.ts';
import { textFrom } from '../support/messages.ts';
import { useWorld } from '../support/useWorld.ts';
import { linkCharacter, logOut } from '../support/world.ts';

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
  const to = `Pell;${handle}`;
  expect(await valuesOf('msg send', { to: `${to}${spaces}${'x'.repeat(1_000)}` }, 'to')).toContain(to);
});
