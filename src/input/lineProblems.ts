import { isAmount } from '../view/amount.ts';
import type { ChosenColumns } from './columns.ts';
import { isKnownHeader, type Layout, type ListLine } from './layout.ts';
import type { TableProblem, TableSpec } from './reading.ts';
import { type Cell, MAX_COLUMNS } from './records.ts';

/** Shorter words may be a reason rather than a unit. */
const MAX_INITIALS = 2;
/** Max characters of a record in which another line is looked for. */
const MAX_SWALLOWED = 2_000;
/** Why the line can't be used; undefined if it can. */
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
  const hasPay = spec.fields.some(({ holds }) => holds === 'amount');
  const isAlone = cells.length === 1 && header.labels.length > 1;
  return hasPay && isAlone ? 'section' : undefined;
}

/** A unit in a cell of its own would make the amount another one. */
export function findUnitBeside<F extends string>(
  { cells }: ListLine,
  { columns, amountField, used }: ChosenColumns<F>,
  { fields }: TableSpec<F>,
): 'unitBeside' | undefined {
  const amountAt = amountField === undefined ? undefined : columns[amountField];
  if (amountAt === undefined) return undefined;
  const beside = amountAt + 1;
  const word = (cells[beside]?.text ?? '').toLowerCase().replace(/\.$/, '');
  const units = fields.find(({ field }) => field === amountField)?.unitWords ?? [];
  if (!units.includes(word)) return undefined;
  // A column with a heading of its own has its own meaning. Without headings it's the reason, which
  // may be a letter.
  const hasHeadings = used.some(({ label }) => label !== '');
  const isUnread = !used.some(({ column }) => column === beside);
  const isUnit = hasHeadings ? isUnread : word.length > MAX_INITIALS;
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
