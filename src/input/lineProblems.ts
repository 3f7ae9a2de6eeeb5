import { isAmount } from '../view/amount.ts';
import type { ChosenColumns } from './columns.ts';
import { isKnownHeader, type Layout, type ListLine } from './layout.ts';
import type { TableProblem, TableSpec } from './reading.ts';
import { type Cell, MAX_COLUMNS } from './records.ts';

/** Max characters of a record in which another line is looked for. */
const MAX_SWALLOWED = 2_000;
export function findProblem<F extends string>(
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
export function findUnitBeside<F extends string>(
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
