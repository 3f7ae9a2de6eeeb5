import fc from 'fast-check';
import { expect, test } from 'vitest';
import { TEXTS } from '../../commands/credits/en.ts';
import { type ListRow, MAX_REASON, MAX_ROWS, parsePayList } from '../../commands/credits/pay/payList.ts';
import { decodeText } from '../../src/view/decodeText.ts';
import type { Language } from '../../src/view/languages.ts';
import { forAll } from '../support/forAll.ts';

const word = fc.stringMatching(/^[A-Za-zÄÖÜäöüß'’.-]{1,12}$/);
const text = fc.array(word, { minLength: 1, maxLength: 4 }).map((words) => words.join(' '));
const name = text.filter((one) => !/^(\/\/|#)/.test(one));
const row = fc.record({
  name,
  amount: fc.integer({ min: 1, max: 2_000_000_000 }),
  reason: fc.oneof(fc.constant(''), text),
});
type Row = Pick<ListRow, 'name' | 'reason'> & { amount: number };
type Form = (rows: readonly Row[], language: Language) => string;

const group = (amount: number, by: string): string => String(amount).replace(/\B(?=(\d{3})+$)/g, by);
const quote = (cell: string): string => `"${cell.replaceAll('"', '""')}"`;
const lines =
  (separator: string, toAmount: (amount: number, language: Language) => string = String): Form =>
  (rows, language) =>
    rows
      .map(({ name, amount, reason }) => [name, toAmount(amount, language), reason].join(separator))
      .join('\n# by hand\n\n');
const table =
  (separator: string, header: string, order: readonly (keyof Row)[]): Form =>
  (rows) =>
    [header, ...rows.map((one) => order.map((field) => quote(String(one[field]))).join(separator))].join('\r\n');
const FORMS: Record<string, Form> = {
  bars: lines(' | '),
  semicolons: lines(';'),
  tabs: lines('\t'),
  'thousands as in the language': lines('; ', (amount, language) => group(amount, language === 'en' ? ',' : '.')),
  'thousands with spaces': lines(' | ', (amount) => group(amount, ' ')),
  csv: table(',', 'Grund,Rank,Amount,Empfänger', ['reason', 'reason', 'amount', 'name']),
  'csv with semicolons': table(';', 'NAME;Betrag;purpose', ['name', 'amount', 'reason']),
  'with a byte-order mark': (rows, language) => `\ufeff${lines('|')(rows, language)}`,
};

test.each(Object.entries(FORMS))('a list in this form is read as it was written: %s', (_, write) => {
  forAll([fc.array(row, { maxLength: 30 }), fc.constantFrom('en' as const, 'de' as const)], (rows, language) => {
    const read = parsePayList(write(rows, language), language);
    expect(read.problems).toEqual([]);
    expect(read.rows.map(({ line: _, ...one }) => one)).toEqual(rows);
  });
});

test('any text is read without throwing, every line once and with its content', () => {
  const piece = fc.constantFrom('"', ',', '|', ';', '\t', '\n', 'name,amount\n', '1,500', 'x', '#', ' ', '[p-2345678]');
  const pieces = fc.array(piece, { maxLength: 80 }).map((all) => all.join(''));
  forAll([fc.oneof(pieces, fc.string())], (given) => {
    const { rows, problems } = parsePayList(given, 'en');
    const numbers = [...rows, ...problems].map(({ line }) => line);
    expect(new Set(numbers).size).toBe(numbers.length);
    for (const { amount = 1 } of rows) expect(Number.isSafeInteger(amount) && amount >= 0).toBe(true);
  });
});

test.each(['"', '"",', '"a,', '"""', '|', 'a|1|', ' ', '\n', '[p-', '\t"', 'a|1,', '""\n'])(
  '256 KB of %j take no longer than others',
  (piece) => {
    const hostile = piece.repeat((256 * 1024) / piece.length);
    for (const header of ['', 'name,amount\n', 'x | 1 | ', `name,amount${','.repeat(58_000)}\n`])
      for (const tail of ['', 'y']) {
        const startedAt = performance.now();
        parsePayList(header + hostile + tail, 'en');
        expect(performance.now() - startedAt).toBeLessThan(2_000);
      }
  },
);

test.each<[string, Language, object]>([
  ['Iri | 1.500', 'en', { why: 'amount', readings: [1_500, undefined] }],
  ['Iri | 1,500', 'de', { why: 'amount', readings: [1_500, undefined] }],
  ['Iri | 1.000', 'en', { why: 'amount', readings: [1_000, 1] }],
  ['name,amount,reason\nIri,12,Fuel, water', 'en', { why: 'cells' }],
  ['name,amount\n"Iri,5', 'en', { line: 2, content: '"Iri,5', why: 'quotes' }],
  ['Iri, 500', 'en', { why: 'comma' }],
  ['# a comment\n\nIri 500', 'en', { line: 3, content: 'Iri 500', why: 'separator' }],
  [' | 500', 'en', { why: 'name' }],
  [`${'x'.repeat(101)} | 5`, 'en', { why: 'name' }],
  ['Iri | -5', 'en', { why: 'amount', rounded: undefined }],
  ['Iri | 1,500.50', 'en', { why: 'amount', rounded: 1_501 }],
  [`Iri | 5 | ${'x'.repeat(MAX_REASON + 1)}`, 'en', { why: 'longReason' }],
  [`Iri | 5 | &${'amp;'.repeat(6)}lt;`, 'en', { why: 'nested' }],
  [`Iri | 5 | ${'x | '.repeat(50)}`, 'en', { why: 'cells' }],
  [`name,amount${','.repeat(99)}\nIri,12${',x'.repeat(99)}`, 'en', { line: 2, why: 'cells' }],
  ['Iri | 1\n'.repeat(MAX_ROWS + 1), 'en', { line: MAX_ROWS + 1, why: 'tooMany' }],
])('an unreadable or ambiguous line is an error with its content: %#', (list, language, problem) => {
  expect(parsePayList(list, language).problems).toEqual([expect.objectContaining(problem)]);
});

test('decimals are rounded on request, and 0 is one line’s matter', () => {
  const { rows, problems } = parsePayList('Iri | 2.5\nDorn | 0\nPell | 0,00\nCass | 1.500', 'en', true);
  expect(rows.map(({ amount }) => amount)).toEqual([3, 0, 0]);
  expect(problems).toMatchObject([{ line: 4, readings: [1_500, undefined] }]);
});

test('quoted cells can have line breaks, separators and comment signs; a code is left out', () => {
  const list = 'name,amount,reason\n"Iri","1,500","Fuel, water\n# and ""air"""\nDorn,7,Salary [p-2abcdef]\nPell,,x';
  expect(parsePayList(list, 'en')).toMatchObject({
    problems: [],
    rows: [
      { line: 2, name: 'Iri', amount: 1_500, reason: 'Fuel, water # and "air"' },
      { line: 4, name: 'Dorn', amount: 7, reason: 'Salary' },
      { line: 5, name: 'Pell', amount: undefined, reason: 'x' },
    ],
  });
});

test('a file in UTF-8 or UTF-16 is read with or without a byte-order mark, and no other file is', () => {
  const list = 'Jürgen Weiß | 1500 | Gehalt 😀';
  const swap = (bytes: Buffer): Buffer => Buffer.from(bytes).swap16();
  const wide = Buffer.from(list, 'utf16le');
  const bom = Buffer.from('\ufeff', 'utf16le');
  for (const bytes of [Buffer.from(list), Buffer.from(`\ufeff${list}`), wide, swap(wide)])
    expect(decodeText(bytes)).toBe(list);
  for (const bytes of [Buffer.concat([bom, wide]), swap(Buffer.concat([bom, wide]))])
    expect(decodeText(bytes)).toBe(list);
  expect(decodeText(Buffer.from('a\u0001\u001b\tb\r\nc\rd\u007f'))).toBe('a\tb\nc\nd');
  for (const bytes of [Buffer.from('Jürgen | 5', 'latin1'), Buffer.from([0, 0, 1, 0]), Buffer.from([0xff, 0xfe, 0])])
    expect(decodeText(bytes)).toBeUndefined();
});

test('the texts name the limits that apply', () => {
  const { wrong } = TEXTS.en.pay;
  expect([wrong.longReason, wrong.tooMany].join()).toMatch(new RegExp(`${MAX_REASON} .*${MAX_ROWS}`));
});
