import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createDiscord, type Discord } from '../../../../sandbox/discord/discord.ts';
import { type Answer, call, faults } from '../rest.ts';
import { type Contradiction, type Limit, long, many } from './payloads.ts';

let discord: Discord;

beforeAll(async () => {
  discord = await createDiscord();
});
afterAll(async () => {
  await discord.close();
  expect(discord.schemaChecker.violations).toEqual([]);
});

const put = (list: unknown): Promise<Answer> =>
  call(discord, 'PUT', `/applications/${discord.applicationId}/commands`, list);
const opt = (name: string, more: object = {}) => ({ type: 3, name, description: 'd', ...more });
const sub = (name: string, ...options: object[]) => ({ type: 1, name, description: 'd', options });
const group = (name: string, ...options: object[]) => ({ type: 2, name, description: 'd', options });
const command = (more: object = {}) => ({ name: 'one', description: 'd', ...more });
const withOptions = (...options: object[]) => [command({ options })];
const choice = (index: number) => ({ name: `${index}`, value: `${index}` });

/** A command of so many characters in all: its own name and description (4), 20 options and the values of their choices. */
function ofSize(size: number): object[] {
  const bare = 4 + 20 * 3;
  const each = Math.floor((size - bare) / 20);
  return withOptions(
    ...many(20, (index) => {
      const rest = index === 0 ? size - bare - each * 20 : 0;
      // 5 choices of a one-letter name, the values share the rest.
      const values = each + rest - 5;
      return opt(`o${String.fromCharCode(97 + index)}`, {
        choices: many(5, (i) => ({ name: `${i}`, value: long(i < 4 ? 80 : values - 320) })),
      });
    }),
  );
}

const maxima: Limit[] = [
  ['characters of a name', (n) => [command({ name: long(n) })], 32, ['0.name']],
  ['characters of a description', (n) => [command({ description: long(n) })], 100, ['0.description']],
  ["characters of an option's name", (n) => withOptions(opt(long(n))), 32, ['0.options.0.name']],
  [
    "characters of an option's description",
    (n) => withOptions(opt('a', { description: long(n) })),
    100,
    ['0.options.0.description'],
  ],
  ['options', (n) => withOptions(...many(n, (i) => opt(`o${i}`))), 25, ['0.options']],
  ['subcommands', (n) => withOptions(...many(n, (i) => sub(`s${i}`))), 25, ['0.options']],
  [
    'subcommands in a group',
    (n) => withOptions(group('g', ...many(n, (i) => sub(`s${i}`)))),
    25,
    ['0.options.0.options'],
  ],
  [
    'options of a subcommand',
    (n) => withOptions(sub('s', ...many(n, (i) => opt(`o${i}`)))),
    25,
    ['0.options.0.options'],
  ],
  ['choices', (n) => withOptions(opt('a', { choices: many(n, choice) })), 25, ['0.options.0.choices']],
  [
    "characters of a choice's name",
    (n) => withOptions(opt('a', { choices: [{ name: long(n), value: 'x' }] })),
    100,
    ['0.options.0.choices.0.name'],
  ],
  [
    "characters of a choice's value",
    (n) => withOptions(opt('a', { choices: [{ name: 'x', value: long(n) }] })),
    100,
    ['0.options.0.choices.0.value'],
  ],
  ['characters in all', ofSize, 8000, ['0']],
];

const minima: Limit[] = [
  ['characters of a name', (n) => [command({ name: long(n) })], 1, ['0.name']],
  ['characters of a description', (n) => [command({ description: long(n) })], 1, ['0.description']],
  ["characters of an option's name", (n) => withOptions(opt(long(n))), 1, ['0.options.0.name']],
  [
    "characters of an option's description",
    (n) => withOptions(opt('a', { description: long(n) })),
    1,
    ['0.options.0.description'],
  ],
];

const contradictions: Contradiction[] = [
  ['capitals in a name', [command({ name: 'One' })], ['0.name']],
  ['a space in a name', [command({ name: 'o ne' })], ['0.name']],
  ["capitals in an option's name", withOptions(opt('A')), ['0.options.0.name']],
  ['capitals in a translated name', [command({ name_localizations: { de: 'Eins' } })], ['0.name_localizations.de']],
  ['no description', [{ name: 'one' }], ['0.description']],
  ['a name twice', [command(), command()], ['1']],
  ['a required option after an optional one', withOptions(opt('a'), opt('b', { required: true })), ['0.options.1']],
  [
    'a required option after an optional one in a subcommand',
    withOptions(sub('s', opt('a'), opt('b', { required: true }))),
    ['0.options.0.options.1'],
  ],
  ['an option name twice', withOptions(opt('a'), opt('a')), ['0.options.1']],
  [
    'a number among text choices',
    withOptions(opt('a', { choices: [{ name: 'x', value: 1 }] })),
    ['0.options.0.choices.0.value'],
  ],
  ['a subcommand beside an option', withOptions(sub('s'), opt('a')), ['0.options.1.type']],
  ['an option beside a subcommand', withOptions(opt('a'), sub('s')), ['0.options.1.type']],
  ['an option beside a group', withOptions(group('g', sub('s')), opt('a')), ['0.options.1.type']],
  ['a group in a group', withOptions(group('g', group('h'))), ['0.options.0.options.0.type']],
  ['an option in a group', withOptions(group('g', opt('a'))), ['0.options.0.options.0.type']],
  ['a subcommand in a subcommand', withOptions(sub('s', sub('t'))), ['0.options.0.options.0.type']],
  ['a group in a subcommand', withOptions(sub('s', group('g'))), ['0.options.0.options.0.type']],
  ['an unknown option type', withOptions(opt('a', { type: 99 })), ['0.options.0.type']],
  [
    'autocomplete beside choices',
    withOptions(opt('a', { autocomplete: true, choices: [choice(1)] })),
    ['0.options.0.autocomplete'],
  ],
  ['an unknown locale', [command({ name_localizations: { xx: 'one' } })], ['0.name_localizations.xx']],
  ['a description on a context menu', [{ type: 2, name: 'Look', description: 'd' }], ['0.description']],
  [
    'a fraction among whole choices',
    withOptions(opt('a', { type: 4, choices: [{ name: 'x', value: 1.5 }] })),
    ['0.options.0.choices.0.value'],
  ],
  [
    'a fraction for the limit of a whole number',
    withOptions(opt('a', { type: 4, min_value: 0.5 })),
    ['0.options.0.min_value'],
  ],
  ['half a character', withOptions(opt('a', { max_length: 1.5 })), ['0.options.0.max_length']],
  ...(
    [
      [5, 'choices', [{ name: 'x', value: 'x' }]],
      [5, 'autocomplete', true],
      [6, 'autocomplete', true],
      [3, 'min_value', 1],
      [3, 'max_value', 1],
      [4, 'min_length', 1],
      [10, 'max_length', 1],
      [3, 'channel_types', [0]],
      [3, 'file_types', ['image']],
      [3, 'options', []],
      [1, 'required', true],
      [2, 'required', true],
      [1, 'choices', []],
    ] as const
  ).map(
    ([type, field, value]): Contradiction => [
      `${field} on an option of type ${type}`,
      withOptions(opt('a', { type, [field]: value, ...(type === 2 && { options: [sub('s')] }) })),
      [`0.options.0.${field}`],
    ],
  ),
  ['a group of nothing', withOptions(group('g')), ['0.options.0.options']],
  ['a group without a list', withOptions({ type: 2, name: 'g', description: 'd' }), ['0.options.0.options']],
  [
    'a private channel for what no user installs',
    [command({ contexts: [0, 2], integration_types: [0] })],
    ['0.contexts'],
  ],
  ['a private channel without a word of installing', [command({ contexts: [2] })], ['0.contexts']],
  ['a word for whether it is for adults', [command({ nsfw: 'yes' })], ['0.nsfw']],
  ['half a permission', [command({ default_member_permissions: 1.5 })], ['0.default_member_permissions']],
  ['a description of white space', [command({ description: ' ' })], ['0.description']],
  ['an option described by white space', withOptions({ ...opt('a'), description: ' ' }), ['0.options.0.description']],
  ['white space for the name of a context menu', [{ type: 2, name: ' ' }], ['0.name']],
  ...['min_value', 'max_value'].map(
    (field): Contradiction => [
      `a number beyond all doubles for ${field}`,
      withOptions(opt('a', { type: 10, [field]: 1e300 })),
      [`0.options.0.${field}`],
    ],
  ),
  [
    'a choice below all doubles',
    withOptions(opt('a', { type: 10, choices: [{ name: 'x', value: -(2 ** 54) }] })),
    ['0.options.0.choices.0.value'],
  ],
  ['one id twice', [command({ id: '1' }), command({ id: '1', name: 'two' })], ['1.id']],
  ['an unknown context', [command({ contexts: [7] })], ['0.contexts.0']],
];

describe('a command', () => {
  const expectRefused = async (list: unknown, expected: readonly string[]): Promise<void> => {
    const before = discord.people.player.commands();
    const answer = await put(list);
    expect(answer).toMatchObject({ status: 400, body: { code: 50035, message: 'Invalid Form Body' } });
    expect(faults(answer.body.errors)).toEqual(expected);
    expect(discord.people.player.commands()).toEqual(before);
  };

  test.each(maxima)('has at most so many %s', async (_what, make, last, expected) => {
    expect((await put(make(last))).status).toBe(200);
    await expectRefused(make(last + 1), expected);
  });

  test.each(minima)('has at least so many %s', async (_what, make, last, expected) => {
    expect((await put(make(last))).status).toBe(200);
    await expectRefused(make(last - 1), expected);
  });

  test.each(contradictions)('never has %s', async (_what, list, expected) => {
    await expectRefused(list, expected);
  });

  test.each<[string, number, object]>([
    ['slash commands', 100, {}],
    ['user context menus', 15, { type: 2, description: '' }],
    ['message context menus', 15, { type: 3, description: '' }],
  ])('is one of at most so many %s: 30032', async (_what, last, more) => {
    const list = (count: number) => many(count, (i) => command({ name: `c${i}`, ...more }));
    expect((await put(list(last))).status).toBe(200);
    expect(await put(list(last + 1))).toMatchObject({ status: 400, body: { code: 30032 } });
  });

  test('has every field on the types of option that have it, and private channels where a user installs it', async () => {
    const list = [
      command({
        contexts: [0, 1, 2],
        integration_types: [0, 1],
        options: [
          opt('a', { required: true, min_length: 1, max_length: 2, choices: [choice(1)] }),
          opt('b', { type: 4, required: false, min_value: 1, max_value: 2, autocomplete: true }),
          opt('c', { type: 10, min_value: 0.5, max_value: 1.5, choices: [{ name: 'x', value: 0.5 }] }),
          opt('d', { type: 7, channel_types: [0] }),
          opt('e', { type: 5, required: false }),
        ],
      }),
      command({ name: 'two', options: [group('g', sub('s'))] }),
    ];
    expect((await put(list)).status).toBe(200);
  });

  test('may share its name with one of another type', async () => {
    expect((await put([command(), { type: 2, name: 'one' }])).status).toBe(200);
  });

  test('keeps its id when the list is sent again', async () => {
    const first = await put([command(), command({ name: 'two' })]);
    const second = await put([command({ description: 'changed' })]);
    const [before] = Object.values(first.body) as unknown as { id: string }[];
    expect(Object.values(second.body)).toMatchObject([{ id: before?.id, description: 'changed' }]);
  });

  test('keeps the id by which a list names it, whatever it is called', async () => {
    const ids = ({ body }: Answer) => (Object.values(body) as unknown as { id: string }[]).map(({ id }) => id);
    const [one, two] = ids(await put([command(), command({ name: 'two' })]));
    // The two change names; the new one gets an id of its own.
    const list = [command({ name: 'two', id: one }), command({ id: two }), command({ name: 'three' })];
    const [first, second, third] = ids(await put(list));
    expect([first, second]).toEqual([one, two]);
    expect([one, two]).not.toContain(third);
  });

  test('of one server is created, and replaced by its name', async () => {
    const path = `/applications/${discord.applicationId}/guilds/${discord.guildId}/commands`;
    const created = await call(discord, 'POST', path, command({ nsfw: true }));
    expect(created).toMatchObject({ status: 201, body: { nsfw: true, guild_id: discord.guildId } });
    const again = await call(discord, 'POST', path, command({ description: 'again' }));
    expect(again).toMatchObject({ status: 200, body: { id: created.body['id'], description: 'again', nsfw: false } });
    const two = await call(discord, 'POST', path, command({ name: 'two' }));
    expect(two.status).toBe(201);
    const names = (await call(discord, 'GET', path)).body as unknown as { name: string }[];
    expect(names.map(({ name }) => name)).toEqual(['one', 'two']);
  });
});
