import { describe, expect, test } from 'vitest';
import { KIT_TEXTS, languageOf, languageOfAny } from '../../src/view/language.ts';
import { LANGUAGES, type Language } from '../../src/view/languages.ts';
import { ALL_TEXTS, leavesOf, sentencesOf } from '../support/pseudo.ts';

const PAIRS = LANGUAGES.filter((language) => language !== 'en').flatMap((language) =>
  ALL_TEXTS.map(([name, texts]) => ({ name, language, english: texts.en, translated: texts[language] })),
);

/** Names of commands and options that differ in this language. */
function translatedIn(language: Language): string[] {
  return ALL_TEXTS.flatMap(([, texts]) => leavesOf(texts[language])).flatMap(([path, leaf]) => {
    const key = /^(?:names|sharedNames)\.(\w+)$/.exec(path)?.[1];
    return key === undefined || key === leaf ? [] : [key];
  });
}

describe.each(PAIRS)('the texts of $name in $language', ({ language, english, translated }) => {
  const originals = new Map(leavesOf(english));
  const leaves = leavesOf(translated);

  // English names are those in the code.
  test('are complete, and take as many arguments as in English', () => {
    const shapeOf = (all: Iterable<[string, unknown]>) =>
      [...all]
        .filter(([path]) => !path.startsWith('names.'))
        .map(([path, leaf]) => `${path}: ${typeof leaf}${typeof leaf === 'function' ? leaf.length : ''}`);
    expect(shapeOf(leaves).toSorted()).toEqual(shapeOf(originals).toSorted());
    expect(translated.language).toBe(language);
  });

  test('call commands and options by their names in this language', () => {
    const names = translatedIn(language);
    const mentions = leaves
      .flatMap(([path, leaf]) => sentencesOf(leaf).map((text) => [path, text]))
      .filter(([, text]) => names.some((key) => new RegExp(`(^|[\\s(\`])/${key}\\b|\`${key}(: |\`)`).test(text ?? '')));
    expect(mentions).toEqual([]);
  });

  test('differ from English in whole sentences', () => {
    const copied = leaves.filter(
      ([path, leaf]) => typeof leaf === 'string' && leaf.includes(' ') && originals.get(path) === leaf,
    );
    expect(copied).toEqual([]);
  });

  test('are never empty', () => {
    for (const [path, leaf] of [...originals, ...leaves]) {
      expect(['string', 'function'], path).toContain(typeof leaf);
      for (const text of sentencesOf(leaf)) expect(text.trim(), path).not.toBe('');
    }
  });
});

test('a locale gets its language whatever its country, and English where the bot does not speak it', () => {
  const locales = ['de', 'de-AT', 'en-GB', 'tlh', undefined];
  expect(locales.map(languageOf)).toEqual(['de', 'de', 'en', 'en', 'en']);
});

test('of several languages the first that the bot speaks counts', () => {
  const lists = [['tlh', 'DE-ch', 'en'], ['*', 'constructor'], []];
  expect(lists.map(languageOfAny)).toEqual(['de', 'en', 'en']);
});

test("numbers and the game's calendar follow the language", () => {
  expect([1, 1_234_567].map(KIT_TEXTS.en.credits)).toEqual(['1 credit', '1,234,567 credits']);
  expect([1, 1_234_567].map(KIT_TEXTS.de.credits)).toEqual(['1 Credit', '1.234.567 Credits']);
  expect(KIT_TEXTS.de.gameTime({ year: 27, day: 88 })).toBe('Jahr 27 Tag 88');
});
