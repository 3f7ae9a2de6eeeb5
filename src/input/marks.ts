import { isAmount } from '../view/amount.ts';
import { type Answers, toQuestionKey } from './answers.ts';
import type { ChosenColumns } from './columns.ts';
import { withoutCurrency } from './currency.ts';
import { isComment, type ListLine } from './layout.ts';
import { type TableSpec, type TypedLine, toTyped } from './reading.ts';
import type { Cell, SkippedLines } from './records.ts';
import { toRow } from './rows.ts';

type MarkedLine = { record: ListLine; mark: 'places' | 'disabled'; cells: Cell[] };
type Lines = { plain: ListLine[]; marked: MarkedLine[]; comments: SkippedLines[] };

/** A place before a name, such as `#1` or `#2.`. */
const PLACE = /^#\d{1,4}[.):]?\s+/;
const MARK = /^#+\s*/;

/** Tells comments and marked lines from the others. */
export function sortOut<F extends string>(
  records: readonly ListLine[],
  chosen: ChosenColumns<F>,
  spec: TableSpec<F>,
): Lines {
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
  if (first === undefined || first.isQuoted || !first.text.startsWith('#')) return undefined;
  // In a column of its own, `#1` numbers the lines and marks none.
  const isBesideName = chosen.columns[chosen.subject] !== 0;
  if (isBesideName && !isComment(record)) return undefined;
  const isPlace = PLACE.test(first.text);
  const text = first.text.replace(isPlace ? PLACE : MARK, '');
  const unmarked = { ...record, cells: [{ text, isQuoted: false }, ...others] };
  if (!isRow(unmarked, chosen, spec)) return undefined;
  return { record, mark: isPlace ? 'places' : 'disabled', cells: unmarked.cells };
}

/** True if the line has a name and, where the list has amounts, an amount. */
function isRow<F extends string>(record: ListLine, chosen: ChosenColumns<F>, spec: TableSpec<F>): boolean {
  const { cells } = toRow(record, chosen, spec);
  if (record.cells.length < 2 || cells[chosen.subject] === '') return false;
  if (chosen.amountField === undefined) return true;
  return isAmount(withoutCurrency(cells[chosen.amountField] ?? ''), spec.language);
}

type AnsweredMarks = {
  records: ListLine[];
  skipped: SkippedLines[];
  question?: { about: 'places' | 'disabled'; key: string; lines: TypedLine[] };
};

/** Reads lines with a `#` without it, or leaves them out, as the person answers. */
export function answerMarks(marked: readonly MarkedLine[], answers: Answers): AnsweredMarks {
  const result: AnsweredMarks = { records: [], skipped: [] };
  for (const about of ['places', 'disabled'] as const) {
    const lines = marked.filter(({ mark }) => mark === about);
    if (lines.length === 0) continue;
    const contents = lines.map(({ record }) => record.content);
    const key = toQuestionKey(about, contents);
    const answer = answers[key];
    if (answer === 'rows') result.records.push(...lines.map(toUnmarked));
    else if (answer === 'out') result.skipped.push(...lines.map(toSkipped));
    else return { ...result, question: { about, key, lines: lines.map(({ record }) => toTyped(record)) } };
  }
  return result;
}

const toUnmarked = ({ record, cells }: MarkedLine): ListLine => ({ ...record, cells });

function toSkipped({ record: { line, content }, mark }: MarkedLine): SkippedLines {
  return { line, count: 1, why: mark === 'places' ? 'place' : 'disabled', content };
}
