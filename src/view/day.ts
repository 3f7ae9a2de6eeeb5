import { fromGameTime } from '../game/gameTime.ts';
import type { KitTexts } from './en.ts';
import { UserError } from './errorView.ts';
import { allWords, KIT_TEXTS, nameIn } from './language.ts';
import { LANGUAGES, type Language } from './languages.ts';
import { plain } from './text.ts';

const wordsFor = (key: keyof KitTexts['typedDays']) => allWords(KIT_TEXTS, ({ typedDays }) => typedDays[key]);
const anyOf = (key: keyof KitTexts['typedDays']): string => `(?:${wordsFor(key).join('|')})`;

const DAY_MS = 86_400_000;
const DAY = String.raw`(?<day>\d{1,2})${anyOf('ordinal')}?`;
const NAME = String.raw`(?<name>\p{L}{3,})\.?`;
const FORMS = [
  /^(?<year>\d{4})-(?<month>\d{1,2})(-(?<day>\d{1,2}))?$/,
  /^(?<day>\d{1,2})\.\s*(?<month>\d{1,2})\.\s*(?<year>\d{4})?$/,
  /^(?<month>\d{1,2})[./](?<year>\d{4})$/,
  new RegExp(String.raw`^(?:${DAY}\.?\s*)?${NAME}(?:\s+(?<year>\d{4}))?$`, 'u'),
  new RegExp(String.raw`^${NAME}\s+${DAY}(?:,?\s+(?<year>\d{4}))?$`, 'u'),
];
const GAME_DAY = new RegExp(String.raw`^${anyOf('gameYear')}\s*(\d{1,4}),?\s*${anyOf('gameDay')}\s*(\d{1,3})$`);
const COUNTED = String.raw`(\d{1,4})\s*(?:(${anyOf('days')})|${anyOf('weeks')})`;
const AGO = new RegExp(String.raw`^(?:${anyOf('ago')}\s+)?${COUNTED}(?:\s+${anyOf('ago')})?$`);
const [TODAY, YESTERDAY] = [wordsFor('today'), wordsFor('yesterday')];
const MONTHS = LANGUAGES.flatMap((language) => {
  const names = new Intl.DateTimeFormat(language, { month: 'long', timeZone: 'UTC' });
  return Array.from({ length: 12 }, (_, at) => ({
    month: at + 1,
    name: names.format(Date.UTC(2001, at)).toLowerCase(),
  }));
});

type Calendar = { year?: string; month?: string; day?: string; name?: string };

/** The beginning of a day (ms; UTC or the game's), such as `2026-11-05`, `5.11.`, `Nov 5`, `7 days`
 * or `Year 27 Day 88`. A month means its first day. Without a year, a day within a day of now is
 * meant, even if it lies ahead; else the last one until `latest`. */
export function parseDay(typed: string, now: number, latest = now): number | undefined {
  const text = typed.trim().toLowerCase();
  const today = Math.floor(now / DAY_MS) * DAY_MS;
  const [, gameYear, gameDay] = GAME_DAY.exec(text) ?? [];
  if (gameYear !== undefined) return fromGameTime({ year: Number(gameYear), day: Number(gameDay) }).getTime();
  const [, count, isDays] = AGO.exec(text) ?? [];
  if (count !== undefined) return today - Number(count) * (isDays ? 1 : 7) * DAY_MS;
  if (TODAY.includes(text)) return today;
  if (YESTERDAY.includes(text)) return today - DAY_MS;
  const found: Calendar = FORMS.map((form) => form.exec(text)?.groups).find(Boolean) ?? {};
  if (found.year !== undefined) return toDate(found, Number(found.year));
  const latestYear = new Date(latest).getUTCFullYear();
  const dates = [latestYear + 1, latestYear, latestYear - 1].flatMap((year) => toDate(found, year) ?? []);
  // Where the person lives, the day may have begun already, or not have ended yet.
  const near = dates.find((date) => Math.abs(date - today) <= DAY_MS);
  return near ?? dates.find((date) => date <= latest);
}

/** The date in this year (ms, UTC); undefined if the year doesn't have it. */
function toDate({ month, day = '1', name = '?' }: Calendar, year: number): number | undefined {
  const number = month === undefined ? MONTHS.find((one) => one.name.startsWith(name))?.month : Number(month);
  if (number === undefined) return undefined;
  const date = new Date(Date.UTC(year, number - 1, Number(day)));
  const isReal = date.getUTCMonth() + 1 === number && date.getUTCDate() === Number(day);
  return isReal ? date.getTime() : undefined;
}

/** The day typed into an option. Throws a {@link UserError} if it's invalid or lies ahead. */
export function readDay(texts: KitTexts, typed: string, now: number, option: string): number {
  const day = parseDay(typed, now);
  const name = nameIn(texts, option);
  if (day === undefined) throw new UserError(texts.errors.notADay(plain(typed, 40), name));
  if (day <= now) return day;
  const yearBefore = new Date(day);
  yearBefore.setUTCFullYear(yearBefore.getUTCFullYear() - 1);
  const past = yearBefore.toISOString().slice(0, 10);
  throw new UserError(texts.errors.aheadOfNow(formatDay(day, texts.language), name, past));
}

/** The number of a month (UTC). Months are numbered consecutively. */
export function monthOf(ms: number): number {
  const date = new Date(ms);
  return date.getUTCFullYear() * 12 + date.getUTCMonth();
}

export const startOfMonth = (month: number): number => Date.UTC(Math.floor(month / 12), month % 12);

export function formatMonth(month: number, language: Language): string {
  const format = new Intl.DateTimeFormat(language, { month: 'long', year: 'numeric', timeZone: 'UTC' });
  // A forged button may have an invalid month.
  return format.format(startOfMonth(month) || 0);
}

/** The day in UTC, with the time unless the day begins then. */
export function formatDay(ms: number, language: Language): string {
  const time = ms % DAY_MS === 0 ? {} : { timeStyle: 'short' as const };
  return new Intl.DateTimeFormat(language, { dateStyle: 'medium', ...time, timeZone: 'UTC' }).format(ms);
}

/** The day in UTC without its year, such as `Aug 12`. */
export function formatDayOfMonth(ms: number, language: Language): string {
  return new Intl.DateTimeFormat(language, { month: 'short', day: 'numeric', timeZone: 'UTC' }).format(ms);
}
