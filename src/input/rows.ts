import { parseAmount, type ReadAmount, roundAmount } from '../view/amount.ts';
import { type ChosenColumns, textOf } from './columns.ts';
import type { ListLine } from './layout.ts';
import { type TableRow, type TableSpec, toTyped } from './reading.ts';

export function toRow<F extends string>(record: ListLine, chosen: ChosenColumns<F>, spec: TableSpec<F>): TableRow<F> {
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
