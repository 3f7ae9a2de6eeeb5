import { isUnit } from '../view/amount.ts';
import type { Cell } from './records.ts';

/** Neighboring cells that may be one number which commas cut, such as `1` and `500`. */
export type SplitNumber = {
  /** Index of the first and of the last cell. */
  from: number;
  to: number;
  /** The number without its separators of thousands, such as `1500`. */
  text: string;
};

/** Max cells of one number, on each side of the one that is asked about. */
const MAX_PARTS = 6;
/** The first digits of a number in groups. */
const HEAD = /^[1-9]\d{0,2}$/;
const GROUP = /^\d{3}$/;
/** In Indian notation, all groups but the last have two digits: `1,00,000`. */
const PAIR = /^\d{2}$/;
/** The last digits. Decimals, a fraction, and one word or sign, such as a unit or a currency, may
 * follow. */
const LAST =
  /^(?<digits>\d{1,3})(?<decimals>\.\d+)?\s*(?<fraction>[¼-¾⅐-⅞]|(?<=\s)\d\/\d(?!\d))?\s*(?<word>[\p{L}]{1,8}|\p{Sc})?\.?$/u;
/** Words after one or two digits that make them the decimals of an amount. */
const CURRENCY = /^(?:cr|credits?|gp|gold|isk|eur|usd|chf|gbp|sek|kr|\p{Sc})$/iu;

/** The longest number that unquoted cells around this one may be; undefined if it stands alone. */
export function findSplitNumber(cells: readonly Cell[], at: number): SplitNumber | undefined {
  const first = Math.max(0, at - MAX_PARTS);
  const last = Math.min(cells.length - 1, at + MAX_PARTS);
  for (let from = first; from <= at; from += 1) {
    for (let to = last; to >= at && to > from; to -= 1) {
      const text = joinParts(cells.slice(from, to + 1));
      if (text !== undefined) return { from, to, text };
    }
  }
  return undefined;
}

/** The number that these cells are together; undefined if they can't be one. */
function joinParts(cells: readonly Cell[]): string | undefined {
  if (cells.some(({ isQuoted }) => isQuoted)) return undefined;
  const parts = cells.map(({ text }) => text);
  const head = parts[0] ?? '';
  const between = parts.slice(1, -1);
  const end = LAST.exec(parts.at(-1) ?? '')?.groups;
  if (end === undefined || !HEAD.test(head)) return undefined;
  const { digits = '', decimals = '', fraction = '', word = '' } = end;
  const isThousands = between.every((part) => GROUP.test(part));
  const isIndian = between.length > 0 && between.every((part) => PAIR.test(part)) && head.length <= 2;
  const unit = isUnit(word.toLowerCase()) ? word : '';
  if (digits.length === 3 && (isThousands || isIndian)) {
    return [...parts.slice(0, -1), digits].join('') + decimals + fraction + unit;
  }
  const isDecimal = digits.length < 3 && isThousands && decimals === '';
  const hasUnit = unit !== '' || fraction !== '' || CURRENCY.test(word);
  return isDecimal && hasUnit ? `${[head, ...between].join('')},${digits}${fraction}${unit}` : undefined;
}

/** The cells with this number as one cell. */
export function joinSplitNumber(cells: readonly Cell[], { from, to, text }: SplitNumber): Cell[] {
  return [...cells.slice(0, from), { text, isQuoted: true }, ...cells.slice(to + 1)];
}
