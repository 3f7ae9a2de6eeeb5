import { toHandleKey } from '../game/parameters.ts';

/** Apostrophes that keyboards and word processors put in place of `'`. */
const APOSTROPHES = /[’‘‛ʼ′＇`´]/gu;
/** Zero-width characters, direction marks and controls; blanks among them become spaces first. */
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Cs}\p{Default_Ignorable_Code_Point}\u2800]/gv;
const BLANKS = /\s+/gu;

/** The result of comparing a typed name with known ones. */
export type NameMatch<T> = { kind: 'one'; item: T } | { kind: 'several'; items: T[] } | { kind: 'none' };

/** The name as it was probably meant: one space between words, `'` for other apostrophes, nothing
 * invisible. Accents stay, because two real characters may differ by one; case stays, too. */
export function tidyName(text: string): string {
  const spaced = text.replace(BLANKS, ' ').replace(INVISIBLE, '');
  return spaced.replace(APOSTROPHES, "'").replace(BLANKS, ' ').trim().normalize('NFC');
}

/** The folded form of a name, for comparing names that people typed. */
export const foldName = (text: string): string => toHandleKey(tidyName(text));

/** False for a name that shows nothing. */
export const isVisible = (text: string): boolean => tidyName(text) !== '';

/** The other way to look a typed name up in the game, if there is one: the game itself ignores case
 * and the Unicode form. */
export function otherSpelling(typed: string): string | undefined {
  const tidied = tidyName(typed);
  const isSame = toHandleKey(tidied) === toHandleKey(typed);
  return isSame || tidied === '' ? undefined : tidied;
}

/** Compares a typed name with the names of items: as typed first, then as the game compares names,
 * then folded. The first comparison that finds anything decides; it never chooses among several. */
export function matchName<T>(items: readonly T[], typed: string, nameOf: (item: T) => string): NameMatch<T> {
  for (const toForm of [identity, toHandleKey, foldName]) {
    const wanted = toForm(typed);
    const found = wanted === '' ? [] : items.filter((item) => toForm(nameOf(item)) === wanted);
    const [first] = found;
    if (found.length > 1) return { kind: 'several', items: found };
    if (first !== undefined) return { kind: 'one', item: first };
  }
  return { kind: 'none' };
}

const identity = (text: string): string => text;

/** A number or bullet before a name of a list. */
const LIST_MARK = String.raw`[^\S\r\n]*(?:(?:\d{1,3}[.)]|[\-*•–—])[^\S\r\n]+)?`;
/** A quote ends where the next name may begin, so that `"Ace" Jones` stays whole. */
const QUOTE_END = String.raw`(?=\s*(?:[,;\r\n]|$))`;
const QUOTED = [`"(?<straight>(?:[^"]|"")*)"`, `[“„](?<curly>[^“”„]*)[”“]`, `«(?<angled>[^»]*)»`].map(
  (form) => form + QUOTE_END,
);
const LISTED_NAME = new RegExp(`${LIST_MARK}(?:${QUOTED.join('|')}|(?<bare>[^,;\\r\\n]+))`, 'gu');
const SEPARATES = /[,;\r\n"“”„«»]|^\s*(?:\d{1,3}[.)]|[-*•–—])\s/u;

/** The names in a list, without duplicates as the game compares them. Commas, semicolons and line
 * breaks separate names; a name in quotes may contain them. Numbers and bullets aren't names. */
export function parseNames(typed: string): string[] {
  const names = Array.from(typed.matchAll(LISTED_NAME), ({ groups = {} }) => {
    const { straight, curly, angled, bare = '' } = groups;
    return (straight?.replaceAll('""', '"') ?? curly ?? angled ?? bare).trim();
  });
  return [...new Map(names.filter(isVisible).map((name) => [toHandleKey(name), name])).values()];
}

/** The name as {@link parseNames} reads it back. */
export const quoteName = (name: string): string => (SEPARATES.test(name) ? `"${name.replaceAll('"', '""')}"` : name);

/** The complete names of a list that is being typed, and the beginning of the last one. */
export function splitUnfinished(typed: string): { before: string[]; term: string } {
  const end = Math.max(...[',', ';', '\n'].map((separator) => typed.lastIndexOf(separator))) + 1;
  return { before: parseNames(typed.slice(0, end)), term: typed.slice(end).trim() };
}
