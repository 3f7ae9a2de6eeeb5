import { ApplicationCommandType, ApplicationCommandOptionType as Type } from 'discord-api-types/v10';
import { describe, expect, test } from 'vitest';
import type { PageCommand } from '../../../sandbox/discord/people/pageProtocol.ts';
import {
  findTyped,
  shownCommandName,
  toCommandEntries,
  toOptionValue,
} from '../../../sandbox/page/browser/composer/commandEntries.ts';
import { filterChoices } from '../../../sandbox/page/browser/ui/choices.ts';
import { commands } from './samples.ts';

const shared = { id: '1', type: ApplicationCommandType.ChatInput, options: [] };

/** Commands in German, as the stand-in gives them to someone with that language. */
const german: PageCommand[] = [
  {
    ...shared,
    name: 'credits',
    description: 'Your credits.',
    displayName: 'guthaben',
    displayDescription: 'Dein Guthaben.',
    options: [
      {
        type: Type.Subcommand,
        name: 'transfer',
        description: 'Sends credits.',
        displayName: 'überweisen',
        displayDescription: 'Sendet Credits.',
        options: [
          {
            type: Type.String,
            name: 'recipient',
            description: 'Who gets them.',
            displayName: 'empfänger',
            displayDescription: 'Wer sie bekommt.',
          },
          { type: Type.Integer, name: 'amount', description: 'How many.' },
        ],
      },
    ],
  },
  { ...shared, name: 'help', description: 'Help.', displayName: 'hilfe', displayDescription: 'Hilfe.' },
  {
    ...shared,
    type: ApplicationCommandType.User,
    name: 'Show profile',
    description: '',
    displayName: 'Profil zeigen',
    displayDescription: '',
  },
];

const entries = toCommandEntries(commands);
const germanEntries = toCommandEntries(german);

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

  test("shows a command in the person's language, and keeps the names that it's sent by", () => {
    expect(germanEntries[0]).toMatchObject({
      name: 'guthaben überweisen',
      defaultName: 'credits transfer',
      description: 'Sendet Credits.',
      subcommand: ['transfer'],
      options: [
        { name: 'recipient', displayName: 'empfänger', displayDescription: 'Wer sie bekommt.' },
        { name: 'amount', displayName: 'amount', displayDescription: 'How many.' },
      ],
    });
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

test.each([
  ['/credits transfer ', entries],
  ['/guthaben überweisen ', germanEntries],
  ['/credits transfer ', germanEntries],
])('"%s" begins the command', (text, known) => {
  expect(findTyped(text, known)?.defaultName).toBe('credits transfer');
});

test.each(['/login', '/log in', 'hello /login '])('"%s" begins no command', (text) => {
  expect(findTyped(text, entries)).toBeUndefined();
});

test.each([
  ['/credits transfer', '/guthaben überweisen'],
  ['/help', '/hilfe'],
  ['Show profile', 'Profil zeigen'],
  ['/Show profile', '/Show profile'],
  ['/unknown', '/unknown'],
])('a command called %s is shown as %s', (name, shown) => {
  expect(shownCommandName(name, german)).toBe(shown);
});

test.each([
  [Type.String, ' word ', 'word'],
  [Type.String, ' ', undefined],
  [Type.Integer, '+5', 5],
  [Type.Number, '-1.5', -1.5],
  [Type.Integer, '1e3', '1e3'],
  [Type.Integer, 'five', 'five'],
  [Type.Integer, '9007199254740993', '9007199254740993'],
])(
  'for an option of type %s, "%s" is sent as %o: what can\'t be a number is the stand-in\'s to refuse',
  (type, text, value) => {
    expect(toOptionValue(type, { text })).toBe(value);
  },
);

test.each([
  [Type.Boolean, 'false', false],
  [Type.Integer, '20', 20],
  [Type.User, '100', '100'],
])('for an option of type %s, the choice "%s" is sent as %o', (type, chosen, value) => {
  expect(toOptionValue(type, { text: 'Its name', chosen: { value: chosen } })).toBe(value);
});
