import { type Answers, toQuestionKey } from './answers.ts';
import { type ChosenColumns, chooseColumns } from './columns.ts';
import { hasUnit } from './headings.ts';
import { findLayout, type Layout, type ListLine } from './layout.ts';
import { findProblem, findUnitBeside } from './lineProblems.ts';
import { answerMarks, sortOut } from './marks.ts';
import {
  MAX_CONTENT,
  type SplitLine,
  type TableProblem,
  type TableQuestion,
  type TableReading,
  type TableRow,
  type TableSpec,
  type TypedLine,
  toTyped,
} from './reading.ts';
import { toRow } from './rows.ts';
import { findSplitNumber, joinSplitNumber } from './splitNumber.ts';
import { withoutTotal } from './totals.ts';

/** Reads a list of lines such as `name | amount | reason`, or a table with a header. Pure: what
 * isn't certain becomes a question, and nothing is read in the shorter way. */
export function readTable<F extends string>(text: string, spec: TableSpec<F>, answers: Answers = {}): TableReading<F> {
  const layout = findLayout(text, spec);
  const nothing = { used: [], ignored: [], rows: [], problems: [], skipped: layout.skipped };
  if (layout.problem !== undefined) return { ...nothing, problems: [toProblem(layout.problem.record, layout.problem)] };
  const choice = chooseColumns(layout, spec, answers);
  if ('question' in choice) return { ...nothing, question: choice.question };
  if ('missing' in choice) return { ...nothing, problems: [toWholeProblem(layout, choice.missing)] };
  const unit = findUnit(choice.chosen, spec);
  if (unit !== undefined) return { ...nothing, problems: [toUnitProblem(layout, unit)] };
  return readRows(layout, choice.chosen, spec, answers);
}

/** The heading of the amounts, if it says that they are thousands or millions. */
function findUnit<F extends string>({ used, amountField }: ChosenColumns<F>, spec: TableSpec<F>): string | undefined {
  const field = spec.fields.find((one) => one.field === amountField);
  const label = used.find((one) => one.field === amountField)?.label;
  return field !== undefined && label !== undefined && hasUnit(label, field) ? label : undefined;
}

function toUnitProblem({ header }: Layout, heading: string): TableProblem {
  return { line: header?.line ?? 1, content: heading, why: 'unit' };
}

/** A table without a column that may be paid, or with another beside it, by what it has. */
function toWholeProblem({ header }: Layout, missing: 'pay' | 'secondTable'): TableProblem {
  const columns = (header?.labels ?? []).filter((label) => label !== '');
  const why = missing === 'pay' ? 'noPay' : 'secondTable';
  return { line: header?.line ?? 1, content: columns.join(' · ').slice(0, MAX_CONTENT), why, columns };
}

/** Reads the lines of a table whose columns are known. */
function readRows<F extends string>(
  layout: Layout,
  chosen: ChosenColumns<F>,
  spec: TableSpec<F>,
  answers: Answers,
): TableReading<F> {
  const split = splitNumbersOf(layout, chosen, answers);
  const lines = sortOut(split.records, chosen, spec);
  const marked = answerMarks(lines.marked, answers);
  const question = split.question ?? marked.question;
  const base = {
    used: chosen.used,
    ignored: chosen.ignored,
    skipped: [...layout.skipped, ...lines.comments, ...marked.skipped],
  };
  if (question !== undefined) return { ...base, question, rows: [], problems: [] };
  const records = [...lines.plain, ...marked.records].toSorted((one, other) => one.line - other.line);
  const problems: TableProblem[] = [];
  const rows: TableRow<F>[] = [];
  for (const record of records.slice(0, spec.maxRows)) {
    const why = findProblem(record, layout, spec) ?? findUnitBeside(record, chosen, spec);
    if (why !== undefined) problems.push(toProblem(record, { why }));
    else rows.push(toRow(record, chosen, spec));
  }
  const beyond = findBeyond(records, layout, spec);
  if (beyond !== undefined) problems.push(toProblem(beyond, { why: 'tooMany' }));
  return withoutTotal({ ...base, rows, problems }, spec, answers);
}

/** The first line too many. If even more lines weren't split, the last one stands for them. */
function findBeyond(
  records: readonly ListLine[],
  { isCut }: Layout,
  { maxRows }: TableSpec<string>,
): ListLine | undefined {
  const first = records[maxRows];
  if (first !== undefined) return first;
  return isCut ? records.at(-1) : undefined;
}

type SplitNumbers<F extends string> = { records: ListLine[]; question?: TableQuestion<F> };

/** Asks whether commas cut numbers into cells, and joins them if they do. */
function splitNumbersOf<F extends string>(
  layout: Layout,
  { columns, amountField }: ChosenColumns<F>,
  answers: Answers,
): SplitNumbers<F> {
  const at = amountField === undefined ? undefined : columns[amountField];
  const { header, separator, records } = layout;
  if (header === undefined || separator !== ',' || at === undefined) return { records };
  const lines = records.flatMap((record) => toSplitLine(record, at) ?? []);
  if (lines.length === 0) return { records };
  const key = toQuestionKey(
    'commas',
    lines.map(({ content }) => content),
  );
  const answer = answers[key];
  if (answer === 'two') return { records };
  if (answer === 'one') return { records: records.map((record) => joinNumbers(record, at)) };
  return { records, question: { about: 'commas', key, lines } };
}

function toSplitLine(record: ListLine, at: number): SplitLine | undefined {
  const found = findSplitNumber(record.cells, at);
  if (found === undefined) return undefined;
  const besideIt = found.to > at ? at + 1 : at - 1;
  return {
    ...toTyped(record),
    joined: found.text,
    apart: record.cells[at]?.text ?? '',
    next: record.cells[besideIt]?.text ?? '',
  };
}

/** A number that begins in an earlier column moves the amount, so it's looked for again. */
function joinNumbers(record: ListLine, at: number): ListLine {
  let cells = record.cells;
  for (let found = findSplitNumber(cells, at); found !== undefined; found = findSplitNumber(cells, at)) {
    cells = joinSplitNumber(cells, found);
  }
  return { ...record, cells };
}

function toProblem(record: TypedLine, { why, columns }: Pick<TableProblem, 'why' | 'columns'>): TableProblem {
  return { ...toTyped(record), why, ...(columns && { columns }) };
}
