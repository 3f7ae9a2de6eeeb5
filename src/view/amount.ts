import type { Language } from './languages.ts';

/** A clear amount, the amounts that a person may have meant (one or two), or neither. */
export type ReadAmount = number | { readings: readonly number[] } | 'unreadable';

const OTHER: Record<Language, Language> = { en: 'de', de: 'en' };
/** Spaces of any width, and apostrophes: they separate thousands in every notation. */
const NEUTRAL = String.raw`\s'’`;
/** How many zeros a unit stands for. */
const UNITS: Readonly<Record<string, number>> = { '': 0, k: 3, m: 6, mio: 6, b: 9, bn: 9, mrd: 9 };
const MAX_LENGTH = 60;
const NOTATIONS: Record<Language, RegExp> = { en: toPattern(',', '.'), de: toPattern('.', ',') };

/** Reads a whole number of credits, such as `1500`, `1,000`, `1 000`, `10k` or `2.5m`. What only the
 * other language's notation would call thousands has `readings`: `1.000` in English is 1,000 or 1. */
export function parseAmount(typed: string | number, language: Language): ReadAmount {
  // From an older client, or a command that waited since an earlier release.
  if (typeof typed === 'number') return Number.isSafeInteger(typed) && typed >= 1 ? typed : 'unreadable';
  const text = typed.trim().toLowerCase();
  if (text.length > MAX_LENGTH) return 'unreadable';
  const own = read(text, NOTATIONS[language]);
  const other = read(text, NOTATIONS[OTHER[language]]);
  const isClear = own ? own.isWhole || !other : other && (other.isWhole || other.hasUnit);
  if (isClear) return (own ?? other)?.amount ?? 'unreadable';
  const readings = [other, own].flatMap((found) => found?.amount ?? []);
  return readings.length > 0 ? { readings } : 'unreadable';
}

/** Whether a person who typed this can have meant this amount. */
export function mayMean(typed: string, amount: number, language: Language): boolean {
  const read = parseAmount(typed, language);
  return read === amount || (typeof read === 'object' && read.readings.includes(amount));
}

/** `amount`: undefined if it isn't a whole number from 1 on. `isWhole`: written without a fraction. */
function read(text: string, pattern: RegExp) {
  const { whole: found, fraction = '', unit = '' } = pattern.exec(text)?.groups ?? {};
  const zeros = Object.hasOwn(UNITS, unit) ? UNITS[unit] : undefined;
  if (found === undefined || zeros === undefined) return undefined;
  const value = Number(found.replace(/\D/g, '') + fraction.slice(0, zeros).padEnd(zeros, '0'));
  const isAmount = /^0*$/.test(fraction.slice(zeros)) && Number.isSafeInteger(value) && value >= 1;
  return { amount: isAmount ? value : undefined, isWhole: fraction === '', hasUnit: unit !== '' };
}

function toPattern(thousands: string, point: string): RegExp {
  const whole = String.raw`\d+|[1-9]\d{0,2}(?<separator>[${thousands}${NEUTRAL}])\d{3}(?:\k<separator>\d{3})*`;
  return new RegExp(String.raw`^(?<whole>${whole})(?:[${point}](?<fraction>\d+))?\s*(?<unit>[a-z]*)\.?$`);
}
