import type { Language } from './languages.ts';

/** A clear amount, the amounts that a person may have meant (one or two), or neither. */
export type ReadAmount = number | { readings: readonly number[] } | 'unreadable';

/** What separates thousands and what begins a fraction. */
type Notation = { group: string; point: string };

const NOTATIONS: Record<Language, Notation> = { en: { group: ',', point: '.' }, de: { group: '.', point: ',' } };
const OTHER: Record<Language, Language> = { en: 'de', de: 'en' };
/** Spaces of any width, and apostrophes: they separate thousands in every notation. */
const NEUTRAL = String.raw`\s'’`;
/** How many zeros a unit stands for. */
const UNITS: Readonly<Record<string, number>> = { '': 0, k: 3, m: 6, mio: 6, b: 9, bn: 9, mrd: 9 };
const MAX_LENGTH = 60;

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
  const readings = [other, own].flatMap((found) => toAmount(found) ?? []);
  if (isClear) return toAmount(own ?? other) ?? 'unreadable';
  return readings.length > 0 ? { readings } : 'unreadable';
}

/** Whether a person who typed this can have meant this amount. */
export function mayMean(typed: string, amount: number, language: Language): boolean {
  const read = parseAmount(typed, language);
  return read === amount || (typeof read === 'object' && read.readings.includes(amount));
}

/** `isWhole`: written without a fraction. */
type Reading = { digits: string; fraction: string; zeros: number; isWhole: boolean; hasUnit: boolean };

function read(text: string, { group, point }: Notation): Reading | undefined {
  const whole = String.raw`\d+|[1-9]\d{0,2}(?<separator>[${group}${NEUTRAL}])\d{3}(?:\k<separator>\d{3})*`;
  const pattern = new RegExp(String.raw`^(?<whole>${whole})(?:[${point}](?<fraction>\d+))?\s*(?<unit>[a-z]*)\.?$`);
  const { whole: found, fraction, unit = '' } = pattern.exec(text)?.groups ?? {};
  const zeros = Object.hasOwn(UNITS, unit) ? UNITS[unit] : undefined;
  if (found === undefined || zeros === undefined) return undefined;
  const isWhole = fraction === undefined;
  return { digits: found.replace(/\D/g, ''), fraction: fraction ?? '', zeros, isWhole, hasUnit: unit !== '' };
}

function toAmount(reading: Reading | undefined): number | undefined {
  if (!reading) return undefined;
  const { digits, fraction, zeros } = reading;
  const amount = Number(digits + fraction.slice(0, zeros).padEnd(zeros, '0'));
  const isWhole = /^0*$/.test(fraction.slice(zeros));
  return isWhole && Number.isSafeInteger(amount) && amount >= 1 ? amount : undefined;
}
