import { isAmount, parseAmount, type ReadAmount, roundAmount } from '../view/amount.ts';
import { type Answers, toQuestionKey } from './answers.ts';
import {
  type ChosenColumns,
  type ColumnQuestion,
  chooseColumns,
  type IgnoredColumn,
  textOf,
  type UsedColumn,
} from './columns.ts';
import { withoutCurrency } from './currency.ts';
import {
  type FieldSpec,
  findLayout,
  hasUnit,
  isComment,
  isKnownHeader,
  type Layout,
  type LayoutSpec,
  type ListLine,
} from './layout.ts';
import { type Cell, MAX_COLUMNS, type SkippedLines } from './records.ts';
import { findSplitNumber, joinSplitNumber } from './splitNumber.ts';

/** What a list is about, and the words that its columns may have. F: the names of its fields. */
export type TableSpec<F extends string> = LayoutSpec<F> & {
  /** Decimals count as the nearest whole number. */
  isRounded: boolean;
  /** Words for a line with the total, in lower case. */
  totals: readonly string[];
};

/** A line as it was typed. */
export type TypedLine = { line: number; content: string };

/** A line that was read. `cells`: the text by field, '' if it's missing. */
export type TableRow<F extends string> = TypedLine & {
  cells: Readonly<Partial<Record<F, string>>>;
  /** Undefined without an amount, or if the list has none. */
  amount: ReadAmount | undefined;
};

/** Why a line can't be used. */
export type TableProblem = TypedLine & {
  why:
    | 'comma'
    | 'separator'
    | 'quotes'
    | 'cells'
    | 'section'
    | 'secondHeader'
    | 'beforeHeader'
    | 'noPay'
    | 'unit'
    | 'unitBeside'
    | 'secondTable'
    | 'tooMany';
  /** With `noPay`: the columns that the list has. */
  columns?: readonly string[];
};

/** A line whose commas may separate columns or thousands. */
export type SplitLine = TypedLine & {
  /** The amount as one number. */
  joined: string;
  /** The amount as a column of its own. */
  apart: string;
  /** The cell beside it. */
  next: string;
};

/** Something that isn't certain. An answer counts as long as the key is the same: it names all that
 * was asked about. */
export type TableQuestion<F extends string> =
  | ColumnQuestion<F>
  | {
      /** Commas may separate columns or thousands. */
      about: 'commas';
      key: string;
      /** Each such line. */
      lines: readonly SplitLine[];
    }
  /** Lines such as `#1 Jane Doe | 5`. */
  | { about: 'places'; key: string; lines: readonly TypedLine[] }
  /** Lines such as `# Jane Doe | 5`, which may be switched off. */
  | { about: 'disabled'; key: string; lines: readonly TypedLine[] }
  /** A last line that may be a total, but of other amounts. */
  | { about: 'total'; key: string; line: TypedLine; name: string; amount: number; sum: number };

/** What became of each line and column. With a `question`, no row counts yet. */
export type TableReading<F extends string> = {
  question?: TableQuestion<F>;
  /** The columns that are used. Empty without a header, unless someone chose among them. */
  used: readonly UsedColumn<F>[];
  /** The columns that aren't used. */
  ignored: readonly IgnoredColumn[];
  rows: readonly TableRow<F>[];
  problems: readonly TableProblem[];
  skipped: readonly SkippedLines[];
};

type MarkedLine = { record: ListLine; mark: 'places' | 'disabled'; cells: Cell[] };
type Lines = { plain: ListLine[]; marked: MarkedLine[]; comments: SkippedLines[] };

/** Max characters of a line that is shown. */
const MAX_CONTENT = 120;
/** Max characters of a name that may mean a total. */
const MAX_TOTAL_NAME = 40;
/** Max characters of a record in which another line is looked for. */
const MAX_SWALLOWED = 2_000;
/** A place before a name, such as `#1` or `#2.`. */
const PLACE = /^#\d{1,4}[.):]?\s+/;
const MARK = /^#+\s*/;

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
  const extra = records[spec.maxRows] ?? (layout.isCut ? records.at(-1) : undefined);
  if (extra !== undefined) problems.push(toProblem(extra, { why: 'tooMany' }));
  return withoutTotal({ ...base, rows, problems }, spec, answers);
}

type SplitNumbers<F extends string> = { records: ListLine[]; question?: TableQuestion<F> };

/** Joins the cells of numbers that commas cut, if that is what the person meant. */
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
  const apart = record.cells[at]?.text ?? '';
  const next = record.cells[found.to > at ? at + 1 : at - 1]?.text ?? '';
  return { ...toTyped(record), joined: found.text, apart, next };
}

/** A number that begins in an earlier column moves the amount, so it's looked for again. */
function joinNumbers(record: ListLine, at: number): ListLine {
  let cells = record.cells;
  for (let found = findSplitNumber(cells, at); found !== undefined; found = findSplitNumber(cells, at)) {
    cells = joinSplitNumber(cells, found);
  }
  return { ...record, cells };
}

/** Tells comments and marked lines from the others. */
function sortOut<F extends string>(records: readonly ListLine[], chosen: ChosenColumns<F>, spec: TableSpec<F>): Lines {
  const lines: Lines = { plain: [], marked: [], comments: [] };
  for (const record of records) {
    const marked = readMark(record, chosen, spec);
    if (marked !== undefined) lines.marked.push(marked);
    else if (isComment(record))
      lines.comments.push({ line: record.line, count: 1, why: 'comment', content: record.content });
    else lines.plain.push(record);
  }
  return lines;
}

/** The line without its `#`, if that would be a row. */
function readMark<F extends string>(
  record: ListLine,
  chosen: ChosenColumns<F>,
  spec: TableSpec<F>,
): MarkedLine | undefined {
  const [first, ...others] = record.cells;
  const isMarked = first !== undefined && !first.isQuoted && first.text.startsWith('#');
  // A number in a column of its own, such as `#1`, is no mark.
  const isInOtherColumn = chosen.columns[chosen.subject] !== 0 && !isComment(record);
  if (!isMarked || isInOtherColumn) return undefined;
  const isPlace = PLACE.test(first.text);
  const text = first.text.replace(isPlace ? PLACE : MARK, '');
  const cells = [{ text, isQuoted: false }, ...others];
  const row = toRow({ ...record, cells }, chosen, spec);
  const hasAmount =
    chosen.amountField === undefined || isAmount(withoutCurrency(row.cells[chosen.amountField] ?? ''), spec.language);
  const isRow = row.cells[chosen.subject] !== '' && hasAmount && cells.length > 1;
  return isRow ? { record, mark: isPlace ? 'places' : 'disabled', cells } : undefined;
}

type AnsweredMarks = {
  records: ListLine[];
  skipped: SkippedLines[];
  question?: { about: 'places' | 'disabled'; key: string; lines: TypedLine[] };
};

/** Lines with a `#` are read without it, or left out, as the person answers. */
function answerMarks(marked: readonly MarkedLine[], answers: Answers): AnsweredMarks {
  const result: AnsweredMarks = { records: [], skipped: [] };
  for (const about of ['places', 'disabled'] as const) {
    const lines = marked.filter(({ mark }) => mark === about);
    if (lines.length === 0) continue;
    const key = toQuestionKey(
      about,
      lines.map(({ record }) => record.content),
    );
    const answer = answers[key];
    if (answer !== 'rows' && answer !== 'out')
      return { ...result, question: { about, key, lines: lines.map(({ record }) => toTyped(record)) } };
    const why = about === 'places' ? 'place' : 'disabled';
    for (const { record, cells } of lines) {
      if (answer === 'rows') result.records.push({ ...record, cells });
      else result.skipped.push({ line: record.line, count: 1, why, content: record.content });
    }
  }
  return result;
}

function findProblem<F extends string>(
  { cells, isBroken, content }: ListLine,
  { header, separator }: Layout,
  spec: TableSpec<F>,
): TableProblem['why'] | undefined {
  if (header === undefined) {
    if (cells.length < 2) return content.includes(',') ? 'comma' : 'separator';
    return cells.length > MAX_COLUMNS ? 'cells' : undefined;
  }
  if (isBroken || swallowsLine(content, separator, spec)) return 'quotes';
  const hasMore = cells.slice(header.labels.length).some(({ text }) => text !== '');
  if (cells.length > MAX_COLUMNS || hasMore) return 'cells';
  if (isHeaderAgain(cells, header.labels) || isKnownHeader(cells, spec)) return 'secondHeader';
  const isAlone = cells.length === 1 && header.labels.length > 1 && separator !== '';
  return isAlone && spec.fields.some(({ holds }) => holds === 'amount') ? 'section' : undefined;
}

/** A unit in a cell of its own would make the amount another one. */
function findUnitBeside<F extends string>(
  { cells }: ListLine,
  { columns, amountField, used }: ChosenColumns<F>,
  { fields }: TableSpec<F>,
): 'unitBeside' | undefined {
  const at = amountField === undefined ? undefined : columns[amountField];
  const units = fields.find(({ field }) => field === amountField)?.unitWords ?? [];
  const beside = at === undefined ? '' : (cells[at + 1]?.text ?? '').toLowerCase().replace(/\.$/, '');
  if (at === undefined || !units.includes(beside)) return undefined;
  const hasHeadings = used.some(({ label }) => label !== '');
  // A column with a heading of its own has its own meaning, and a reason may be a letter.
  const isUnit = hasHeadings ? !used.some(({ column }) => column === at + 1) : beside.length > 2;
  return isUnit ? 'unitBeside' : undefined;
}

/** True if quotation marks seem to hold another line, since one before it isn't closed. */
function swallowsLine(content: string, separator: string, spec: TableSpec<string>): boolean {
  const lineBreak = content.indexOf('\n');
  if (lineBreak < 0) return false;
  const others = content.slice(lineBreak, lineBreak + MAX_SWALLOWED);
  if (!others.includes(separator)) return false;
  const cells = others.split('\n').map((line) => line.split(separator).slice(1));
  return cells.flat().some((cell) => isAmount(cell, spec.language));
}

function isHeaderAgain(cells: readonly Cell[], labels: readonly string[]): boolean {
  const texts = cells.map(({ text }) => text.toLowerCase());
  return labels.length > 1 && labels.every((label, column) => label.toLowerCase() === texts[column]);
}

function toRow<F extends string>(record: ListLine, chosen: ChosenColumns<F>, spec: TableSpec<F>): TableRow<F> {
  const entries = spec.fields.map(({ field }) => [field, textOf(chosen, field, record)]);
  const cells: Partial<Record<F, string>> = Object.fromEntries(entries);
  const typed = chosen.amountField === undefined ? '' : (cells[chosen.amountField] ?? '');
  return { ...toTyped(record), cells, amount: readAmount(typed, spec) };
}

/** The amount of a cell: undefined if it is empty, 0 if it says so. */
function readAmount(typed: string, { language, isRounded }: TableSpec<string>): ReadAmount | undefined {
  if (typed === '') return undefined;
  const rounded = roundAmount(typed);
  if (rounded === 0) return 0;
  const exact = parseAmount(typed, language);
  return exact === 'unreadable' && isRounded ? (rounded ?? exact) : exact;
}

/** A last line with the sum of the others is a total. */
function withoutTotal<F extends string>(
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

export function toTyped({ line, content }: TypedLine): TypedLine {
  return { line, content: content.trim().slice(0, MAX_CONTENT) };
}

function toProblem(record: TypedLine, { why, columns }: Pick<TableProblem, 'why' | 'columns'>): TableProblem {
  return { ...toTyped(record), why, ...(columns && { columns }) };
}
