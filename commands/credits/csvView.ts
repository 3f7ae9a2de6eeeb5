import type { CreditLogEntry } from '../../src/game/credits.ts';
import { toGameTime } from '../../src/game/gameTime.ts';
import type { Messages } from '../../src/view/language.ts';
import { file, type MessageView, message, text } from '../../src/view/message.ts';
import { moment } from '../../src/view/text.ts';
import type { CreditsMessages } from './messages.ts';
import type { LogCopy } from './readLog.ts';

type Said = Messages<CreditsMessages>;

const FILE = 'credit-log.csv';
/**
 * Where spreadsheets may take text for a formula: at the start of a cell, or of what becomes one
 * where semicolons or tabs separate fields, also behind blanks and invisible characters, and with
 * full-width signs.
 */
const FORMULA = /^(?=[\t\r\n])|(?<=^|[;\t\r\n])(?=(?:[^\S\t\r\n]|\p{Cf})*[=+\-@＝＋－＠])/gu;

/** How much of the log has been read. */
export function readingView({ csv }: Said, count: number): MessageView {
  return message('neutral', text(csv.reading(count)));
}

/** The entries as a CSV file, and which part of the log they are. */
export function exportView(messages: Said, { newest, oldest, missing }: LogCopy): MessageView {
  const { csv } = messages;
  const label = missing ? csv.newest(newest.length) : csv.all(newest.length);
  const { components } = message(
    'good',
    text(
      toPart(messages, label, newest),
      oldest.length > 0 && toPart(messages, csv.oldest(oldest.length), oldest),
      missing && `-# ${csv.missing[missing]}`,
    ),
    file(FILE),
  );
  return { components, files: [{ name: FILE, data: toCsv(messages, [...newest, ...oldest]) }] };
}

function toPart(messages: Said, label: string, entries: readonly CreditLogEntry[]): string {
  const dates = entries.flatMap(({ timestamp }) => timestamp ?? []);
  const [last, first] = [dates[0], dates.at(-1)];
  const range =
    dates.length > 1 && first && last && messages.csv.fromTo(moment(messages, first), moment(messages, last));
  return range ? `${label}, ${range}` : label;
}

/** RFC 4180, with a byte-order mark so that spreadsheets read UTF-8. Formulas are disarmed. */
export function toCsv({ csv, gameTime }: Said, entries: readonly CreditLogEntry[]): string {
  const header = csv.columns.map(toCell);
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
