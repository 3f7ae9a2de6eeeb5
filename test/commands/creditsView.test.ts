import { ComponentType } from 'discord-api-types/v10';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { de } from '../../commands/credits/de.ts';
import { creditLogView, exportView, toCsv } from '../../commands/credits/logViews.ts';
import { en } from '../../commands/credits/messages.ts';
import type { LogCopy } from '../../commands/credits/readLog.ts';
import type { TransferOutcome } from '../../commands/credits/transfer.ts';
import {
  expiredOfferView,
  lostTransferView,
  offerView,
  transferOutcomeView,
  typedConfirmationModal,
} from '../../commands/credits/transferView.ts';
import type { CreditLogEntry } from '../../src/game/credits.ts';
import { inLanguage } from '../../src/view/language.ts';
import type { MessageView } from '../../src/view/message.ts';
import { idsOf, PAGE_IDS } from '../support/ids.ts';
import { buttonsOf, textOf } from '../support/world.ts';

const LANGUAGES = { en: inLanguage({ en, de }, 'en'), de: inLanguage({ en, de }, 'de') };
const ENTRIES_A_PAGE = 12;
const idFor = idsOf('credits');
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

describe.each(Object.entries(LANGUAGES))('in %s', (_, messages) => {
  test('every state of a transfer stays within Discord’s limits, whatever the names', () => {
    fc.assert(
      fc.property(transfer, fc.integer(), fc.boolean(), (asked, balance, mustType) => {
        const offer = { ticket: 't', balance, expiresAt: 0, missingAt: 1, mustType };
        expectWithinLimits(offerView(messages, asked, offer, idFor));
        expectWithinLimits(expiredOfferView(messages, asked, 'a'));
        expectWithinLimits(lostTransferView(messages, asked));
        const id = asked.sender.name;
        const write = { id: 't', data: asked, startedAt: 0 };
        for (const outcome of [
          { outcome: 'sent', balance },
          { outcome: 'found', transactionId: id },
          { outcome: 'maybe', transactionIds: Array.from({ length: 99 }, () => id) },
          { outcome: 'notFound', checkedAt: 10 * 60_000 },
          { outcome: 'unreadable', checkedAt: 0 },
        ] as const) {
          expectWithinLimits(transferOutcomeView(messages, { ...write, outcome }, idFor));
        }
        const { title, components } = typedConfirmationModal(messages, asked.amount, 'a');
        expect(title.length).toBeLessThanOrEqual(45);
        expect(JSON.stringify(components)).toContain(String(asked.amount));
      }),
      { numRuns: 50 },
    );
  });

  test('a page of the credit log stays within Discord’s limits, whatever its entries', () => {
    fc.assert(
      fc.property(fc.array(entry, { maxLength: ENTRIES_A_PAGE }), (items) => {
        const page = { total: 1_000, startIndex: 1, itemCount: ENTRIES_A_PAGE, items, hasMore: true };
        expectWithinLimits(creditLogView(messages, page, 'newest', { page: PAGE_IDS, export: 'x' }));
      }),
      { numRuns: 50 },
    );
  });

  test('an empty credit log says so', () => {
    const page = { total: 0, startIndex: 1, itemCount: ENTRIES_A_PAGE, items: [], hasMore: false };
    const view = creditLogView(messages, page, 'newest', { page: PAGE_IDS, export: 'y' });
    expect(JSON.stringify(view)).toContain(messages.log.empty);
  });

  test('no text of a CSV file is a formula or breaks its row', () => {
    fc.assert(
      fc.property(entry, (one) => {
        const [, ...rows] = toCsv(messages, [one])
          .slice(1)
          .split(/\r\n(?=(?:[^"]*"[^"]*")*[^"]*$)/);
        expect(rows.filter((row) => row !== '')).toHaveLength(1);
        const cells = [...(rows[0] ?? '').matchAll(/"((?:[^"]|"")*)"/g)].map(([, cell]) => cell ?? '');
        expect(cells.filter(isFormulaSomewhere)).toEqual([]);
      }),
      { numRuns: 50 },
    );
  });

  /** Whether a spreadsheet may find a formula: they split at various characters, and some trim. */
  function isFormulaSomewhere(cell: string): boolean {
    const pieces = cell.split(/[;\t\r\n]/).map((piece) => piece.replace(/^[ \u00a0\u200b\ufeff]+/, ''));
    return /^[\t\r\n]/.test(cell) || pieces.some((piece) => /^[=+\-@＝＋－＠]/.test(piece));
  }

  test('property: no cell of a CSV file is a formula behind a separator, blanks or signs of full width, nor changed otherwise', () => {
    const piece = fc.constantFrom(...';\t\n\r \u00a0\u200b\ufeff=+-@＝＋－＠a1"', '=cmd()', "'");
    const text = fc.array(piece, { maxLength: 8 }).map((pieces) => pieces.join(''));
    fc.assert(
      fc.property(text, (description) => {
        const csv = toCsv(messages, [{ transactionId: '1', amount: -1, description }]);
        const cell = /,-1,"","","((?:[^"]|"")*)"\r\n$/.exec(csv)?.[1]?.replaceAll('""', '"') ?? 'no cell';
        expect(isFormulaSomewhere(cell)).toBe(false);
        expect(cell.replaceAll("'", '')).toBe(description.replaceAll("'", ''));
      }),
      { numRuns: 2_000 },
    );
  });
});

test('the amounts of the credit log line up, and its dates don’t wrap', () => {
  const one = { transactionId: '1', description: 'Docking fees', timestamp: new Date('2026-02-20T21:12:00Z') };
  const items = [
    { ...one, amount: -12_345, counterparty: { uid: '1:2', name: 'Jane' } },
    { ...one, amount: 7, description: '' },
  ];
  const page = { total: 2, startIndex: 1, itemCount: ENTRIES_A_PAGE, items, hasMore: false };
  const ids = { page: PAGE_IDS, export: 'e' };
  const day = '-# <t:1771621920:d> <t:1771621920:t>\u00a0· Year\u00a027\u00a0Day\u00a087';
  const view = JSON.stringify(creditLogView(LANGUAGES.en, page, 'newest', ids));
  expect(JSON.parse(view).components[0].components[3].content).toBe(
    [`\`−12,345\` to Jane\u00a0· Docking fees`, day, '`\u00a0\u00a0\u00a0\u00a0\u00a0+7`', day].join('\n'),
  );
});

const TRANSFER = { sender: { uid: '1:1', name: 'Ada' }, recipient: { uid: '1:2', name: 'Bo' }, amount: 12 };
const MINUTE_MS = 60_000;

/** The text and the buttons' labels of what a transfer came to, that was confirmed at 0. */
function shownOf(outcome: TransferOutcome) {
  const view = transferOutcomeView(LANGUAGES.en, { id: 't', data: TRANSFER, outcome, startedAt: 0 }, idFor);
  const message = { components: view.components } as Parameters<typeof textOf>[0];
  return { text: textOf(message), labels: buttonsOf(message).map(({ label }) => label) };
}

test('an unknown outcome says when it was last checked', () => {
  for (const outcome of ['notFound', 'unreadable'] as const) {
    expect(shownOf({ outcome, checkedAt: 90_000 }).text).toContain('Last checked at <t:90:T>');
    expect(shownOf({ outcome }).text).not.toContain('Last checked');
  }
});

test('a transfer that is still missing after five minutes can be started over, one whose log can’t be read can’t', () => {
  const [early, late] = [5 * MINUTE_MS - 1, 5 * MINUTE_MS];
  expect(shownOf({ outcome: 'notFound', checkedAt: early }).labels).toEqual(['Check again']);
  expect(shownOf({ outcome: 'notFound', checkedAt: late }).labels).toEqual(['Check again', 'Start over']);
  expect(shownOf({ outcome: 'notFound' }).labels).toEqual(['Check again']);
  expect(shownOf({ outcome: 'unreadable', checkedAt: late }).labels).toEqual(['Check again']);
});

test('a receipt leads to the credit log', () => {
  expect(shownOf({ outcome: 'sent' }).labels).toEqual(['Open the credit log']);
  expect(shownOf({ outcome: 'found', transactionId: '7' }).labels).toEqual(['Open the credit log']);
});

const entriesAt = (...seconds: number[]): CreditLogEntry[] =>
  seconds.map((second) => ({
    transactionId: `${second}`,
    timestamp: new Date(second * 1_000),
    amount: 1,
    description: '',
  }));

test.each([
  [{ newest: entriesAt(50, 40), oldest: [] }, ['All 2 entries of your credit log, from <t:40:f>']],
  [{ newest: entriesAt(50), oldest: [] }, ['The only entry of your credit log']],
  [
    { newest: entriesAt(50, 40), oldest: entriesAt(20, 10), missing: 'notOffered' },
    [
      'The newest 2 entries of your credit log, from <t:40:f>',
      'The oldest 2 entries, from <t:10:f>',
      "the game doesn't give them out",
    ],
  ],
  [
    { newest: entriesAt(50), oldest: entriesAt(10), missing: 'tooMany' },
    ['newest 1', 'oldest 1', 'too many for one export'],
  ],
  [{ newest: entriesAt(50), oldest: [], missing: 'interrupted' }, ['newest 1 ', "couldn't read them in time"]],
] satisfies [LogCopy, string[]][])('an export says which part of the log it has: %#', (copy, sentences) => {
  const { components, files } = exportView(LANGUAGES.en, copy);
  const shown = textOf({ components } as Parameters<typeof textOf>[0]);
  for (const sentence of sentences) expect(shown).toContain(sentence);
  const ids = [...copy.newest, ...copy.oldest].map(({ transactionId }) => transactionId);
  const rows = String(files?.[0]?.data).trim().split('\r\n').slice(1);
  expect(rows.map((row) => row.split('"')[1])).toEqual(ids);
});
