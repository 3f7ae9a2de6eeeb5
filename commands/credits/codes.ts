import { randomInt } from 'node:crypto';
import { decodeEntities } from '../../src/game/wire/entities.ts';

/** Without letters that look like others. The first is a digit, so that no word is a code. */
const DIGITS = '23456789';
const ALPHABET = `${DIGITS}abcdefghjkmnpqrstuvwxyz`;
const LENGTH = 7;
const pick = (from: string): string => from.charAt(randomInt(from.length));

/** The characters of a mark and of the space before it. */
export const MARK_LENGTH = LENGTH + ' [p-]'.length;

/** Codes that mark entries of the credit log; the letter says what for. */
function codesOf(letter: 'p' | 'r') {
  const code = `${letter}-([${DIGITS}][${ALPHABET}]{${LENGTH - 1}})`;
  /** Wherever the game puts it, and in capitals too. */
  const codes = new RegExp(String.raw`(?<![\p{L}\p{N}])${code}(?![\p{L}\p{N}])`, 'giu');
  const marks = new RegExp(String.raw` ?\[${code}\]`, 'gi');
  const create = (taken: ReadonlySet<string>): string => {
    const made = pick(DIGITS) + Array.from({ length: LENGTH - 1 }, () => pick(ALPHABET)).join('');
    return taken.has(made) ? create(taken) : made;
  };
  return {
    /** One that nothing else has. */
    create,
    /** The code as a reason has it. */
    toMark: (code: string): string => `[${letter}-${code}]`,
    /** The codes in a reason, as they were made. */
    find: (text: string): string[] => [...text.matchAll(codes)].map(([, code = '']) => code.toLowerCase()),
    /** What someone typed without marks, and without codes that stand alone. */
    removeFrom: (typed: string): string => {
      // The log will show entities decoded.
      const text = decodeEntities(typed);
      const left = text.replace(marks, '').replace(codes, '');
      return left === text ? typed : left;
    },
  };
}

/** Of a pay list's payments. */
export const PAY_CODES = codesOf('p');
/** Of payment requests. */
export const REQUEST_CODES = codesOf('r');
