import { describe, expect, test } from 'vitest';
import { CATALOGUES, type Words, wordsFor, wordsForAny } from '../../src/view/words/wordsFor.ts';

const { 'en-US': en, ...others } = CATALOGUES;

/** Every leaf of a catalogue with its path; a function stands as such. */
function leavesOf(node: unknown, path = ''): [path: string, leaf: unknown][] {
  if (typeof node !== 'object' || node === null) return [[path, node]];
  return Object.entries(node).flatMap(([name, inner]) => leavesOf(inner, path === '' ? name : `${path}.${name}`));
}

/** A leaf's sentences; a function says one for one thing and one for several. Throws where numbers are not enough. */
function textsOf(leaf: unknown): string[] {
  return typeof leaf === 'function' ? [leaf(1, 1, 1), leaf(2, 2, 2)].map(String) : [String(leaf)];
}

const shapeOf = (words: Words) => leavesOf(words).map(([path, leaf]) => `${path}: ${typeof leaf}`);

describe.each(Object.entries(others))('the catalogue %s', (_, words) => {
  test('has exactly the shape of the English one', () => {
    expect(shapeOf(words).toSorted()).toEqual(shapeOf(en).toSorted());
  });

  test('takes as many arguments as the English one, sentence by sentence', () => {
    const english = new Map(leavesOf(en));
    for (const [path, leaf] of leavesOf(words)) {
      const same = english.get(path);
      if (typeof leaf !== 'function' || typeof same !== 'function') continue;
      expect(leaf.length, path).toBe(same.length);
    }
  });

  test('names commands and options as the speakers of the language see them', () => {
    const translated = Object.entries(words.names).flatMap(([key, name]) => (key === name ? [] : [key]));
    const mentions = leavesOf(words)
      .flatMap(([path, leaf]) => textsOf(leaf).map((text) => [path, text]))
      .filter(([, text]) =>
        translated.some((key) => new RegExp(`(^|[\\s(\`])/${key}\\b|\`${key}(: |\`)`).test(text ?? '')),
      );
    expect(mentions).toEqual([]);
  });

  test('says something else than the English one where whole sentences are said', () => {
    const english = new Map(leavesOf(en));
    const copied = leavesOf(words).filter(
      ([path, leaf]) => typeof leaf === 'string' && leaf.includes(' ') && english.get(path) === leaf,
    );
    expect(copied).toEqual([]);
  });
});

test.each(Object.entries(CATALOGUES))('the catalogue %s leaves nothing empty', (_, words) => {
  for (const [path, leaf] of leavesOf(words)) {
    expect(['string', 'function'], path).toContain(typeof leaf);
    for (const text of textsOf(leaf)) expect(text.trim(), path).not.toBe('');
  }
});

test('a locale gets its language whatever its country, and English where there is none', () => {
  expect(wordsFor('de')).toBe(CATALOGUES.de);
  expect(wordsFor('de-AT')).toBe(CATALOGUES.de);
  expect(wordsFor('en-GB')).toBe(en);
  expect(wordsFor('fr')).toBe(en);
  expect(wordsFor(undefined)).toBe(en);
});

test('of several languages the first that there is counts', () => {
  expect(wordsForAny(['fr', 'DE-ch', 'en'])).toBe(CATALOGUES.de);
  expect(wordsForAny(['*', 'constructor'])).toBe(en);
  expect(wordsForAny([])).toBe(en);
});

test('numbers and the game’s calendar follow the language', () => {
  expect(en.credits(1_234_567)).toBe('1,234,567 credits');
  expect(CATALOGUES.de.credits(1_234_567)).toBe('1.234.567 Credits');
  expect(CATALOGUES.de.gameTime({ year: 27, day: 88 })).toBe('Jahr 27 Tag 88');
});
