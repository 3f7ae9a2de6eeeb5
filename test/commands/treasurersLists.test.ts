import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { type PayList, parsePayList } from '../../commands/credits/pay/payList.ts';
import { decodeText } from '../../src/view/decodeText.ts';
import type { Language } from '../../src/view/languages.ts';

/** Lists as treasurers have them, and what a person who reads them expects. */
type Case = { file: string; language?: Language; right: Partial<Right> };
type Right = {
  /** `name amount reason` of each payment. */
  pays: string[];
  /** What is asked, and the choices. */
  asks: object;
  /** Lines that can't be used, and why. */
  refuses: Record<number, PayList['problems'][number]['why']>;
  ignores: string[];
  skips: Record<number, string>;
};

const column = (field: string, ...columns: string[]): object => ({
  about: 'column',
  field,
  options: columns.map((one) => expect.objectContaining(toOption(one))),
});
const toOption = (text: string): object => {
  const [label, example] = text.split(' = ');
  return { label, example };
};

const CASES: readonly Case[] = [
  {
    file: 'p01-srp.csv',
    right: { asks: column('name', 'Pilot = Dorn Hesk', 'Ship = Rifter', 'Status = Approved') },
  },
  { file: 'p03-sheet-paste.txt', right: { asks: column('amount', ' = 12', ' = 125,000') } },
  { file: 'p04-boost-cuts.csv', right: { asks: column('amount', 'Payout = 1500', 'Credits = 40000') } },
  {
    file: 'p05-discord-split.txt',
    right: { refuses: { 1: 'comma', 2: 'comma', 3: 'comma', 4: 'separator', 5: 'comma' } },
  },
  { file: 'p06-cyrillic-m.txt', right: { refuses: { 1: 'amount', 2: 'amount' } } },
  {
    file: 'p08-unquoted-gp.csv',
    right: { asks: { about: 'commas', lines: [{ joined: '1500', apart: '1', next: '500 gp' }] } },
  },
  { file: 'p11-dkb.csv', language: 'de', right: { refuses: { 1: 'amount', 3: 'amount', 5: 'amount', 6: 'amount' } } },
  {
    file: 'p12-vr-bank.csv',
    language: 'de',
    right: { pays: ['Dorn Hesk 1500 Lohn November', 'Pell 850 Lohn'], ignores: ['Datum', 'Währung'] },
  },
  { file: 'p13-swiss.csv', language: 'de', right: { pays: ['Dorn Hesk 1500 Lohn', 'Pell 2000 Lohn'] } },
  { file: 'p15-indian.csv', right: { refuses: { 2: 'amount', 3: 'amount' } } },
  { file: 'p16-swedish.csv', right: { asks: column('name', 'Namn = Dorn Hesk', 'Meddelande = Lön') } },
  { file: 'p17-unicode-text.txt', right: { pays: ['Ysé *Nova* Quar_tz 1500 Fuel, "air"', 'Pell 750 '] } },
  { file: 'p20-sep-line.csv', right: { pays: ['Dorn Hesk 1500 Rent'], skips: { 1: 'title' } } },
  { file: 'p22-smart-quotes.txt', right: { pays: ['Cass O’Renn 400 “fuel”', 'Dorn Hesk 300 '] } },
  { file: 'p23-number-column.tsv', right: { pays: ['Dorn Hesk 500 ', 'Pell 300 '], ignores: ['#'] } },
  { file: 'p24-total-row.csv', right: { pays: ['Dorn Hesk 500 Nov', 'Pell 300 Nov'], skips: { 6: 'total' } } },
  { file: 'p26-markdown.txt', right: { pays: ['Dorn Hesk 500 Nov', 'Pell 300 Nov'], skips: { 2: 'rule' } } },
  {
    file: 'p27-fence.txt',
    right: { pays: ['Dorn Hesk 500 ', 'Pell 300 ', 'Silent Juno 200 '], skips: { 4: 'fence' } },
  },
  {
    file: 'p28-places.txt',
    right: { asks: { about: 'places', lines: [{ line: 2 }, { line: 3 }].map((one) => expect.objectContaining(one)) } },
  },
  { file: 'p30-bonus-total.csv', right: { asks: column('amount', 'Bonus = 200', 'Salary = 1000', 'Total = 1200') } },
  {
    file: 'p31-status.csv',
    right: { pays: ['Dorn Hesk 700 ', 'Pell 300 ', 'Silent Juno 900 '], ignores: ['Status'] },
  },
  { file: 'p36-duplicates.csv', right: { pays: ['Dorn Hesk 500 op 1', 'dorn hesk 500 op 2', 'DORN HESK 200 op 3'] } },
  { file: 'p38-invisible.txt', right: { pays: ['Dorn Hesk 500 ', 'Pell 300 ', 'Silent Juno 200 '] } },
  { file: 'p39-formulas.csv', right: { refuses: { 2: 'amount', 4: 'amount' } } },
  { file: 'p41-units.txt', right: { pays: ['Dorn Hesk 1500000 ', 'Pell 250000 ', 'Silent Juno 2500 x'] } },
  { file: 'p42-percent.csv', right: { pays: ['Dorn Hesk 600 ', 'Pell 400 '], ignores: ['Share'] } },
  { file: 'p47-masspay.csv', right: { refuses: { 1: 'comma', 2: 'comma' } } },
  {
    file: 'p49-unknown-header.csv',
    language: 'de',
    right: { pays: ['Dorn Hesk 1500 ', 'Pell 1200 '], ignores: ['Stufe'] },
  },
  { file: 'p52-work-hours.csv', right: { refuses: { 5: 'section', 6: 'name' }, skips: { 1: 'comment' } } },
  { file: 'p53-thousand-dots-en.csv', right: { refuses: { 2: 'amount' } } },
  { file: 'p54-uid-name.csv', right: { pays: ['Pell (1:1003) 500 '], ignores: ['rank'] } },
  { file: 'p56-splits-decimals.csv', right: { refuses: { 2: 'amount', 3: 'amount', 4: 'amount' } } },
  { file: 'p57-wide-table.csv', right: { refuses: { 2: 'cells' } } },
  {
    file: 'p59-indian-trailing.csv',
    right: { asks: { about: 'commas', lines: [{ joined: '100000', apart: '1', next: '00' }] } },
  },
  { file: 'p61-tsv-empty-col.txt', right: { asks: column('amount', ' = 1500') } },
  { file: 'p63-amount-first.csv', right: { pays: ['Dorn Hesk 1500 Rent', 'Pell 750 Rent'], ignores: ['Currency'] } },
  { file: 'p64-quoted-no-header.csv', right: { pays: ['Dorn Hesk 1500 Rent', 'Pell 750 Rent'] } },
  {
    file: 'p67-mixed-unquoted.csv',
    right: { asks: { about: 'commas', lines: [{ joined: '1,450.25', apart: '1', next: '450.25' }] } },
  },
  { file: 'p69-numbers-app.csv', right: { pays: ['Dorn Hesk 500 '], skips: { 1: 'title' } } },
  { file: 'q01-request.csv', right: { pays: ['Dorn Hesk 500 ', 'Pell 300 '] } },
];

const readFile = (file: string): Uint8Array => readFileSync(new URL(`lists/${file}`, import.meta.url));

describe('a list as treasurers have them', () => {
  test.each(CASES)('is read as a person reads it, or asks: $file', ({ file, language = 'en', right }) => {
    const list = parsePayList(decodeText(readFile(file)) ?? '', language);
    const { pays = [], refuses = {}, ignores, skips, asks } = right;
    if (asks) expect(list.question).toMatchObject(asks);
    else expect(list.question).toBeUndefined();
    expect(Object.fromEntries(list.problems.map(({ line, why }) => [line, why]))).toEqual(refuses);
    if (list.problems.length === 0) expect(list.rows.map(toText)).toEqual(pays);
    if (ignores) expect(list.ignored.map(({ label }) => label)).toEqual(ignores);
    const notEmpty = list.skipped.filter(({ why }) => why !== 'empty');
    if (skips) expect(Object.fromEntries(notEmpty.map(({ line, why }) => [line, why]))).toEqual(skips);
  });

  test.each(['p10-sparkasse.csv', 'p19-cp1252.csv', 'p44-workbook.xlsx'])(
    'isn’t read in a strange encoding: %s',
    (file) => {
      expect(decodeText(readFile(file))).toBeUndefined();
    },
  );
});

function toText({ name, uid, amount, reason }: PayList['rows'][number]): string {
  return `${name}${uid === undefined ? '' : ` (${uid})`} ${amount} ${reason}`;
}
