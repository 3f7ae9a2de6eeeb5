import { randomInt } from 'node:crypto';
import { decodeEntities, MAX_DECODINGS } from '../../src/game/wire/entities.ts';

/** Without letters that look like others. The first is a digit, so that no word is a code. */
const DIGITS = '23456789';
const ALPHABET = `${DIGITS}abcdefghjkmnpqrstuvwxyz`;
const LENGTH = 7;
/** Max entities in a reason. */
const MAX_ENTITIES = 40;
const pick = (from: string): string => from.charAt(randomInt(from.length));

/** The characters of a mark and of the space before it. */
export const MARK_LENGTH = LENGTH + ' [p-]'.length;

/** Codes that mark entries of the credit log; the letter says what for. `removed`: letters of codes
 * that no reason brings along. */
function codesOf(letter: 'p' | 'r', removed: string) {
  const toCode = (letters: string): string => `[${letters}]-([${DIGITS}][${ALPHABET}]{${LENGTH - 1}})`;
  /** Wherever the game puts it, and in capitals too. */
  const toAlone = (letters: string): string => String.raw`(?<![\p{L}\p{N}])${toCode(letters)}(?![\p{L}\p{N}])`;
  const codes = new RegExp(toAlone(letter), 'giu');
  const removable = new RegExp(String.raw` ?\[${toCode(removed)}\]|${toAlone(removed)}`, 'giu');
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
    /** What someone typed without marks, and without codes that stand alone. Undefined if codes and
     * entities are in each other more than {@link MAX_DECODINGS} times. */
    removeFrom(typed: string): string | undefined {
      let [text, hasCode] = [typed, false];
      for (let rounds = typed.split('&').length > MAX_ENTITIES ? 0 : MAX_DECODINGS + 1; rounds > 0; rounds -= 1) {
        // The log will show entities decoded.
        const decoded = decodeEntities(text);
        const left = decoded.replace(removable, '');
        hasCode ||= left !== decoded || text.search(removable) >= 0;
        if (left === text) return hasCode ? text : typed;
        text = left;
      }
      return undefined;
    },
  };
}

/** Of a pay list's payments. */
export const PAY_CODES = codesOf('p', 'p');
/** Of payment requests. */
export const REQUEST_CODES = codesOf('r', 'pr');
