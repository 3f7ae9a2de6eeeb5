import { z } from 'zod';
import { toHandleKey } from '../../../src/game/parameters.ts';
import type { CreditLogEntry } from '../../../src/game/resources/credits.ts';
import { monthOf } from '../../../src/view/day.ts';
import { ticketKind } from '../../../src/writes/tickets.ts';
import { toTime } from '../readLog.ts';

export const DIRECTIONS = ['in', 'out'] as const;

const [text, number] = [z.string(), z.number()];
/** `with`: a UID, or (part of) a name. `since` in ms; `month` as `monthOf` numbers it. */
const filter = z
  .object({ with: text, direction: z.enum(DIRECTIONS), text, since: number, month: number, minimum: number })
  .partial();
export type LogFilter = z.output<typeof filter>;

/** Filters are too long for custom ids. */
export const FILTER = ticketKind('log-filter', filter, 24 * 60 * 60_000);

/** The entries that match. `name`: the exact match for `with`. */
export function filterLog(entries: readonly CreditLogEntry[], asked: LogFilter) {
  const { with: who, direction, text = '', since = -Infinity, month, minimum = 0 } = asked;
  const wanted = who === undefined ? '' : toHandleKey(who);
  const isExactly = ({ counterparty }: CreditLogEntry): boolean =>
    counterparty !== undefined && (counterparty.uid === who || toHandleKey(counterparty.name) === wanted);
  const exact = who === undefined ? undefined : entries.find(isExactly)?.counterparty;
  const isWanted = (entry: CreditLogEntry): boolean =>
    exact ? isExactly(entry) : toHandleKey(entry.counterparty?.name ?? '').includes(wanted);
  const items = entries.filter(
    (entry) =>
      isWanted(entry) &&
      (direction === undefined || (direction === 'in' ? entry.amount > 0 : entry.amount < 0)) &&
      toHandleKey(entry.description).includes(toHandleKey(text)) &&
      (since === -Infinity || (entry.timestamp !== undefined && toTime(entry) >= since)) &&
      (month === undefined || (entry.timestamp !== undefined && monthOf(toTime(entry)) === month)) &&
      Math.abs(entry.amount) >= minimum,
  );
  return { items, name: exact?.name };
}

/** The income, the expenses (positive) and the difference. */
export function sumUp(entries: readonly CreditLogEntry[]) {
  const sumOf = (sign: 1 | -1) => entries.reduce((sum, { amount }) => sum + Math.max(0, sign * amount), 0);
  const [incoming, outgoing] = [sumOf(1), sumOf(-1)];
  return { incoming, outgoing, net: incoming - outgoing };
}
