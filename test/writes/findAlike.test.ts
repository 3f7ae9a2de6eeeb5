import { expect, test } from 'vitest';
import { assignAlike, findAlike, type JudgedRow, type OwnedPayment } from '../../src/writes/findAlike.ts';
import type { Payment } from '../../src/writes/kind.ts';

const PELL = '1:5';
const own = (code?: string): Payment => ({ recipient: { uid: PELL, name: 'Pell' }, amount: 81, code });
const OWN = { key: '1:own', payments: [own('mine')], from: { position: 10 } };
const row = (change: Partial<JudgedRow> = {}): JudgedRow => ({
  ...{ change: '2:other', position: 11, uid: PELL, amount: 81, code: 'theirs' },
  ...{ fate: 'sent', at: 5, endedAt: 5 },
  ...change,
});
const single = (change: Partial<JudgedRow> = {}): JudgedRow => row({ code: undefined, ...change });
const entry = (change: Partial<OwnedPayment> = {}): OwnedPayment => ({
  ...{ id: '7', uid: PELL, amount: 81, codes: [], at: 6 },
  ...change,
});

test.each<[string, number, JudgedRow[], OwnedPayment[]]>([
  ['nothing was paid', 0, [], []],
  ['a row of another change was sent', 1, [row()], []],
  ['a row of another change is open', 1, [row({ fate: 'open' })], []],
  ['a row of another change certainly wasn’t sent', 0, [row({ fate: 'none' })], []],
  ['a row was confirmed before the preview, which named it', 0, [row({ position: 10 })], []],
  ['a payment was made by hand', 1, [], [entry()]],
  ['the log shows a row by its code, so it counts once', 1, [row()], [entry({ codes: ['theirs'] })]],
  ['the log shows a single change by its claim, so it counts once', 1, [single()], [entry({ owner: '2:other' })]],
  ['the log shows a row that the preview named', 0, [row({ position: 9 })], [entry({ codes: ['theirs'] })]],
  ['the log shows a single change that it named', 0, [single({ position: 9 })], [entry({ owner: '2:other' })]],
  ['the log shows a row that should not have been sent', 1, [row({ fate: 'none' })], [entry({ codes: ['theirs'] })]],
  ['the log has the change’s own code', 0, [], [entry({ codes: ['mine'] })]],
  ['the log has the change’s own claim', 0, [], [entry({ owner: '1:own' })]],
  ['the log has the code of a change that is gone', 1, [], [entry({ codes: ['gone'] })]],
  ['a lost single change may be the one in the log', 1, [single({ fate: 'open' })], [entry()]],
  ['a lost one that was named doesn’t hide one by hand', 1, [single({ fate: 'open', position: 9 })], [entry()]],
  ['one by hand and a list’s row count twice', 2, [row()], [entry()]],
  ['two by hand count twice', 2, [], [entry(), entry({ id: '8' })]],
])('if %s, %i count', (_, count, rows, logged) => {
  expect(findAlike(OWN, rows, logged)).toHaveLength(count);
});

test('says when it was sent, by the log if that shows it', () => {
  expect(findAlike(OWN, [row()], [])).toMatchObject([{ isSent: true, at: 5 }]);
  expect(findAlike(OWN, [row({ fate: 'open' })], [entry({ codes: ['theirs'] })])).toMatchObject([
    { isSent: true, at: 6, entryId: '7' },
  ]);
  expect(findAlike(OWN, [row({ fate: 'open' })], [])).toMatchObject([{ isSent: false }]);
});

test('asks about as many rows as were paid, in their order, and about no others', () => {
  const other: Payment = { recipient: { uid: '1:6', name: 'Iri' }, amount: 81 };
  const found = [{ uid: PELL, amount: 81, isSent: true, at: 6 }];
  const asked = (rows: (Payment | undefined)[]): boolean[] =>
    assignAlike(rows, found).map((alike) => alike !== undefined);
  expect(asked([other, own('a'), own('b')])).toEqual([false, true, false]);
  // The first was sent already.
  expect(asked([undefined, own('b')])).toEqual([false, true]);
  expect(assignAlike([own('a'), own('b')], [...found, ...found])).toEqual([
    { isSent: true, at: 6 },
    { isSent: true, at: 6 },
  ]);
});
