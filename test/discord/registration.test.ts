import { type APIApplicationCommandOption, ApplicationCommandType } from 'discord-api-types/v10';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { commands } from '../../commands/index.ts';
import { createDiscord, type Discord } from '../../sandbox/discord/discord.ts';
import { createRest } from '../../src/discord/discord.ts';
import { registerCommands, toRegistrations } from '../../src/discord/registration.ts';
import { inLanguage, type Messages, nameIn } from '../../src/view/language.ts';

const NAME = /^[-_'\p{L}\p{N}]{1,32}$/u;
const MAX_CHARACTERS = 8_000;

type Described = {
  name: string;
  description?: string;
  description_localizations?: Partial<Record<string, string | null>> | null;
  options?: readonly APIApplicationCommandOption[];
  choices?: readonly { name: string; value: string | number }[];
};

let discord: Discord;
beforeAll(async () => {
  discord = await createDiscord();
});
afterAll(() => discord?.close());

function withOptions(described: Described): Described[] {
  return [described, ...(described.options ?? []).flatMap((option) => withOptions(option as Described))];
}

const registrations = toRegistrations(commands);
const slash = registrations.filter(({ type }) => type === ApplicationCommandType.ChatInput) as Described[];
const parts = slash.flatMap(withOptions);

test('Discord accepts all commands, for all servers and for one', async () => {
  const rest = createRest({ token: discord.botToken, apiUrl: discord.apiUrl, cdnUrl: discord.cdnUrl });
  const { applicationId, guildId } = discord;
  expect(await registerCommands(rest, commands, { applicationId })).toBe(commands.length);
  expect(discord.people.officer.commands().map(({ body }) => body.name)).toEqual(
    expect.arrayContaining(registrations.map(({ name }) => name)),
  );
  expect(await registerCommands(rest, commands, { guildId })).toBe(commands.length);
});

test('names are unique, lowercase and use only the characters that Discord allows', () => {
  expect(new Set(registrations.map(({ name }) => name)).size).toBe(registrations.length);
  for (const { name } of parts) {
    expect(name).toMatch(NAME);
    expect(name).toBe(name.toLowerCase());
  }
});

test('descriptions have 1 to 100 characters, in every language', () => {
  for (const { description = '', description_localizations } of parts)
    for (const text of [description, ...Object.values(description_localizations ?? {})])
      expect([...(text ?? '')].length, text ?? '').toSatisfy((length: number) => length >= 1 && length <= 100);
});

test('a command has at most 25 options or choices at each level, and 8000 characters in all', () => {
  for (const { options = [], choices = [] } of parts) {
    expect(options.length).toBeLessThanOrEqual(25);
    expect(choices.length).toBeLessThanOrEqual(25);
  }
  for (const command of slash) {
    const texts = withOptions(command).flatMap(({ name, description = '', choices = [] }) => [
      name,
      description,
      ...choices.flatMap((choice) => [choice.name, String(choice.value)]),
    ]);
    expect(texts.join('').length).toBeLessThanOrEqual(MAX_CHARACTERS);
  }
});

test('required options come before optional ones', () => {
  for (const { options = [] } of parts) {
    const required = options.map((option) => ('required' in option ? (option.required ?? false) : false));
    expect(required).toEqual(required.toSorted((a, b) => Number(b) - Number(a)));
  }
});

test('every command works in servers only, or in servers and direct messages', () => {
  for (const { contexts, integration_types } of registrations as {
    contexts: number[];
    integration_types: number[];
  }[]) {
    expect(contexts).toContain(0);
    expect(integration_types).toContain(0);
    expect(contexts.includes(1)).toBe(integration_types.includes(1));
  }
});

test('every name has a German one, in its command’s messages or the kit’s, and each is valid and unique among its siblings', () => {
  type Named = { name: string; name_localizations?: Record<string, string>; options?: Named[] };
  const checkSiblings = (siblings: Named[], known: readonly string[]): void => {
    const localized = siblings.map(({ name_localizations }) => name_localizations?.['de'] ?? '');
    expect(new Set(localized).size).toBe(siblings.length);
    for (const name of localized) expect(name).toMatch(/^[-_\p{Ll}\p{N}]{1,32}$/u);
    for (const { name, options = [] } of siblings) {
      expect(known).toContain(name);
      checkSiblings(options, known);
    }
  };
  for (const command of slash as unknown as Named[]) {
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
