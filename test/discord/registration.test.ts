import { ApplicationCommandType } from 'discord-api-types/v10';
import { describe, expect, test } from 'vitest';
import { commands } from '../../commands/index.ts';
import { commandsIn, type Translation } from '../../src/discord/declare/command.ts';
import { type Options, readOptions } from '../../src/discord/declare/options.ts';
import { toRegistrations } from '../../src/discord/register/registration.ts';
import { noticeView } from '../../src/view/errorView.ts';
import { KIT_TEXTS } from '../../src/view/language.ts';
import { LANGUAGES, LOCALES } from '../../src/view/languages.ts';

type Named = { name: string; name_localizations?: Record<string, string>; options?: Named[] };

const { group, subcommand } = commandsIn(KIT_TEXTS);
const description = () => '';
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

const locales = LANGUAGES.slice(1).map((language) => LOCALES[language]);
test.each(locales)('every name in %s is valid and unique among its siblings', (locale) => {
  const checkSiblings = (siblings: Named[]): void => {
    const localized = siblings.map(({ name_localizations }) => name_localizations?.[locale] ?? '');
    expect(new Set(localized).size).toBe(siblings.length);
    for (const name of localized) expect(name).toMatch(/^[-_\p{Ll}\p{N}]{1,32}$/u);
    for (const { options = [] } of siblings) checkSiblings(options);
  };
  checkSiblings(slash);
});

test('a command’s names in another language are its own and those of its subcommands and options, by their types', () => {
  const buy = subcommand({
    description,
    options: { item: { kind: 'text', description }, page: { kind: 'integer', description } },
    run: async () => noticeView(''),
  });
  const shop = group({ name: 'shop', description, subcommands: { buy, list: { description, subcommands: { buy } } } });
  type Names = Translation<object, typeof shop>['names'];
  const names = { shop: 'laden', buy: 'kaufen', list: 'liste' };
  const complete: Names = { ...names, item: 'ware' };
  // @ts-expect-error The option's name is missing.
  const incomplete: Names = names;
  // @ts-expect-error There's no such option.
  const superfluous: Names = { ...names, item: 'ware', price: 'preis' };
  expect(Object.keys(superfluous)).toEqual([...Object.keys(complete), 'price']);
  expect(Object.keys(incomplete)).toEqual(['shop', 'buy', 'list']);
});

test('every choice has a label, and a different one in German', () => {
  type Choices = { choices?: Named[]; options?: Choices[] };
  const choicesOf = ({ choices = [], options = [] }: Choices): Named[] => [...choices, ...options.flatMap(choicesOf)];
  const all = (slash as Choices[]).flatMap(choicesOf);
  expect(all.length).toBeGreaterThan(10);
  for (const { name, value, name_localizations } of all as (Named & { value: string })[])
    expect([name, value]).not.toContain(name_localizations?.['de']);
});

describe('an option with choices', () => {
  const labels = () => ({ sent: '', both: '' });
  const mode = { kind: 'choice', description, choices: ['sent', 'both'], labels } as const;
  const options = { mode, text: { kind: 'text', description } } as const satisfies Options;

  test('counts as left out if a stored command has a choice that is gone', () => {
    const read = (given: Record<string, string>) => readOptions(options, given, 'en').values;
    expect(read({ mode: 'sent', text: 'gone' })).toEqual({ mode: 'sent', text: 'gone' });
    expect(read({ mode: 'gone', text: 'gone' })).toEqual({ mode: undefined, text: 'gone' });
  });

  test('gives its handler one of them, and has a label for each of them and no other, by their types', () => {
    const declared = subcommand({
      description,
      options,
      run: async ({ options: given }) => {
        const known: 'sent' | 'both' | undefined = given.mode;
        // @ts-expect-error Not one of the choices.
        const other: 'other' | undefined = given.mode;
        return noticeView(`${known}${other}`);
      },
    });
    expect(Object.keys(declared.options ?? {})).toEqual(['mode', 'text']);
    const common = { description, run: async () => noticeView('') };
    const wrong = [
      // @ts-expect-error `both` lacks a label.
      subcommand({ ...common, options: { mode: { ...mode, labels: () => ({ sent: '' }) } } }),
      // @ts-expect-error There's no choice `none`.
      subcommand({ ...common, options: { mode: { ...mode, labels: () => ({ sent: '', both: '', none: '' }) } } }),
    ];
    expect(wrong).toHaveLength(2);
  });
});
