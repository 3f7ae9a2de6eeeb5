import type { CreditLogEntry } from '../../../src/game/resources/credits.ts';
import { formatDay, formatMonth } from '../../../src/view/day.ts';
import { button, buttons, message, picture, select, text } from '../../../src/view/message.ts';
import { joined, plain, unbroken, unformatted } from '../../../src/view/text.ts';
import type { CreditsTexts } from '../en.ts';
import { logIds } from '../ids.ts';
import { sumUp } from './filter.ts';
import type { ShownLog } from './keptLog.ts';
import { endOfWindow } from './logView.ts';
import type { Report, Step } from './report.ts';

const FILE = 'balance.png';
const MAX_SHOWN = 8;
const MAX_CHOICES = 25;
const DAY_MS = 86_400_000;

/** One month; without the picture if it couldn't be drawn. */
export function reportView(texts: CreditsTexts, report: Report, log: ShownLog, png?: Uint8Array) {
  const { report: words, language, csv } = texts;
  const { month, start, entries, from = Infinity, parties } = report;
  const balance = toBalance(texts, report);
  const [earlier, later] = [month - 1, month + 1].map((each) => formatMonth(each, language).replace(/ \d+$/, ''));
  const rest = parties.slice(MAX_SHOWN);
  const others = rest.flatMap(({ own }) => own);
  const lines = parties.slice(0, MAX_SHOWN).map(({ name = words.noParty, own }) => toLine(texts, plain(name, 40), own));
  const choices = parties
    .map(({ uid = '', name = '', own: { length } }) => ({ label: name, value: uid, description: words.count(length) }))
    .flatMap((one) => (/^.{1,100}$/.test(one.value) ? { ...one, label: unformatted(one.label) } : []))
    .slice(0, MAX_CHOICES);
  return message(
    'neutral',
    text(
      `## ${words.title(formatMonth(month, language))}`,
      `-# ${words.utc}`,
      texts.log.sums(entries.length, sumUp(entries)),
    ),
    png && picture(FILE, png, unformatted(balance, 500)),
    text(balance, `-# ${endOfWindow(texts, log)}`),
    entries.length > 0 &&
      text(`-# ${words.sorted}`, ...lines, rest.length > 0 && toLine(texts, words.others(rest.length), others)),
    choices.length > 0 && select(logIds.entries({ month }), choices, { placeholder: words.choose }),
    buttons(
      button(`◀ ${earlier}`, logIds.report({ month: month - 1 }), { isDisabled: from > start }),
      button(`${later} ▶`, logIds.report({ month: month + 1 }), { isDisabled: report.isLatest }),
    ),
    buttons(
      entries.length > 0 && button(words.entries, logIds.entries({ month }, 'all')),
      entries.length > 0 && button(csv.exportThese, logIds.export({ window: 'newest', month })),
    ),
  );
}

function toLine({ report: words }: CreditsTexts, name: string, own: readonly CreditLogEntry[]): string {
  const { incoming, outgoing } = sumUp(own);
  const sums = joined(incoming > 0 && words.incoming(incoming), outgoing > 0 && words.outgoing(outgoing));
  return `**${name}**\n-# ${joined(sums, unbroken(words.count(own.length)))}`;
}

function toBalance({ report: words, language, number }: CreditsTexts, { steps, from, end }: Report): string {
  if (from === undefined) return words.outside;
  const [first] = steps ?? [];
  if (!steps || !first) return words.noBalance;
  const toWords = ([at, balance]: Step) => words.on(number(balance), formatDay(at - (at % DAY_MS), language));
  const [, last] = steps.at(-1) ?? first;
  const lowest = steps.reduce((best, step) => (step[1] < best[1] ? step : best), first);
  const highest = steps.reduce((best, step) => (step[1] > best[1] ? step : best), first);
  return words.balance(toWords(first), toWords([end - 1, last]), toWords(lowest), toWords(highest));
}
