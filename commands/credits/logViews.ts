import { toGameTime } from '../../src/game/gameTime.ts';
import type { Page } from '../../src/game/operation.ts';
import { type CreditLogEntry, WINDOW_LENGTH } from '../../src/game/resources/credits.ts';
import { toCsv } from '../../src/view/csv.ts';
import { button, buttons, divider, file, type MessageView, message, text } from '../../src/view/message.ts';
import { pagerRow, toPosition } from '../../src/view/pager.ts';
import { joined, moment, PHONE_LINE, plain, shortMoment } from '../../src/view/text.ts';
import type { CreditsTexts } from './en.ts';
import { ids } from './ids.ts';
import type { LogCopy, LogWindow } from './readLog.ts';

const MAX_DESCRIPTION = 60;
/** For a name beside an amount, and for the word before it. */
const MIN_ROOM = 20;
const WORD_LENGTH = 5;
const FILE = 'credit-log.csv';

/** A page of a window; sign and word tell income from expenses. A full window may not be all. */
export function creditLogView(
  texts: CreditsTexts,
  page: Omit<Page<CreditLogEntry>, 'hasMore'>,
  window: LogWindow,
): MessageView {
  const { log, csv, pager } = texts;
  const { items, startIndex: from, total } = page;
  const isOldest = window === 'oldest';
  const title = text(`## ${isOldest ? log.titleOldest : log.title}`);
  if (items.length === 0) return message('neutral', title, text(log.empty));
  const to = from + items.length - 1;
  const range = total >= WINDOW_LENGTH ? log.rangeOfWindow(from, to, total, isOldest) : pager.range(from, to, total);
  return message(
    'neutral',
    title,
    text(`-# ${joined(range, log.order[window])}`),
    divider(),
    text(...toLines(texts, items)),
    pagerRow(texts, toPosition(page), ids.page, ids.pageJump, { window }),
    buttons(button(csv.export, ids.export())),
  );
}

/** The amounts line up, each entry with its number: code has one width, and no-break spaces are kept. A description that doesn't
 * fit beside them on a phone has a line of its own. */
function toLines(texts: CreditsTexts, entries: readonly CreditLogEntry[]): (string | undefined | false)[] {
  const { log, number } = texts;
  const toAmount = (amount: number): string => `${amount < 0 ? '−' : '+'}${number(Math.abs(amount))}`;
  const width = Math.max(...entries.map(({ amount }) => toAmount(amount).length));
  const room = Math.max(MIN_ROOM, PHONE_LINE - width);
  return entries.flatMap(({ transactionId, amount, counterparty, description, timestamp }) => {
    const name = counterparty && plain(counterparty.name, room - WORD_LENGTH);
    const who = name && (amount < 0 ? log.outgoing(name) : log.incoming(name));
    const whole = joined(who, plain(description, MAX_DESCRIPTION));
    const what = who && whole.length > room ? who : whole;
    return [
      `\`${toAmount(amount).padStart(width, '\u00a0')}\`${what && ` ${what}`}`,
      what !== whole && `-# ${plain(description, MAX_DESCRIPTION)}`,
      `-# ${joined(`#${plain(transactionId, 30)}`, timestamp && shortMoment(texts, timestamp))}`,
    ];
  });
}

export function exportView(texts: CreditsTexts, { newest, oldest, missing }: LogCopy): MessageView {
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
  const files = [{ name: FILE, data: toCsv(toRows(texts, [...newest, ...oldest])) }];
  return { ...message('good', parts, file(FILE)), files };
}

/** The columns' names, and a row for each entry. */
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
