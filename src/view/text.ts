import { toGameTime } from '../game/gameTime.ts';
import type { KitTexts } from './en.ts';

/** A whole emoji with its invisible parts: skin tones, joiners, and the tags of three flags. */
const EMOJI = /\p{RGI_Emoji_Tag_Sequence}|\p{ExtPict}[\p{EMod}\ufe0f]{0,2}(?:\u200d\p{ExtPict}[\p{EMod}\ufe0f]{0,2})*/v;
/** Invisible or bidirectional. Hangul fillers count as letters, the Braille blank as a symbol. */
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Cs}\p{Default_Ignorable_Code_Point}\u2028\u2029\u2800]/v;
const EMOJI_OR_INVISIBLE = new RegExp(`(${EMOJI.source})|${INVISIBLE.source}`, 'gv');
/** More marks on one letter than any language uses: they'd cover the lines above. */
const STACKED_MARKS = /(?<=\p{M}{3})\p{M}+/gu;
/** Characters read per character shown, because invisible ones are dropped. */
const LOOK_AHEAD = 8;
const NO_BREAK_SPACE = '\u00a0';
/** Formatting anywhere, a scheme's colon (it makes a link), and formatting at a line's start. */
const MARKDOWN = /[\\*_~`|[\]<>@]|:(?=\/\/)|^\s*[#+-]|(?<=^\s*\d+)\./gm;

/** Untrusted text on one line of markdown, without formatting, links, mentions or the invisible. */
export const plain = (text: string, maxCharacters = 200): string => escapeMarkdown(unmarked(text, maxCharacters));

/** {@link plain} with a period if the sentence has no end, so that another can follow. */
export function plainSentence(text: string, maxCharacters = 200): string {
  const shown = plain(text, maxCharacters);
  return /[.!?…]$/.test(shown) ? shown : `${shown}.`;
}

/** Untrusted text without markdown, such as labels: these can't be empty, so it may be a dash. */
export const unformatted = (text: string, maxCharacters = 100): string => unmarked(text, maxCharacters) || '–';

/** {@link plain} with its line breaks. */
export function plainLines(text: string, maxCharacters: number): string {
  const lines = beginningOf(text, maxCharacters)
    .split(/\r\n|[\n\r\u2028\u2029]/)
    .map((line) => visible(line.replace(/\t/g, ' ')).trimEnd());
  const joined = lines.join('\n').replace(/\n{3,}/g, '\n\n');
  return escapeMarkdown(shorten(joined.trim(), maxCharacters, isCut(text, maxCharacters)));
}

/** The beginning of {@link plainLines} that fits Discord's count, and whether that's all of it. */
export function excerpt(text: string, maxLength: number): { shown: string; isWhole: boolean } {
  let characters = maxLength;
  let shown = plainLines(text, characters);
  while (shown.length > maxLength) {
    characters = Math.floor((characters * maxLength) / shown.length);
    shown = plainLines(text, characters);
  }
  return { shown, isWhole: !isCut(text, maxLength) && shown === plainLines(text, text.length) };
}

function unmarked(text: string, maxCharacters: number): string {
  const line = visible(beginningOf(text, maxCharacters).replace(/\s+/g, ' ')).trim();
  return shorten(line, maxCharacters, isCut(text, maxCharacters));
}

function visible(text: string): string {
  return text.replace(EMOJI_OR_INVISIBLE, (_, emoji: string | undefined) => emoji ?? '').replace(STACKED_MARKS, '');
}

function beginningOf(text: string, maxCharacters: number): string {
  return isCut(text, maxCharacters) ? text.slice(0, LOOK_AHEAD * maxCharacters) : text;
}

const isCut = (text: string, maxCharacters: number): boolean => text.length > LOOK_AHEAD * maxCharacters;

/** The first lines that fit into `maxLength` as Discord counts; an ellipsis replaces the rest. */
export function firstLines(lines: readonly string[], maxLength: number): string {
  const whole = lines.join('\n');
  if (whole.length <= maxLength) return whole;
  return [...fitting(lines, maxLength - '\n…'.length, '\n'), '…'].join('\n');
}

/** The first pieces that fit into `maxLength`, with a separator after each. */
export function fitting(pieces: readonly string[], maxLength: number, separator = ', '): string[] {
  let length = 0;
  return pieces.filter((piece) => {
    length += piece.length + separator.length;
    return length <= maxLength;
  });
}

/** Text for a file: without the backslashes that {@link plain} adds, and without bold. */
export function withoutMarkdown(text: string): string {
  return text.replace(/\*\*/g, '').replace(/\\([^\w\s])/g, '$1');
}

const escapeMarkdown = (text: string): string => text.replace(MARKDOWN, (found) => found.replace(/\S$/, '\\$&'));

/** Max `maxCharacters` code points. An ellipsis shows that text was left out, here or before. */
export function shorten(text: string, maxCharacters: number, isCutBefore = false): string {
  // A code point is one or two units long.
  const characters = [...text.slice(0, 2 * (maxCharacters + 1))];
  if (characters.length <= maxCharacters && !isCutBefore) return text;
  const kept = characters.slice(0, maxCharacters - 1).join('');
  // A cut-off emoji leaves its joiner.
  return `${kept.replace(/[\s\u200d]+$/, '')}…`;
}

/** In the reader's time zone. `R`: relative, `f`, `F`: date and time, `t`, `T`: time, `d`: date. */
export function timestamp(date: Date, style: 'R' | 'f' | 't' | 'T' | 'd' | 'F' = 'f'): string {
  return `<t:${Math.floor(date.getTime() / 1_000)}:${style}>`;
}

/** An end (ms) with a countdown: only for a view with an `expiry`, which replaces it. */
export function countdown(endsAt: number): string {
  const end = new Date(endsAt);
  return `${timestamp(end, 't')} (${timestamp(end, 'R')})`;
}

export const moment = (texts: KitTexts, date: Date): string => `${timestamp(date)} (${gameDay(texts, date)})`;

/** {@link moment}, short enough for a phone beside an entry's number. */
export function shortMoment(texts: KitTexts, date: Date): string {
  return joined(`${timestamp(date, 'd')} ${timestamp(date, 't')}`, unbroken(texts.shortGameTime(toGameTime(date))));
}

/** The day in the game's calendar, without a line break inside. */
export const gameDay = (texts: KitTexts, date: Date): string => unbroken(texts.gameTime(toGameTime(date)));

/** Words that stay on one line on a narrow screen, such as a number and its unit. */
export const unbroken = (text: string): string => text.replaceAll(' ', NO_BREAK_SPACE);

/** Rows as lines of code, which has a fixed width; the first column is left-aligned. */
export function toColumns(rows: readonly string[][]): string[] {
  const widths = rows[0]?.map((_, at) => Math.max(...rows.map((row) => row[at]?.length ?? 0))) ?? [];
  const pad = (cell: string, at: number) => (at === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[at] ?? 0));
  return rows.map((row) => `\`${unbroken(row.map(pad).join(' '))}\``);
}

/** Approximate number of characters on a line of a message on a phone. */
export const PHONE_LINE = 34;

/** Joins pieces with dots; no line starts with a dot. Falsy pieces are left out. */
export function joined(...pieces: (string | undefined | false)[]): string {
  return pieces.filter(Boolean).join(`${NO_BREAK_SPACE}· `);
}
