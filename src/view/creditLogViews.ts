import { ComponentType } from 'discord-api-types/v10';
import { toGameTime } from '../game/gameTime.ts';
import type { CreditLogEntry, Page } from '../game/records.ts';
import { button, buttons, divider, type MessageView, message, text } from './message.ts';
import { type PageButton, pagerRow, toPosition } from './pager.ts';
import { moment, plain } from './text.ts';
import type { Words } from './words/wordsFor.ts';

const LONGEST_NAME = 40;
const LONGEST_DESCRIPTION = 60;
const FILE = 'credit-log.csv';
/** Spreadsheets take a cell that begins like this for a formula. */
const FORMULA = /^[=+\-@\t\r]/;

type Ids = { page: (role: PageButton | 'here', page: number) => string; export: string };

/** One page of the credit log; what came in and what went out are told apart by sign and word. */
export function creditLogView(words: Words, page: Page<CreditLogEntry>, isOldest: boolean, ids: Ids): MessageView {
  const { log } = words.transfers;
  const title = text(`## ${isOldest ? log.titleOldest : log.title}`);
  if (page.items.length === 0) return message('neutral', title, text(log.empty));
  const range = words.pager.range(page.startIndex, page.startIndex + page.items.length - 1, page.total);
  return message(
    'neutral',
    title,
    text(`-# ${range}`),
    divider(),
    text(page.items.map((entry) => toLine(words, entry)).join('\n')),
    pagerRow(words, toPosition(page), ids.page),
    buttons(button(log.export, ids.export)),
  );
}

function toLine(words: Words, { amount, counterparty, description, timestamp: date }: CreditLogEntry): string {
  const { log } = words.transfers;
  const name = counterparty && plain(counterparty.name, LONGEST_NAME);
  const parts = [
    `**${amount < 0 ? '−' : '+'}${words.number(Math.abs(amount))}**`,
    name && (amount < 0 ? log.outgoing(name) : log.incoming(name)),
    description.trim() !== '' && plain(description, LONGEST_DESCRIPTION),
  ];
  return `${parts.filter(Boolean).join(' · ')}${date ? `\n-# ${moment(words, date)}` : ''}`;
}

/** How far the export is. */
export function exportingView({ transfers }: Words, done: number, total: number): MessageView {
  return message('neutral', text(transfers.log.exporting(done, total)));
}

/** All entries of the window as a CSV file. */
export function exportView(words: Words, entries: readonly CreditLogEntry[]): MessageView {
  const { components } = message('good', text(words.transfers.log.exported(entries.length)), {
    type: ComponentType.File,
    file: { url: `attachment://${FILE}` },
  });
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
  const disarmed = FORMULA.test(text) ? `'${text}` : text;
  return `"${disarmed.replaceAll('"', '""')}"`;
}
