import type { CreditLogEntry } from '../../../src/game/resources/credits.ts';
import { formatDay, formatDayOfMonth, formatMonth, startOfMonth } from '../../../src/view/day.ts';
import type { Language } from '../../../src/view/languages.ts';
import { button, buttons, message, picture, select, text } from '../../../src/view/message.ts';
import { joined, plain, toColumns, unbroken, unformatted } from '../../../src/view/text.ts';
import { DAY_MS } from '../../characters/known.ts';
import type { CreditsTexts } from '../en.ts';
import { logIds } from '../ids.ts';
import { toTime } from '../readLog.ts';
import { filterLog, sumUp } from './filter.ts';
import type { ShownLog } from './keptLog.ts';
import { endOfWindow, startOfWindow } from './logView.ts';

/** The balance from this time (ms) on. */
type Step = readonly [at: number, balance: number];

/** A month of a log (`now` in ms). `from`: the start of the part that the window covers, if any.
 * `steps`: the balance at `from` and after each entry, if known. `last`: all entries of the month
 * before, if the window has them. */
export function toReport(log: ShownLog, month: number, now: number) {
  const entries = filterLog(log.entries, { month }).items;
  const [start, next] = [startOfMonth(month), startOfMonth(month + 1)];
  const end = Math.min(next, Math.max(now, ...log.entries.slice(0, 1).map(toTime)));
  const reachesBackTo = startOfWindow(log);
  const from = reachesBackTo < end ? Math.max(start, reachesBackTo) : undefined;
  const [parties, steps] = [toParties(entries), toSteps(log, from, next)];
  const isLastWhole = log.isWhole || reachesBackTo < startOfMonth(month - 1);
  const last = isLastWhole ? filterLog(log.entries, { month: month - 1 }).items : undefined;
  return { month, start, next, end, isLatest: next > now, entries, parties, from, steps, last };
}
type Report = ReturnType<typeof toReport>;

/** Entries by counterparty, largest sums first. */
function toParties(entries: readonly CreditLogEntry[]) {
  const toKey = ({ counterparty }: CreditLogEntry) => counterparty?.uid ?? counterparty?.name;
  const parties = [...Map.groupBy(entries, toKey).values()].map((own) => {
    const { incoming, outgoing } = sumUp(own);
    return { ...own[0]?.counterparty, own, moved: incoming + outgoing };
  });
  return parties.sort((one, other) => other.moved - one.moved);
}

/** Counts back from today's balance; undefined if a gap or a negative balance shows an error. */
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

const FILE = 'balance.png';
const MAX_SHOWN = 8;
const MAX_CHOICES = 25;

/** `png` is missing if it couldn't be drawn. */
export function reportView(texts: CreditsTexts, report: Report, log: ShownLog, png?: Uint8Array) {
  const { report: words, language, csv } = texts;
  const { month, start, entries, from = Infinity, parties } = report;
  const balance = toBalance(texts, report);
  const [earlier = '', later] = [month - 1, month + 1].map((each) => nameOf(each, language));
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
      `## ${joined(words.title(formatMonth(month, language)), toPart(texts, report))}`,
      `-# ${words.utc}`,
      ...toComparison(texts, report),
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

const nameOf = (month: number, language: Language): string => formatMonth(month, language).replace(/ \d+$/, '');

/** The part of the month that the report covers; undefined for all of it, or for none. */
function toPart({ report: words, language }: CreditsTexts, { start, from, isLatest }: Report): string | undefined {
  if (from === undefined) return undefined;
  if (from > start) return words.from(formatDayOfMonth(from, language));
  return isLatest ? words.soFar : undefined;
}

/** The sums, beside those of the month before. None if the log doesn't go back to the month. */
function toComparison(texts: CreditsTexts, report: Report): string[] {
  const {
    report: { rows },
    number,
    signed,
    language,
  } = texts;
  const { month, from, entries, last } = report;
  if (from === undefined) return [];
  const months = [{ name: toPart(texts, report) ?? nameOf(month, language), own: entries }];
  if (last !== undefined) months.push({ name: nameOf(month - 1, language), own: last });
  const columns = months.map(({ name, own }) => {
    const { incoming, outgoing, net } = sumUp(own);
    return [name, number(own.length), number(incoming), number(outgoing), signed(net)];
  });
  return toColumns(['', ...rows].map((label, at) => [label, ...columns.map((cells) => cells[at] ?? '')]));
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
