import { toGameTime } from '../game/gameTime.ts';
import type { Words } from './words/wordsFor.ts';

const INVISIBLE = /[\p{Cc}\p{Cs}\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/gu;
const NO_BREAK_SPACE = '\u00a0';
/** What formats wherever it stands; a scheme's colon, which would make a link; and what formats at the start of a line. */
const MARKDOWN = /[\\*_~`|[\]<>@]|:(?=\/\/)|^\s*[#+-]|(?<=^\s*\d+)\./gm;

/**
 * Text from outside (the game, people) on one line of Discord's markdown: shown as it is, it formats nothing, links to
 * nothing and mentions nobody. Control characters and those that turn the direction of writing are dropped.
 */
export function plain(text: string, mostCharacters = 200): string {
  return escapeMarkdown(shorten(text.replace(/\s+/g, ' ').replace(INVISIBLE, '').trim(), mostCharacters));
}

/** A sentence from outside like {@link plain}, with an end where it has none, so that another can follow. */
export function plainSentence(text: string, mostCharacters = 200): string {
  const shown = plain(text, mostCharacters);
  return /[.!?…]$/.test(shown) ? shown : `${shown}.`;
}

/** Text from outside where Discord reads no markdown: labels of components. A dash where nothing visible is left, for Discord takes no empty label. */
export function unformatted(text: string, mostCharacters = 100): string {
  return shorten(text.replace(/\s+/g, ' ').replace(INVISIBLE, '').trim(), mostCharacters) || '–';
}

/** The same as {@link plain} with its line breaks kept. */
export function plainLines(text: string, mostCharacters: number): string {
  const lines = text
    .split(/\r\n|[\n\r\u2028\u2029]/)
    .map((line) => line.replace(/\t/g, ' ').replace(INVISIBLE, '').trimEnd());
  return escapeMarkdown(
    shorten(
      lines
        .join('\n')
        .replace(/\n{3,}/g, '\n\n')
        .trim(),
      mostCharacters,
    ),
  );
}

/** The beginning of {@link plainLines} that fits into so many characters as Discord counts them, and whether that is all. */
export function excerpt(text: string, mostCharacters: number): { shown: string; isWhole: boolean } {
  let characters = mostCharacters;
  let shown = plainLines(text, characters);
  while (shown.length > mostCharacters) {
    characters = Math.floor((characters * mostCharacters) / shown.length);
    shown = plainLines(text, characters);
  }
  return { shown, isWhole: shown === plainLines(text, text.length) };
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

/** At most so many characters (code points), an ellipsis at the end when something was left out. */
export function shorten(text: string, mostCharacters: number): string {
  const characters = [...text];
  return characters.length <= mostCharacters
    ? text
    : `${characters
        .slice(0, mostCharacters - 1)
        .join('')
        .trimEnd()}…`;
}

/** A Discord timestamp: each reader sees it in the local time. Styles: `R` relative, `f` date and time, `t` time, `d` date. */
export function timestamp(date: Date, style: 'R' | 'f' | 't' | 'd' | 'F' = 'f'): string {
  return `<t:${Math.floor(date.getTime() / 1_000)}:${style}>`;
}

/** A moment as each reader sees it, with the game's calendar beside it. */
export function moment(words: Words, date: Date): string {
  return `${timestamp(date)} (${gameDay(words, date)})`;
}

/** The same in fewer characters, for the lines of a list. */
export function shortMoment(words: Words, date: Date): string {
  return joined(`${timestamp(date, 'd')} ${timestamp(date, 't')}`, gameDay(words, date));
}

/** The day by the game's calendar, which no line break tears apart. */
export function gameDay(words: Words, date: Date): string {
  return unbroken(words.gameTime(toGameTime(date)));
}

/** Words that a narrow screen does not part, such as a number and what it counts. */
export function unbroken(text: string): string {
  return text.replaceAll(' ', NO_BREAK_SPACE);
}

/** Pieces on one line with dots between, none of which begins a line; falsy pieces are left out. */
export function joined(...pieces: (string | undefined | false)[]): string {
  return pieces.filter(Boolean).join(`${NO_BREAK_SPACE}· `);
}
