import { describe, expect } from 'vitest';
import { type Answer, expectFaults } from '../rest.ts';
import { useRawBot } from '../useDiscord.ts';
import {
  button,
  type Contradiction,
  type Limit,
  long,
  many,
  option,
  options,
  type Rows,
  row,
  testRows,
  text,
} from './payloads.ts';

const bot = useRawBot('all');

const label = (component: object) => ({ type: 18, label: 'L', component });
const labeled = (type: number, more: object) => label({ type, custom_id: 'a', ...more });
const input = (id: string, more: object = {}) => labeled(4, { style: 1, ...more, custom_id: id });
const inputs = (count: number) => many(count, (index) => input(`${index}`));
const modal = (...components: object[]) => ({ custom_id: 'm', title: 't', components });
const choosing = (type: number, more: object) => modal(labeled(type, more));
const titled = (title: string) => ({ ...modal(input('a')), title });
const named = (custom_id: string) => ({ ...modal(input('a')), custom_id });
const typed = (...ids: string[]) => row(...ids.map((custom_id) => ({ type: 4, custom_id, style: 1, label: 'L' })));
const inputOf = 'components.0.component';

const limits: Limit[] = [
  ['inputs', (n) => modal(...inputs(n)), 1, 5, 'components'],
  ['characters of a title', (n) => titled(long(n)), 1, 45, 'title'],
  ['characters of a custom id', (n) => named(long(n)), 1, 100, 'custom_id'],
  ["characters of an input's custom id", (n) => modal(input(long(n))), 1, 100, `${inputOf}.custom_id`],
  ['characters of a label', (n) => modal({ ...input('a'), label: long(n) }), 1, 45, 'components.0.label'],
  ['characters in an input', (n) => modal(input('a', { max_length: n })), null, 4000, `${inputOf}.max_length`],
  ['characters of its value', (n) => modal(input('a', { max_length: 9, value: long(n) })), null, 9, `${inputOf}.value`],
  ['options of a select', (n) => choosing(3, options(n)), null, 25, `${inputOf}.options`],
  ['inputs in a row', (n) => modal(typed(...many(n, String))), null, 1, 'components.0.components'],
  ['characters of its value', (n) => modal(input('a', { min_length: 5, value: long(n) })), 5, null, `${inputOf}.value`],
];

const chosen = (value: string) => option(value, { default: true });
const bothChosen = { options: [chosen('a'), chosen('b')] };
const oneChosen = { options: [chosen('a'), option('b')] };

const contradictions: Contradiction[] = [
  ['no title', { custom_id: 'm', components: [input('a')] }, 'title'],
  ['a button', modal(row(button('a'))), 'components.0.components.0.type'],
  ['texts only', modal(text('x')), 'components'],
  ['one id twice', modal(input('a'), input('a')), 'components.1.component.custom_id'],
  ['an unlabeled input', modal(row({ type: 4, custom_id: 'a', style: 1 })), 'components.0.components.0.label'],
  ['an input with a label of its own', modal(input('a', { label: 'L' })), `${inputOf}.label`],
  ['an input that takes nothing', modal(input('a', { min_length: 5, max_length: 4 })), `${inputOf}.min_length`],
  ['a disabled select', choosing(3, { ...options(1), disabled: true }), `${inputOf}.disabled`],
  ['a checkbox', choosing(23, {}), `${inputOf}.type`],
  ['a select of users', choosing(5, {}), `${inputOf}.type`],
  ['a select with an option twice', choosing(3, { options: [option('a'), option('a')] }), `${inputOf}.options.1`],
  ['one that wants more than there is', choosing(3, { ...options(2), min_values: 3 }), `${inputOf}.min_values`],
  ['one that takes more than there is', choosing(3, { ...options(2), max_values: 3 }), `${inputOf}.max_values`],
  ['one with more chosen than it takes', choosing(3, bothChosen), `${inputOf}.options`],
  ['one with fewer chosen', choosing(3, { ...oneChosen, min_values: 2, max_values: 2 }), `${inputOf}.options`],
  ['a file upload that takes nothing', choosing(19, { min_values: 3, max_values: 2 }), `${inputOf}.min_values`],
  ['an extension without a dot', choosing(19, { file_types: ['image', 'pdf'] }), `${inputOf}.file_types`],
  ['half a file', choosing(19, { max_values: 1.5 }), `${inputOf}.max_values`],
  ['a required select that may be empty', choosing(3, { ...options(1), min_values: 0 }), `${inputOf}.min_values`],
  ['a required file upload that may be empty', choosing(19, { min_values: 0 }), `${inputOf}.min_values`],
];

describe('a modal', () => {
  const open = (data: unknown, handle = bot.discord.people.player.run('ask')) =>
    bot.callback(bot.of(handle), { type: 9, data });
  const expectTaken = async (data: unknown): Promise<void> => {
    expect((await open(data)).status).toBe(204);
  };
  const expectRefused = async (data: unknown, path: string): Promise<void> => {
    const handle = bot.discord.people.player.run('ask');
    expectFaults(await open(data, handle), path, 'data.');
    expect(handle.record.state).toBe('waiting');
  };

  testRows({ limits, contradictions }, expectTaken, expectRefused);
});

describe('the choices of an autocomplete', () => {
  const respond = async (choices: unknown): Promise<Answer> =>
    await bot.callback(await bot.autocomplete('what'), { type: 8, data: { choices } });
  const rows: Rows = {
    limits: [
      ['of them', (n) => many(n, (i) => ({ name: `${i}`, value: `${i}` })), null, 25, 'choices'],
      ['characters of a name', (n) => [{ name: long(n), value: 'x' }], null, 100, 'choices.0.name'],
      ['characters of a value', (n) => [{ name: 'x', value: long(n) }], null, 100, 'choices.0.value'],
    ],
    contradictions: [
      ['an empty name', [{ name: '', value: 'x' }], 'choices.0.name'],
      ['nothing for a choice', [null], 'choices.0'],
      ['a number for a text', [{ name: 'x', value: 1 }], 'choices.0.value'],
    ],
  };
  testRows(
    rows,
    async (choices) => expect((await respond(choices)).status).toBe(204),
    async (choices, path) => expectFaults(await respond(choices), path, 'data.'),
  );
});
