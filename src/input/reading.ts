import type { ReadAmount } from '../view/amount.ts';
import type { IgnoredColumn, UsedColumn } from './columns.ts';
import type { LayoutSpec } from './layout.ts';
import type { SkippedLines } from './records.ts';
import type { ColumnQuestion } from './tableColumns.ts';

/** The fields of a list and the words for them. F: the names of the fields. */
export type TableSpec<F extends string> = LayoutSpec<F> & {
  /** Decimals count as the nearest whole number. */
  isRounded: boolean;
  /** Words for a line with the total, in lower case. */
  totals: readonly string[];
};

/** A line as it was typed. */
export type TypedLine = { line: number; content: string };

/** A line that was read. */
export type TableRow<F extends string> = TypedLine & {
  /** The text of each field; '' if it's missing. */
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

/** The reading of a list: each line and column, and what became of it. With a `question`, no row
 * counts yet. */
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

/** Max characters of a line that is shown. */
export const MAX_CONTENT = 120;

export function toTyped({ line, content }: TypedLine): TypedLine {
  return { line, content: content.trim().slice(0, MAX_CONTENT) };
}
