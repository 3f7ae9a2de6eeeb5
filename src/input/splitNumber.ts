import { isUnit, withoutInvisible } from '../view/amount.ts';
import { CURRENCY_WORDS } from './currency.ts';
import type { Cell } from './records.ts';

/** Neighboring cells that may be one number which commas cut, such as `1` and `500`. */
export type SplitNumber = {
  /** The index of the first cell. */
  from: number;
  /** The index of the last cell. */
  to: number;
  /** The number as one amount, such as `1500`. */
  text: string;
};

/** Max cells of one number, on each side of the one that is asked about. */
const MAX_PARTS = 6;
/** Max characters of a part that are looked at. */
const MAX_LENGTH = 40;
/** The first digits of a number in groups. */
const HEAD = /^\d{1,3}$/;
const GROUP = /^\d{3}$/;
/** In Indian notation, all groups but the last have two digits: `1,00,000`. */
const PAIR = /^\d{2}$/;
/** The last group, whatever follows it: decimals, a unit, a currency, a remark. */
const LAST_GROUP = /^(?<digits>\d{3})(?!\d)(?<decimals>\.\d+)?(?<rest>.*)$/su;
/** Decimals of an amount in thousands or in a currency: `2,5m`, `1,50 €`. */
const DECIMALS = /^(?<digits>\d{1,2})(?<fraction>[¼-¾⅐-⅞])? ?(?<word>[\p{L}\p{Sc}]{1,8})?\.?$/u;
const FRACTION = /^[¼-¾⅐-⅞]$/;
const MONEY = new Set([...CURRENCY_WORDS, 'cr', 'credit', 'credits']);

/** The longest number that unquoted cells around this one may be; undefined if it stands alone. */
export function findSplitNumber(cells: readonly Cell[], at: number): SplitNumber | undefined {
  const first = Math.max(0, at - MAX_PARTS);
  const last = Math.min(cells.length - 1, at + MAX_PARTS);
  const parts = cells.slice(first, last + 1).map(toPart);
  for (let from = first; from <= at; from += 1) {
    for (let to = last; to >= at && to > from; to -= 1) {
      const text = joinParts(parts.slice(from - first, to - first + 1));
      if (text !== undefined) return { from, to, text };
    }
  }
  return undefined;
}

/** The beginning of a cell; '' if it is quoted, and so no part of a number. */
function toPart({ text, isQuoted }: Cell): string {
  return isQuoted ? '' : withoutInvisible(text.slice(0, MAX_LENGTH)).trim();
}

/** The amount that these parts are together; undefined if they can't be one. */
function joinParts(parts: readonly string[]): string | undefined {
  const head = parts[0] ?? '';
  const last = parts.at(-1) ?? '';
  const between = parts.slice(1, -1);
  const isThousands = between.every((part) => GROUP.test(part));
  if (!isThousands && !between.every((part) => PAIR.test(part))) return undefined;
  return joinGroups(head, between, last) ?? (isThousands ? joinDecimals(head, between, last) : undefined);
}

/** Groups of thousands, such as `1`, `500 gp`. */
function joinGroups(head: string, between: readonly string[], last: string): string | undefined {
  const { digits, decimals = '', rest = '' } = LAST_GROUP.exec(last)?.groups ?? {};
  // Digits behind a zero are no group: 0 is an amount of its own.
  if (digits === undefined || !HEAD.test(head) || /^0+$/.test(head)) return undefined;
  const unit = toUnit(rest);
  // With decimals, its separators say which is which.
  if (decimals !== '') return `${[head, ...between, digits].join(',')}${decimals}${unit}`;
  return `${[head, ...between, digits].join('')}${unit}`;
}

/** Decimals behind a comma, which only a unit or a currency shows. */
function joinDecimals(head: string, between: readonly string[], last: string): string | undefined {
  const { digits, fraction = '', word = '' } = DECIMALS.exec(last)?.groups ?? {};
  if (digits === undefined || !/^\d{1,15}$/.test(head)) return undefined;
  const unit = toUnit(word);
  const isMoney = /^\p{Sc}$/u.test(word) || MONEY.has(word.toLowerCase());
  if (unit === '' && !isMoney && !FRACTION.test(fraction)) return undefined;
  return `${[head, ...between].join('')},${digits}${fraction}${unit}`;
}

/** A suffix such as `k`; '' for anything else. */
function toUnit(rest: string): string {
  const word = /^\s?(\p{L}+)\.?(?!\p{L})/u.exec(rest)?.[1] ?? '';
  return isUnit(word.toLowerCase()) ? word : '';
}

/** The cells with this number as one cell. */
export function joinSplitNumber(cells: readonly Cell[], { from, to, text }: SplitNumber): Cell[] {
  return [...cells.slice(0, from), { text, isQuoted: true }, ...cells.slice(to + 1)];
}
