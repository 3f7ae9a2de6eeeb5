import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { toHandleKey } from '../../src/game/parameters.ts';
import {
  foldName,
  isVisible,
  matchName,
  otherSpelling,
  parseNames,
  quoteName,
  tidyName,
} from '../../src/input/names.ts';

const VARIANTS: [string, string][] = [
  ['Vael  Ondar', 'Vael Ondar'],
  ['Vael\u00a0Ondar', 'Vael Ondar'],
  ['\u200eVael \u200bOndar\u202c', 'Vael Ondar'],
  ['D’Qar', "D'Qar"],
  ['D`Qar', "D'Qar"],
  ['Rene\u0301', 'René'],
  ['Vael\u2800\u2800', 'Vael'],
  ['Vael\tOndar\n', 'Vael Ondar'],
];

/** Names from few letters, so that many differ only in what folding removes. */
const name = fc
  .array(fc.constantFrom('a', 'A', 'é', 'e\u0301', 'e', "'", '’', ' ', '  ', '\u200b', '\u200e', '\u00a0'), {
    minLength: 1,
    maxLength: 5,
  })
  .map((letters) => letters.join(''));

describe('a typed name', () => {
  test.each(VARIANTS)('%j is meant as %j', (typed, meant) => {
    expect(tidyName(typed)).toBe(meant);
    expect(foldName(typed)).toBe(toHandleKey(meant));
  });

  test('keeps its accents', () => {
    expect(foldName('Renée')).not.toBe(foldName('Renee'));
  });

  test('has another spelling only if that differs in more than case', () => {
    expect(otherSpelling('VAEL ONDAR')).toBeUndefined();
    expect(otherSpelling(' Vael Ondar ')).toBeUndefined();
    expect(otherSpelling('Vael  Ondar')).toBe('Vael Ondar');
    expect(otherSpelling('\u200b')).toBeUndefined();
  });

  test('is visible unless it has only blanks and marks', () => {
    expect(['\u200b', ' \u2800 ', '\u3164', '\u200e\u200f'].map(isVisible)).toEqual([false, false, false, false]);
    expect(isVisible('a')).toBe(true);
  });

  test('is never taken for another name that the game tells apart from it', () => {
    fc.assert(
      fc.property(fc.uniqueArray(name, { selector: toHandleKey, minLength: 1, maxLength: 6 }), (names) => {
        for (const typed of names) {
          if (toHandleKey(typed) === '') continue;
          expect(matchName(names, typed, String)).toEqual({ kind: 'one', item: typed });
        }
      }),
    );
  });

  test('asks if it is folded to two names, and finds the only one', () => {
    fc.assert(
      fc.property(fc.uniqueArray(name, { selector: toHandleKey, minLength: 1, maxLength: 6 }), name, (names, typed) => {
        const match = matchName(names, typed, String);
        const same = names.filter((one) => foldName(one) === foldName(typed));
        const isExact = names.some((one) => toHandleKey(one) === toHandleKey(typed));
        if (match.kind === 'one' && !isExact) expect(same).toEqual([match.item]);
        if (match.kind === 'several') expect(same.length).toBeGreaterThan(1);
        if (match.kind === 'none' && foldName(typed) !== '') expect(same).toEqual([]);
      }),
    );
  });

  test('folds to the same form twice', () => {
    fc.assert(fc.property(fc.string({ unit: 'binary' }), (text) => tidyName(tidyName(text)) === tidyName(text)));
  });
});

describe('a list of names', () => {
  test.each([
    'Vael Ondar, Dorn Hesk',
    'Vael Ondar; Dorn Hesk;',
    'Vael Ondar\nDorn Hesk\n\n',
    '1. Vael Ondar\r\n2) Dorn Hesk',
    '- Vael Ondar\n• Dorn Hesk',
    '"Vael Ondar", “Dorn Hesk”',
    '„Vael Ondar“, «Dorn Hesk»',
    'VAEL ONDAR, Vael Ondar, \u200b, Dorn Hesk',
  ])('%j has two', (typed) => {
    expect(parseNames(typed)).toEqual(['Vael Ondar', 'Dorn Hesk']);
  });

  test('may have names with separators in quotes, and names with quotes', () => {
    expect(parseNames('"Ondar, Vael", "Ace" Jones')).toEqual(['Ondar, Vael', '"Ace" Jones']);
  });

  test('is read back as it was written', () => {
    const names = fc.uniqueArray(
      fc
        .string({ minLength: 1 })
        .map((text) => text.trim())
        .filter(isVisible),
      {
        selector: toHandleKey,
      },
    );
    fc.assert(
      fc.property(names, fc.constantFrom(', ', '; ', '\n'), (listed, separator) => {
        expect(parseNames(listed.map(quoteName).join(separator))).toEqual(listed);
      }),
    );
  });
});
