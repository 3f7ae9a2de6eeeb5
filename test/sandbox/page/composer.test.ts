import { ApplicationCommandOptionType as Type } from 'discord-api-types/v10';
import { describe, expect, test } from 'vitest';
import { findTyped, toCommandEntries, toOptionValue } from '../../../sandbox/page/browser/composer/commandEntries.ts';
import { filterChoices } from '../../../sandbox/page/browser/ui/choices.ts';
import { commands } from './samples.ts';

const entries = toCommandEntries(commands);

describe('the command list', () => {
  test('has a line for each command and subcommand, and none for context menus', () => {
    expect(entries.map(({ name, subcommand }) => [name, ...subcommand])).toEqual([
      ['credits balance', 'balance'],
      ['credits transfer', 'transfer'],
      ['galaxy systems', 'systems'],
      ['login'],
      ['profile'],
    ]);
  });

  const choices = [
    { value: '1', label: '/credits balance', description: 'How many credits you have.' },
    { value: '2', label: '/galaxy systems', description: 'Lists the systems.', hint: '/galaxy list' },
    { value: '3', label: '/login', description: 'Links your account.' },
    { value: '4', label: 'Lira', hint: 'pilot' },
  ];

  test.each([
    ['l', ['/login', 'Lira', '/credits balance', '/galaxy systems']],
    ['Sys', ['/galaxy systems']],
    ['list', ['/galaxy systems']],
    ['pilot', ['Lira']],
    ['', ['/credits balance', '/galaxy systems', '/login', 'Lira']],
    ['nothing like it', []],
  ])('has by "%s" the labels that begin with it, then those that hold it, then others that do', (typed, labels) => {
    expect(filterChoices(choices, typed).map(({ label }) => label)).toEqual(labels);
  });
});

test.each(['/login', '/log in', 'hello /login '])('"%s" begins no command', (text) => {
  expect(findTyped(text, entries)).toBeUndefined();
});

test.each([
  [Type.String, ' word ', 'word'],
  [Type.String, ' ', undefined],
  [Type.Integer, '+5', 5],
  [Type.Number, '-1.5', -1.5],
  [Type.Integer, '1e3', '1e3'],
  [Type.Integer, 'five', 'five'],
  [Type.Integer, '9007199254740993', '9007199254740993'],
])('for an option of type %s, "%s" is sent as %o, also if it can’t be a number', (type, text, value) => {
  expect(toOptionValue(type, { text })).toBe(value);
});
