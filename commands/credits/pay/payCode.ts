import { randomInt } from 'node:crypto';

/** Without letters that look like others. The first is a digit, so that no word is a code. */
const DIGITS = '23456789';
const ALPHABET = `${DIGITS}abcdefghjkmnpqrstuvwxyz`;
const LENGTH = 7;
const CODE = `p-([${DIGITS}][${ALPHABET}]{${LENGTH - 1}})`;
/** Wherever the game puts it, and in capitals too. */
const CODES = new RegExp(String.raw`(?<![\p{L}\p{N}])${CODE}(?![\p{L}\p{N}])`, 'giu');
const MARKS = new RegExp(String.raw` ?\[${CODE}\]`, 'gi');

/** The characters of a mark and of the space before it. */
export const MARK_LENGTH = LENGTH + ' [p-]'.length;

/** A code that no other payment has, which marks the payment's entry in the credit log. */
export function createCode(taken: ReadonlySet<string>): string {
  const pick = (from: string): string => from.charAt(randomInt(from.length));
  const code = pick(DIGITS) + Array.from({ length: LENGTH - 1 }, () => pick(ALPHABET)).join('');
  return taken.has(code) ? createCode(taken) : code;
}

/** The code as the reason of a payment has it. */
export const toMark = (code: string): string => `[p-${code}]`;

/** The codes of payments in a reason, as they were made. */
export function findCodes(text: string): string[] {
  return [...text.matchAll(CODES)].map(([, code = '']) => code.toLowerCase());
}

export function withoutMarks(text: string): string {
  return text.replace(MARKS, '');
}
