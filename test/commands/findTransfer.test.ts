import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { findEntry, findTransfer, type LogSnapshot, readLogSnapshot } from '../../commands/credits/transfer.ts';
import type { Game } from '../../src/game/client.ts';
import type { CreditLogEntry } from '../../src/game/resources/credits.ts';
import { toContext } from '../support/writing.ts';

const START = Date.parse('2026-05-01T12:00:00Z');
const me = { uid: '1:1', name: 'Vael Ondar' };
const iri = { uid: '1:2', name: 'Marshal Iri Tosk' };
const transfer = { sender: me, recipient: iri, amount: 50, reason: 'Fuel for two' };

const entry = (id: number, change: Partial<CreditLogEntry> = {}): CreditLogEntry => ({
  transactionId: String(id),
  timestamp: new Date(START + id * 1_000),
  amount: -50,
  description: 'Fuel for two (Commlink)',
  counterparty: iri,
  ...change,
});

/** A game whose credit log shows its newest 1000 entries, in this order, and `skipped` nulls. */
function gameWithLog(log: readonly CreditLogEntry[], skipped?: number): Game {
  const items = log.toSorted((a, b) => Number(b.transactionId) - Number(a.transactionId)).slice(0, 1_000);
  const inOrder = log.filter((one) => items.includes(one));
  const list = async () => ({
    items: inOrder,
    total: inOrder.length,
    startIndex: 1,
    itemCount: 1_000,
    hasMore: false,
    skipped,
  });
  return { character: { creditlog: { list } } } as unknown as Game;
}

/** A game that sends these pages, and then nothing instead of the log. */
const gameThatSends = (...pages: object[]) => {
  const list = async () => pages.shift() ?? { items: [], total: 0, hasMore: false, isShapeless: true };
  return { character: { creditlog: { list } } } as unknown as Game;
};

describe('a transfer whose response was lost', () => {
  type Others = Parameters<typeof toContext>[1];
  const readBefore = async (before: CreditLogEntry[], asked = transfer) =>
    (await readLogSnapshot(toContext(gameWithLog(before), { now: START + 4_000 }), { ...asked, offeredAt: START }))
      .before;
  const look = async (before: CreditLogEntry[], after: CreditLogEntry[], asked = transfer, others: Others = {}) =>
    findTransfer(toContext(gameWithLog(after), others), asked, await readBefore(before, asked));
  const earlier = [entry(1), entry(2, { amount: -3 }), entry(3)];

  test('is found or missing in any order of the log', async () => {
    const shuffled = (log: CreditLogEntry[]) => fc.shuffledSubarray(log, { minLength: log.length });
    await fc.assert(
      fc.asyncProperty(
        shuffled(earlier),
        shuffled([...earlier, entry(4)]),
        shuffled(earlier),
        async (before, done, notDone) => {
          expect(await look(before, done)).toEqual({ outcome: 'found', transactionId: '4' });
          expect(await look(before, notDone)).toMatchObject({ outcome: 'notFound' });
        },
      ),
    );
  });

  test('can’t be distinguished from one made elsewhere, equal or with another reason', async () => {
    const two = await look(earlier, [...earlier, entry(4), entry(5)]);
    expect(two).toMatchObject({ outcome: 'maybe', transactionIds: ['5', '4'] });
    const other = await look(earlier, [...earlier, entry(4, { description: 'Rent' })]);
    expect(other).toEqual({ outcome: 'maybe', transactionIds: ['4'] });
  });

  test('can’t be distinguished from one that was made later, such as the next try', async () => {
    expect(await look(earlier, [...earlier, entry(29)])).toMatchObject({ outcome: 'found' });
    expect(await look(earlier, [...earlier, entry(30)])).toEqual({ outcome: 'maybe', transactionIds: ['30'] });
  });

  test('isn’t called missing if the log doesn’t reach back to its start', async () => {
    const later = Array.from({ length: 1_000 }, (_, n) => entry(n + 10, { amount: 1 }));
    expect(await look(earlier, [...earlier, ...later])).toMatchObject({ outcome: 'unreadable' });
    expect(await look(earlier, [...earlier, ...later.slice(1)])).toMatchObject({ outcome: 'notFound' });
  });

  test('is neither found nor missing in a log, however short, without the newest previous entry', async () => {
    for (const after of [[], [entry(1)], [entry(1), entry(9)], [entry(1), entry(2, { amount: -3 }), entry(4)]])
      expect(await look(earlier, after)).toMatchObject({ outcome: 'unreadable' });
    expect(await look([], [entry(4)])).toMatchObject({ outcome: 'found' });
    expect(await look([], [])).toMatchObject({ outcome: 'notFound' });
  });

  test('isn’t called missing if a null replaces an entry, and isn’t an entry that was hidden so before', async () => {
    const before = await readBefore([entry(3)]);
    const lookAt = (log: CreditLogEntry[]) => findTransfer(toContext(gameWithLog(log, 1)), transfer, before);
    expect(await lookAt([entry(3)])).toMatchObject({ outcome: 'unreadable' });
    expect(await lookAt([entry(3), entry(4)])).toMatchObject({ outcome: 'found' });
    expect(await lookAt([entry(3), entry(-2)])).toMatchObject({ outcome: 'maybe', transactionIds: ['-2'] });
  });

  test('is missing from a response without a log only if two earlier readings agreed that it was empty', async () => {
    const snapshot = async (...pages: object[]) =>
      (await readLogSnapshot(toContext(gameThatSends(...pages)), { ...transfer, offeredAt: START })).before;
    const lookNow = async (before: LogSnapshot) =>
      (await findTransfer(toContext(gameThatSends()), transfer, before)).outcome;
    expect(await lookNow(await snapshot())).toBe('notFound');
    const nothing = await gameThatSends().character.creditlog.list({ uid: '1:1' });
    const full = { items: [entry(3)], total: 1, hasMore: false };
    for (const pages of [[full], [nothing, full]]) expect(await lookNow(await snapshot(...pages))).toBe('unreadable');
    const half = snapshot({ ...full, hasMore: true });
    await expect(half).rejects.toMatchObject({ failure: { code: 'service_unavailable', isUnreadable: true } });
  });

  test('is found by its reason, although the log decoded an entity that the person typed', async () => {
    const log = [...earlier, entry(4, { description: 'R&D (Commlink)' })];
    expect((await look(earlier, log, { ...transfer, reason: 'R&amp;D' })).outcome).toBe('found');
  });

  test('is noticed before sending if the log has shown it since the preview, and no other write has claimed it', async () => {
    const since = async (ms: number, taken: string[] = []) =>
      (await readLogSnapshot(toContext(gameWithLog(earlier), { taken }), { ...transfer, offeredAt: START + ms }))
        .sinceThen;
    expect(await since(3_400)).toBe('3');
    expect(await since(4_000)).toBeUndefined();
    expect(await since(2_000, ['3'])).toBeUndefined();
  });

  test.each([
    [[entry(4)], { taken: ['4'] }, { outcome: 'notFound' }],
    [[entry(4), entry(5)], { taken: ['4'] }, { outcome: 'found', transactionId: '5' }],
    [[entry(4)], { isOnly: false }, { outcome: 'maybe', transactionIds: ['4'] }],
  ])('isn’t found by an entry that is, or may be, another write’s', async (later, others, found) => {
    expect(await look(earlier, [...earlier, ...later], transfer, others)).toMatchObject(found);
  });

  test('without a reason is found by an entry without one, to which the game may add the client', async () => {
    const { reason: _, ...asked } = transfer;
    const outcomeWith = async (description: string) =>
      (await look(earlier, [...earlier, entry(4, { description })], asked as typeof transfer)).outcome;
    for (const none of ['', ' ', '(Commlink)', '(Commlink) ']) expect(await outcomeWith(none)).toBe('found');
    for (const rent of ['Rent', 'Rent (Commlink)', '(Commlink) rent']) expect(await outcomeWith(rent)).toBe('maybe');
  });
});

test('a transfer with a response has the one new entry with its reason that no other write has', async () => {
  const before = { at: START, alikeIds: ['1'], newestId: '1' };
  const find = (log: CreditLogEntry[], taken: string[] = []) =>
    findEntry(toContext(gameWithLog([entry(1), ...log]), { taken }), transfer, before);
  expect(await find([entry(2), entry(3, { description: 'Rent' })])).toBe('2');
  expect(await find([entry(2), entry(3)], ['2'])).toBe('3');
  expect(await find([entry(2), entry(3)])).toBeUndefined();
  expect(await find([])).toBeUndefined();
});
