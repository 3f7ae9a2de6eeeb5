import { isAmount } from '../view/amount.ts';
import { type Answers, toQuestionKey } from './answers.ts';
import { withoutCurrency } from './currency.ts';
import {
  cleanCell,
  type FieldSpec,
  isComment,
  isDoubtful,
  isNamed,
  isNever,
  type Layout,
  type LayoutSpec,
  type ListLine,
  rankOf,
} from './layout.ts';

/** A column that was read, and its field. `label`: its heading, '' without a header. */
export type UsedColumn<F extends string> = { field: F; column: number; label: string };

/** A column that wasn't read. */
export type IgnoredColumn = { column: number; label: string };

/** A column that may be meant. `label`: its heading, '' without a header. `example`: its first
 * value. */
export type ColumnOption = { column: number; label: string; example: string };

/** Which column has a field? `isUnknown`: no heading names it; else several do. */
export type ColumnQuestion<F extends string> = {
  about: 'column';
  key: string;
  field: F;
  isUnknown: boolean;
  /** The likeliest first. */
  options: readonly ColumnOption[];
};

/** Where each field is. */
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

/** Headings of columns that number the lines. */
const INDEX_HEADING = /^(?:#|no|nr|pos|index)\.?$/i;
const MARK = /^#+\d*[.):]?\s*/;

/** Chooses the column of each field by its heading, and asks where that isn't certain. */
export function chooseColumns<F extends string>(
  layout: Layout,
  spec: LayoutSpec<F>,
  answers: Answers,
): ColumnChoice<F> {
  const table = new Columns(layout, spec);
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

/** A UID decides whether names are needed. */
const toOrder = ({ holds }: FieldSpec<string>): number => ['uid', 'subject', 'amount', 'text'].indexOf(holds);

function findColumn(table: Columns, field: FieldSpec<string>, isNeeded: boolean, answers: Answers): Found {
  if (field.holds === 'amount') return findPay(table, field, answers);
  const named = table.named(field);
  if (named.length === 1) return { column: named[0] };
  if (named.length > 1) return answered(table.ask(field, named, false), answers);
  const likely = table.texts();
  if (!isNeeded || likely.length === 0) return { column: undefined };
  return answered(table.ask(field, likely, true), answers);
}

/** The column that is paid. It's asked for unless just one heading names it, and surely. */
function findPay(table: Columns, field: FieldSpec<string>, answers: Answers): Found {
  const named = table.named(field);
  const candidates = named.filter((column) => table.hasAmounts(column));
  const likely = table.likelyPay(field);
  if (candidates.length === 0) {
    return likely.length === 0 ? { column: named[0] } : answered(table.ask(field, likely, true), answers);
  }
  const [only] = candidates;
  const others = likely.filter((column) => !candidates.includes(column));
  if (candidates.length === 1 && only !== undefined && table.isSure(only, field, others)) return { column: only };
  return answered(table.ask(field, [...candidates, ...others], false), answers);
}

/** Without a header: a name, an amount and the rest, unless a later column has only amounts. */
function chooseByPosition<F extends string>(table: Columns, spec: LayoutSpec<F>, answers: Answers): ColumnChoice<F> {
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

function answered(question: ColumnQuestion<string>, answers: Answers): Found {
  const answer = question.options.find(({ column }) => String(column) === answers[question.key]);
  return answer === undefined ? { question } : { column: answer.column };
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

/** The columns of a table, with what stands in them. */
class Columns {
  readonly #layout: Layout;
  readonly #spec: LayoutSpec<string>;
  readonly #rows: readonly ListLine[];
  readonly #labels: readonly string[];
  readonly #hasAmounts = new Map<number, boolean>();

  constructor(layout: Layout, spec: LayoutSpec<string>) {
    this.#layout = layout;
    this.#spec = spec;
    this.#rows = layout.records.filter((record) => !isComment(record)).slice(0, spec.maxRows);
    this.#labels = layout.header?.labels ?? [];
  }

  /** The columns whose heading names the field, the likeliest first. */
  named(field: FieldSpec<string>): number[] {
    const all = this.#labels.map((label, column) => ({
      column,
      rank: isNever(label, field) ? -1 : rankOf(label, field),
    }));
    const found = all.filter(({ rank }) => rank >= 0);
    return found.toSorted((one, other) => one.rank - other.rank).map(({ column }) => column);
  }

  /** True if a value is an amount, in whatever currency. */
  hasAmounts(column: number): boolean {
    const known = this.#hasAmounts.get(column);
    if (known !== undefined) return known;
    const hasAmounts = this.#valuesOf(column).some((value) => this.#isAmount(value));
    this.#hasAmounts.set(column, hasAmounts);
    return hasAmounts;
  }

  /** The columns with amounts that may be paid: no balances and, if there are others, no
   * numbering. */
  likelyPay(field: FieldSpec<string>): number[] {
    const columns = [...this.#labels.keys()].filter(
      (column) =>
        !isNever(this.#labels[column] ?? '', field) && !this.#isOther(column, field) && this.hasAmounts(column),
    );
    const others = columns.filter((column) => !this.#isNumbering(column));
    return others.length > 0 ? others : columns;
  }

  /** True if the heading can't mean anything but the amount to pay. A word such as `credits` may
   * also be a balance where `others` have amounts, too. */
  isSure(column: number, field: FieldSpec<string>, others: readonly number[]): boolean {
    const label = this.#labels[column] ?? '';
    if (isDoubtful(label, field)) return false;
    const isWeak = (field.weakWords ?? []).includes(label.toLowerCase());
    return !isWeak || others.length === 0;
  }

  /** The columns without a heading that have values. */
  unnamed(): number[] {
    const width = Math.max(this.#labels.length, ...this.#rows.map(({ cells }) => cells.length));
    const columns = Array.from({ length: width }, (_, column) => column);
    return columns.filter((column) => (this.#labels[column] ?? '') === '' && this.#valuesOf(column).some(Boolean));
  }

  /** True for an empty column between two others of which the right one has amounts, too. */
  areTwoTables(): boolean {
    const gap = this.#labels.findIndex(
      (label, column) => column > 0 && label === '' && !this.#valuesOf(column).some(Boolean),
    );
    if (gap < 0) return false;
    const right = [...this.#labels.keys()].filter((column) => column > gap && this.#labels[column] !== '');
    return right.length > 1 && right.some((column) => this.hasAmounts(column));
  }

  /** The columns with texts that aren't amounts. */
  texts(): number[] {
    return [...this.#labels.keys()].filter(
      (column) =>
        !this.hasAmounts(column) && !this.#isTaken(column) && this.#valuesOf(column).some((value) => value !== ''),
    );
  }

  /** The columns after this one in which at least half of what isn't empty is an amount. */
  amountsAfter(column: number): number[] {
    const width = Math.max(0, ...this.#rows.map(({ cells }) => cells.length));
    const later = Array.from({ length: Math.max(0, width - column - 1) }, (_, index) => column + 1 + index);
    return later.filter((one) => {
      const values = this.#valuesOf(one).filter((value) => value !== '');
      const amounts = values.filter((value) => this.#isAmount(value));
      return amounts.length > 0 && 2 * amounts.length >= values.length;
    });
  }

  ask(field: FieldSpec<string>, columns: readonly number[], isUnknown: boolean): ColumnQuestion<string> {
    const options = columns.map(
      (column): ColumnOption => ({
        column,
        label: this.#labels[column] ?? '',
        example: this.#exampleOf(column),
      }),
    );
    // Without headings, the values say which columns are meant.
    const evidence = this.#layout.header?.labels ?? options.map(({ column, example }) => `${column} ${example}`);
    return {
      about: 'column',
      key: toQuestionKey(`column-${field.field}`, evidence),
      field: field.field,
      isUnknown,
      options,
    };
  }

  #exampleOf(column: number): string {
    const value = this.#valuesOf(column).find((one) => one !== '') ?? '';
    return column === 0 ? value.replace(MARK, '') || value : value;
  }

  #isAmount(value: string): boolean {
    return isAmount(withoutCurrency(value), this.#spec.language);
  }

  #valuesOf(column: number): string[] {
    return this.#rows.map(({ cells }) => cleanCell(cells[column]?.text ?? ''));
  }

  /** True if the heading names another field. */
  #isOther(column: number, field: FieldSpec<string>): boolean {
    const label = this.#labels[column] ?? '';
    return this.#spec.fields.some((one) => one.field !== field.field && isNamed(label, one));
  }

  #isTaken(column: number): boolean {
    return this.#spec.fields.some((field) => isNamed(this.#labels[column] ?? '', field));
  }

  /** True for 1, 2, 3 and so on. */
  #isNumbering(column: number): boolean {
    if (INDEX_HEADING.test(this.#labels[column] ?? '')) return true;
    const values = this.#valuesOf(column);
    return (
      values.length > 1 && values.every((value, index) => Number(value) === Number(values[0]) + index && value !== '')
    );
  }
}
