import { randomInt } from 'node:crypto';
import { decodeEntities, MAX_DECODINGS } from '../../src/game/wire/entities.ts';

/** Leaves out similar-looking letters. A code begins with a digit, so no word is a code. */
const DIGITS = '23456789';
const ALPHABET = `${DIGITS}abcdefghjkmnpqrstuvwxyz`;
const LENGTH = 7;
const MAX_ENTITIES = 40;
const pick = (from: string): string => from.charAt(randomInt(from.length));

/** The length of a mark and the space before it. */
export const MARK_LENGTH = LENGTH + ' [p-]'.length;

/** Codes that mark entries of the credit log. `removed`: the codes to remove, by letter. */
function codesOf(letter: 'p' | 'r', removed: string) {
  const toCode = (letters: string): string => `[${letters}]-([${DIGITS}][${ALPHABET}]{${LENGTH - 1}})`;
  /** Matches codes that aren't part of a word; `[p-…]` isn't required. */
  const toAlone = (letters: string): string => String.raw`(?<![\p{L}\p{N}])${toCode(letters)}(?![\p{L}\p{N}])`;
  const codes = new RegExp(toAlone(letter), 'giu');
  const removable = new RegExp(String.raw` ?\[${toCode(removed)}\]|${toAlone(removed)}`, 'giu');
  const create = (taken: ReadonlySet<string>): string => {
    const made = pick(DIGITS) + Array.from({ length: LENGTH - 1 }, () => pick(ALPHABET)).join('');
    return taken.has(made) ? create(taken) : made;
  };
  return {
    /** A code that isn't taken. */
    create,
    toMark: (code: string): string => `[${letter}-${code}]`,
    /** The codes in a reason, in lower case. */
    find: (text: string): string[] => [...text.matchAll(codes)].map(([, code = '']) => code.toLowerCase()),
    /** Without marks and codes. Undefined if they nest deeper than {@link MAX_DECODINGS}. */
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

export const PAY_CODES = codesOf('p', 'p');
export const REQUEST_CODES = codesOf('r', 'pr');
