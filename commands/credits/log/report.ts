import type { CreditLogEntry } from '../../../src/game/resources/credits.ts';
import { startOfMonth } from '../../../src/view/day.ts';
import { toTime } from '../readLog.ts';
import { filterLog, sumUp } from './filter.ts';
import type { ShownLog } from './keptLog.ts';

/** A balance from a moment on (ms). */
export type Step = readonly [at: number, balance: number];

/** A month of a log (`now` in ms). `from`: since when the window has all entries; undefined if for none
 * of the month. `steps`: the balance then, and after each entry; undefined if it can't be told. */
export function toReport(log: ShownLog, month: number, now: number) {
  const entries = filterLog(log.entries, { month }).items;
  const [start, next] = [startOfMonth(month), startOfMonth(month + 1)];
  const end = Math.min(next, Math.max(now, ...log.entries.slice(0, 1).map(toTime)));
  const oldest = log.entries.findLast(({ timestamp }) => timestamp);
  const reachesBackTo = log.isWhole ? start : oldest ? toTime(oldest) : Infinity;
  const from = reachesBackTo < end ? Math.max(start, reachesBackTo) : undefined;
  const [parties, steps] = [toParties(entries), toSteps(log, from, next)];
  return { month, start, next, end, isLatest: next > now, entries, parties, from, steps };
}
export type Report = ReturnType<typeof toReport>;

/** The entries of each counterparty, those who moved the most first. */
function toParties(entries: readonly CreditLogEntry[]) {
  const toKey = ({ counterparty }: CreditLogEntry) => counterparty?.uid ?? counterparty?.name;
  const parties = [...Map.groupBy(entries, toKey).values()].map((own) => {
    const { incoming, outgoing } = sumUp(own);
    return { ...own[0]?.counterparty, own, moved: incoming + outgoing };
  });
  return parties.sort((one, other) => other.moved - one.moved);
}

/** Back from today's balance. A missing entry or date would make a wrong one, and so did one below zero. */
function toSteps({ balance, entries, gaps }: ShownLog, from: number | undefined, to: number): Step[] | undefined {
  const isUnclear = gaps > 0 || entries.some(({ timestamp }) => !timestamp);
  if (balance === undefined || from === undefined || isUnclear) return undefined;
  const steps: Step[] = [];
  let before = balance;
  for (const entry of entries) {
    const at = toTime(entry);
    if (at < from) break;
    if (at < to) steps.push([at, before]);
    before -= entry.amount;
  }
  const all = [[from, before] as const, ...steps.reverse()];
  return all.some(([, each]) => each < 0) ? undefined : all;
}
