import { allWords, KIT_TEXTS } from './language.ts';
import { LANGUAGES, type Language } from './languages.ts';

/** A clear amount, the amounts that a person may have meant, or neither. */
export type ReadAmount = number | { readings: readonly number[] } | 'unreadable';

/** Spaces of any width and apostrophes separate thousands in every notation. */
const NEUTRAL = String.raw`\s'’`;
const ZEROS = [3, 6, 9] as const;
/** The number of zeros for each word. */
const UNITS = new Map(
  ZEROS.flatMap((zeros) => allWords(KIT_TEXTS, ({ amounts }) => amounts.units[zeros]).map((word) => [word, zeros])),
);
const MAX_LENGTH = 60;
/** Each notation once, because languages may share it. */
const NOTATIONS = [...new Map(LANGUAGES.map(toPattern).map((pattern) => [pattern.source, pattern])).values()];

/** Reads credits, such as `1500`, `1,000`, `1 000`, `10k` or `2.5m`. It has `readings` if only
 * another language groups thousands this way: in English, `1.000` is 1,000 or 1. */
export function parseAmount(typed: string | number, language: Language): ReadAmount {
  // Sent by an older client, or by a command that has waited since an earlier release.
  if (typeof typed === 'number') return Number.isSafeInteger(typed) && typed >= 1 ? typed : 'unreadable';
  const text = typed.trim().toLowerCase();
  if (text.length > MAX_LENGTH) return 'unreadable';
  const notation = toPattern(language);
  const own = read(text, notation);
  const others = NOTATIONS.flatMap((each) => (each.source === notation.source ? [] : (read(text, each) ?? [])));
  const [other, another] = others;
  const isClear = own ? own.isWhole || !other : other && !another && (other.isWhole || other.hasUnit);
  if (isClear) return (own ?? other)?.amount ?? 'unreadable';
  const readings = [...new Set([...others, own].flatMap((found) => found?.amount ?? []))];
  return readings.length > 0 ? { readings } : 'unreadable';
}

/** True if this text can mean this amount. */
export function mayMean(typed: string, amount: number, language: Language): boolean {
  const read = parseAmount(typed, language);
  return read === amount || (typeof read === 'object' && read.readings.includes(amount));
}

/** The nearest whole number, such as 1,501 for `1500.50`; undefined if the notation isn't clear. */
export function roundAmount(typed: string): number | undefined {
  if (typed.length > MAX_LENGTH) return undefined;
  const text = typed.trim().toLowerCase();
  const [rounded, another] = new Set(NOTATIONS.flatMap((each) => read(text, each)?.rounded ?? []));
  return another === undefined && Number.isSafeInteger(rounded) ? rounded : undefined;
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
