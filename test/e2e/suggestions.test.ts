import { afterEach, beforeEach, expect, test } from 'vitest';
import { commands } from '../../commands/index.ts';
import type { Person } from '../../sandbox/discord/people/person.ts';
import type { Command, Executable } from '../../src/discord/command.ts';
import { linkCharacter, startWorld, textOf, type World } from '../support/world.ts';

let world: World;
let player: Person;
beforeEach(async () => {
  world = await startWorld();
  player = world.discord.people.player;
});
afterEach(() => world?.stop());

const valuesOf = async (path: string, options: Record<string, string | number>, name: string): Promise<string[]> =>
  (await player.autocomplete(path, options, name)).map(({ value }) => String(value));

function executablesOf(command: Command): Executable[] {
  if ('execute' in command) return [command.execute];
  if (!('subcommands' in command)) return [];
  return Object.values(command.subcommands).flatMap((one) =>
    'subcommands' in one ? Object.values(one.subcommands) : [one],
  );
}

test('every option for a character has suggestions', () => {
  const asking = commands
    .flatMap(executablesOf)
    .flatMap(({ options = {} }) =>
      Object.entries(options).filter(([name]) => ['character', 'recipient', 'handle', 'to'].includes(name)),
    );
  expect(asking.length).toBeGreaterThan(8);
  for (const [name, option] of asking) expect([name, 'autocomplete' in option]).toEqual([name, true]);
});

test('recent correspondents are suggested for every option that takes a character, with one request in all', async () => {
  await linkCharacter(player, 'Vael Ondar');
  const before = world.game.world.requests();
  const [name = ''] = await valuesOf('credits transfer', { amount: 1, recipient: '' }, 'recipient');
  expect(world.game.world.characters().some(({ handle }) => handle === name)).toBe(true);
  const typed = name.slice(0, 4).toUpperCase();
  for (const [path, option] of [
    ['profile', 'character'],
    ['skills', 'character'],
    ['lookup', 'handle'],
    ['privileges list', 'character'],
  ] as const)
    expect(await valuesOf(path, { [option]: typed }, option)).toContain(name);
  expect(await valuesOf('permissions check', { permission: 'X', character: typed }, 'character')).toContain(name);
  expect(await valuesOf('msg send', { to: `Pell; ${typed}` }, 'to')).toContain(`Pell;${name}`);
  expect(world.game.world.requests()).toBe(before + 1);
});

test('characters from the credit log and from earlier commands are suggested, and none after logging out', async () => {
  await linkCharacter(player, 'Vael Ondar');
  const oldest = textOf(await player.run('credits log', { oldest: true }).response());
  const inLog = [...oldest.matchAll(/` (?:to|from) (.+?)(?:\u00a0·|\n)/g)].map(([, name = '']) => name);
  const plainNames = inLog.filter((name) => !name.includes('\\'));
  expect(plainNames.length).toBeGreaterThan(3);
  for (const name of plainNames)
    expect(await valuesOf('credits transfer', { amount: 1, recipient: name }, 'recipient')).toContain(name);
  await player.run('profile', { character: '1:1003' }).response();
  const { handle = '' } = world.game.world.characters().find(({ uid }) => uid === '1:1003') ?? {};
  expect(await valuesOf('lookup', { handle }, 'handle')).toContain(handle);
  expect(await valuesOf('profile', { character: 'Vael' }, 'character')).toEqual([]);

  await player.run('logout').response();
  await linkCharacter(player, 'Silent Juno');
  expect(await valuesOf('lookup', { handle }, 'handle')).not.toContain(handle);
});

test('people without a link get no suggestions', async () => {
  expect(await valuesOf('lookup', { handle: 'P' }, 'handle')).toEqual([]);
});
