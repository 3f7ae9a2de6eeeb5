import { toGameTime } from '../game/gameTime.ts';
import type { KitMessages } from './messages.ts';

/** An emoji with all that it is made of: skin tones, joined emoji, the three flags of tags. Its invisible parts are its own. */
const EMOJI = /\p{RGI_Emoji_Tag_Sequence}|\p{ExtPict}[\p{EMod}\ufe0f]{0,2}(?:\u200d\p{ExtPict}[\p{EMod}\ufe0f]{0,2})*/v;
/** What is not seen or turns the direction of writing: Hangul fillers are letters, and a blank of Braille is a symbol. */
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Cs}\p{Default_Ignorable_Code_Point}\u2028\u2029\u2800]/v;
const EMOJI_OR_INVISIBLE = new RegExp(`(${EMOJI.source})|${INVISIBLE.source}`, 'gv');
/** Marks on one letter beyond those that languages put there; more of them cover the lines above. */
const STACKED_MARKS = /(?<=\p{M}{3})\p{M}+/gu;
/** Characters as they come are looked at up to so many times those that are shown, which leaves room for what is dropped. */
const LOOK_AHEAD = 8;
const NO_BREAK_SPACE = '\u00a0';
/** What formats wherever it stands; a scheme's colon, which would make a link; and what formats at the start of a line. */
const MARKDOWN = /[\\*_~`|[\]<>@]|:(?=\/\/)|^\s*[#+-]|(?<=^\s*\d+)\./gm;

/**
 * Text from outside (the game, people) on one line of Discord's markdown: shown as it is, it formats nothing, links to
 * nothing and mentions nobody. What cannot be seen is dropped. However long the text is, only its beginning is looked at.
 */
export function plain(text: string, mostCharacters = 200): string {
  return escapeMarkdown(unmarked(text, mostCharacters));
}

/** A sentence from outside like {@link plain}, with an end where it has none, so that another can follow. */
export function plainSentence(text: string, mostCharacters = 200): string {
  const shown = plain(text, mostCharacters);
  return /[.!?…]$/.test(shown) ? shown : `${shown}.`;
}

/** Text from outside where Discord reads no markdown: labels of components. A dash where nothing visible is left, for Discord takes no empty label. */
export function unformatted(text: string, mostCharacters = 100): string {
  return unmarked(text, mostCharacters) || '–';
}

/** The same as {@link plain} with its line breaks kept. */
export function plainLines(text: string, mostCharacters: number): string {
  const lines = beginningOf(text, mostCharacters)
    .split(/\r\n|[\n\r\u2028\u2029]/)
    .map((line) => visible(line.replace(/\t/g, ' ')).trimEnd());
  const joined = lines
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
  return escapeMarkdown(shorten(joined, mostCharacters, isCut(text, mostCharacters)));
}

/** The beginning of {@link plainLines} that fits into so many characters as Discord counts them, and whether that is all. */
export function excerpt(text: string, mostCharacters: number): { shown: string; isWhole: boolean } {
  let characters = mostCharacters;
  let shown = plainLines(text, characters);
  while (shown.length > mostCharacters) {
    characters = Math.floor((characters * mostCharacters) / shown.length);
    shown = plainLines(text, characters);
  }
  return { shown, isWhole: !isCut(text, mostCharacters) && shown === plainLines(text, text.length) };
}

function unmarked(text: string, mostCharacters: number): string {
  const line = visible(beginningOf(text, mostCharacters).replace(/\s+/g, ' ')).trim();
  return shorten(line, mostCharacters, isCut(text, mostCharacters));
}

function visible(text: string): string {
  return text.replace(EMOJI_OR_INVISIBLE, (_, emoji: string | undefined) => emoji ?? '').replace(STACKED_MARKS, '');
}

function beginningOf(text: string, mostCharacters: number): string {
  return isCut(text, mostCharacters) ? text.slice(0, LOOK_AHEAD * mostCharacters) : text;
}

function isCut(text: string, mostCharacters: number): boolean {
  return text.length > LOOK_AHEAD * mostCharacters;
}

/** As many lines from the beginning as fit into so many characters as Discord counts them; an ellipsis in place of the rest. */
export function firstLines(lines: readonly string[], mostCharacters: number): string {
  const whole = lines.join('\n');
  if (whole.length <= mostCharacters) return whole;
  let length = '\n…'.length;
  const fitting = lines.filter((line) => {
    length += line.length + 1;
    return length <= mostCharacters;
  });
  return [...fitting, '…'].join('\n');
}

function escapeMarkdown(text: string): string {
  return text.replace(MARKDOWN, (found) => found.replace(/\S$/, '\\$&'));
}

/** At most so many characters (code points), an ellipsis at the end when something was left out, here or by the caller before. */
export function shorten(text: string, mostCharacters: number, isCutBefore = false): string {
  // A character is one or two units long.
  const characters = [...text.slice(0, 2 * (mostCharacters + 1))];
  if (characters.length <= mostCharacters && !isCutBefore) return text;
  const kept = characters.slice(0, mostCharacters - 1).join('');
  // An emoji that was cut off leaves its joiner.
  return `${kept.replace(/[\s\u200d]+$/, '')}…`;
}

/** A Discord timestamp: each reader sees it in the local time. Styles: `R` relative, `f` date and time, `t` time, `T` with seconds, `d` date. */
export function timestamp(date: Date, style: 'R' | 'f' | 't' | 'T' | 'd' | 'F' = 'f'): string {
  return `<t:${Math.floor(date.getTime() / 1_000)}:${style}>`;
}

/** A moment as each reader sees it, with the game's calendar beside it. */
export function moment(messages: KitMessages, date: Date): string {
  return `${timestamp(date)} (${gameDay(messages, date)})`;
}

/** The same in fewer characters, for the lines of a list. */
export function shortMoment(messages: KitMessages, date: Date): string {
  return joined(`${timestamp(date, 'd')} ${timestamp(date, 't')}`, gameDay(messages, date));
}

/** The day by the game's calendar, which no line break tears apart. */
export function gameDay(messages: KitMessages, date: Date): string {
  return unbroken(messages.gameTime(toGameTime(date)));
}

/** Words that a narrow screen does not part, such as a number and what it counts. */
export function unbroken(text: string): string {
  return text.replaceAll(' ', NO_BREAK_SPACE);
}

/** Pieces on one line with dots between, none of which begins a line; falsy pieces are left out. */
export function joined(...pieces: (string | undefined | false)[]): string {
  return pieces.filter(Boolean).join(`${NO_BREAK_SPACE}· `);
}
