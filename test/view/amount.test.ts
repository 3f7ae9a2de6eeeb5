import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { mayMean, parseAmount, roundAmount } from '../../src/view/amount.ts';
import { LANGUAGES } from '../../src/view/languages.ts';
import { forAll } from '../support/forAll.ts';

const GROUPS = { en: ',', de: '.' };
const OTHER = { en: 'de', de: 'en' } as const;
const language = fc.constantFrom(...LANGUAGES);
const amount = fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER });
const grouped = (value: number, group: string) => String(value).replace(/\B(?=(\d{3})+$)/g, group);

describe('an amount', () => {
  test('is read back from plain digits and from the groups of the person, whatever its size', () => {
    const group = fc.constantFrom('own', ' ', '\u00a0', '\u2009', '\u202f', "'", '’');
    forAll([language, amount, group], (language, value, group) => {
      expect(parseAmount(String(value), language)).toBe(value);
      expect(parseAmount(value, language)).toBe(value);
      expect(parseAmount(` ${grouped(value, group === 'own' ? GROUPS[language] : group)} `, language)).toBe(value);
    });
  });

  test('with one group of the other language is asked about, and one of the meanings is the whole number', () => {
    forAll([language, fc.integer({ min: 1_000, max: 999_999 })], (language, value) => {
      const typed = grouped(value, GROUPS[OTHER[language]]);
      const readings = value % 1_000 === 0 ? [value, value / 1_000] : [value];
      expect(parseAmount(typed, language)).toEqual({ readings });
      for (const reading of readings) expect(mayMean(typed, reading, language)).toBe(true);
      expect(mayMean(typed, value + 1, language)).toBe(false);
    });
  });

  test.each([
    ['10k', 10_000],
    ['2.5m', 2_500_000],
    ['2,5M', 2_500_000],
    ['2,5 Mio.', 2_500_000],
    ['3 mrd', 3_000_000_000],
    ['1.000.000', 1_000_000],
    ['1,000,000', 1_000_000],
    ['9007199254740991', Number.MAX_SAFE_INTEGER],
    ['9007199254740992', 'unreadable'],
    ['0', 'unreadable'],
    ['-5', 'unreadable'],
    ['1,00,000', 'unreadable'],
    ['1.0005k', 'unreadable'],
    ['12x', 'unreadable'],
    ['k', 'unreadable'],
    ['', 'unreadable'],
    ['1'.repeat(6_000), 'unreadable'],
    [1.234, 'unreadable'],
    [0, 'unreadable'],
    [1e21, 'unreadable'],
  ])('typed as %s is the same in both languages', (typed, expected) => {
    for (const language of LANGUAGES) expect(parseAmount(typed, language)).toBe(expected);
  });

  test.each([
    ['en', '1.500k', { readings: [1_500_000, 1_500] }],
    ['de', '1.500k', 1_500_000],
    ['de', '1,500k', { readings: [1_500_000, 1_500] }],
    ['en', '1,000.00', 1_000],
    ['de', '1,000.00', 1_000],
    ['de', "1'500.00", 1_500],
    ['en', '1 500,00', 1_500],
    ['de', "1'500.50", 'unreadable'],
    ['en', '500,000 cr', 500_000],
    ['en', '\u200e1 500 Credits', 1_500],
    ['de', '2,5 m credits', 2_500_000],
    ['en', 'credits', 'unreadable'],
    ['en', '5 credit', 5],
    ['en', '12.00', 12],
    ['de', '12.00', { readings: [12] }],
    ['en', '1.5', 'unreadable'],
    ['en', '1,5', 'unreadable'],
  ] as const)('is read as the person writes: %s, %s', (language, typed, expected) => {
    expect(parseAmount(typed, language)).toEqual(expected);
  });

  test('is rounded to the nearest whole number, unless it has two meanings', () => {
    const typed = ['1500.50', '1,500.49', '1500,5', '1.0005k', '0.00', '1.500', '-5', '9007199254740991.5'];
    const rounded = [1_501, 1_500, 1_501, 1_001, 0, undefined, undefined, undefined];
    expect([...typed, '1'.repeat(6_000)].map(roundAmount)).toEqual([...rounded, undefined]);
  });

  test('never becomes anything but a whole number from 1 on, whatever is typed', () => {
    const typed = fc.oneof(fc.string(), fc.stringMatching(/^[\d.,' kmb]{0,20}$/));
    forAll([language, typed], (language, typed) => {
      const read = parseAmount(typed, language);
      const amounts = typeof read === 'number' ? [read] : read === 'unreadable' ? [] : read.readings;
      for (const amount of amounts) expect(Number.isSafeInteger(amount) && amount >= 1).toBe(true);
      if (typeof read === 'object') expect(read.readings.length).toBeGreaterThan(0);
    });
  });
});
