import type { ReadAmount } from '../view/amount.ts';
import { type Answers, toQuestionKey } from './answers.ts';
import type { FieldSpec } from './headings.ts';
import { type TableReading, type TableRow, type TableSpec, toTyped } from './reading.ts';
import type { SkippedLines } from './records.ts';

/** Leaves out a last line with the sum of the others, and asks about one with another sum. */
export function withoutTotal<F extends string>(
  reading: Omit<TableReading<F>, 'question'>,
  spec: TableSpec<F>,
  answers: Answers,
): TableReading<F> {
  const total = findTotal(reading, spec);
  if (total === undefined) return reading;
  const others = reading.rows.filter((row) => row !== total);
  const sum = sumOf(others);
  const skippedTotal: SkippedLines = { line: total.line, count: 1, why: 'total', content: total.content };
  const withoutLast = { ...reading, rows: others, skipped: [...reading.skipped, skippedTotal] };
  if (isSumOf(total, others, spec)) return withoutLast;
  // Lines that can't be read are mended first: without them, no sum is right.
  const canAsk = reading.problems.length === 0;
  if (typeof total.amount !== 'number' || sum === undefined || !canAsk) return reading;
  const name = nameOf(total, spec);
  const key = toQuestionKey('total', [total.content, String(sum)]);
  const answer = answers[key];
  if (answer === 'out') return withoutLast;
  if (answer === 'pay' && name !== '') return reading;
  const question = { about: 'total', key, line: toTyped(total), name, amount: total.amount, sum } as const;
  return { ...reading, rows: [], question };
}

/** The last line with an amount, if it names no person and other lines do. */
function findTotal<F extends string>(
  { rows }: Pick<TableReading<F>, 'rows'>,
  spec: TableSpec<F>,
): TableRow<F> | undefined {
  const last = rows.findLast(({ amount }) => amount !== undefined && amount !== 0);
  if (last === undefined || rows.length < 2 || !looksLikeTotal(last, spec)) return undefined;
  return last;
}

/** True if the line certainly has the sum of the others. */
function isSumOf<F extends string>(total: TableRow<F>, others: readonly TableRow<F>[], spec: TableSpec<F>): boolean {
  // A single amount above a line without a name: that line may be the same person's second payment.
  const mayBeSecondPayment = nameOf(total, spec) === '' && others.length === 1;
  const sum = sumOf(others);
  if (mayBeSecondPayment || sum === undefined || total.amount === undefined) return false;
  const tolerance = spec.isRounded ? others.length : 0;
  return mayBe(total.amount, sum, tolerance);
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
function mayBe(amount: ReadAmount, sum: number, tolerance: number): boolean {
  if (amount === 'unreadable') return false;
  if (typeof amount === 'number') return Math.abs(amount - sum) <= tolerance;
  return amount.readings.includes(sum);
}

function fieldOf<F extends string>(spec: TableSpec<F>, holds: FieldSpec<F>['holds']): F | undefined {
  return spec.fields.find((one) => one.holds === holds)?.field;
}
