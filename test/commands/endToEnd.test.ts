import { ApplicationCommandType } from 'discord-api-types/v10';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { en as account } from '../../commands/account/messages.ts';
import { commands } from '../../commands/index.ts';
import { toRegistrations } from '../../src/discord/registration.ts';
import { en } from '../../src/view/messages.ts';
import { linkWithEverything, startWorld, textOf, type World } from '../support/world.ts';

type Named = { name: string; type?: number; options?: Named[] };
type Run = { options?: Record<string, string | number | boolean>; by?: 'officer' | 'visitor' };

const SUBCOMMAND_TYPES = [1, 2];
const PRIVILEGE = { group: 'ship', privilege: 'view_ships', character: 'Dorn Hesk' };

/** What each command is run with, where it needs more than its name. */
const RUNS: Record<string, Run> = {
  login: { by: 'visitor' },
  logout: { by: 'visitor' },
  'msg send': { options: { to: 'Pell', text: 'Hello there' } },
  'msg read': { options: { message: '38:300' } },
  'msg delete': { options: { message: '38:300' } },
  'credits transfer': { options: { amount: 5, recipient: 'Pell' } },
  lookup: { options: { handle: 'Pell' } },
  'privileges show': { options: PRIVILEGE, by: 'officer' },
  'privileges grant': { options: PRIVILEGE, by: 'officer' },
  'privileges revoke': { options: PRIVILEGE, by: 'officer' },
  'permissions check': { options: { permission: 'CREDITS_WRITE' } },
  'server audit channel': { by: 'officer' },
};

/** What can be run, as it is typed: `credits balance`. */
function pathsOf({ name, options = [] }: Named): string[] {
  const inner = options.filter(({ type }) => SUBCOMMAND_TYPES.includes(type ?? 0)).flatMap(pathsOf);
  return inner.length > 0 ? inner.map((path) => `${name} ${path}`) : [name];
}

const registrations = toRegistrations(commands) as Named[];
const slash = registrations.filter(({ type }) => type === ApplicationCommandType.ChatInput).flatMap(pathsOf);
const menus = registrations.filter(({ type }) => type === ApplicationCommandType.User).map(({ name }) => name);

let world: World;
let logged: string[] = [];

beforeAll(async () => {
  const log = pino({ level: 'info' }, { write: (line: string) => void logged.push(line) });
  world = await startWorld({ log });
  const { player, officer } = world.discord.people;
  await linkWithEverything(player, 'Vael Ondar');
  await linkWithEverything(officer, 'Marshal Iri Tosk');
  // Menus work on users who are discoverable.
  await officer.press(await officer.run('account').response(), account.show).response();
});
afterAll(() => world?.stop());

test.each([...slash, ...menus])('%s runs without an error', async (name) => {
  logged = [];
  const { by = 'player', options = {} } = RUNS[name] ?? {};
  const { [by]: person, officer } = world.discord.people;
  const used = menus.includes(name) ? person.runOnUser(name, officer) : person.run(name, options);
  const answer = textOf(await used.response());
  expect(answer).not.toBe('');
  expect(answer).not.toBe(en.errors.unknownCommand);
  // An error would be logged.
  expect(logged.filter((line) => line.includes('an interaction'))).toEqual([]);
});
