import { isAmount } from '../view/amount.ts';
import { toQuestionKey } from './answers.ts';
import { withoutCurrency } from './currency.ts';
import { type FieldSpec, isDoubtful, isNamed, isNever, rankOf } from './headings.ts';
import { isComment, type Layout, type LayoutSpec, type ListLine } from './layout.ts';
import { cleanCell } from './records.ts';

/** A column that may be meant. */
export type ColumnOption = {
  column: number;
  /** Its heading; '' without a header. */
  label: string;
  /** Its first value. */
  example: string;
};

/** The question which column has a field. */
export type ColumnQuestion<F extends string> = {
  about: 'column';
  key: string;
  field: F;
  /** No heading names the field; else several do, or one that isn't sure. */
  isUnknown: boolean;
  /** The likeliest first. */
  options: readonly ColumnOption[];
};

/** Headings of columns that number the lines. */
const INDEX_HEADING = /^(?:#|no|nr|pos|index)\.?$/i;
const MARK = /^#+\d*[.):]?\s*/;

/** The columns of a table and their values. */
export class TableColumns {
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
    const labelOf = (column: number): string => this.#labels[column] ?? '';
    const named = [...this.#labels.keys()].filter(
      (column) => isNamed(labelOf(column), field) && !isNever(labelOf(column), field),
    );
    return named.toSorted((one, other) => rankOf(labelOf(one), field) - rankOf(labelOf(other), field));
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
    const mayBePaid = (column: number): boolean =>
      !isNever(this.#labels[column] ?? '', field) && !this.#isOther(column, field) && this.hasAmounts(column);
    const columns = [...this.#labels.keys()].filter(mayBePaid);
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
    return columns.filter((column) => (this.#labels[column] ?? '') === '' && this.#hasValues(column));
  }

  /** True for an empty column between two others of which the right one has amounts, too. */
  areTwoTables(): boolean {
    const isGap = (column: number): boolean => this.#labels[column] === '' && !this.#hasValues(column);
    const gap = [...this.#labels.keys()].findIndex((column) => column > 0 && isGap(column));
    if (gap < 0) return false;
    const right = [...this.#labels.keys()].filter((column) => column > gap && this.#labels[column] !== '');
    return right.length > 1 && right.some((column) => this.hasAmounts(column));
  }

  /** The columns with texts that aren't amounts. */
  texts(): number[] {
    const isText = (column: number): boolean => this.#hasValues(column) && !this.hasAmounts(column);
    return [...this.#labels.keys()].filter((column) => isText(column) && !this.#isTaken(column));
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

  #hasValues(column: number): boolean {
    return this.#rows.some(({ cells }) => cleanCell(cells[column]?.text ?? '') !== '');
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
    const first = Number(values[0]);
    const isNext = (value: string, index: number): boolean => value !== '' && Number(value) === first + index;
    return values.length > 1 && values.every(isNext);
  }
}
