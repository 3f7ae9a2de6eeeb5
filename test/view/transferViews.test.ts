import { ComponentType } from 'discord-api-types/v10';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { CreditLogEntry } from '../../src/game/records.ts';
import { creditLogView, toCsv } from '../../src/view/creditLogViews.ts';
import type { MessageView } from '../../src/view/message.ts';
import { previewView, receiptView, typedConfirmationModal, unknownView } from '../../src/view/transferViews.ts';
import { CATALOGUES } from '../../src/view/words/wordsFor.ts';

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
        expectWithinLimits(receiptView(words, asked, balance));
        expectWithinLimits(unknownView(words, asked, { outcome: 'found', transactionId: asked.sender.name }, 'a'));
        expectWithinLimits(unknownView(words, asked, { outcome: 'notFound' }, 'a'));
        const { title, components } = typedConfirmationModal(words, asked.amount, 'a');
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
        expectWithinLimits(
          creditLogView(words, page, false, { page: (role, target) => `${role}${target}`, export: 'x' }),
        );
      }),
      { numRuns: 50 },
    );
  });

  test('an empty credit log says so', () => {
    const page = { total: 0, startIndex: 1, itemCount: ENTRIES_A_PAGE, items: [], hasMore: false };
    const view = creditLogView(words, page, false, { page: () => 'x', export: 'y' });
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
        expect(cells.every((cell) => !/^[=+\-@\t\r]/.test(cell))).toBe(true);
      }),
      { numRuns: 50 },
    );
  });
});
