import { ApplicationCommandType } from 'discord-api-types/v10';
import { describe, expect, test } from 'vitest';
import { commands } from '../../commands/index.ts';
import { commandsIn } from '../../src/discord/declare/command.ts';
import { type Options, readValues } from '../../src/discord/declare/options.ts';
import { toRegistrations } from '../../src/discord/register/registration.ts';
import { noticeView } from '../../src/view/errorView.ts';
import { KIT_TEXTS, nameIn, type Texts } from '../../src/view/language.ts';

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

test('every name has a German one, in its command’s texts or the kit’s, and each is valid and unique among its siblings', () => {
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
    const { sharedNames, names } = toTexts(command.name);
    checkSiblings([command], Object.keys({ ...sharedNames, ...names }));
  }
  expect(new Set(slash.map(({ name }) => nameIn(toTexts(name), name))).size).toBe(slash.length);
});

test('every choice has a label, which is another in German', () => {
  type Choices = { choices?: Named[]; options?: Choices[] };
  const choicesOf = ({ choices = [], options = [] }: Choices): Named[] => [...choices, ...options.flatMap(choicesOf)];
  const all = (slash as Choices[]).flatMap(choicesOf);
  expect(all.length).toBeGreaterThan(10);
  for (const { name, value, name_localizations } of all as (Named & { value: string })[])
    expect([name, value]).not.toContain(name_localizations?.['de']);
});

describe('an option with choices', () => {
  const mode = { kind: 'choice', description: () => '', choices: ['sent', 'both'], labels: () => ({}) } as const;
  const options = { mode, text: { kind: 'text', description: () => '' } } as const satisfies Options;

  test('counts as left out if a stored command has a choice that is gone', () => {
    const read = (given: Record<string, string>) => readValues(options, (name) => given[name]);
    expect(read({ mode: 'sent', text: 'gone' })).toEqual({ mode: 'sent', text: 'gone' });
    expect(read({ mode: 'gone', text: 'gone' })).toEqual({ mode: undefined, text: 'gone' });
  });

  test('gives its handler one of them, by their types', () => {
    const { subcommand } = commandsIn(KIT_TEXTS);
    const declared = subcommand({
      description: () => '',
      options,
      run: async ({ options: given }) => {
        const known: 'sent' | 'both' | undefined = given.mode;
        // @ts-expect-error Not one of the choices.
        const other: 'other' | undefined = given.mode;
        return noticeView(`${known}${other}`);
      },
    });
    expect(Object.keys(declared.options ?? {})).toEqual(['mode', 'text']);
  });
});

/** A command's texts in German. */
function toTexts(command: string): Texts<{ names?: Record<string, string> }> {
  return (commands.find(({ name }) => name === command)?.texts ?? KIT_TEXTS).de;
}
