import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { TEXTS } from '../../commands/credits/en.ts';
import { DIRECTIONS, filterLog, sumUp } from '../../commands/credits/log/filter.ts';
import type { ShownLog } from '../../commands/credits/log/keptLog.ts';
import { creditLogView } from '../../commands/credits/log/logView.ts';
import { reportView, toReport } from '../../commands/credits/log/report.ts';
import type { CreditLogEntry } from '../../src/game/resources/credits.ts';
import { monthOf, startOfMonth } from '../../src/view/day.ts';
import { forAll } from '../support/forAll.ts';
import { textOf } from '../support/messages.ts';
import { expectSendable, hostile, RUNS, reference, textsOf } from '../support/sendable.ts';

const NOW = Date.UTC(2026, 10, 23, 12);
const at = fc.integer({ min: Date.UTC(2026, 6, 1), max: NOW - 1 }).map((ms) => new Date(ms));
const party = fc.record({
  uid: fc.constantFrom('1:1', '1:2', '20:1'),
  name: fc.constantFrom('Ann', 'ANNA', 'Bo', 'Bo-A'),
});
const amount = fc.integer({ min: -900, max: 900 });
const description = fc.constantFrom('', 'Wages', 'wages of Bo', 'Ore');
const ofTheGame = { transactionId: fc.nat().map(String), timestamp: at, amount, description };
const entry: fc.Arbitrary<CreditLogEntry> = fc.oneof(
  fc.record(ofTheGame),
  fc.record({ ...ofTheGame, counterparty: party }),
);
const newestFirst = (entries: CreditLogEntry[]) =>
  entries.toSorted((a, b) => Number(b.timestamp) - Number(a.timestamp));
const log = fc.array(entry, { maxLength: 40 }).map(newestFirst);
const [names, moment] = [fc.constantFrom('ann', 'Bo', 'an', '1:2', 'nobody'), at.map(Number)];
const said = { with: names, direction: fc.constantFrom(...DIRECTIONS), text: fc.constantFrom('WAGES', 'bo') };
const counted = { since: moment, month: moment.map(monthOf), minimum: fc.integer({ min: 1, max: 900 }) };
const filter = fc.record({ ...said, ...counted }, { requiredKeys: [] });
const shownLog = (entries: CreditLogEntry[], more: Partial<ShownLog> = {}): ShownLog => {
  return { entries, isWhole: true, gaps: 0, readAt: NOW, balance: 50_000, ...more };
};

test('what a filter leaves, and its sums, are those of a loop over the log', () => {
  forAll([log, filter], { numRuns: 500 }, (entries, asked) => {
    const [left, sums] = [[] as CreditLogEntry[], { incoming: 0, outgoing: 0, net: 0 }];
    const isNamed = ({ uid, name }: { uid?: string; name: string }) =>
      uid === asked.with || name.toLowerCase() === asked.with?.toLowerCase();
    const isAnyNamed = entries.some(({ counterparty }) => counterparty && isNamed(counterparty));
    for (const one of entries) {
      const { counterparty = { name: '' }, timestamp = new Date(0), amount } = one;
      const isPart = counterparty.name.toLowerCase().includes(asked.with?.toLowerCase() ?? '');
      if (asked.with && !(isAnyNamed ? isNamed(counterparty) : isPart)) continue;
      if (asked.direction && Math.sign(amount) !== { in: 1, out: -1 }[asked.direction]) continue;
      if (asked.text && !one.description.toLowerCase().includes(asked.text.toLowerCase())) continue;
      if (asked.since !== undefined && timestamp.getTime() < asked.since) continue;
      if (asked.month !== undefined && timestamp.toISOString().slice(0, 7) !== iso(asked.month)) continue;
      if (asked.minimum !== undefined && amount < asked.minimum && -amount < asked.minimum) continue;
      left.push(one);
      sums[amount > 0 ? 'incoming' : 'outgoing'] += Math.abs(amount);
      sums.net += amount;
    }
    const { items } = filterLog(entries, asked);
    expect(items).toEqual(left);
    expect(sumUp(items)).toEqual(sums);
  });
});

const iso = (month: number): string => `${Math.floor(month / 12)}-${String((month % 12) + 1).padStart(2, '0')}`;

test('a report’s parties add up to the month, and its balance goes from entry to entry up to today’s', () => {
  forAll([log, at, fc.boolean()], { numRuns: 500 }, (entries, when, isWhole) => {
    const month = monthOf(when.getTime());
    const { parties, from, steps, ...report } = toReport(shownLog(entries, { isWhole }), month, NOW);
    const own = entries.filter(({ timestamp }) => monthOf(Number(timestamp)) === month);
    expect(parties.flatMap(({ own }) => own).length).toBe(own.length);
    expect(parties.map(({ moved }) => moved)).toEqual(parties.map(({ moved }) => moved).toSorted((a, b) => b - a));
    const oldest = Number(entries.at(-1)?.timestamp ?? Infinity);
    const reach = isWhole ? 0 : oldest;
    expect(from).toBe(reach < report.end ? Math.max(startOfMonth(month), reach) : undefined);
    if (from === undefined) return void expect(steps).toBe(undefined);
    const sumAfter = (ms: number) =>
      entries.reduce((sum, { timestamp, amount }) => (Number(timestamp) > ms ? sum + amount : sum), 0);
    expect(steps?.[0]).toEqual([from, 50_000 - sumAfter(from - 1)]);
    expect(steps?.at(-1)?.[1]).toBe(50_000 - sumAfter(report.next - 1));
    for (const [index, one] of own.toReversed().entries())
      expect(steps?.[index + 1]?.[1]).toBe((steps?.[index]?.[1] ?? 0) + one.amount);
  });
});

describe('the balance over time isn’t told', () => {
  const one = { transactionId: '1', amount: 9, description: '', timestamp: new Date(NOW - 1) };
  const { timestamp: _, ...undated } = one;
  test.each<[string, ShownLog]>([
    ['if entries came without content', shownLog([one], { gaps: 1 })],
    ['if an entry has no date', shownLog([one, undated])],
    ['if it would have been below zero', shownLog([one], { balance: 8 })],
  ])('%s', (_, shown) => {
    const report = toReport(shown, monthOf(NOW), NOW);
    expect(report.steps).toBe(undefined);
    expect(textOf(reportView(TEXTS.en, report, shown))).toContain("I can't tell your balance over time");
  });
});

test('Discord takes any report and any page, filtered or not; an empty one says so', () => {
  const amount = fc.maxSafeInteger();
  const texted = { transactionId: hostile, description: hostile, counterparty: reference };
  const hostileEntry = fc.record({ ...ofTheGame, amount, ...texted });
  forAll([textsOf(TEXTS), fc.array(hostileEntry, { maxLength: 30 }), hostile], RUNS, (texts, entries, typed) => {
    const shown = shownLog(newestFirst(entries), { isWhole: false, gaps: 1_000 });
    expectSendable(reportView(texts, toReport(shown, monthOf(NOW), NOW), shown, new Uint8Array()));
    const said = { with: typed, text: typed, direction: 'in', since: NOW } as const;
    const filter = { ...said, minimum: 1, ticket: 'x'.repeat(16) };
    const page = { items: entries.slice(0, 12), total: 1_000, startIndex: 1, itemCount: 12, sums: sumUp(entries) };
    const whole = { ...page, log: shown, window: 'newest' } as const;
    for (const view of [{ ...whole, filter }, whole]) expectSendable(creditLogView(texts, view));
    if (entries.length === 0) expect(textOf(creditLogView(texts, whole))).toContain(texts.log.empty);
  });
});
