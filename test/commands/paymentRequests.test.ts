import fc from 'fast-check';
import { expect, test } from 'vitest';
import { REQUEST_CODES as CODES, PAY_CODES } from '../../commands/credits/codes.ts';
import { TEXTS } from '../../commands/credits/en.ts';
import { changeRequests, forgetRequests, listAsked } from '../../commands/credits/requests/keptRequests.ts';
import { applyLog, paidBy, type Request, toReason } from '../../commands/credits/requests/request.ts';
import { peopleModal, requestsView, requestView } from '../../commands/credits/requests/requestView.ts';
import { Unreadable } from '../../src/account/sealedStore.ts';
import { WINDOW_LENGTH } from '../../src/game/resources/credits.ts';
import { decodeEntities } from '../../src/game/wire/entities.ts';
import { openMemory } from '../account/rig.ts';
import { toKeeping } from '../support/collections.ts';
import { forAll } from '../support/forAll.ts';
import { expectSendable, expectSendableModal, hostile, named, RUNS, textsOf } from '../support/sendable.ts';

const PEOPLE = ['1:1', '1:2', '1:3'];
const codes = fc.constantFrom('2aaaaaa', '3bbbbbb', '4ccccc2', '5dddddd');
const toRequest = (code: string, rows: Record<string, number>, more: Partial<Request> = {}): Request => ({
  ...{ code, asker: { uid: '1:9', name: 'Asker' }, reason: '', askedAt: 0, counted: [], uncounted: [] },
  ...{ language: 'en', sent: {}, ...more },
  rows: Object.entries(rows).map(([uid, amount]) => ({ uid, name: uid, amount })),
});
/** Whether the character whose log is read asked so. */
const isHere = (code: string): boolean => code !== '5dddddd';
const text = fc.string({ unit: fc.constantFrom(' ', '.', '(', ')', '"', '-', '[', 'ä ', ' x ', '_'), maxLength: 6 });
/** A description, and the codes that a reader of it sees. */
const described = fc.array(fc.tuple(codes, fc.boolean(), fc.boolean(), text), { maxLength: 3 }).map((marks) => ({
  codes: [...new Set(marks.map(([code]) => code))],
  description: marks
    .map(([code, isUpper, isBare, after]) => {
      const mark = isBare ? ` r-${code} ` : CODES.toMark(code);
      return (isUpper ? mark.toUpperCase() : mark) + after;
    })
    .join(''),
}));
const entries = fc
  .array(
    fc.record({
      uid: fc.option(fc.constantFrom(...PEOPLE, '1:7')),
      amount: fc.integer({ min: -9, max: 99 }),
      described,
    }),
    { maxLength: 30 },
  )
  .map((made) =>
    made.map(({ uid, amount, described }, index) => ({
      ...{ transactionId: `${index + 1}`, amount, ...described },
      ...(uid !== null && { counterparty: { uid, name: uid } }),
    })),
  );

test('requests are paid by the entries with their code alone from those they ask, in any order and number of readings', () => {
  const asked = [
    toRequest('2aaaaaa', { '1:1': 50, '1:2': 10 }),
    toRequest('3bbbbbb', { '1:1': 5 }),
    toRequest('4ccccc2', { '1:3': 7 }, { isWithdrawn: true, endedAt: 1 }),
    // As another character of the same person, whose log this isn't.
    toRequest('5dddddd', { '1:1': 5 }, { asker: { uid: '1:8', name: 'Other' } }),
  ];
  forAll([entries, fc.infiniteStream(fc.nat(30))], RUNS, (all, cuts) => {
    // Each reading sees a stretch of the log, as a window that scrolls on.
    let requests = asked;
    for (let from = 0; from < all.length; ) {
      const to = from + 1 + (cuts.next().value ?? 0);
      const seen = all.slice(Math.max(0, from - 3), to).toReversed();
      requests = applyLog(requests, { uid: '1:9', entries: seen, gaps: 0, now: to });
      from = to;
    }
    for (const request of requests) {
      for (const { uid } of request.rows) {
        const own = all.filter((entry) => entry.counterparty?.uid === uid && entry.amount > 0);
        const paying = own.filter(({ codes }) => String(codes.filter(isHere)) === request.code && isHere(request.code));
        expect(paidBy(request, uid)).toBe(paying.reduce((sum, { amount }) => sum + amount, 0));
      }
      const isPaid = request.rows.every(({ uid, amount }) => paidBy(request, uid) >= amount);
      expect(request.endedAt !== undefined).toBe(isPaid || request.isWithdrawn === true);
      for (const { id, isOfSeveral } of request.uncounted) {
        const entry = all[Number(id) - 1];
        expect(entry?.codes).toContain(request.code);
        expect(isOfSeveral).toBe((entry?.codes.filter(isHere).length ?? 0) > 1);
      }
    }
    expect(requests[3]).toBe(asked[3]);
    const counted = requests.flatMap((request) => request.counted.map(({ id }) => id));
    expect(new Set(counted).size).toBe(counted.length);
  });
});

test.each(['Ar-2aaaaaa', 'r-2aaaaaaa', 'r-2aaaaa', 'p-2aaaaaa', '[p-2aaaaaa]', 'r-2aaaaa1', 'r 2aaaaaa', 'ür-2aaaaaa'])(
  "%s isn't a request code",
  (description) => expect(CODES.find(description)).toEqual([]),
);

test('a code is found as it was made, and no reason brings along another code', () => {
  const made = CODES.create(new Set());
  const asked = toRequest(made, { '1:1': 5 }, { reason: `Dues [p-2aaaaaa] r-3bbbbbb ${CODES.toMark('4ccccc2')}` });
  expect(toReason(asked)).toBe(`Dues [r-${made}]`);
  expect(PAY_CODES.find(decodeEntities(toReason({ ...asked, reason: '&#112;-2aaaaaa' })))).toEqual([]);
  expect(CODES.find(`x (${toReason(asked).toUpperCase()}) y`)).toEqual([made]);
  expect(PAY_CODES.find(toReason(asked))).toEqual([]);
  expect(CODES.removeFrom('a r-b [r-2aaaaaa]')).toBe('a r-b');
});

test('of many entries from others, the newest are told at each look', () => {
  const asked = toRequest('2aaaaaa', { '1:1': 5 });
  const toLog = (newest: number) =>
    Array.from({ length: newest }, (_, index) => ({
      ...{ transactionId: `${newest - index}`, amount: 1, description: CODES.toMark('2aaaaaa') },
      counterparty: { uid: '1:7', name: 'Spammer' },
    }));
  let requests = [asked];
  for (const newest of [3, 9, 9, 9]) {
    requests = applyLog(requests, { uid: '1:9', entries: toLog(newest), gaps: 0, now: 1 });
    const ids = requests[0]?.uncounted.map(({ id }) => Number(id));
    expect(ids).toEqual([newest, newest - 1, newest - 2, newest - 3, newest - 4].filter((id) => id > 0));
  }
});

test('a log that begins after the last look says from when on it shows payments', () => {
  const toLog = (count: number) =>
    Array.from({ length: count }, (_, index) => ({
      ...{ transactionId: `${index}`, amount: 1, description: '', timestamp: new Date(5_000 + index) },
    }));
  const asked = toRequest('2aaaaaa', { '1:1': 5 }, { askedAt: 4_000 });
  const look = (request: Request, entries: ReturnType<typeof toLog>, gaps = 0) =>
    applyLog([request], { uid: '1:9', entries, gaps, now: 9_000 })[0];
  expect(look(asked, toLog(WINDOW_LENGTH))?.unseenUntil).toBe(5_000);
  expect(look(asked, toLog(WINDOW_LENGTH - 1))?.unseenUntil).toBeUndefined();
  expect(look(asked, toLog(WINDOW_LENGTH - 1), 1)?.unseenUntil).toBe(5_000);
  expect(look({ ...asked, checkedAt: 5_000 }, toLog(WINDOW_LENGTH))?.unseenUntil).toBeUndefined();
  expect(look({ ...asked, unseenUntil: 3 }, [])?.unseenUntil).toBe(3);
});

test('five requests of one asker are listed until those of others are, and a full list loses its asker’s oldest', async () => {
  const services = toKeeping(await openMemory());
  const ask = (id: string, code: number) => {
    const asked = toRequest(`${code}`, { '1:2': 5 }, { askedAt: services.now() });
    return changeRequests({ person: { id }, services }, (all) => [asked, ...all]);
  };
  const listed = async () => (await listAsked(services, '1:2')).map((each) => each.asker + each.request.code).join(' ');
  await ask('e', 1);
  for (let code = 10; code < 35; code += 1) await ask('a', code);
  expect(await listed()).toMatch(/^a34 a33 a32 a31 a30 e1 a29 a28 .* a11$/);

  await ask('b', 1);
  for (let code = 40; code < 63; code += 1) await ask('c', code);
  // There are 50 now: the first b makes room for the second one, and the oldest a for the d.
  await ask('b', 2);
  await ask('d', 3);
  expect(await listed()).toMatch(/^d3 b2 c62 c61 c60 c59 c58 a34 a33 a32 a31 a30 e1 c57 /);
});

test('Discord takes every state of requests, whatever the names', () => {
  const amount = fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER });
  const rows = fc.array(fc.tuple(named, amount), { minLength: 1, maxLength: 25 });
  const request = fc.record({ asker: named, reason: hostile, rows, paid: amount, isOpen: fc.boolean() });
  const requests = fc.array(request, { minLength: 1, maxLength: 25 });
  forAll([textsOf(TEXTS), requests], { ...RUNS, numRuns: 60 }, (texts, made) => {
    const all = made.map(({ rows, paid, isOpen, ...more }, index): Request => {
      const uncounted = rows.slice(0, 5).map(([{ name }]) => ({ id: name, name, amount: paid, isOfSeveral: isOpen }));
      const counted = rows.map(([{ uid }], index) => ({ id: `${index}`, uid, amount: paid }));
      const times = { askedAt: 0, checkedAt: 1, unseenUntil: 1, ...(!isOpen && { endedAt: 1 }) };
      return { ...toRequest(`2${index}`, {}), ...more, ...times, ...{ uncounted, counted }, rows: toRows(rows) };
    });
    const rowOf = ({ rows: [row] }: Request) => row as Request['rows'][0];
    const asked = all.map((request) => ({ asker: '1'.repeat(20), request, row: rowOf(request) }));
    expectSendable(requestsView(texts, all, asked));
    for (const each of all.slice(0, 2))
      for (const isPrivate of [true, false]) expectSendable(requestView(texts, each, '1'.repeat(20), isPrivate));
    expectSendableModal(peopleModal(texts, undefined, all[0]?.reason.slice(0, 150)));
  });
});

const toRows = (rows: [{ uid: string; name: string }, number][]) => rows.map(([who, amount]) => ({ ...who, amount }));

test('requests whose key is missing are neither hidden nor overwritten, and don’t keep others from asking', async () => {
  const store = await openMemory();
  const [before, now] = [toKeeping(store), toKeeping(store, Buffer.alloc(32, 1))];
  const ask = (id: string, services: typeof before) => {
    const asked = toRequest(`${id}aaaaaa`, { '1:2': 5 }, { askedAt: services.now() });
    return changeRequests({ person: { id }, services }, (all) => [asked, ...all]);
  };
  await ask('2', before);
  for (const work of [ask('2', now), listAsked(now, '1:2')]) await expect(work).rejects.toThrow(Unreadable);
  expect(await ask('3', now)).toHaveLength(1);
  await forgetRequests({ person: { id: '2' }, services: now });
  expect(await listAsked(before, '1:2')).toMatchObject([{ asker: '2' }]);
});
