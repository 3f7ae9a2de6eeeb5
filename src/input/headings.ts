import { cleanCell } from './records.ts';

/** A field of a list, and the words that name its column. F: the names of the fields. */
export type FieldSpec<F extends string> = {
  field: F;
  /** The headings, in lower case. Those of amounts begin with the likeliest, and one such word
   * within a heading is enough. */
  words: readonly string[];
  /** Words in a heading that exclude the column, such as `balance`. */
  neverWords?: readonly string[];
  /** Words that are only sure if no other column has amounts, such as `credits`. */
  weakWords?: readonly string[];
  /** Words in a heading that make it uncertain, such as `rate`. */
  doubtWords?: readonly string[];
  /** Units in a heading, such as `k`, that its amounts would need. */
  unitWords?: readonly string[];
  /** `subject`: who or what a line is about. */
  holds: 'subject' | 'uid' | 'amount' | 'text';
};

/** A currency behind a unit, as in the headings “kCr” or “Mio€”. */
const MONEY_AFTER_UNIT = /(?<=.)(?:cr|credits?|isk|gp|eur|usd|€|\$)$/;

/** True if a heading names this field. */
export function isNamed<F extends string>(heading: string, { words, holds }: FieldSpec<F>): boolean {
  return rankOf(heading, { words, holds }) >= 0;
}

/** True if a heading excludes this field. */
export function isNever<F extends string>(heading: string, { neverWords = [] }: FieldSpec<F>): boolean {
  const text = toLower(heading);
  if (neverWords.length > 0 && text.includes('%')) return true;
  // German joins words, as in “Restguthaben”.
  return neverWords.some((never) => toWords(text).includes(never) || (never.length > 5 && text.includes(never)));
}

/** True if a heading has a word with which it may mean something else, such as `Pay rate`. */
export function isDoubtful<F extends string>(heading: string, { doubtWords = [] }: FieldSpec<F>): boolean {
  const text = toLower(heading);
  return text.includes('#') || text.includes('/') || toWords(text).some((word) => doubtWords.includes(word));
}

/** True if a heading says that its amounts are thousands or millions, such as `Pay (k)`. A wrong
 * hit only costs a refusal. */
export function hasUnit<F extends string>(heading: string, { unitWords = [] }: FieldSpec<F>): boolean {
  const text = toLower(heading);
  const isUnit = (word: string): boolean => unitWords.includes(word.replace(MONEY_AFTER_UNIT, ''));
  return toWords(text).some(isUnit) || /(?<!\d)1?0{3}(?!\d)|10\^\d|\bt€/.test(text);
}

/** The place of the heading among the words, the likeliest first; -1 if it isn't there. */
export function rankOf<F extends string>(
  heading: string,
  { words, holds }: Pick<FieldSpec<F>, 'words' | 'holds'>,
): number {
  const whole = words.indexOf(toHeading(heading));
  if (whole >= 0 || holds !== 'amount') return whole;
  const named = toWords(toHeading(heading));
  return words.findIndex((word) => named.some((one) => isSameWord(one, word)));
}

/** True for a plural, and for the end of a German compound such as “Auszahlungsbetrag”. */
function isSameWord(found: string, word: string): boolean {
  return found === word || found === `${word}s` || (word.length > 4 && found.endsWith(word));
}

const toLower = (heading: string): string => cleanCell(heading.slice(0, 100)).toLowerCase();

/** The heading without a unit in parentheses and signs behind it. */
export function toHeading(text: string): string {
  return toLower(text)
    .replace(/\s*\([^()]*\)$/, '')
    .replace(/[:*.]+$/, '')
    .trim();
}

const toWords = (heading: string): string[] => heading.split(/[^\p{L}\p{N}]+/u);
