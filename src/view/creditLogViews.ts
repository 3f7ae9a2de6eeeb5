import type { CreditLogEntry } from '../game/credits.ts';
import { toGameTime } from '../game/gameTime.ts';
import type { Page } from '../game/operation.ts';
import { button, buttons, divider, file, type MessageView, message, text } from './message.ts';
import { type PageIds, pagerRow, toPosition } from './pager.ts';
import { joined, moment, plain, shortMoment } from './text.ts';
import type { Words } from './words/wordsFor.ts';

const LONGEST_NAME = 40;
const LONGEST_DESCRIPTION = 60;
const FILE = 'credit-log.csv';
/**
 * Where spreadsheets may take text for a formula: at the start of a cell, or of what becomes a cell where fields are
 * separated by semicolons or tabs, also behind blanks and what is not seen, and with the signs of full width.
 */
const FORMULA = /^(?=[\t\r\n])|(?<=^|[;\t\r\n])(?=(?:[^\S\t\r\n]|\p{Cf})*[=+\-@＝＋－＠])/gu;

type Ids = { page: PageIds; export: string };

/** A window of the log: the newest entries or the oldest; a full one may not be all that there is. */
export type LogWindow = { isOldest: boolean; isFull: boolean };

/** The entries of a full window among all: how many there are, or at least; without a count it could not be asked. */
export type LogExtent = { isOldest: boolean; count?: number; isLeast?: boolean };

/** One page of the credit log; what came in and what went out are told apart by sign and word. */
export function creditLogView(
  words: Words,
  page: Page<CreditLogEntry>,
  { isOldest, isFull }: LogWindow,
  ids: Ids,
): MessageView {
  const { log } = words.transfers;
  const title = text(`## ${isOldest ? log.titleOldest : log.title}`);
  if (page.items.length === 0) return message('neutral', title, text(log.empty));
  const [from, to] = [page.startIndex, page.startIndex + page.items.length - 1];
  const range = isFull ? log.rangeOfWindow(from, to, page.total, isOldest) : words.pager.range(from, to, page.total);
  return message(
    'neutral',
    title,
    text(`-# ${range}`),
    divider(),
    text(toLines(words, page.items)),
    pagerRow(words, toPosition(page), ids.page),
    buttons(button(isFull ? log.exportWindow(page.total) : log.export, ids.export)),
  );
}

/** The amounts stand below each other: code is of one width, and no-break spaces are kept. */
function toLines(words: Words, entries: readonly CreditLogEntry[]): string {
  const amounts = entries.map(({ amount }) => `${amount < 0 ? '−' : '+'}${words.number(Math.abs(amount))}`);
  const width = Math.max(...amounts.map(({ length }) => length));
  return entries.map((entry, index) => toLine(words, entry, amounts[index]?.padStart(width, '\u00a0'))).join('\n');
}

function toLine(
  words: Words,
  { amount, counterparty, description, timestamp: date }: CreditLogEntry,
  shownAmount = '',
): string {
  const { log } = words.transfers;
  const name = counterparty && plain(counterparty.name, LONGEST_NAME);
  const what = joined(
    name && (amount < 0 ? log.outgoing(name) : log.incoming(name)),
    plain(description, LONGEST_DESCRIPTION),
  );
  return `\`${shownAmount}\`${what && ` ${what}`}${date ? `\n-# ${shortMoment(words, date)}` : ''}`;
}

/** How far the export is. */
export function exportingView({ transfers }: Words, done: number, total: number): MessageView {
  return message('neutral', text(transfers.log.exporting(done, total)));
}

/** All entries of the window as a CSV file, and which entries of the log these are: all of it where no `extent` says otherwise. */
export function exportView(words: Words, entries: readonly CreditLogEntry[], extent?: LogExtent): MessageView {
  const { log } = words.transfers;
  const times = entries.flatMap(({ timestamp: date }) => (date ? [date.getTime()] : []));
  const [first, last] = [Math.min(...times), Math.max(...times)].map((time) => new Date(time));
  const { components } = message(
    'good',
    text(
      extent ? log.exportedPart(entries.length, extent) : log.exportedAll(entries.length),
      times.length > 1 && first && last && log.fromTo(moment(words, first), moment(words, last)),
      extent && `-# ${log.windows(extent.isOldest, entries.length)}`,
    ),
    file(FILE),
  );
  return { components, files: [{ name: FILE, data: toCsv(words, entries) }] };
}

/** RFC 4180, with a byte-order mark so that spreadsheets read it as UTF-8; text that looks like a formula is disarmed. */
export function toCsv({ transfers, gameTime }: Words, entries: readonly CreditLogEntry[]): string {
  const header = Object.values(transfers.log.columns).map(toCell);
  const rows = entries.map(({ transactionId, timestamp, amount, counterparty, description }) => [
    toCell(transactionId),
    toCell(timestamp?.toISOString() ?? ''),
    toCell(timestamp ? gameTime(toGameTime(timestamp)) : ''),
    String(amount),
    toCell(counterparty?.name ?? ''),
    toCell(counterparty?.uid ?? ''),
    toCell(description),
  ]);
  return `\ufeff${[header, ...rows].map((row) => row.join(',')).join('\r\n')}\r\n`;
}

function toCell(text: string): string {
  return `"${text.replace(FORMULA, "'").replaceAll('"', '""')}"`;
}
