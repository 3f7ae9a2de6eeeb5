import { ApplicationCommandOptionType } from 'discord-api-types/v10';
import { describe, expect, test } from 'vitest';
import {
  findEntries,
  parseCommandText,
  toCommandEntries,
} from '../../../sandbox/page/browser/composer/commandEntries.ts';
import { idleComposer, nextComposerMode } from '../../../sandbox/page/browser/composer/composerMode.ts';
import { toOptionValue } from '../../../sandbox/page/browser/composer/optionValue.ts';
import { commands } from './samples.ts';

const entries = toCommandEntries(commands);
const names = (text: string) => findEntries(entries, text).map(({ name }) => name);

describe('the command list', () => {
  test('has a line for every command and subcommand, and none for context menus', () => {
    expect(entries.map(({ name }) => name)).toEqual([
      'credits balance',
      'credits transfer',
      'galaxy systems',
      'login',
      'profile',
    ]);
    expect(entries[0]?.subcommand).toEqual(['balance']);
  });

  test('puts names that begin so before names and descriptions that hold it', () => {
    expect(names('l')[0]).toBe('login');
    expect(names('transfer')).toEqual(['credits transfer']);
    expect(names('link')).toEqual(['login']);
    expect(names('nothing like it')).toEqual([]);
  });
});

describe('a command written out', () => {
  test('gives its options by name', () => {
    const parsed = parseCommandText('/credits transfer recipient: Orson Pike amount: 5', entries);
    expect(parsed?.entry.name).toBe('credits transfer');
    expect([...(parsed?.optionTexts ?? [])]).toEqual([
      ['recipient', 'Orson Pike'],
      ['amount', '5'],
    ]);
  });

  test('gives text without a name to the first option', () => {
    expect(parseCommandText('/credits transfer Orson', entries)?.optionTexts.get('recipient')).toBe('Orson');
  });

  test('is none before a space follows its name', () => {
    expect(parseCommandText('/login', entries)).toBeUndefined();
    expect(parseCommandText('/log in', entries)).toBeUndefined();
  });
});

describe('the composer', () => {
  const typed = (text: string) => ({ type: 'typed', text, entries }) as const;

  test('offers commands while a slash begins the text', () => {
    expect(nextComposerMode(idleComposer, typed('/cred'))).toMatchObject({
      name: 'picking',
      matches: [{ name: 'credits balance' }, {}],
    });
    expect(nextComposerMode(idleComposer, typed('hello /cred'))).toEqual(idleComposer);
  });

  test('takes options when a command is chosen or its name is finished', () => {
    const picking = nextComposerMode(idleComposer, typed('/login'));
    expect(nextComposerMode(picking, typed('/login '))).toMatchObject({ name: 'command', entry: { name: 'login' } });
    const entry = entries[1];
    if (entry === undefined) throw new Error('no entry');
    expect(nextComposerMode(picking, { type: 'chose', entry })).toMatchObject({ name: 'command', entry });
  });

  test('keeps the list closed after Escape until the slash is gone', () => {
    const closed = nextComposerMode(nextComposerMode(idleComposer, typed('/')), { type: 'closed' });
    expect(nextComposerMode(closed, typed('/l'))).toEqual(closed);
    const cleared = nextComposerMode(closed, typed(''));
    expect(nextComposerMode(cleared, typed('/l')).name).toBe('picking');
  });

  test('is idle again after sending', () => {
    expect(nextComposerMode(nextComposerMode(idleComposer, typed('/login ')), { type: 'sent' })).toEqual(idleComposer);
  });
});

describe("an option's value", () => {
  const option = { name: 'x', description: 'x', required: true } as const;
  const integer = { ...option, type: ApplicationCommandOptionType.Integer, min_value: 1, max_value: 10 } as const;
  const string = { ...option, type: ApplicationCommandOptionType.String, min_length: 2, max_length: 3 } as const;

  test('must be there when required, and may be missing when not', () => {
    expect(toOptionValue(string, { text: ' ' })).toEqual({ problem: 'This option is required.' });
    expect(toOptionValue({ ...string, required: false }, { text: '' })).toEqual({});
  });

  test.each([
    ['5', { value: 5 }],
    ['+5', { value: 5 }],
    ['0', { problem: 'At least 1, please.' }],
    ['11', { problem: 'At most 10, please.' }],
    ['1.5', { problem: 'A whole number, please.' }],
    ['1e3', { problem: 'A whole number, please.' }],
    ['five', { problem: 'A whole number, please.' }],
    ['9007199254740993', { problem: 'A whole number, please.' }],
  ])('%s of a whole number between 1 and 10 gives %o', (text, result) => {
    expect(toOptionValue(integer, { text })).toEqual(result);
  });

  test('may have decimals when it is a number', () => {
    const number = { ...option, type: ApplicationCommandOptionType.Number } as const;
    expect(toOptionValue(number, { text: '-1.5' })).toEqual({ value: -1.5 });
  });

  test('has its length counted in characters', () => {
    expect(toOptionValue(string, { text: '😀😀😀' })).toEqual({ value: '😀😀😀' });
    expect(toOptionValue(string, { text: 'a' })).toHaveProperty('problem');
    expect(toOptionValue(string, { text: 'abcd' })).toHaveProperty('problem');
  });

  test('comes from the list where there is one', () => {
    const choice = {
      ...option,
      type: ApplicationCommandOptionType.String,
      choices: [{ name: 'One', value: '1' }],
    } as const;
    const user = { ...option, type: ApplicationCommandOptionType.User } as const;
    expect(toOptionValue({ ...choice, choices: [...choice.choices] }, { text: 'other' })).toHaveProperty('problem');
    expect(toOptionValue({ ...choice, choices: [...choice.choices] }, { text: 'One', chosen: { value: '1' } })).toEqual(
      { value: '1' },
    );
    expect(toOptionValue(user, { text: 'Ada' })).toHaveProperty('problem');
    expect(
      toOptionValue(
        { ...option, type: ApplicationCommandOptionType.Boolean },
        { text: 'False', chosen: { value: 'false' } },
      ),
    ).toEqual({ value: false });
  });
});
