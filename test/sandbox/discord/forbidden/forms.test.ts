import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { faults } from '../rest.ts';
import { button, type Contradiction, type Limit, long, many, option, row, text } from './payloads.ts';
import { type RawBot, startRawBot } from './rawBot.ts';

let bot: RawBot;

beforeAll(async () => {
  bot = await startRawBot();
});
afterAll(async () => {
  await bot.discord.close();
  expect(bot.discord.schemaChecker.violations).toEqual([]);
});

const input = (id: string, more: object = {}) => ({
  type: 18,
  label: 'L',
  component: { type: 4, custom_id: id, style: 1, ...more },
});
const modal = (...components: object[]) => ({ custom_id: 'm', title: 't', components });
const choose = (type: number, more: object) => ({ type: 18, label: 'L', component: { type, custom_id: 'a', ...more } });
const chosen = (value: string) => ({ ...option(value), default: true });
const inputOf = 'components.0.component';

describe('a modal', () => {
  const maxima: Limit[] = [
    ['inputs', (n) => modal(...many(n, (i) => input(`${i}`))), 5, ['components']],
    ['characters of a title', (n) => ({ ...modal(input('a')), title: long(n) }), 45, ['title']],
    ['characters of a custom id', (n) => ({ ...modal(input('a')), custom_id: long(n) }), 100, ['custom_id']],
    ["characters of an input's custom id", (n) => modal(input(long(n))), 100, [`${inputOf}.custom_id`]],
    ['characters of a label', (n) => modal({ ...input('a'), label: long(n) }), 45, ['components.0.label']],
    ['characters in an input', (n) => modal(input('a', { max_length: n })), 4000, [`${inputOf}.max_length`]],
    [
      'options of a select',
      (n) =>
        modal({
          type: 18,
          label: 'L',
          component: { type: 3, custom_id: 'a', options: many(n, (i) => option(`${i}`)) },
        }),
      25,
      [`${inputOf}.options`],
    ],
    [
      'inputs in a row',
      (n) => modal(row(...many(n, (i) => ({ type: 4, custom_id: `${i}`, style: 1, label: 'L' })))),
      1,
      ['components.0.components'],
    ],
  ];
  const minima: Limit[] = [
    ['inputs', (n) => modal(...many(n, (i) => input(`${i}`))), 1, ['components']],
    ['characters of a title', (n) => ({ ...modal(input('a')), title: long(n) }), 1, ['title']],
    ['characters of a custom id', (n) => ({ ...modal(input('a')), custom_id: long(n) }), 1, ['custom_id']],
    ["characters of an input's custom id", (n) => modal(input(long(n))), 1, [`${inputOf}.custom_id`]],
    ['characters of a label', (n) => modal({ ...input('a'), label: long(n) }), 1, ['components.0.label']],
  ];
  const contradictions: Contradiction[] = [
    ['a button', modal(row(button('a'))), ['components.0.components.0.type']],
    ['texts only', modal(text('x')), ['components']],
    ['one id twice', modal(input('a'), input('a')), ['components.1.component.custom_id']],
    ['an input that takes nothing', modal(input('a', { min_length: 5, max_length: 4 })), [`${inputOf}.min_length`]],
    [
      'a checkbox group with a value twice',
      modal(choose(22, { options: [option('a'), option('a')] })),
      [`${inputOf}.options.1`],
    ],
    [
      'a checkbox group that wants more than there is',
      modal(choose(22, { options: [option('a'), option('b')], min_values: 3 })),
      [`${inputOf}.min_values`],
    ],
    [
      'a checkbox group that takes more than there is',
      modal(choose(22, { options: [option('a'), option('b')], max_values: 3 })),
      [`${inputOf}.max_values`],
    ],
    [
      'a checkbox group with more checked than it takes',
      modal(choose(22, { options: [chosen('a'), chosen('b')], max_values: 1 })),
      [`${inputOf}.options`],
    ],
    [
      'a checkbox group with fewer checked than it takes',
      modal(choose(22, { options: [chosen('a'), option('b')], min_values: 2 })),
      [`${inputOf}.options`],
    ],
    [
      'a radio group with a value twice',
      modal(choose(21, { options: [option('a'), option('a')] })),
      [`${inputOf}.options.1`],
    ],
    [
      'a radio group with two defaults',
      modal(choose(21, { options: [chosen('a'), chosen('b')] })),
      [`${inputOf}.options`],
    ],
    [
      'a file upload that takes nothing',
      modal(choose(19, { min_values: 3, max_values: 2 })),
      [`${inputOf}.min_values`],
    ],
    ['half a file', modal(choose(19, { max_values: 1.5 })), [`${inputOf}.max_values`]],
    ...[{ type: 3, options: [option('a')] }, { type: 5 }, { type: 19 }, { type: 22, options: [option('a')] }].map(
      ({ type, ...more }): Contradiction => [
        `a required component ${type} that may be empty`,
        modal(choose(type, { ...more, min_values: 0 })),
        [`${inputOf}.min_values`],
      ],
    ),
    ['no title', { custom_id: 'm', components: [input('a')] }, ['title']],
  ];

  const open = (data: unknown, handle = bot.discord.people.player.run('ask')) =>
    bot.callback(bot.of(handle), { type: 9, data });
  const expectRefused = async (data: unknown, expected: readonly string[]): Promise<void> => {
    const handle = bot.discord.people.player.run('ask');
    const answer = await open(data, handle);
    expect(answer).toMatchObject({ status: 400, body: { code: 50035, message: 'Invalid Form Body' } });
    expect(faults(answer.body.errors)).toEqual(expected.map((fault) => `data.${fault}`));
    expect(handle.record.state).toBe('waiting');
  };

  test.each(maxima)('has at most so many %s', async (_what, make, last, expected) => {
    expect((await open(make(last))).status).toBe(204);
    await expectRefused(make(last + 1), expected);
  });

  test.each(minima)('has at least so many %s', async (_what, make, last, expected) => {
    expect((await open(make(last))).status).toBe(204);
    await expectRefused(make(last - 1), expected);
  });

  test.each(contradictions)('never has %s', async (_what, data, expected) => {
    await expectRefused(data, expected);
  });

  test.each<[string, object]>([
    ['nothing', choose(22, { options: [option('a')], min_values: 0, required: false })],
    ['all of a checkbox group', choose(22, { options: [chosen('a'), chosen('b')], min_values: 2 })],
    ['one of a radio group', choose(21, { options: [chosen('a'), option('b')] })],
    ['ten files', choose(19, { min_values: 10, max_values: 10 })],
  ])('may let a person choose %s', async (_what, component) => {
    expect((await open(modal(component))).status).toBe(204);
  });
});

describe('the choices of an autocomplete', () => {
  const maxima: Limit[] = [
    ['of them', (n) => many(n, (i) => ({ name: `${i}`, value: `${i}` })), 25, ['choices']],
    ['characters of a name', (n) => [{ name: long(n), value: 'x' }], 100, ['choices.0.name']],
    ['characters of a value', (n) => [{ name: 'x', value: long(n) }], 100, ['choices.0.value']],
  ];
  const respond = async (choices: unknown, optionName = 'what') =>
    bot.callback(await bot.autocomplete(optionName), { type: 8, data: { choices } });

  test.each(maxima)('are at most so many %s', async (_what, make, last, expected) => {
    expect((await respond(make(last))).status).toBe(204);
    const answer = await respond(make(last + 1));
    expect(answer).toMatchObject({ status: 400, body: { code: 50035 } });
    expect(faults(answer.body.errors)).toEqual(expected.map((fault) => `data.${fault}`));
  });

  test.each<Contradiction>([
    ['a name that is empty', [{ name: '', value: 'x' }], ['choices.0.name']],
    ['nothing for a choice', [null], ['choices.0']],
    ['a number for a text', [{ name: 'x', value: 1 }], ['choices.0.value']],
  ])('never have %s', async (_what, choices, expected) => {
    expect(faults((await respond(choices)).body.errors)).toEqual(expected.map((fault) => `data.${fault}`));
  });

  test('never have a fraction for a whole number', async () => {
    const answer = await respond([{ name: 'x', value: 1.5 }], 'times');
    expect(faults(answer.body.errors)).toEqual(['data.choices.0.value']);
  });

  test('never have a text for a number', async () => {
    const answer = await respond([{ name: 'x', value: 'y' }], 'times');
    expect(faults(answer.body.errors)).toEqual(['data.choices.0.value']);
  });
});
