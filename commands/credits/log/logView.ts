import { stepButton } from '../../../src/discord/declare/steps.ts';
import { toGameTime } from '../../../src/game/gameTime.ts';
import type { Page } from '../../../src/game/operation.ts';
import type { CreditLogEntry } from '../../../src/game/resources/credits.ts';
import { toCsv } from '../../../src/view/csv.ts';
import { formatDay, formatMonth, startOfMonth } from '../../../src/view/day.ts';
import type { Language } from '../../../src/view/languages.ts';
import { button, buttons, divider, file, message, text } from '../../../src/view/message.ts';
import { pagerRow, toPosition } from '../../../src/view/pager.ts';
import { joined, moment, PHONE_LINE, plain, shortMoment, timestamp } from '../../../src/view/text.ts';
import { DAY_MS } from '../../characters/known.ts';
import type { CreditsTexts } from '../en.ts';
import { logIds } from '../ids.ts';
import { type LogCopy, type LogWindow, toTime } from '../readLog.ts';
import type { LogFilter, sumUp } from './filter.ts';
import type { ShownLog } from './keptLog.ts';

const MAX_DESCRIPTION = 60;
const MIN_NAME_WIDTH = 15;
/** The length of “from” and its space. */
const WORD_LENGTH = 5;
const FILE = 'credit-log.csv';

/** A page of the matching entries, and the sums of all of them. `ticket`: the filter's. */
export type ShownPage = Omit<Page<CreditLogEntry>, 'hasMore'> & {
  log: ShownLog;
  window: LogWindow;
  sums: ReturnType<typeof sumUp>;
  filter?: LogFilter & { name?: string | undefined; ticket: string };
};

/** A page of a window. A full window may not be the whole log. */
export function creditLogView(texts: CreditsTexts, shown: ShownPage) {
  const { log: words, csv, pager } = texts;
  const { items, startIndex: from, total, log, window, sums, filter } = shown;
  const isOldest = window === 'oldest';
  const filters = filter && `-# ${joined(toFilterLine(texts, filter), toPart(texts, shown))}`;
  const title = text(`## ${isOldest ? words.titleOldest : words.title}`, filters);
  const args = { window, filter: filter?.ticket };
  const ends = text(`-# ${endOfWindow(texts, log, isOldest)} ${words.readAt(timestamp(new Date(log.readAt), 'T'))}`);
  const refresh = button(words.refresh, logIds.refresh(args));
  if (items.length === 0)
    return message('neutral', title, text(filter ? words.nothing : words.empty), ends, buttons(refresh));
  const to = from + items.length - 1;
  const range = !filter && !log.isWhole ? words.rangeOfWindow(from, to, total, isOldest) : pager.range(from, to, total);
  return message(
    'neutral',
    title,
    text(`-# ${joined(range, words.order[window])}`, words.sums(total, sums)),
    divider(),
    text(...toLines(texts, items)),
    pagerRow(texts, toPosition(shown), logIds.page, logIds.pageJump, args),
    ends,
    buttons(button(filter ? csv.exportThese : csv.export, logIds.export(args)), refresh),
    buttons(stepButton(texts, 'credits report')),
  );
}

function toFilterLine({ log, language, number }: CreditsTexts, filter: NonNullable<ShownPage['filter']>): string {
  const { with: who, name, direction, text: part, since, month, minimum } = filter;
  return joined(
    who !== undefined && (name === undefined ? log.withPart(plain(who, 60)) : log.withName(plain(name, 60))),
    direction && log.directions[direction],
    part !== undefined && log.quoted(plain(part, 60)),
    since !== undefined && log.since(formatDay(since, language)),
    month !== undefined && log.inMonth(formatMonth(month, language)),
    minimum !== undefined && log.atLeast(number(minimum)),
  );
}

/** The part of a filter's time that the window covers; undefined for all of it. */
function toPart({ log: words, language }: CreditsTexts, { filter, log, window }: ShownPage): string | undefined {
  const { since, month } = filter ?? {};
  const start = since ?? (month === undefined ? undefined : startOfMonth(month));
  if (start === undefined || log.isWhole) return undefined;
  if (window === 'newest') {
    const from = startOfWindow(log);
    return from > start && from < Infinity ? words.onlyFrom(formatWholeDay(from, language)) : undefined;
  }
  const newest = log.entries.find(({ timestamp }) => timestamp);
  return newest && words.onlyTo(formatWholeDay(toTime(newest), language));
}

const formatWholeDay = (ms: number, language: Language): string => formatDay(ms - (ms % DAY_MS), language);

/** The time (ms) from which on the newest window has all entries. */
export function startOfWindow({ entries, isWhole }: ShownLog): number {
  if (isWhole) return -Infinity;
  const oldest = entries.findLast(({ timestamp }) => timestamp);
  return oldest === undefined ? Infinity : toTime(oldest);
}

/** The window's end and its gaps. */
export function endOfWindow(texts: CreditsTexts, { entries, isWhole, gaps }: ShownLog, isOldest = false): string {
  const { log } = texts;
  const end = (isOldest ? entries : entries.toReversed()).find(({ timestamp }) => timestamp)?.timestamp;
  const cut = isOldest ? log.upTo : log.backTo;
  const window = isWhole ? log.whole : end ? cut(moment(texts, end)) : log.unknown;
  return gaps > 0 ? `${window} ${log.gaps(gaps)}` : window;
}

/** Amounts are aligned; names are cut to fit on a phone. */
function toLines(texts: CreditsTexts, entries: readonly CreditLogEntry[]): (string | undefined | false)[] {
  const { shared, signed } = texts;
  const width = Math.max(...entries.map(({ amount }) => signed(amount).length));
  const room = Math.max(MIN_NAME_WIDTH, PHONE_LINE - width - WORD_LENGTH);
  return entries.flatMap(({ transactionId, amount, counterparty, description, timestamp }) => {
    const name = counterparty && plain(counterparty.name, room);
    const who = name && (amount < 0 ? shared.toName(name) : shared.fromName(name));
    const what = plain(description, MAX_DESCRIPTION);
    return [
      `\`${signed(amount).padStart(width, '\u00a0')}\`${who || what ? ` ${who || what}` : ''}`,
      who !== undefined && what !== '' && `-# ${what}`,
      `-# ${joined(`#${plain(transactionId, 30)}`, timestamp && shortMoment(texts, timestamp))}`,
    ];
  });
}

export function filteredExportView(texts: CreditsTexts, shown: Pick<ShownPage, 'items' | 'log' | 'window'>) {
  const end = endOfWindow(texts, shown.log, shown.window === 'oldest');
  return fileView(texts, text(texts.csv.these(shown.items.length), `-# ${end}`), shown.items);
}

export function exportView(texts: CreditsTexts, { newest, oldest, missing }: LogCopy) {
  const { csv } = texts;
  const toPart = (label: string, entries: readonly CreditLogEntry[]): string => {
    const dates = entries.flatMap(({ timestamp }) => timestamp ?? []);
    const [last, first] = [dates[0], dates.at(-1)];
    if (dates.length < 2 || !first || !last) return label;
    return `${label}, ${csv.fromTo(moment(texts, first), moment(texts, last))}`;
  };
  const parts = text(
    toPart(missing ? csv.newest(newest.length) : csv.all(newest.length), newest),
    oldest.length > 0 && toPart(csv.oldest(oldest.length), oldest),
    missing && `-# ${csv.missing[missing]}`,
  );
  return fileView(texts, parts, [...newest, ...oldest]);
}

const fileView = (texts: CreditsTexts, says: ReturnType<typeof text>, entries: readonly CreditLogEntry[]) =>
  message('good', says, file(FILE, toCsv(texts, toRows(texts, entries))));

export function toRows({ csv, gameTime }: CreditsTexts, entries: readonly CreditLogEntry[]) {
  const rows = entries.map(({ transactionId, timestamp, amount, counterparty, description }) => [
    transactionId,
    timestamp?.toISOString(),
    timestamp && gameTime(toGameTime(timestamp)),
    amount,
    counterparty?.name,
    counterparty?.uid,
    description,
  ]);
  return [csv.columns, ...rows];
}
