import { ApplicationCommandType } from 'discord-api-types/v10';
import { pino } from 'pino';
import { beforeAll, expect, test, vi } from 'vitest';
import { en as account } from '../../commands/account/en.ts';
import { commands } from '../../commands/index.ts';
import { toRegistrations } from '../../src/discord/register/registration.ts';
import { type OperationName, operations } from '../../src/game/operations.ts';
import { en } from '../../src/view/en.ts';
import { labelsOf, settled, textOf } from '../support/messages.ts';
import { useWorld } from '../support/useWorld.ts';
import { linkWithEverything } from '../support/world.ts';

type Named = { name: string; type?: number; options?: Named[] };
type Run = { options?: Record<string, string | number | boolean>; by?: 'officer' | 'visitor'; confirm?: string };

const SUBCOMMAND_TYPES = [1, 2];
const PRIVILEGE = { group: 'ship', privilege: 'view', character: 'Dorn Hesk' };

/** The input of each command that needs more than its name. */
const RUNS: Record<string, Run> = {
  'galaxy find': { options: { name: '25:101' } },
  'galaxy distance': { options: { from: '25:101', to: '25:102' } },
  'galaxy bookmark': { options: { place: '25:101' } },
  login: { by: 'visitor' },
  logout: { by: 'visitor' },
  'msg send': { options: { to: 'Pell', text: 'Hello there' } },
  'msg read': { options: { message: '38:300' } },
  'msg delete': { options: { message: '38:1' }, confirm: 'Delete' },
  'credits transfer': { options: { amount: 5, recipient: 'Pell' }, confirm: 'Send' },
  'credits request': { options: { amount: 5, from: 'Pell' } },
  'credits pay': { options: { list: 'Pell | 5' } },
  'credits paylist save': { options: { name: 'Friends', list: 'Pell | 5' } },
  'credits paylist show': { options: { name: 'Friends' } },
  'credits paylist pay': { options: { name: 'Friends' } },
  'credits paylist delete': { options: { name: 'Friends' } },
  lookup: { options: { handle: 'Pell' } },
  'privileges show': { options: PRIVILEGE, by: 'officer' },
  'privileges grant': { options: PRIVILEGE, by: 'officer', confirm: 'Confirm' },
  'privileges revoke': { options: PRIVILEGE, by: 'officer' },
  Privileges: { by: 'officer' },
  'privileges copy': { options: { from: 'Marshal Iri Tosk', to: 'Dorn Hesk' }, by: 'officer' },
  'privileges strip': { options: { character: 'Marshal Iri Tosk' }, by: 'officer' },
  ...Object.fromEntries(
    ['show', 'export', 'check', 'delete'].map((name): [string, Run] => [`roster ${name}`, { by: 'officer' }]),
  ),
  'roster add': { options: { member: 'Dorn Hesk', rank: 'Pilot' }, by: 'officer' },
  'roster remove': { options: { member: '1:1003' }, by: 'officer' },
  'roster import': { options: { list: 'Dorn Hesk' }, by: 'officer' },
  'rank save': { options: { name: 'Pilot', from: 'Dorn Hesk' }, by: 'officer' },
  'rank delete': { options: { rank: 'Pilot' }, by: 'officer' },
  'rank rename': { options: { rank: 'Guard', name: 'Guard' }, by: 'officer' },
  'rank apply': { options: { rank: 'Guard', to: 'Dorn Hesk' }, by: 'officer' },
  ...Object.fromEntries(
    ['rank show', 'rank check', 'privileges who'].map((name): [string, Run] => [name, { by: 'officer' }]),
  ),
  'permissions check': { options: { permission: 'CREDITS_WRITE' } },
  'server audit log': { by: 'officer' },
};

/** The commands as typed: `credits balance`. */
function pathsOf({ name, options = [] }: Named): string[] {
  const inner = options.filter(({ type }) => SUBCOMMAND_TYPES.includes(type ?? 0)).flatMap(pathsOf);
  return inner.length > 0 ? inner.map((path) => `${name} ${path}`) : [name];
}

const registrations = toRegistrations(commands) as Named[];
const slash = registrations.filter(({ type }) => type === ApplicationCommandType.ChatInput).flatMap(pathsOf);
const users = registrations.filter(({ type }) => type === ApplicationCommandType.User);
const menus = users.flatMap(({ name }) => (name.startsWith('Send') ? [] : name));

let logged: string[] = [];
const world = useWorld('all', {
  environment: { GALAXY_COPY: 'on' },
  log: pino({ level: 'info' }, { write: (line: string) => void logged.push(line) }),
});
const { player, officer } = world;
const requestsBefore = new Map<string, number>();

beforeAll(async () => {
  const galaxyIsThere = async () => expect((await player.run('galaxy map').response()).attachments).toHaveLength(1);
  await vi.waitFor(galaxyIsThere, 40_000);
  await linkWithEverything(player, 'Vael Ondar');
  await linkWithEverything(officer, 'Marshal Iri Tosk');
  RUNS['server audit channel'] = { by: 'officer', options: { channel: officer.view.channel('general').id } };
  // The menus on users need someone discoverable.
  await officer.press(await officer.run('account').response(), account.show).response();
  for (const member of ['Dorn Hesk', 'Regent Oona Valdry'])
    await officer.run('roster add', { member, rank: 'Guard' }).response();
  await officer.run('rank save', { name: 'Guard', from: 'Marshal Iri Tosk' }).response();
  // The galaxy's lists are read once, before any command.
  const others = Object.keys(operations).filter((name) => !name.startsWith('galaxy.'));
  for (const name of others) requestsBefore.set(name, world.game.world.requests(name));
});

test.each([...slash, ...menus])('%s runs without an error', async (name) => {
  logged = [];
  const { by = 'player', options = {}, confirm } = RUNS[name] ?? {};
  const { [by]: person, officer } = world;
  const used = menus.includes(name) ? person.runOnUser(name, officer) : person.run(name, options);
  const answer = await used.response();
  expect(textOf(answer)).not.toBe('');
  expect(textOf(answer)).not.toBe(en.errors.unknownCommand);
  if (confirm !== undefined) {
    const label = labelsOf(answer).find((button) => button?.startsWith(confirm));
    await person.press(answer, label ?? confirm).response();
    if (label?.includes('1 change')) await settled(person, answer, en.batch.all);
  }
  // An error would be logged.
  expect(logged.filter((line) => line.includes('an interaction'))).toEqual([]);
});

/** Operations that share another's request (docs/interface.md, "Operations"). */
const SHARED: Partial<Record<OperationName, OperationName>> = {
  'character.hasPermission': 'character.permissions.list',
  'character.permissions.getScopes': 'character.permissions.list',
};

test.each(Object.keys(operations) as OperationName[])(
  '%s was reached by one of these commands, or by the walk before them',
  async (name) => {
    const request = SHARED[name] ?? name;
    // A write's first answer may only say that it is on its way.
    await expect.poll(() => world.game.world.requests(request)).toBeGreaterThan(requestsBefore.get(request) ?? 0);
  },
);
