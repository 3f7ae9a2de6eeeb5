import { describe, expect, test } from 'vitest';
import { de as charactersDe } from '../../commands/characters/de.ts';
import { en as charactersEn } from '../../commands/characters/en.ts';
import { commands } from '../../commands/index.ts';
import { kitIn, languageOf, languageOfAny, type Translations } from '../../src/view/language.ts';
import { de as pagesDe } from '../../src/web/de.ts';
import { en as pagesEn } from '../../src/web/en.ts';

const KIT = { en: kitIn('en'), de: kitIn('de') };
const ALL: [name: string, texts: Translations][] = [
  ['the kit', KIT],
  ['naming a character', { en: charactersEn, de: charactersDe }],
  ['the login pages', { en: pagesEn, de: pagesDe }],
  ...commands.map(({ name, texts }): [string, Translations] => [name, texts]),
];

/** Names of commands and options that aren't the same in German. */
const TRANSLATED = ALL.flatMap(([, { de }]) =>
  leavesOf(de).flatMap(([path, leaf]) => {
    const key = /^(?:names|sharedNames)\.(\w+)$/.exec(path)?.[1];
    return key === undefined || key === leaf ? [] : [key];
  }),
);

/** Every leaf of the texts with its path; a function counts as one. */
function leavesOf(node: unknown, path = ''): [path: string, leaf: unknown][] {
  if (typeof node !== 'object' || node === null) return [[path, node]];
  return Object.entries(node).flatMap(([name, inner]) => leavesOf(inner, path === '' ? name : `${path}.${name}`));
}

/** A leaf's sentences; a function says one for one thing and one for several. Throws where numbers aren't enough. */
function textsOf(leaf: unknown): string[] {
  return typeof leaf === 'function' ? [leaf(1, 1, 1), leaf(2, 2, 2)].map(String) : [String(leaf)];
}

describe.each(ALL)('what %s says', (_, { en, de }) => {
  const english = new Map(leavesOf(en));
  const german = leavesOf(de);

  // English names are those in the code.
  test('is complete in German, and takes as many arguments there', () => {
    const shapeOf = (leaves: Iterable<[string, unknown]>) =>
      [...leaves]
        .filter(([path]) => !path.startsWith('names.'))
        .map(([path, leaf]) => `${path}: ${typeof leaf}${typeof leaf === 'function' ? leaf.length : ''}`);
    expect(shapeOf(german).toSorted()).toEqual(shapeOf(english).toSorted());
  });

  test('calls commands and options in German by their German names', () => {
    const mentions = german
      .flatMap(([path, leaf]) => textsOf(leaf).map((text) => [path, text]))
      .filter(([, text]) =>
        TRANSLATED.some((key) => new RegExp(`(^|[\\s(\`])/${key}\\b|\`${key}(: |\`)`).test(text ?? '')),
      );
    expect(mentions).toEqual([]);
  });

  test('is not the same in German where it is a whole sentence', () => {
    const copied = german.filter(
      ([path, leaf]) => typeof leaf === 'string' && leaf.includes(' ') && english.get(path) === leaf,
    );
    expect(copied).toEqual([]);
  });

  test('leaves nothing empty', () => {
    for (const [path, leaf] of [...english, ...german]) {
      expect(['string', 'function'], path).toContain(typeof leaf);
      for (const text of textsOf(leaf)) expect(text.trim(), path).not.toBe('');
    }
  });
});

test('a locale gets its language whatever its country, and English where the bot does not speak it', () => {
  const locales = ['de', 'de-AT', 'en-GB', 'fr', undefined];
  expect(locales.map(languageOf)).toEqual(['de', 'de', 'en', 'en', 'en']);
});

test('of several languages the first that the bot speaks counts', () => {
  const lists = [['fr', 'DE-ch', 'en'], ['*', 'constructor'], []];
  expect(lists.map(languageOfAny)).toEqual(['de', 'en', 'en']);
});

test("numbers and the game's calendar follow the language", () => {
  expect([1, 1_234_567].map(KIT.en.credits)).toEqual(['1 credit', '1,234,567 credits']);
  expect(KIT.de.credits(1_234_567)).toBe('1.234.567 Credits');
  expect(KIT.de.gameTime({ year: 27, day: 88 })).toBe('Jahr 27 Tag 88');
});
