import type { CreditLogEntry } from '../../src/game/credits.ts';
import type { Page } from '../../src/game/operation.ts';
import type { Messages } from '../../src/view/language.ts';
import { button, buttons, divider, type MessageView, message, text } from '../../src/view/message.ts';
import { type PageIds, pagerRow, toPosition } from '../../src/view/pager.ts';
import { joined, plain, shortMoment } from '../../src/view/text.ts';
import type { CreditsMessages } from './messages.ts';
import { type LogWindow, WINDOW_LENGTH } from './readLog.ts';

type Said = Messages<CreditsMessages>;

const MAX_NAME = 40;
const MAX_DESCRIPTION = 60;

/** A page of a window; sign and word tell income from expenses. A full window may not be all. */
export function creditLogView(
  messages: Said,
  page: Page<CreditLogEntry>,
  window: LogWindow,
  ids: { page: PageIds; export: string },
): MessageView {
  const { log, csv, pager } = messages;
  const isOldest = window === 'oldest';
  const title = text(`## ${isOldest ? log.titleOldest : log.title}`);
  if (page.items.length === 0) return message('neutral', title, text(log.empty));
  const [from, to] = [page.startIndex, page.startIndex + page.items.length - 1];
  const isFull = page.total >= WINDOW_LENGTH;
  const range = isFull ? log.rangeOfWindow(from, to, page.total, isOldest) : pager.range(from, to, page.total);
  return message(
    'neutral',
    title,
    text(`-# ${range}`),
    divider(),
    text(toLines(messages, page.items)),
    pagerRow(messages, toPosition(page), ids.page),
    buttons(button(csv.export, ids.export)),
  );
}

/** The amounts line up: code has one width, and no-break spaces are kept. */
function toLines(messages: Said, entries: readonly CreditLogEntry[]): string {
  const amounts = entries.map(({ amount }) => `${amount < 0 ? '−' : '+'}${messages.number(Math.abs(amount))}`);
  const width = Math.max(...amounts.map(({ length }) => length));
  return entries.map((entry, index) => toLine(messages, entry, amounts[index]?.padStart(width, '\u00a0'))).join('\n');
}

function toLine(
  messages: Said,
  { amount, counterparty, description, timestamp: date }: CreditLogEntry,
  shownAmount = '',
): string {
  const { log } = messages;
  const name = counterparty && plain(counterparty.name, MAX_NAME);
  const what = joined(
    name && (amount < 0 ? log.outgoing(name) : log.incoming(name)),
    plain(description, MAX_DESCRIPTION),
  );
  return `\`${shownAmount}\`${what && ` ${what}`}${date ? `\n-# ${shortMoment(messages, date)}` : ''}`;
}
