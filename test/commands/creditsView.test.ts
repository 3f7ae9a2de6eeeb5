import fc from 'fast-check';
import { expect, test } from 'vitest';
import { TEXTS } from '../../commands/credits/en.ts';
import { sumUp } from '../../commands/credits/log/filter.ts';
import { creditLogView, exportView, type ShownPage, toRows } from '../../commands/credits/log/logView.ts';
import type { LogCopy } from '../../commands/credits/readLog.ts';
import type { TransferOutcome } from '../../commands/credits/transfer.ts';
import {
  confirmationView,
  expiredConfirmationView,
  lostTransferView,
  transferOutcomeView,
  typedConfirmationModal,
} from '../../commands/credits/transferView.ts';
import type { CreditLogEntry } from '../../src/game/resources/credits.ts';
import { toCsv } from '../../src/view/csv.ts';
import { forAll } from '../support/forAll.ts';
import { labelsOf, textOf } from '../support/messages.ts';
import { expectSendable, expectSendableModal, hostile, named, RUNS, textsOf } from '../support/sendable.ts';

const english = TEXTS.en;
const texts = textsOf(TEXTS);
const ENTRIES_A_PAGE = 12;
const MINUTE_MS = 60_000;
const transfer = fc.record({
  sender: named,
  recipient: named,
  amount: fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER }),
  reason: hostile,
});
const pageOf = (items: CreditLogEntry[]): ShownPage => ({
  total: items.length,
  startIndex: 1,
  itemCount: ENTRIES_A_PAGE,
  items,
  window: 'newest',
  log: { entries: items, isWhole: true, gaps: 0, readAt: 0 },
  sums: sumUp(items),
});

test('Discord accepts every state of a transfer, whatever the names', () => {
  forAll([texts, transfer, fc.integer(), fc.boolean()], RUNS, (texts, asked, balance, mustType) => {
    const offer = { ticket: 't', balance, expiresAt: 0, missingAt: 1, mustType };
    expectSendable(confirmationView(texts, asked, offer));
    expectSendable(expiredConfirmationView(texts, asked, 'a'));
    expectSendable(lostTransferView(texts, asked));
    const id = asked.sender.name;
    for (const outcome of [
      { outcome: 'sent', balance },
      { outcome: 'found', transactionId: id },
      { outcome: 'maybe', transactionIds: Array.from({ length: 99 }, () => id) },
      { outcome: 'notFound', checkedAt: 10 * MINUTE_MS },
      { outcome: 'unreadable', checkedAt: 0 },
    ] as const)
      expectSendable(transferOutcomeView(texts, { id: 't', data: asked, startedAt: 0, outcome }));
    const modal = typedConfirmationModal(texts, asked.amount, 't');
    expectSendableModal(modal);
    expect(JSON.stringify(modal.components)).toContain(texts.number(asked.amount));
  });
});

/** True if a spreadsheet may find a formula: they split at various characters, and some trim. */
function isFormulaSomewhere(cell: string): boolean {
  const pieces = cell.split(/[;\t\r\n]/).map((piece) => piece.replace(/^[ \u00a0\u200b\ufeff]+/, ''));
  return /^[\t\r\n]/.test(cell) || pieces.some((piece) => /^[=+\-@＝＋－＠]/.test(piece));
}

test('no text of a CSV file is a formula for a spreadsheet, breaks its row or is changed otherwise', () => {
  const piece = fc.constantFrom(...';\t\n\r \u00a0\u200b\ufeff=+-@＝＋－＠a1"', '=cmd()', "'");
  const pieces = fc.array(piece, { maxLength: 8 }).map((all) => all.join(''));
  const text = fc.oneof(pieces, hostile);
  const counterparty = fc.record({ uid: text, name: text });
  const entry = fc.record({ transactionId: text, description: text, counterparty });
  forAll([texts, entry], { numRuns: 2_000 }, (texts, one) => {
    const [, ...rows] = toCsv(texts, toRows(texts, [{ ...one, amount: -1, timestamp: new Date(0) }]))
      .slice(1)
      .split(/\r\n(?=(?:[^"]*"[^"]*")*[^"]*$)/);
    expect(rows.filter((row) => row !== '')).toHaveLength(1);
    const cells = [...(rows[0] ?? '').matchAll(/"((?:[^"]|"")*)"/g)].map(([, cell = '']) => cell);
    expect(cells.filter(isFormulaSomewhere)).toEqual([]);
    expect(cells.at(-1)?.replaceAll('""', '"').replaceAll("'", '')).toBe(one.description.replaceAll("'", ''));
  });
});

test('what does not fit beside the amount on a phone has its own line in the credit log', () => {
  const counterparty = { uid: '1:2', name: 'Pelnonia Nimthofell of the Rim' };
  const one = { transactionId: '1', amount: 5_476, description: 'Share of the salvage', counterparty };
  expect(textOf(creditLogView(english, { ...pageOf([one]), window: 'oldest' }))).toContain('· oldest first');
  expect(textOf(creditLogView(english, pageOf([one])))).toContain(
    '`+5,476` from Pelnonia Nimthofell of…\n-# Share of the salvage',
  );
});

test("the amounts of the credit log line up, and its dates don't wrap", () => {
  const one = { transactionId: '1', description: 'Docking fees', timestamp: new Date('2026-02-20T21:12:00Z') };
  const items = [
    { ...one, amount: -12_345, counterparty: { uid: '1:2', name: 'Jane' } },
    { ...one, amount: 7, description: '' },
  ];
  const day = '-# #1\u00a0· <t:1771621920:d> <t:1771621920:t>\u00a0· Y27\u00a0D87';
  expect(textOf(creditLogView(english, pageOf(items)))).toContain(
    ['`−12,345` to Jane', '-# Docking fees', day, '`\u00a0\u00a0\u00a0\u00a0\u00a0+7`', day].join('\n'),
  );
});

/** A transfer's outcome, confirmed at 0. */
function shown(outcome: TransferOutcome) {
  const data = { sender: { uid: '1:1', name: 'Ada' }, recipient: { uid: '1:2', name: 'Bo' }, amount: 12 };
  return transferOutcomeView(english, { id: 't', data, outcome, startedAt: 0 });
}

test.each<[TransferOutcome, string[]]>([
  [{ outcome: 'notFound', checkedAt: 5 * MINUTE_MS - 1 }, ['Check again']],
  [{ outcome: 'notFound', checkedAt: 5 * MINUTE_MS }, ['Check again', 'Start over']],
  [{ outcome: 'unreadable', checkedAt: 5 * MINUTE_MS }, ['Check again']],
  [{ outcome: 'sent' }, ['Open the credit log', 'Open in the game']],
  [{ outcome: 'found', transactionId: '7' }, ['Open the credit log', 'Open in the game']],
])('after %o the buttons are %o', (outcome, labels) => {
  expect(labelsOf(shown(outcome))).toEqual(labels);
});

const entriesAt = (...seconds: number[]): CreditLogEntry[] => {
  const more = { amount: 1, description: '' };
  return seconds.map((at) => ({ ...more, transactionId: `${at}`, timestamp: new Date(at * 1_000) }));
};

test.each([
  [{ newest: entriesAt(50, 40), oldest: [] }, ['All 2 entries in your credit log, from <t:40:f>']],
  [{ newest: entriesAt(50), oldest: [] }, ['The only entry in your credit log']],
  [
    { newest: entriesAt(50, 40), oldest: entriesAt(20, 10), missing: 'notProvided' },
    [
      'The newest 2 entries in your credit log, from <t:40:f>',
      'The oldest 2 entries in your credit log, from <t:10:f>',
      "The game doesn't provide the others.",
    ],
  ],
  [
    { newest: entriesAt(50), oldest: entriesAt(10), missing: 'tooMany' },
    ['newest 1', 'oldest 1', 'too many for one export'],
  ],
  [{ newest: entriesAt(50), oldest: [], missing: 'interrupted' }, ['newest 1 ', "couldn't read them in time"]],
] satisfies [LogCopy, string[]][])('an export says which part of the log it has: %#', (copy, sentences) => {
  const view = exportView(english, copy);
  expectSendable(view);
  for (const sentence of sentences) expect(textOf(view)).toContain(sentence);
  const ids = [...copy.newest, ...copy.oldest].map(({ transactionId }) => transactionId);
  const rows = String(view.files?.[0]?.data).trim().split('\r\n').slice(1);
  expect(rows.map((row) => row.split('"')[1])).toEqual(ids);
});
