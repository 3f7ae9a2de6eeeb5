import type { APIMessage } from 'discord-api-types/v10';
import { pino } from 'pino';
import { beforeAll, expect, test } from 'vitest';
import { commands } from '../../commands/index.ts';
import { walkComponents } from '../../sandbox/discord/validation/components.ts';
import { type AnyValues, type Args, parseCustomId, readArgs, withOwner } from '../../src/view/customId.ts';
import { choose, textFrom, textOf } from '../support/messages.ts';
import { useWorld } from '../support/useWorld.ts';
import { linkWithEverything, pressForged } from '../support/world.ts';

const JUMP = 'Jump';

/** Every paged list, by its command and its pager's name. The help's is for old messages only. */
const pagers = commands.flatMap(({ name, actions = {} }) =>
  Object.keys(actions)
    .filter((action) => action.endsWith(JUMP) && name !== 'help')
    .map((action) => `${name}/${action.slice(0, -JUMP.length)}`),
);

const run = (command: string) => world.officer.run(command).response();

/** Messages with a component that has the pager's arguments, except those of `list` commands. */
const LISTS: Record<string, () => Promise<APIMessage>> = {
  'credits/page': () => run('credits log'),
  'galaxy/page': () => run('galaxy cities'),
  'skills/page': () => {
    const skill = Array.from({ length: 100 }, (_, n) => ({ attributes: { type: `Skill ${n}` }, value: 1 }));
    const body = JSON.stringify({ swcapi: { skills: { space: [{ skill }] } } });
    const fault = { kind: 'status', status: 200, body } as const;
    world.game.faults.add({ operation: 'character.skills.list', times: 2, fault });
    return run('skills');
  },
  'roster/show': async () => {
    await linkWithEverything(officer, 'Marshal Iri Tosk');
    await officer.run('roster add', { member: 'Dorn Hesk' }).response();
    return run('roster show');
  },
  'roster/ask': () => run('roster check'),
  'privileges/parts': async () => choose(world.officer, await run('privileges list'), '0').response(),
};

let logged: string[] = [];
const world = useWorld('all', { log: pino({ level: 'warn' }, { write: (line: string) => void logged.push(line) }) });
const { officer, visitor } = world;

beforeAll(() => linkWithEverything(world.officer, 'Vael Ondar'));

test.each(pagers)('the pager %s goes to the page that is typed into its form', async (pager) => {
  logged = [];
  const [command = '', name = ''] = pager.split('/');
  const jump = idOf(command, `${name}Jump`);
  const list = await (LISTS[pager] ?? (() => run(`${command} list`)))();
  const args = jump && findArgs(list, jump.args);
  if (!args) throw new Error(`Say in LISTS how to reach the pager ${pager}`);
  const customId = withOwner(jump({ ...args, pages: 1 }), officer.id);
  const modal = await (await pressForged(world, officer, customId)).modal();
  const shown = await textFrom(officer.submit(modal, { page: ' 1 ' }));
  expect(shown.split('\n')[0]).toBe(textOf(list).split('\n')[0]);
  for (const page of [-1, 0, 999_999_999]) {
    const forged = withOwner(idOf(command, name)?.({ ...args, page }) ?? '', officer.id);
    const answer = await (await pressForged(world, officer, forged)).response();
    expect(JSON.stringify(answer.components)).not.toMatch(/NaN|"(-\d+|0|\d{9}) \/|went wrong/);
  }
  expect(logged).toEqual([]);
});

test.each([
  ['0', "“0” isn't a page here. Enter a number from 1 to 54."],
  ['2.5', "“2\\.5” isn't a page"],
  ['*two*', "“\\*two\\*” isn't a page"],
  ['99999', "“99999” isn't a page here. Enter a number from 1 to 54."],
])('jumping to page %s gets a sentence and leaves the list where it was', async (page, sentence) => {
  const first = await visitor.run('galaxy systems', { page: 2 }).response();
  const before = textOf(first);
  const modal = await visitor.press(first, '2 / 54').modal();
  expect(await textFrom(visitor.submit(modal, { page }))).toContain(sentence);
  expect(textOf(first)).toBe(before);
});

test('a forged button is outdated if its arguments don’t fit into its form', async () => {
  logged = [];
  const customId = withOwner(idOf('login', 'code')?.({ loginId: 'x'.repeat(60) }) ?? '', world.officer.id);
  expect(await textFrom(await pressForged(world, world.officer, customId))).toContain('This button is outdated');
  expect(logged).toEqual([]);
});

function idOf(command: string, action: string) {
  return commands.find(({ name }) => name === command)?.actions?.[action]?.id;
}

/** The arguments of a component that has everything this action needs but the page count. */
function findArgs({ components = [] }: APIMessage, wanted: Args): AnyValues | undefined {
  const names = Object.keys(wanted).filter((name) => name !== 'pages');
  for (const { node } of walkComponents(components as Parameters<typeof walkComponents>[0])) {
    const id = parseCustomId(node.custom_id ?? '');
    const args = id && readArgs(idOf(id.command, id.action)?.args ?? {}, id.parts);
    if (args && names.every((name) => Object.hasOwn(args, name))) return args;
  }
  return undefined;
}
