import type { Answers } from './answers.ts';
import type { FieldSpec } from './headings.ts';
import type { Layout, LayoutSpec, ListLine } from './layout.ts';
import { cleanCell } from './records.ts';
import { type ColumnQuestion, TableColumns } from './tableColumns.ts';

/** A column that was read, and its field. */
export type UsedColumn<F extends string> = {
  field: F;
  column: number;
  /** Its heading; '' without a header. */
  label: string;
};

/** A column that wasn't read. */
export type IgnoredColumn = { column: number; label: string };

/** The column of each field. */
export type ChosenColumns<F extends string> = {
  subject: F;
  amountField: F | undefined;
  columns: Readonly<Partial<Record<F, number>>>;
  /** Without a header: the field that has the rest of each line, from this column on. */
  rest?: { field: F; from: number };
  used: readonly UsedColumn<F>[];
  ignored: readonly IgnoredColumn[];
};

/** The columns, a question about one of them, or why there is nothing to choose. */
export type ColumnChoice<F extends string> =
  | { chosen: ChosenColumns<F> }
  | { question: ColumnQuestion<F> }
  | { missing: 'pay' | 'secondTable' };

type Found = { column: number | undefined } | { question: ColumnQuestion<string> };

/** Chooses the column of each field by its heading, and asks where that isn't certain. */
export function chooseColumns<F extends string>(
  layout: Layout,
  spec: LayoutSpec<F>,
  answers: Answers,
): ColumnChoice<F> {
  const table = new TableColumns(layout, spec);
  if (layout.header === undefined) return chooseByPosition(table, spec, answers);
  if (table.areTwoTables()) return { missing: 'secondTable' };
  const columns: Partial<Record<F, number>> = {};
  const inOrder = spec.fields.toSorted((one, other) => toOrder(one) - toOrder(other));
  for (const field of inOrder) {
    const hasUid = spec.fields.some(({ field: other, holds }) => holds === 'uid' && columns[other] !== undefined);
    const isNeeded = field.holds === 'amount' || (field.holds === 'subject' && !hasUid);
    const found = findColumn(table, field, isNeeded, answers);
    if ('question' in found) return { question: found.question as ColumnQuestion<F> };
    if (found.column !== undefined) columns[field.field] = found.column;
    else if (field.holds === 'amount') return { missing: 'pay' };
  }
  const chosen = toChosen(layout.header.labels, columns, spec);
  const unnamed = table.unnamed().map((column): IgnoredColumn => ({ column, label: '' }));
  return { chosen: { ...chosen, ignored: [...chosen.ignored, ...unnamed] } };
}

/** UIDs come first, since they decide whether names are needed. */
const toOrder = ({ holds }: FieldSpec<string>): number => ['uid', 'subject', 'amount', 'text'].indexOf(holds);

/** The column of a field. Several headings that name it are a question. */
function findColumn(table: TableColumns, field: FieldSpec<string>, isNeeded: boolean, answers: Answers): Found {
  if (field.holds === 'amount') return findPay(table, field, answers);
  const named = table.named(field);
  if (named.length === 1) return { column: named[0] };
  if (named.length > 1) return answered(table.ask(field, named, false), answers);
  const likely = table.texts();
  if (!isNeeded || likely.length === 0) return { column: undefined };
  return answered(table.ask(field, likely, true), answers);
}

/** The column that is paid. It's asked for unless just one heading names it, and surely. */
function findPay(table: TableColumns, field: FieldSpec<string>, answers: Answers): Found {
  const named = table.named(field);
  const candidates = named.filter((column) => table.hasAmounts(column));
  const likely = table.likelyPay(field);
  const isEmpty = candidates.length === 0 && likely.length === 0;
  // Its lines then say that they have no amount.
  if (isEmpty) return { column: named[0] };
  if (candidates.length === 0) return answered(table.ask(field, likely, true), answers);
  const others = likely.filter((column) => !candidates.includes(column));
  const only = candidates.length === 1 ? candidates[0] : undefined;
  if (only !== undefined && table.isSure(only, field, others)) return { column: only };
  return answered(table.ask(field, [...candidates, ...others], false), answers);
}

/** Places a name, an amount and the rest in their documented order, without a header. Asks if a
 * later column has amounts, too. */
function chooseByPosition<F extends string>(
  table: TableColumns,
  spec: LayoutSpec<F>,
  answers: Answers,
): ColumnChoice<F> {
  const documented = placeFields(spec, 0);
  const amount = spec.fields.find(({ holds }) => holds === 'amount');
  if (amount === undefined) return { chosen: toPlaced(documented, spec) };
  const usual = documented[amount.field] ?? 0;
  const later = table.amountsAfter(usual);
  if (later.length === 0) return { chosen: toPlaced(documented, spec) };
  const options = table.hasAmounts(usual) ? [usual, ...later] : later;
  const found = answered(table.ask(amount, options, true), answers);
  if ('question' in found) return { question: found.question as ColumnQuestion<F> };
  const chosen = toPlaced(placeFields(spec, found.column ?? usual), spec);
  return { chosen: { ...chosen, ...toNumbered(chosen, usual) } };
}

type Placed<F extends string> = Partial<Record<F, number>>;

/** The fields in their order, one column each, with the amount in this column or behind it. */
function placeFields<F extends string>({ fields }: LayoutSpec<F>, amountAt: number): Placed<F> {
  const columns: Placed<F> = {};
  let next = 0;
  for (const { field, holds } of fields) {
    if (holds === 'uid') continue;
    if (holds === 'amount') next = Math.max(next, amountAt);
    columns[field] = next;
    next += 1;
  }
  return columns;
}

/** The last text has the rest of each line. */
function toPlaced<F extends string>(columns: Placed<F>, spec: LayoutSpec<F>): ChosenColumns<F> {
  const chosen = toChosen([], columns, spec);
  const last = spec.fields.at(-1);
  const from = last === undefined ? undefined : columns[last.field];
  if (last?.holds !== 'text' || from === undefined) return chosen;
  return { ...chosen, rest: { field: last.field, from } };
}

/** Says which columns were read and which weren't, if the amount isn't in its usual place. */
function toNumbered<F extends string>(
  { subject, amountField, columns }: ChosenColumns<F>,
  usual: number,
): Pick<ChosenColumns<F>, 'used' | 'ignored'> {
  const used: UsedColumn<F>[] = [];
  const ignored: IgnoredColumn[] = [];
  for (const field of [subject, amountField]) {
    const column = field === undefined ? undefined : columns[field];
    if (field !== undefined && column !== undefined) used.push({ field, column, label: '' });
  }
  const amountAt = amountField === undefined ? usual : (columns[amountField] ?? usual);
  for (let column = usual; column < amountAt; column += 1) ignored.push({ column, label: '' });
  return { used, ignored };
}

/** The column that the person chose; until then, the question. */
function answered(question: ColumnQuestion<string>, answers: Answers): Found {
  const chosen = question.options.find(({ column }) => String(column) === answers[question.key]);
  return chosen === undefined ? { question } : { column: chosen.column };
}

function toChosen<F extends string>(
  labels: readonly string[],
  columns: Partial<Record<F, number>>,
  { fields }: LayoutSpec<F>,
): ChosenColumns<F> {
  const subject = fields.find(({ holds }) => holds === 'subject')?.field;
  if (subject === undefined) throw new RangeError('A list needs a field that its lines are about.');
  const used: UsedColumn<F>[] = [];
  for (const { field } of fields) {
    const column = columns[field];
    if (column !== undefined && labels[column] !== undefined) used.push({ field, column, label: labels[column] });
  }
  const isUsed = (column: number): boolean => used.some((one) => one.column === column);
  const all = labels.map((label, column) => ({ label, column }));
  const ignored = all.filter(({ label, column }) => label !== '' && !isUsed(column));
  return { subject, amountField: fields.find(({ holds }) => holds === 'amount')?.field, columns, used, ignored };
}

/** The text of a field in a line; '' if it isn't there. */
export function textOf<F extends string>(chosen: ChosenColumns<F>, field: F, { cells, separator }: ListLine): string {
  if (chosen.rest?.field === field) {
    const rest = cells.slice(chosen.rest.from).map(({ text }) => text);
    while (rest.at(-1) === '') rest.pop();
    return cleanCell(rest.join(separator === '\t' ? ' ' : ` ${separator} `));
  }
  const column = chosen.columns[field];
  return column === undefined ? '' : cleanCell(cells[column]?.text ?? '');
}
