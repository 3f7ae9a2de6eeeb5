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
export function answerMarks(marked: readonly MarkedLine[], answers: Answers): AnsweredMarks {
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
