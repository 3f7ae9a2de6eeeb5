import { ComponentType } from 'discord-api-types/v10';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { CreditLogEntry } from '../../src/game/credits.ts';
import { creditLogView, exportView, toCsv } from '../../src/view/creditLogViews.ts';
import type { MessageView } from '../../src/view/message.ts';
import {
  lostTransferView,
  previewView,
  transferOutcomeView,
  typedConfirmationModal,
} from '../../src/view/transferViews.ts';
import { CATALOGUES, wordsFor } from '../../src/view/words/wordsFor.ts';
import { PAGE_IDS } from '../support/ids.ts';

const ENTRIES_A_PAGE = 12;
const hostile = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 400 }),
  fc.constantFrom(
    '*_`~|[]()<>@#'.repeat(40),
    '\n# x\n'.repeat(80),
    '@everyone <@1> <t:1:R> https://x.y',
    '\u202e\u200b'.repeat(50),
    '=1+1',
    '😀'.repeat(300),
  ),
);
const party = fc.record({ uid: hostile, name: hostile });
const entry: fc.Arbitrary<CreditLogEntry> = fc.record({
  transactionId: hostile,
  timestamp: fc.date({ noInvalidDate: true, min: new Date(0), max: new Date(4e12) }),
  amount: fc.integer({ min: -Number.MAX_SAFE_INTEGER, max: Number.MAX_SAFE_INTEGER }),
  description: hostile,
  counterparty: party,
});
const transfer = fc.record({
  sender: party,
  recipient: party,
  amount: fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER }),
  reason: hostile,
});

/** Discord's limits for a message, as docs/discord-stand-in.md lists them. */
function expectWithinLimits({ components }: MessageView): void {
  const all: Record<string, unknown>[] = [];
  const visit = (component: Record<string, unknown>): void => {
    all.push(component);
    for (const inner of (component['components'] as Record<string, unknown>[] | undefined) ?? []) visit(inner);
  };
  for (const component of components) visit(component as unknown as Record<string, unknown>);
  const texts = all.filter(({ type }) => type === ComponentType.TextDisplay).map(({ content }) => String(content));
  expect(texts.every((content) => content.length > 0)).toBe(true);
  expect(texts.join('').length).toBeLessThanOrEqual(4_000);
  expect(all.length).toBeLessThanOrEqual(40);
  const labels = all.filter(({ type }) => type === ComponentType.Button).map(({ label }) => String(label));
  expect(labels.every((label) => label.length <= 80)).toBe(true);
}

describe.each(Object.entries(CATALOGUES))('in %s', (_, words) => {
  test('every state of a transfer stays within Discord’s limits, whatever the names', () => {
    fc.assert(
      fc.property(transfer, fc.integer(), fc.boolean(), (asked, balance, mustType) => {
        expectWithinLimits(
          previewView(words, asked, { balance, expiresAt: 0, mustType, ids: { confirm: 'a', cancel: 'b' } }),
        );
        const id = asked.sender.name;
        expectWithinLimits(lostTransferView(words, asked));
        expectWithinLimits(transferOutcomeView(words, asked, { outcome: 'sent', balance }, 'a'));
        expectWithinLimits(transferOutcomeView(words, asked, { outcome: 'found', transactionId: id }, 'a'));
        expectWithinLimits(
          transferOutcomeView(
            words,
            asked,
            { outcome: 'maybe', transactionIds: Array.from({ length: 99 }, () => id) },
            'a',
          ),
        );
        expectWithinLimits(transferOutcomeView(words, asked, { outcome: 'notFound' }, 'a'));
        const { title, components } = typedConfirmationModal(words, asked.amount, 'a');
        expect(title.length).toBeLessThanOrEqual(45);
        expect(JSON.stringify(components)).toContain(String(asked.amount));
      }),
      { numRuns: 50 },
    );
  });

  test('a page of the credit log stays within Discord’s limits, whatever its entries', () => {
    fc.assert(
      fc.property(fc.array(entry, { maxLength: ENTRIES_A_PAGE }), fc.boolean(), (items, isFull) => {
        const page = { total: 1_000, startIndex: 1, itemCount: ENTRIES_A_PAGE, items, hasMore: true };
        expectWithinLimits(creditLogView(words, page, { isOldest: false, isFull }, { page: PAGE_IDS, export: 'x' }));
      }),
      { numRuns: 50 },
    );
  });

  test('an empty credit log says so', () => {
    const page = { total: 0, startIndex: 1, itemCount: ENTRIES_A_PAGE, items: [], hasMore: false };
    const view = creditLogView(words, page, { isOldest: false, isFull: false }, { page: PAGE_IDS, export: 'y' });
    expect(JSON.stringify(view)).toContain(words.transfers.log.empty);
  });

  test('no text of a CSV file is a formula or breaks its row', () => {
    fc.assert(
      fc.property(entry, (one) => {
        const [, ...rows] = toCsv(words, [one])
          .slice(1)
          .split(/\r\n(?=(?:[^"]*"[^"]*")*[^"]*$)/);
        expect(rows.filter((row) => row !== '')).toHaveLength(1);
        const cells = [...(rows[0] ?? '').matchAll(/"((?:[^"]|"")*)"/g)].map(([, cell]) => cell ?? '');
        expect(cells.filter(isFormulaSomewhere)).toEqual([]);
      }),
      { numRuns: 50 },
    );
  });

  /** Whether one of many spreadsheets may find a formula: each splits at other characters, and some trim first. */
  function isFormulaSomewhere(cell: string): boolean {
    const pieces = cell.split(/[;\t\r\n]/).map((piece) => piece.replace(/^[ \u00a0\u200b\ufeff]+/, ''));
    return /^[\t\r\n]/.test(cell) || pieces.some((piece) => /^[=+\-@＝＋－＠]/.test(piece));
  }

  test('property: no cell of a CSV file is a formula behind a separator, blanks or signs of full width, nor changed otherwise', () => {
    const piece = fc.constantFrom(...';\t\n\r \u00a0\u200b\ufeff=+-@＝＋－＠a1"', '=cmd()', "'");
    const text = fc.array(piece, { maxLength: 8 }).map((pieces) => pieces.join(''));
    fc.assert(
      fc.property(text, (description) => {
        const csv = toCsv(words, [{ transactionId: '1', amount: -1, description }]);
        const cell = /,-1,"","","((?:[^"]|"")*)"\r\n$/.exec(csv)?.[1]?.replaceAll('""', '"') ?? 'no cell';
        expect(isFormulaSomewhere(cell)).toBe(false);
        expect(cell.replaceAll("'", '')).toBe(description.replaceAll("'", ''));
      }),
      { numRuns: 2_000 },
    );
  });
});

test('the amounts of the credit log stand below each other, and its dates are not torn apart', () => {
  const one = { transactionId: '1', description: 'Docking fees', timestamp: new Date('2026-02-20T21:12:00Z') };
  const items = [
    { ...one, amount: -12_345, counterparty: { uid: '1:2', name: 'Pell' } },
    { ...one, amount: 7, description: '' },
  ];
  const page = { total: 2, startIndex: 1, itemCount: ENTRIES_A_PAGE, items, hasMore: false };
  const ids = { page: PAGE_IDS, export: 'e' };
  const day = '-# <t:1771621920:d> <t:1771621920:t>\u00a0· Year\u00a027\u00a0Day\u00a087';
  const view = JSON.stringify(creditLogView(wordsFor('en-US'), page, { isOldest: false, isFull: false }, ids));
  expect(JSON.parse(view).components[0].components[3].content).toBe(
    [`\`−12,345\` to Pell\u00a0· Docking fees`, day, '`\u00a0\u00a0\u00a0\u00a0\u00a0+7`', day].join('\n'),
  );
});

test.each([
  ['en-US', { isOldest: false, count: 1_450 }, 'The newest 2 of 1,450 entries of your credit log.'],
  ['en-US', { isOldest: true, count: 2_000, isLeast: true }, 'The oldest 2 of at least 2,000 entries'],
  ['en-US', { isOldest: false }, 'The newest 2 entries of your credit log; how many'],
  ['en-US', undefined, 'All 2 entries of your credit log.'],
  ['de', { isOldest: false, count: 1_450 }, 'Die neuesten 2 von 1.450 Einträgen deines Kontoauszugs.'],
  ['de', { isOldest: true, count: 2_000, isLeast: true }, 'Die ältesten 2 von mindestens 2.000 Einträgen'],
  ['de', undefined, 'Alle 2 Einträge deines Kontoauszugs.'],
])('%s: an export of %j says which part of the log it is', (locale, extent, expected) => {
  const at = (second: number) => ({
    transactionId: `${second}`,
    timestamp: new Date(second * 1_000),
    amount: 1,
    description: '',
  });
  const shown = JSON.stringify(exportView(wordsFor(locale), [at(50), at(40)], extent));
  expect(shown).toContain(expected);
  expect(shown.indexOf('<t:40:f>')).toBeLessThan(shown.indexOf('<t:50:f>'));
  expect(shown.includes('-# ')).toBe(extent !== undefined);
});
