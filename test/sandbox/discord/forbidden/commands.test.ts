import { describe, expect, test } from 'vitest';
import { type Answer, call, expectFaults } from '../rest.ts';
import { useDiscord } from '../useDiscord.ts';
import { type Contradiction, type Limit, long, many, testRows } from './payloads.ts';

const discord = useDiscord('all');

const put = (list: unknown): Promise<Answer> =>
  call(discord, 'PUT', `/applications/${discord.applicationId}/commands`, list);
const opt = (name: string, more: object = {}) => ({ type: 3, name, description: 'd', ...more });
const opts = (count: number) => many(count, (index) => opt(`o${index}`));
const sub = (name: string, ...options: object[]) => ({ type: 1, name, description: 'd', options });
const subs = (count: number) => many(count, (index) => sub(`s${index}`));
const group = (name: string, ...options: object[]) => ({ type: 2, name, description: 'd', options });
const command = (more: object = {}) => [{ name: 'one', description: 'd', ...more }];
const withOptions = (...options: object[]) => command({ options });
const withOption = (more: object) => withOptions(opt('a', more));
const choice = (index: number) => ({ name: `${index}`, value: `${index}` });
const choosing = (name: string, value: unknown) => withOption({ choices: [{ name, value }] });

/** A command with this many characters: name and description (4), 20 options, choice values. */
function ofSize(size: number): object[] {
  const bare = 4 + 20 * 3;
  const each = Math.floor((size - bare) / 20);
  const rest = size - bare - each * 20;
  return withOptions(
    ...many(20, (index) => {
      // 5 choices with one-letter names; the values share the rest.
      const values = each + (index === 0 ? rest : 0) - 5;
      const choices = many(5, (i) => ({ name: `${i}`, value: long(i < 4 ? 80 : values - 320) }));
      return opt(`o${String.fromCharCode(97 + index)}`, { choices });
    }),
  );
}

const first = '0.options.0';

const limits: Limit[] = [
  ['characters of a name', (n) => command({ name: long(n) }), 1, 32, '0.name'],
  ['characters of a description', (n) => command({ description: long(n) }), 1, 100, '0.description'],
  ["characters of an option's name", (n) => withOptions(opt(long(n))), 1, 32, `${first}.name`],
  ['characters that describe an option', (n) => withOption({ description: long(n) }), 1, 100, `${first}.description`],
  ['options', (n) => withOptions(...opts(n)), null, 25, '0.options'],
  ['subcommands', (n) => withOptions(...subs(n)), null, 25, '0.options'],
  ['subcommands in a group', (n) => withOptions(group('g', ...subs(n))), null, 25, `${first}.options`],
  ['options of a subcommand', (n) => withOptions(sub('s', ...opts(n))), null, 25, `${first}.options`],
  ['choices', (n) => withOption({ choices: many(n, choice) }), null, 25, `${first}.choices`],
  ["characters of a choice's name", (n) => choosing(long(n), 'x'), null, 100, `${first}.choices.0.name`],
  ["characters of a choice's value", (n) => choosing('x', long(n)), null, 100, `${first}.choices.0.value`],
  ['characters in all', ofSize, null, 8000, '0'],
];

const sameChoices = { choices: [choice(1), { ...choice(2), name: '1' }] };
const bothIds = [...command({ id: '1' }), ...command({ id: '1', name: 'two' })];

const contradictions: Contradiction[] = [
  ['nothing but a list', { name: 'one' }, ''],
  ['capitals in a name', command({ name: 'One' }), '0.name'],
  ['a space in a name', command({ name: 'o ne' }), '0.name'],
  ['capitals in a translated name', command({ name_localizations: { de: 'Eins' } }), '0.name_localizations.de'],
  ['an unknown locale', command({ name_localizations: { xx: 'one' } }), '0.name_localizations.xx'],
  ['no description', [{ name: 'one' }], '0.description'],
  ['a description of white space', command({ description: ' ' }), '0.description'],
  ['a name twice', [...command(), ...command()], '1'],
  ['one id twice', bothIds, '1.id'],
  ['a description on a context menu', [{ type: 2, name: 'Look', description: 'd' }], '0.description'],
  ['options on a context menu', [{ type: 2, name: 'Look', options: [opt('a')] }], '0.options'],
  ['white space for the name of a context menu', [{ type: 2, name: ' ' }], '0.name'],
  ['an unknown context', command({ contexts: [7] }), '0.contexts.0'],
  ['a context twice', command({ contexts: [0, 0] }), '0.contexts'],
  ['an installation twice', command({ integration_types: [0, 0] }), '0.integration_types'],
  ['a private channel without the user install', command({ contexts: [0, 2], integration_types: [0] }), '0.contexts'],
  ['a private channel without a word of installing', command({ contexts: [2] }), '0.contexts'],
  ['half a permission', command({ default_member_permissions: 1.5 }), '0.default_member_permissions'],
  ['a word for a permission', command({ default_member_permissions: 'all' }), '0.default_member_permissions'],

  ["capitals in an option's name", withOptions(opt('A')), `${first}.name`],
  ['capitals in its translation', withOption({ name_localizations: { de: 'A' } }), `${first}.name_localizations.de`],
  ['an option described by white space', withOption({ description: ' ' }), `${first}.description`],
  ['an option name twice', withOptions(opt('a'), opt('a')), '0.options.1'],
  ['a required option after an optional one', withOptions(opt('a'), opt('b', { required: true })), '0.options.1'],
  ['one in a subcommand', withOptions(sub('s', opt('a'), opt('b', { required: true }))), `${first}.options.1`],
  ['an unknown option type', withOption({ type: 99 }), `${first}.type`],
  ['a kind of option that the stand-in lacks', withOption({ type: 6 }), `${first}.type`],
  ['choices of numbers', withOption({ type: 4, choices: [{ name: 'x', value: 1 }] }), `${first}.choices`],
  ['suggestions of numbers', withOption({ type: 4, autocomplete: true }), `${first}.autocomplete`],
  ['a number among text choices', choosing('x', 1), `${first}.choices.0.value`],
  ['a field that the stand-in lacks', command({ dm_permission: true }), '0.dm_permission'],
  ['a subcommand beside an option', withOptions(sub('s'), opt('a')), '0.options.1.type'],
  ['an option beside a subcommand', withOptions(opt('a'), sub('s')), '0.options.1.type'],
  ['an option beside a group', withOptions(group('g', sub('s')), opt('a')), '0.options.1.type'],
  ['a group in a group', withOptions(group('g', group('h'))), `${first}.options.0.type`],
  ['an option in a group', withOptions(group('g', opt('a'))), `${first}.options.0.type`],
  ['a subcommand in a subcommand', withOptions(sub('s', sub('t'))), `${first}.options.0.type`],
  ['a group in a subcommand', withOptions(sub('s', group('g'))), `${first}.options.0.type`],
  ['a group of nothing', withOptions(group('g')), `${first}.options`],
  ['a group without a list', withOption({ type: 2 }), `${first}.options`],

  ['autocomplete beside choices', withOption({ autocomplete: true, choices: [choice(1)] }), `${first}.autocomplete`],
  ['a choice name twice', withOption(sameChoices), `${first}.choices.1`],
  ['a fraction for the limit of a whole number', withOption({ type: 4, min_value: 0.5 }), `${first}.min_value`],
  ['a fraction for the greatest whole number', withOption({ type: 4, max_value: 0.5 }), `${first}.max_value`],
  ['a minimum beyond all doubles', withOption({ type: 10, min_value: 1e300 }), `${first}.min_value`],
  ['a maximum beyond all doubles', withOption({ type: 10, max_value: 1e300 }), `${first}.max_value`],
  ['a minimum over the maximum', withOption({ type: 4, min_value: 2, max_value: 1 }), `${first}.min_value`],
  ['a shortest text over the longest', withOption({ min_length: 2, max_length: 1 }), `${first}.min_length`],
  ['half a character', withOption({ max_length: 1.5 }), `${first}.max_length`],
];

describe('a command', () => {
  const expectTaken = async (list: unknown): Promise<void> => {
    expect((await put(list)).status).toBe(200);
  };
  const expectRefused = async (list: unknown, path: string): Promise<void> => {
    const before = discord.people.player.commands();
    expectFaults(await put(list), path);
    expect(discord.people.player.commands()).toEqual(before);
  };

  testRows({ limits, contradictions }, expectTaken, expectRefused);

  test.each<[string, number, object]>([
    ['slash commands', 100, {}],
    ['user context menus', 15, { type: 2, description: '' }],
    ['message context menus', 15, { type: 3, description: '' }],
  ])('is one of at most so many %s: 30032', async (_what, last, more) => {
    const list = (count: number) => many(count, (i) => command({ name: `c${i}`, ...more })).flat();
    await expectTaken(list(last));
    expect(await put(list(last + 1))).toMatchObject({ status: 400, body: { code: 30032 } });
  });

  test('has every field on the types of option that have it, and private channels where a user installs it', async () => {
    const options = [
      opt('a', { required: true, min_length: 1, max_length: 2, choices: [choice(1)] }),
      opt('b', { type: 4, required: false, min_value: 1, max_value: 2 }),
      opt('c', { type: 10, min_value: 0.5, max_value: 1.5 }),
      opt('g', { autocomplete: true }),
      opt('d', { type: 7, channel_types: [0] }),
      opt('e', { type: 5, required: false }),
    ];
    const everywhere = command({ contexts: [0, 1, 2], integration_types: [0, 1], options });
    await expectTaken([...everywhere, ...command({ name: 'two', options: [group('g', sub('s'))] })]);
  });

  test('keeps its id when the list is sent again, and the id by which a list names it', async () => {
    const ids = ({ body }: Answer) => (Object.values(body) as { id: string }[]).map(({ id }) => id);
    const [one, two] = ids(await put([...command(), ...command({ name: 'two' })]));
    expect(ids(await put([...command({ description: 'changed' }), ...command({ name: 'two' })]))).toEqual([one, two]);
    // The two swap names; the new one gets its own id.
    const list = [command({ name: 'two', id: one }), command({ id: two }), command({ name: 'three' })].flat();
    const [first, second, third] = ids(await put(list));
    expect([first, second]).toEqual([one, two]);
    expect([one, two]).not.toContain(third);
  });
});
