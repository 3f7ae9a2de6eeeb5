import { ApplicationCommandOptionType, ApplicationCommandType } from 'discord-api-types/v10';
import { describe, expect, test } from 'vitest';
import type { PageCommand } from '../../../sandbox/discord/people/pageProtocol.ts';
import { shownCommandName } from '../../../sandbox/page/browser/commandName.ts';
import {
  findEntries,
  parseCommandText,
  toCommandEntries,
} from '../../../sandbox/page/browser/composer/commandEntries.ts';

const shared = { id: '1', applicationId: '2', type: ApplicationCommandType.ChatInput };
const commands: PageCommand[] = [
  {
    ...shared,
    name: 'credits',
    description: 'Your credits.',
    displayName: 'guthaben',
    displayDescription: 'Dein Guthaben.',
    options: [
      {
        type: ApplicationCommandOptionType.Subcommand,
        name: 'transfer',
        description: 'Sends credits.',
        displayName: 'überweisen',
        displayDescription: 'Sendet Credits.',
        options: [
          {
            type: ApplicationCommandOptionType.String,
            name: 'recipient',
            description: 'Who gets them.',
            displayName: 'empfänger',
            displayDescription: 'Wer sie bekommt.',
          },
          { type: ApplicationCommandOptionType.Integer, name: 'amount', description: 'How many.' },
        ],
      },
    ],
  },
  { ...shared, name: 'help', description: 'Help.', displayName: 'hilfe', displayDescription: 'Hilfe.', options: [] },
  {
    ...shared,
    type: ApplicationCommandType.User,
    name: 'Show profile',
    description: '',
    displayName: 'Profil zeigen',
    displayDescription: '',
    options: [],
  },
];
const entries = toCommandEntries(commands);

describe('a command in a language', () => {
  test('is listed in it, with its subcommand and options, and sent by its default names', () => {
    expect(entries[0]).toMatchObject({
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

  test.each(['gut', 'über', 'cred', 'transfer', 'Sendet'])('is found by "%s"', (typed) => {
    expect(findEntries(entries, typed).map(({ name }) => name)).toEqual(['guthaben überweisen']);
  });

  test.each([
    '/guthaben überweisen empfänger: Ada amount: 5',
    '/credits transfer recipient: Ada amount: 5',
    '/guthaben überweisen Ada amount: 5',
  ])('is understood when written out as %s', (text) => {
    const typed = parseCommandText(text, entries);
    expect(typed?.entry.defaultName).toBe('credits transfer');
    expect([...(typed?.optionTexts ?? [])]).toEqual([
      ['recipient', 'Ada'],
      ['amount', '5'],
    ]);
  });

  test.each([
    ['/credits transfer', '/guthaben überweisen'],
    ['/help', '/hilfe'],
    ['Show profile', 'Profil zeigen'],
    ['/Show profile', '/Show profile'],
    ['/credits history', '/guthaben history'],
    ['/unknown', '/unknown'],
  ])('called %s is shown as %s', (name, shown) => {
    expect(shownCommandName(name, commands)).toBe(shown);
  });
});
