import { allWords, KIT_TEXTS } from './language.ts';
import { LANGUAGES, type Language } from './languages.ts';

/** A clear amount, the amounts that a person may have meant, or neither. */
export type ReadAmount = number | { readings: readonly number[] } | 'unreadable';

/** Spaces of any width and apostrophes separate thousands in every notation. */
const NEUTRAL = String.raw`\p{Zs}'’`;
const ZEROS = [3, 6, 9] as const;
/** The number of zeros for each word. */
const UNITS = new Map(
  ZEROS.flatMap((zeros) => allWords(KIT_TEXTS, ({ amounts }) => amounts.units[zeros]).map((word) => [word, zeros])),
);
/** The word for credits after a number, which changes nothing. */
const CREDITS_WORD = new RegExp(
  String.raw`(?<=[\d\s])(?:${allWords(KIT_TEXTS, ({ amounts }) => amounts.creditsWords).join('|')})\.?$`,
  'u',
);
/** Zero-width spaces and marks of direction, which come with pasted text. Soft hyphens and
 * overrides of the direction aren't among them: they show another number than they hold. */
const INVISIBLE = /[\u200b-\u200f\u2060\u061c\ufeff]/g;
/** Two different separators, the second before one or two digits, mean the same everywhere. */
const TWO_SEPARATORS = /^\d{1,3}([.,\p{Zs}'’])\d{3}(?:\1\d{3})*(?!\1)[.,]\d{1,2}$/u;
const MAX_LENGTH = 60;
/** Each notation once, because languages may share it. */
const PATTERNS = new Map(LANGUAGES.map((language) => [language, toPattern(language)]));
const NOTATIONS = [...new Map([...PATTERNS.values()].map((pattern) => [pattern.source, pattern])).values()];

/** Reads credits, such as `1500`, `1,000`, `1 000`, `10k` or `2.5m`. It has `readings` if only
 * another language groups thousands this way: in English, `1.000` is 1,000 or 1. */
export function parseAmount(typed: string | number, language: Language): ReadAmount {
  // Sent by an older client, or by a command that has waited since an earlier release.
  if (typeof typed === 'number') return Number.isSafeInteger(typed) && typed >= 1 ? typed : 'unreadable';
  const text = toNumberText(typed);
  if (text === undefined) return 'unreadable';
  const notation = PATTERNS.get(language) ?? toPattern(language);
  const own = read(text, notation);
  const others = NOTATIONS.flatMap((each) => (each.source === notation.source ? [] : (read(text, each) ?? [])));
  const [other, another] = others;
  const isOnlyMeaning = other !== undefined && another === undefined;
  const isUnmistakable = other !== undefined && (other.isWhole || other.hasUnit || TWO_SEPARATORS.test(text));
  const isClear = own ? own.isWhole || !other : isOnlyMeaning && isUnmistakable;
  if (isClear) return (own ?? other)?.amount ?? 'unreadable';
  const readings = [...new Set([...others, own].flatMap((found) => found?.amount ?? []))];
  return readings.length > 0 ? { readings } : 'unreadable';
}

/** True if this text can mean this amount. */
export function mayMean(typed: string, amount: number, language: Language): boolean {
  const read = parseAmount(typed, language);
  return read === amount || (typeof read === 'object' && read.readings.includes(amount));
}

/** True if the text has an amount in any notation, clear or not, whole or not. */
export function isAmount(text: string, language: Language): boolean {
  if (!/\d/.test(text.slice(0, 2 * MAX_LENGTH))) return false;
  return parseAmount(text, language) !== 'unreadable' || roundAmount(text) !== undefined;
}

/** The nearest whole number, such as 1,501 for `1500.50`; undefined if the notation isn't clear. */
export function roundAmount(typed: string): number | undefined {
  const text = toNumberText(typed);
  if (text === undefined) return undefined;
  const [rounded, another] = new Set(NOTATIONS.flatMap((each) => read(text, each)?.rounded ?? []));
  return another === undefined && Number.isSafeInteger(rounded) ? rounded : undefined;
}

/** True if this word, in lower case, is a suffix of numbers such as `k`. */
export function isUnit(word: string): boolean {
  return UNITS.has(word);
}

/** The text without characters that no one sees and that change nothing. */
export function withoutInvisible(text: string): string {
  return text.replace(INVISIBLE, '');
}

/** The number without what surrounds it; undefined if it is too long for one. */
function toNumberText(typed: string): string | undefined {
  if (typed.length > 2 * MAX_LENGTH) return undefined;
  const text = withoutInvisible(typed).trim().toLowerCase().replace(CREDITS_WORD, '').trim();
  return text.length > MAX_LENGTH ? undefined : text;
}

/** `amount`: undefined unless it's a positive whole number. `isWhole`: without a fraction. */
function read(text: string, pattern: RegExp) {
  const { whole: found, fraction = '', unit = '' } = pattern.exec(text)?.groups ?? {};
  const zeros = unit === '' ? 0 : UNITS.get(unit);
  if (found === undefined || zeros === undefined) return undefined;
  const value = Number(found.replace(/\D/g, '') + fraction.slice(0, zeros).padEnd(zeros, '0'));
  const isAmount = /^0*$/.test(fraction.slice(zeros)) && Number.isSafeInteger(value) && value >= 1;
  const rounded = value + (fraction.slice(zeros) >= '5' ? 1 : 0);
  return { rounded, amount: isAmount ? value : undefined, isWhole: fraction === '', hasUnit: unit !== '' };
}

/** Numbers as the language's texts write them. */
function toPattern(language: Language): RegExp {
  const [, thousands = '', point = ''] = KIT_TEXTS[language].number(12_345.5).split(/\d+/);
  const whole = String.raw`\d+|[1-9]\d{0,2}(?<separator>[${thousands}${NEUTRAL}])\d{3}(?:\k<separator>\d{3})*`;
  return new RegExp(String.raw`^(?<whole>${whole})(?:[${point}](?<fraction>\d+))?\s*(?<unit>\p{L}*)\.?$`, 'u');
}
