import { ApplicationCommandType } from 'discord-api-types/v10';
import { expect, test } from 'vitest';
import { commands } from '../../commands/index.ts';
import { toRegistrations } from '../../src/discord/register/registration.ts';
import { inLanguage, type Messages, nameIn } from '../../src/view/language.ts';

type Named = { name: string; name_localizations?: Record<string, string>; options?: Named[] };

const registrations = toRegistrations(commands);
const slash = registrations.filter(({ type }) => type === ApplicationCommandType.ChatInput) as Named[];

test('every command works in servers only, or in servers and direct messages', () => {
  type Placed = { contexts: number[]; integration_types: number[] };
  for (const { contexts, integration_types } of registrations as Placed[]) {
    expect(contexts).toContain(0);
    expect(integration_types).toContain(0);
    expect(contexts.includes(1)).toBe(integration_types.includes(1));
  }
});

test('every name has a German one, in its command’s messages or the kit’s, and each is valid and unique among its siblings', () => {
  const checkSiblings = (siblings: Named[], known: readonly string[]): void => {
    const localized = siblings.map(({ name_localizations }) => name_localizations?.['de'] ?? '');
    expect(new Set(localized).size).toBe(siblings.length);
    for (const name of localized) expect(name).toMatch(/^[-_\p{Ll}\p{N}]{1,32}$/u);
    for (const { name, options = [] } of siblings) {
      expect(known).toContain(name);
      checkSiblings(options, known);
    }
  };
  for (const command of slash) {
    const { sharedNames, names } = toMessages(command.name);
    checkSiblings([command], Object.keys({ ...sharedNames, ...names }));
  }
  expect(new Set(slash.map(({ name }) => nameIn(toMessages(name), name))).size).toBe(slash.length);
});

/** A command's messages in German. */
function toMessages(command: string): Messages<{ names?: Record<string, string> }> {
  const translations = commands.find(({ name }) => name === command)?.messages ?? { en: {}, de: {} };
  return inLanguage(translations, 'de');
}
