import { hash } from 'node:crypto';
import type { Answers } from '../../../src/input/answers.ts';
import type { FieldSpec } from '../../../src/input/headings.ts';
import {
  type TableQuestion,
  type TableReading,
  type TableRow,
  type TypedLine,
  toTyped,
} from '../../../src/input/reading.ts';
import { readTable } from '../../../src/input/table.ts';
import type { ReadAmount } from '../../../src/view/amount.ts';
import { roundAmount } from '../../../src/view/amount.ts';
import { withoutControls } from '../../../src/view/decodeText.ts';
import { allWords } from '../../../src/view/language.ts';
import type { Language } from '../../../src/view/languages.ts';
import { MARK_LENGTH, PAY_CODES } from '../codes.ts';
import { type CreditsTexts, TEXTS } from '../en.ts';

/** A payment as typed. Without an amount, or with 0, it can't be made. */
export type ListRow = {
  line: number;
  /** The name as typed, or the UID if the line has no name. */
  name: string;
  /** The UID, if the list has a column for it. */
  uid?: string;
  amount: number | undefined;
  reason: string;
};

/** A line that can't be used. */
export type Problem = TypedLine & {
  why: keyof CreditsTexts['pay']['wrong'];
  /** The meanings that the amount may have; undefined stands for a fraction of a credit. */
  readings?: readonly (number | undefined)[];
  /** The nearest whole amount. */
  rounded?: number | undefined;
  /** The headings, if none of them is the amount's. */
  columns?: readonly string[];
};

export type PayField = 'uid' | 'name' | 'amount' | 'reason';
export type PayQuestion = TableQuestion<PayField>;

/** The reading of a list: each line and column, and what became of it. With a `question`, there are
 * no rows yet. */
export type PayList = Pick<TableReading<PayField>, 'question' | 'used' | 'ignored' | 'skipped'> & {
  rows: ListRow[];
  problems: Problem[];
};

type Notation = { language: Language; isRounded: boolean };

export const MAX_ROWS = 300;
const MAX_NAME = 100;
/** The game's limit, less the mark that each reason gets. */
export const MAX_REASON = 200 - MARK_LENGTH;
/** Max length of a reason, before spaces collapse. */
const MAX_READ = 1_000;
const CHARACTER_UID = /^1:\d{1,15}$/;

const wordsOf = (field: PayField): string[] => allWords(TEXTS, ({ pay }) => pay.columns[field]);
/** The columns of a list, in the order that they have without a header. */
const FIELDS: readonly FieldSpec<PayField>[] = [
  { field: 'uid', holds: 'uid', words: wordsOf('uid') },
  { field: 'name', holds: 'subject', words: wordsOf('name') },
  {
    field: 'amount',
    holds: 'amount',
    words: wordsOf('amount'),
    neverWords: allWords(TEXTS, ({ pay }) => pay.neverPaid),
    weakWords: allWords(TEXTS, ({ pay }) => pay.weakColumns),
    doubtWords: allWords(TEXTS, ({ pay }) => pay.doubtfulColumns),
    unitWords: allWords(TEXTS, ({ pay }) => pay.unitsInHeading),
  },
  { field: 'reason', holds: 'text', words: wordsOf('reason') },
];
const TOTALS = allWords(TEXTS, ({ pay }) => pay.totals);

/** Reads a list of payments, `name | amount | reason` on each line, or a table with a header.
 * `isRounded`: decimals count as the nearest whole number. */
export function parsePayList(given: string, language: Language, isRounded = false, answers: Answers = {}): PayList {
  const spec = { fields: FIELDS, totals: TOTALS, maxRows: MAX_ROWS, language, isRounded };
  const table = readTable(withoutControls(given), spec, answers);
  const rows: ListRow[] = [];
  const problems: Problem[] = [...table.problems];
  for (const row of table.rows) {
    const read = toListRow(row, { language, isRounded });
    if ('why' in read) problems.push(read);
    else rows.push(read);
  }
  problems.sort((one, other) => one.line - other.line);
  const { question, used, ignored, skipped } = table;
  return { rows, problems, used, ignored, skipped, ...(question && { question }) };
}

/** A short name for all that a list pays, to notice that it reads differently than before. */
export function toDigest(rows: readonly ListRow[]): string {
  const payments = rows.map(({ name, uid = '', amount = 0, reason }) => [name, uid, amount, reason]);
  return hash('sha256', JSON.stringify(payments), 'base64url').slice(0, 16);
}

function toListRow(row: TableRow<PayField>, notation: Notation): ListRow | Problem {
  const { cells, amount } = row;
  const uid = cells.uid ?? '';
  const name = cells.name || uid;
  const reason = toReason(cells.reason ?? '');
  if (uid !== '' && !CHARACTER_UID.test(uid)) return { ...toTyped(row), why: 'uid' };
  if (name === '' || name.length > MAX_NAME) return { ...toTyped(row), why: 'name' };
  if (reason === undefined) return { ...toTyped(row), why: 'nested' };
  if ([...reason].length > MAX_REASON) return { ...toTyped(row), why: 'longReason' };
  if (amount === 'unreadable' || typeof amount === 'object')
    return toAmountProblem(row, amount, cells.amount ?? '', notation);
  return { line: row.line, name, ...(uid !== '' && { uid }), amount, reason };
}

/** The reason without codes; undefined if it may hide one. */
function toReason(typed: string): string | undefined {
  const reason = typed.replace(/\s+/g, ' ');
  return reason.length > MAX_READ ? reason : PAY_CODES.removeFrom(reason)?.trim();
}

function toAmountProblem(
  row: TypedLine,
  amount: Exclude<ReadAmount, number>,
  typed: string,
  { isRounded }: Notation,
): Problem {
  if (amount === 'unreadable') {
    return { ...toTyped(row), why: 'amount', rounded: isRounded ? undefined : roundAmount(typed) };
  }
  const meanings: (number | undefined)[] = [...amount.readings];
  if (meanings.length === 1) meanings.push(undefined);
  return { ...toTyped(row), why: 'amount', readings: meanings };
}
