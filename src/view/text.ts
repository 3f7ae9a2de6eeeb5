import { toGameTime } from '../game/gameTime.ts';
import type { KitTexts } from './en.ts';

/** A whole emoji with its invisible parts: skin tones, joined emoji, the three flags made of tags. */
const EMOJI = /\p{RGI_Emoji_Tag_Sequence}|\p{ExtPict}[\p{EMod}\ufe0f]{0,2}(?:\u200d\p{ExtPict}[\p{EMod}\ufe0f]{0,2})*/v;
/** Invisible or bidirectional. Hangul fillers count as letters, the Braille blank as a symbol. */
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Cs}\p{Default_Ignorable_Code_Point}\u2028\u2029\u2800]/v;
const EMOJI_OR_INVISIBLE = new RegExp(`(${EMOJI.source})|${INVISIBLE.source}`, 'gv');
/** More marks on one letter than any language uses: they would cover the lines above. */
const STACKED_MARKS = /(?<=\p{M}{3})\p{M}+/gu;
/** How many times the shown length is read of a text, since invisible characters are dropped. */
const LOOK_AHEAD = 8;
const NO_BREAK_SPACE = '\u00a0';
/** What formats anywhere, a scheme's colon (it would make a link), and what formats at the start of a line. */
const MARKDOWN = /[\\*_~`|[\]<>@]|:(?=\/\/)|^\s*[#+-]|(?<=^\s*\d+)\./gm;

/** Text from outside on one line of markdown, without formats, links, mentions or the invisible. */
export const plain = (text: string, maxCharacters = 200): string => escapeMarkdown(unmarked(text, maxCharacters));

/** {@link plain} with a full stop where the sentence has no end, so that another can follow. */
export function plainSentence(text: string, maxCharacters = 200): string {
  const shown = plain(text, maxCharacters);
  return /[.!?…]$/.test(shown) ? shown : `${shown}.`;
}

/** Text from outside where Discord reads no markdown, such as labels; a dash where nothing visible is left, because a label can't be empty. */
export const unformatted = (text: string, maxCharacters = 100): string => unmarked(text, maxCharacters) || '–';

/** {@link plain} with its line breaks. */
export function plainLines(text: string, maxCharacters: number): string {
  const lines = beginningOf(text, maxCharacters)
    .split(/\r\n|[\n\r\u2028\u2029]/)
    .map((line) => visible(line.replace(/\t/g, ' ')).trimEnd());
  const joined = lines.join('\n').replace(/\n{3,}/g, '\n\n');
  return escapeMarkdown(shorten(joined.trim(), maxCharacters, isCut(text, maxCharacters)));
}

/** The beginning of {@link plainLines} that fits into `maxLength` as Discord counts it, and whether that is all. */
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

/** As many of the first lines as fit into `maxLength` as Discord counts it; an ellipsis replaces the rest. */
export function firstLines(lines: readonly string[], maxLength: number): string {
  const whole = lines.join('\n');
  if (whole.length <= maxLength) return whole;
  return [...fitting(lines, maxLength - '\n…'.length, '\n'), '…'].join('\n');
}

/** As many of the first pieces as fit into `maxLength`, with a separator after each. */
export function fitting(pieces: readonly string[], maxLength: number, separator = ', '): string[] {
  let length = 0;
  return pieces.filter((piece) => {
    length += piece.length + separator.length;
    return length <= maxLength;
  });
}

const escapeMarkdown = (text: string): string => text.replace(MARKDOWN, (found) => found.replace(/\S$/, '\\$&'));

/** At most `maxCharacters` (code points), with an ellipsis if something was left out, here or by the caller. */
export function shorten(text: string, maxCharacters: number, isCutBefore = false): string {
  // A character is one or two units long.
  const characters = [...text.slice(0, 2 * (maxCharacters + 1))];
  if (characters.length <= maxCharacters && !isCutBefore) return text;
  const kept = characters.slice(0, maxCharacters - 1).join('');
  // An emoji that was cut off leaves its joiner.
  return `${kept.replace(/[\s\u200d]+$/, '')}…`;
}

/** A Discord timestamp: each reader sees it in the local time. Styles: `R` relative, `f` date and time, `t` time, `T` with seconds, `d` date. */
export function timestamp(date: Date, style: 'R' | 'f' | 't' | 'T' | 'd' | 'F' = 'f'): string {
  return `<t:${Math.floor(date.getTime() / 1_000)}:${style}>`;
}

/** When something ends (ms), with a countdown: only for a view with an `expiry`, which ends it. */
export function countdown(endsAt: number): string {
  const end = new Date(endsAt);
  return `${timestamp(end, 't')} (${timestamp(end, 'R')})`;
}

export const moment = (texts: KitTexts, date: Date): string => `${timestamp(date)} (${gameDay(texts, date)})`;

/** {@link moment} in so few characters that it fits a phone beside an entry's number. */
export function shortMoment(texts: KitTexts, date: Date): string {
  return joined(`${timestamp(date, 'd')} ${timestamp(date, 't')}`, unbroken(texts.shortGameTime(toGameTime(date))));
}

/** The day in the game's calendar, without a line break inside. */
export const gameDay = (texts: KitTexts, date: Date): string => unbroken(texts.gameTime(toGameTime(date)));

/** Words that stay on one line on a narrow screen, such as a number and what it counts. */
export const unbroken = (text: string): string => text.replaceAll(' ', NO_BREAK_SPACE);

/** Rows of cells as lines of code, which has one width; the first column is to the left. */
export function toColumns(rows: readonly string[][]): string[] {
  const widths = rows[0]?.map((_, at) => Math.max(...rows.map((row) => row[at]?.length ?? 0))) ?? [];
  const pad = (cell: string, at: number) => (at === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[at] ?? 0));
  return rows.map((row) => `\`${unbroken(row.map(pad).join(' '))}\``);
}

/** About how many characters fit a line of a message on a phone. */
export const PHONE_LINE = 34;

/** Pieces on one line with dots between them; no line starts with a dot. Falsy pieces are left out. */
export function joined(...pieces: (string | undefined | false)[]): string {
  return pieces.filter(Boolean).join(`${NO_BREAK_SPACE}· `);
}
