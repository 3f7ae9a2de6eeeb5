import type { ReadAmount } from '../view/amount.ts';
import { type Answers, toQuestionKey } from './answers.ts';
import type { FieldSpec } from './headings.ts';
import { type TableReading, type TableRow, type TableSpec, toTyped } from './reading.ts';
import type { SkippedLines } from './records.ts';

/** Max characters of a name that may mean a total. */
const MAX_TOTAL_NAME = 40;
/** A last line with the sum of the others is a total. */
export function withoutTotal<F extends string>(
  reading: Omit<TableReading<F>, 'question'>,
  spec: TableSpec<F>,
  answers: Answers,
): TableReading<F> {
  const at = reading.rows.findLastIndex(({ amount }) => amount !== undefined && amount !== 0);
  const total = reading.rows[at];
  const others = reading.rows.filter((row) => row !== total);
  if (total === undefined || others.length === 0 || !looksLikeTotal(total, spec)) return reading;
  const isLast = reading.problems.every(({ line }) => line < total.line);
  if (!isLast || total.amount === undefined) return reading;
  const sum = sumOf(others);
  const skippedLine: SkippedLines = { line: total.line, count: 1, why: 'total', content: total.content };
  const withoutLast = { ...reading, rows: others, skipped: [...reading.skipped, skippedLine] };
  // One amount without a name may also be the second one of the person above it.
  const isSure = nameOf(total, spec) !== '' || others.length > 1;
  const tolerance = spec.isRounded ? others.length : 0;
  if (isSure && mayBe(total.amount, sum, tolerance)) return withoutLast;
  // Lines that can't be read are mended first: without them, no sum is right.
  if (typeof total.amount !== 'number' || sum === undefined || reading.problems.length > 0) return reading;
  const key = toQuestionKey('total', [total.content, String(sum)]);
  const answer = answers[key];
  if (answer === 'out') return withoutLast;
  const name = nameOf(total, spec);
  if (answer === 'pay' && name !== '') return reading;
  const question = { about: 'total', key, line: toTyped(total), name, amount: total.amount, sum } as const;
  return { ...reading, rows: [], question };
}

function nameOf<F extends string>({ cells }: TableRow<F>, spec: TableSpec<F>): string {
  const field = fieldOf(spec, 'subject');
  return field === undefined ? '' : (cells[field] ?? '');
}

/** True for a line without a person: no UID, and no name or one that means a total. */
function looksLikeTotal<F extends string>(row: TableRow<F>, spec: TableSpec<F>): boolean {
  const uid = fieldOf(spec, 'uid');
  if (uid !== undefined && (row.cells[uid] ?? '') !== '') return false;
  const name = nameOf(row, spec);
  if (name.length > MAX_TOTAL_NAME) return false;
  const word = name.toLowerCase().replace(/[:=]$/, '').trim();
  return word === '' || spec.totals.includes(word);
}

/** The sum of the amounts; undefined if one of them isn't clear. */
function sumOf(rows: readonly TableRow<string>[]): number | undefined {
  let sum = 0;
  for (const { amount = 0 } of rows) {
    if (typeof amount !== 'number') return undefined;
    sum += amount;
  }
  return sum;
}

/** True if the amount may mean this sum. `tolerance`: of sums of rounded amounts. */
function mayBe(amount: ReadAmount, sum: number | undefined, tolerance: number): boolean {
  if (sum === undefined || amount === 'unreadable') return false;
  return typeof amount === 'number' ? Math.abs(amount - sum) <= tolerance : amount.readings.includes(sum);
}

function fieldOf<F extends string>(spec: TableSpec<F>, holds: FieldSpec<F>['holds']): F | undefined {
  return spec.fields.find((one) => one.holds === holds)?.field;
}
