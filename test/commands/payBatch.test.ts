import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { PAY_CODES, REQUEST_CODES } from '../../commands/credits/codes.ts';
import { TEXTS } from '../../commands/credits/en.ts';
import { payIds } from '../../commands/credits/ids.ts';
import { type LogView, PAY, type Payment, toAsked, toLogView } from '../../commands/credits/pay/payBatch.ts';
import { parsePayList } from '../../commands/credits/pay/payList.ts';
import { listModal, problemsView } from '../../commands/credits/pay/payView.ts';
import { questionView } from '../../commands/credits/pay/questionView.ts';
import { findRecipients } from '../../commands/credits/pay/recipients.ts';
import { findTransfer, readLogSnapshot } from '../../commands/credits/transfer.ts';
import { TRANSFER } from '../../commands/credits/transferWrite.ts';
import { batchView, previewView } from '../../src/discord/run/changes/batchView.ts';
import type { Game } from '../../src/game/client.ts';
import type { CreditLogEntry } from '../../src/game/resources/credits.ts';
import { decodeEntities } from '../../src/game/wire/entities.ts';
import type { Change, ChangeRow } from '../../src/writes/change.ts';
import type { AnyListKind } from '../../src/writes/kind.ts';
import { affectsAllRows } from '../../src/writes/pause.ts';
import { forAll } from '../support/forAll.ts';
import { textOf } from '../support/messages.ts';
import { SPOKEN } from '../support/pseudo.ts';
import { expectSendable, expectSendableModal, hostile, named, RUNS, textsOf } from '../support/sendable.ts';
import { toContext } from '../support/writing.ts';

const KIND = PAY as unknown as AnyListKind;
const me = { uid: '1:1', name: 'Vael Ondar' };
const iri = { uid: '1:2', name: 'Marshal Iri Tosk' };
const row: Payment = { recipient: iri, amount: 50, reason: 'Salary', code: '2abcdef' };
const START = Date.parse('2026-05-01T12:00:00Z');

const entry = (id: number, change: Partial<CreditLogEntry> = {}): CreditLogEntry => ({
  transactionId: String(id),
  timestamp: new Date(START + id * 1_000),
  amount: -50,
  description: `Salary ${PAY_CODES.toMark(row.code)} (Commlink)`,
  counterparty: iri,
  ...change,
});
const others = (from: number, count: number) =>
  Array.from({ length: count }, (_, index) => entry(from + index, { description: 'x', amount: 3 })).toReversed();
const planned = { data: row, state: 'planned' as const };

describe('a payment of a list', () => {
  const seen = (log: readonly CreditLogEntry[], before = others(1, 3), { gaps = 0, gapsBefore = 0 } = {}) => {
    const baseline = PAY.toBaseline?.(toLogView({ entries: before, gaps: gapsBefore }));
    if (!baseline) throw new Error('no baseline');
    return PAY.compare([planned], PAY.baseline.parse(baseline), toLogView({ entries: log, gaps }))[0];
  };
  const log = others(1, 3);

  test.each<[string, boolean | undefined, CreditLogEntry[]]>([
    ['its code, recipient and amount', true, [entry(9), ...log]],
    ['its code in capitals, elsewhere in the text', true, [entry(9, { description: 'P-2ABCDEF, Salary' }), ...log]],
    ['no new entry', false, log],
    ['another code', false, [entry(9, { description: 'Salary [p-2abcdeg]' }), ...log]],
    ['its code within a longer one', false, [entry(9, { description: 'Salary [p-2abcdefg]' }), ...log]],
    ['no code, as a single transfer', false, [entry(9, { description: 'Salary (Commlink)' }), ...log]],
    ['another recipient', false, [entry(9, { counterparty: me }), ...log]],
    ['another amount', false, [entry(9, { amount: -51 }), ...log]],
    ['an income', false, [entry(9, { amount: 50 }), ...log]],
    ['no entry of before', undefined, others(10, 1_000)],
    ['no entry of before, however short the log', undefined, [entry(9, { description: 'x' })]],
    ['its own entry, but none of before', true, [entry(2_000), ...others(10, 999)]],
  ])('is recognized in a log by its code: %s', (_, isSeen, shown) => {
    expect(seen(shown)).toBe(isSeen);
  });

  test('is certainly missing if a log shows an earlier one without it', () => {
    const toRows = (state: ChangeRow<Payment>['state']) =>
      ['2abcdef', '3abcdef', '4abcdef'].map((code) => ({ data: { ...row, code }, state }));
    const shown = [entry(2_000, { description: PAY_CODES.toMark('3abcdef') }), ...others(900, 999)];
    const before = toLogView({ entries: log, gaps: 0 });
    const compare = (gaps: number, state: ChangeRow<Payment>['state'] = 'sending') =>
      PAY.compare(toRows(state), before, toLogView({ entries: shown, gaps }));
    expect([compare(0), compare(1)]).toEqual([
      [undefined, true, false],
      [undefined, true, undefined],
    ]);
    // Another batch may have sent them, in another order.
    expect(compare(0, 'planned')).toEqual([undefined, true, undefined]);
  });

  test('may be a new entry without content, but not one that had none before', () => {
    expect(seen(log, log, { gaps: 1 })).toBeUndefined();
    expect(seen(log, log, { gaps: 1, gapsBefore: 1 })).toBe(false);
    expect(seen([entry(9), ...log], log, { gaps: 1 })).toBe(true);
  });

  test('is not missing from a log that was empty before if it is full now', () => {
    expect([seen(others(1, 3), []), seen(others(1, 1_000), [])]).toEqual([false, undefined]);
  });

  test('is missing from a response without a log if the preview’s had none either, but only before the first row', () => {
    const none = toLogView({ entries: [], gaps: 0, isShapeless: true });
    const compare = (before: LogView) => PAY.compare([planned], PAY.baseline.parse(before), none)[0];
    expect(compare(none)).toBe(false);
    const others = [PAY.toBaseline?.(none), toLogView({ entries: [], gaps: 0 }), toLogView({ entries: log, gaps: 0 })];
    for (const before of others) expect(before && compare(before)).toBeUndefined();
  });

  test('is never mistaken for a single transfer, before it is sent or after its response was lost', async () => {
    const transfer = { sender: me, recipient: iri, amount: 50, reason: 'Salary', offeredAt: START };
    const gameWith = (items: CreditLogEntry[]) =>
      ({
        character: { creditlog: { list: async () => ({ items, total: items.length, hasMore: false }) } },
      }) as never as Game;
    const { before, sinceThen } = await readLogSnapshot(
      toContext(gameWith([entry(5), ...log]), { now: START + 6_000 }),
      transfer,
    );
    expect([before.alikeIds, sinceThen]).toEqual([[], undefined]);
    const findAmong = (items: CreditLogEntry[]) =>
      findTransfer(toContext(gameWith([...items, entry(5), ...log])), transfer, before);
    expect(await findAmong([entry(6, { description: 'Salary [p-3abcdef]' })])).toMatchObject({ outcome: 'notFound' });
    const own = entry(7, { description: 'Salary (Commlink)' });
    expect(await findAmong([own, entry(6)])).toMatchObject({ outcome: 'found', transactionId: '7' });
  });

  test('covers the single transfer to the same recipient of the same amount', () => {
    const data = { sender: me, recipient: iri, amount: 50, offeredAt: 1 };
    const covers = (write: { kind: string; data: unknown }) => PAY.covers?.(write, row);
    expect(covers({ kind: TRANSFER.name, data })).toBe(true);
    expect(covers({ kind: TRANSFER.name, data: { ...data, amount: 51 } })).toBe(false);
    expect(covers({ kind: TRANSFER.name, data: { ...data, recipient: me } })).toBe(false);
    expect(covers({ kind: 'messages.send', data })).toBe(false);
  });

  test.each<[string, ChangeRow<Payment>['state'], Partial<Payment>, boolean]>([
    ['recipient_not_found', 'canceled', {}, true],
    ['recipient_not_found', 'done', {}, false],
    ['recipient_not_found', 'canceled', { recipientForm: 'handle' }, false],
    ['Credit amount to transfer exceeds available credits.', 'done', {}, true],
  ])('refused because of “%s” after one that is %s pauses the others: %j', (reason, state, form, pauses) => {
    const rows = [
      { data: row, state },
      { data: { ...row, ...form }, state: 'refused', reason },
    ];
    const all = [...rows, planned];
    expect(affectsAllRows(KIND, { rows: all } as Change, 1)).toBe(pauses);
    expect(affectsAllRows(KIND, { rows: all, hasContinued: true } as Change, 1)).toBe(false);
    // Without rows left, there is nothing to pause.
    expect(affectsAllRows(KIND, { rows } as Change, 1)).toBe(false);
  });
});

test('codes resemble neither each other nor words, and are removed from copied text', () => {
  const taken = new Set<string>();
  for (let count = 0; count < 2_000; count += 1) taken.add(PAY_CODES.create(taken));
  expect(taken.size).toBe(2_000);
  for (const code of taken) expect(PAY_CODES.find(`Salary ${PAY_CODES.toMark(code)} (Commlink)`)).toEqual([code]);
  for (const text of ['p-rebates', '[p-station]', 'p-2abcdefg', 'xp-2abcdef', '[p-2abcde1]'])
    expect(PAY_CODES.find(text)).toEqual([]);
  expect(PAY_CODES.removeFrom('Salary [p-2abcdef] May [p-3abcdef]')).toBe('Salary May');
  expect(PAY_CODES.removeFrom('Salary &#112;&#45;2abcdef &amp; &#91;p-3abcdef&#x5d; May')).toBe('Salary  & May');
  expect(PAY_CODES.removeFrom('Tea &amp; cake')).toBe('Tea &amp; cake');
  expect(PAY_CODES.removeFrom('May &amp;#112;-2222222')).toBe('May ');
  expect(PAY_CODES.removeFrom(`&${'amp;'.repeat(5)}lt;`)).toBeUndefined();
});

test('property: however codes and entities are nested, no number of decodings shows a code', () => {
  const piece = fc.constantFrom(...' |p-2|222222|[p-2222222]|&amp;|&#112;|amp;|#112;|-|&#38;|a|r-2222222'.split('|'));
  forAll([fc.array(piece, { maxLength: 30 })], { numRuns: 2_000 }, (pieces) => {
    let texts = [PAY_CODES, REQUEST_CODES].map((codes) => codes.removeFrom(pieces.join('')) ?? '');
    for (let decoded = 0; decoded < 10; decoded += 1, texts = texts.map(decodeEntities))
      expect(texts.flatMap(PAY_CODES.find)).toEqual([]);
  });
});

test.each([
  ['a UID in a list, whatever others are called,', '1:77', ['1:77']],
  ['a name that two known characters have', 'dorn hesk', ['Dorn Hesk', 'Dorn Hesk']],
  ['a name that a roster gives another character', 'dorn hesk', []],
])('%s means the character that the game names', async (_, named, known) => {
  const kept = { get: async () => undefined, set: async () => {}, locked: (work: () => unknown) => work() };
  const shown = { uid: '1:77', name: 'Dorn Hesk', handle: 'Dorn Hesk' };
  const game = { now: () => START, character: { get: async () => shown, getByHandle: async () => shown } };
  const asking = { me, person: me, game, services: { kept: () => kept, now: () => START }, language: 'en' };
  const log = known.map((name, id) => entry(id, { counterparty: { uid: `1:66${id}`, name } }));
  const limits = { isByHandle: false, mayLookUp: 5, until: Infinity };
  const listed = { name: '1:88', member: { uid: '1:88', name: 'Dorn Hesk' } };
  const { found } = await findRecipients(asking as never, [listed, { name: named }], log, limits);
  expect([...found.values()]).toMatchObject([listed.member, { uid: '1:77', name: 'Dorn Hesk' }]);
});

test('a preview, also of the rest, shows what is left, similar payments of 30 days, and how far the log reaches', async () => {
  const DAY_MS = 24 * 60 * 60_000;
  const acting = { language: 'en', game: { now: () => START + 31 * DAY_MS } } as never;
  const rows = [row, { ...row, code: '3abcdef' }];
  const notesOf = async (entries: CreditLogEntry[], balance = 80, gaps = 0) =>
    (await toAsked(acting, rows, { log: { entries, gaps }, balance })).notes?.join('\n');
  const paid = (id: number) => entry(id, { description: 'by hand' });
  const recent = entry(7, { timestamp: new Date(START + 2 * DAY_MS), description: 'by hand' });
  expect(await notesOf([recent, paid(5)])).toMatch(
    /-20[\s\S]*20 credits short[\s\S]*\*\*Marshal Iri Tosk\*\* 50 credits on .*, entry 7\./,
  );
  // Payments that another list made with this code aren't included.
  expect(await notesOf([entry(8)])).toContain('**Total:** 50 credits · **Balance now:** 80 · **After:** 30');
  expect(await notesOf([paid(5)], 500)).not.toContain('already paid');
  const busy = others(1, 1_000).map((one) => ({ ...one, timestamp: new Date(START + 20 * DAY_MS) }));
  expect(await notesOf(busy, 500)).toContain('I can only check for earlier payments back to');
  expect(await notesOf(busy.slice(1), 500, 1)).toContain('I can only check for earlier payments back to');
});

const COST = { id: 'a'.repeat(16), character: me, already: 2, cost: 300, left: 1, endsAt: new Date(0), expiresAt: 0 };
const payment = fc.record({
  recipient: named,
  amount: fc.maxSafeInteger(),
  reason: hostile,
  code: fc.constant('2abcdef'),
});

test('Discord accepts every preview, report, form and list of errors, whatever people write', async () => {
  const rows = fc.array(payment, { minLength: 1, maxLength: 300, size: 'max' });
  const languages = fc.constantFrom(...SPOKEN);
  await fc.assert(
    fc.asyncProperty(rows, languages, hostile, textsOf(TEXTS), async (all, language, why, texts) => {
      const acting = { language, game: { now: () => START } } as never;
      const entries = all
        .slice(0, 50)
        .map(({ recipient, amount }, id) => entry(id, { counterparty: recipient, amount: -amount }));
      const asked = await toAsked(acting, all, { log: { entries, gaps: 0 }, balance: 5 });
      const leftOut = all.map(() => ({ name: 'x'.repeat(70), why: 'y'.repeat(200) }));
      expectSendable(previewView(language, KIND, { ...asked, ...COST, leftOut, numberToType: 5 } as never));
      const alike = all.map((data, at) => ({ row: data, isSent: at % 2 > 0, at: START }));
      const again = { ...asked, ...COST, leftOut, numberToType: 5, alike, asksAgain: true };
      expectSendable(previewView(language, KIND, again as never));
      const stored = all.map((data, at) => ({ data, state: at % 2 ? 'refused' : 'unknown', reason: why }));
      const batch = { ...{ id: 'a'.repeat(16), kind: PAY.name, startedAt: 0, finishedAt: 1 }, character: me };
      expectSendable(batchView(KIND, { ...batch, person: { locale: 'de' }, rows: stored } as never));
      const waiting = all.map((data, at) => ({ data, state: 'planned', alike: { isSent: at % 2 > 0, at: START } }));
      const paused = { ...batch, finishedAt: undefined, pause: { why: 'paid', at: 1 }, rows: waiting };
      expectSendable(batchView(KIND, { ...paused, person: { locale: 'de' } } as never));
      for (const text of [why, why.repeat(20)]) {
        expectSendableModal(listModal(texts, { text }));
        expectSendableModal(listModal(texts, { text, name: 'Salaries' }));
        const bad = `no separator\n${text}\n${all.map(({ reason }) => `${reason} | 1.500`).join('\n')}`;
        const list = parsePayList(bad, language);
        const toId = (answer?: string) =>
          payIds.payAnswer({
            draft: 'a'.repeat(16),
            of: list.question?.key ?? '',
            isAsked: true,
            isRounded: true,
            ...(answer !== undefined && { answer }),
          });
        const ids = { draft: 'a'.repeat(16), toId };
        expectSendable(
          list.question ? questionView(texts, list.question, ids) : problemsView(texts, list, bad, 'a'.repeat(16)),
        );
      }
    }),
    RUNS,
  );
});

test('a preview of many rows has all of them in a file', () => {
  const rows = Array.from(
    { length: 200 },
    (_, id): Payment => ({ ...row, recipient: { uid: `1:${id}`, name: `Mercenary ${id}` } }),
  );
  const view = previewView('en', KIND, { rows, ...COST, leftOut: [] });
  expect(textOf(view)).toMatch(/… and \d+ more/);
  const [file] = view.files ?? [];
  expect(String(file?.data).split('\r\n')).toHaveLength(202);
  expect(String(file?.data)).toContain(
    '"Mercenary 199","1:199","pay",50,"Salary [p-2abcdef]","","Vael Ondar","Mercenary 199"',
  );
});
