import { isAmount } from '../view/amount.ts';
import type { Language } from '../view/languages.ts';
import { withoutCurrency } from './currency.ts';
import { type FieldSpec, isNamed, isNever, toHeading } from './headings.ts';
import {
  type Cell,
  cleanCell,
  type ListRecord,
  MAX_COLUMNS,
  type SkippedLines,
  SourceText,
  type SplitText,
  splitText,
} from './records.ts';

/** The fields of a list, and the language of its amounts. */
export type LayoutSpec<F extends string> = { fields: readonly FieldSpec<F>[]; language: Language; maxRows: number };

/** A line, with the separator of its cells if each line has its own. */
export type ListLine = ListRecord & { separator?: string };

export type Header = { line: number; labels: readonly string[] };

/** The header of a text, if it has one, and the lines below. */
export type Layout = {
  header?: Header;
  /** The separator of the table's cells; '' without a header. */
  separator: string;
  records: ListLine[];
  skipped: SkippedLines[];
  /** True if there are more records than may be read. */
  isCut: boolean;
  /** A line because of which nothing is read. */
  problem?: { record: ListRecord; why: 'beforeHeader' | 'noPay'; columns?: readonly string[] };
};

const SEPARATORS = [',', ';', '\t', '|'] as const;
/** Lines in which a header is looked for, and amounts below it. */
const MAX_BEGINNING = 30;
/** Lines beyond the rows: comments that might be rows, titles. */
const MAX_OTHERS = 100;
const COMMENT = /^\s*#+(?: |$)/;
/** At least three digits at the end of a line, such as `Dorn Hesk 1500`, but no year. */
const NUMBER_AT_END = /(?:^|[\s:])(?!(?:19|20)\d\d$)\d[\d.,'’]{2,}$/;

/** The first lines, split by a separator. `index`: of the header among them. */
type Beginning = { separator: string; records: readonly ListRecord[] };
type FoundHeader = Beginning & { index: number };

/** Finds the header, or else the separator of each line. */
export function findLayout<F extends string>(text: string, spec: LayoutSpec<F>): Layout {
  const source = new SourceText(text);
  const beginnings = SEPARATORS.map((separator): Beginning => {
    return { separator, records: toTable(splitText(source, separator, MAX_BEGINNING), separator).records };
  });
  const hasPay = spec.fields.some(({ holds }) => holds === 'amount');
  // Where nothing tells a title from a row, only the first line can be the header.
  const maxLines = hasPay ? MAX_BEGINNING : 1;
  const known =
    findHeader(beginnings, 1, (cells) => isSpelledOut(cells, spec)) ??
    findHeader(beginnings, maxLines, (cells) => isKnownHeader(cells, spec));
  if (known !== undefined) return readBelow(source, known, spec);
  const unknown = hasPay ? findUnknownHeader(beginnings, spec) : undefined;
  if (unknown !== undefined) return readBelow(source, unknown, spec);
  const named = findHeader(beginnings, 1, (cells) => hasName(cells, spec) && looksLikeHeader(cells));
  if (named !== undefined) return toNoPay(source, named, spec);
  return readLines(source, spec);
}

/** The first of `max` lines that passes, with the separator for which it does. */
function findHeader(
  beginnings: readonly Beginning[],
  max: number,
  isHeader: (cells: readonly Cell[]) => boolean,
): FoundHeader | undefined {
  const found: FoundHeader[] = [];
  for (const beginning of beginnings) {
    const lines = beginning.records.slice(0, max);
    const index = lines.findIndex((record) => !isComment(record) && isHeader(record.cells));
    if (index >= 0) found.push({ ...beginning, index });
  }
  // Split by a wrong separator, a quoted heading has text behind its quotes.
  const isBroken = ({ records, index }: FoundHeader): number => Number(records[index]?.isBroken ?? false);
  return found.toSorted((one, other) => one.index - other.index || isBroken(one) - isBroken(other))[0];
}

/** Below a line without digits, other lines have amounts: that line names the columns. */
function findUnknownHeader<F extends string>(
  beginnings: readonly Beginning[],
  spec: LayoutSpec<F>,
): FoundHeader | undefined {
  for (const beginning of beginnings) {
    const { separator, records } = beginning;
    const index = records.findIndex((record) => !isComment(record) && !isTitle(record, spec.language));
    const header = records[index];
    const isHeader = header !== undefined && (looksLikeHeader(header.cells) || hasHeading(header.cells, spec));
    if (!isHeader) continue;
    const rows = records.slice(index + 1).filter((record) => !isComment(record));
    const hasAmounts = rows.some(({ cells }) => cells.some(({ text }) => isAmount(text, spec.language)));
    // Prose has commas, too.
    const isTable = separator !== ',' || rows.every(({ cells }) => cells.length > 1);
    if (hasAmounts && isTable) return { ...beginning, index };
  }
  return undefined;
}

/** True if the line has at least two cells, none of them empty or with a digit. */
function looksLikeHeader(cells: readonly Cell[]): boolean {
  const labels = trimEnd(cells);
  const isFull = labels.length > 1 && labels.length <= MAX_COLUMNS;
  return isFull && labels.every(({ text }) => text !== '' && !/\d/.test(text));
}

/** True if a cell is just a word for names or amounts, and none is an amount: `Pilot;;Payout`. */
function hasHeading<F extends string>(cells: readonly Cell[], { fields, language }: LayoutSpec<F>): boolean {
  if (cells.length < 2 || cells.some(({ text }) => isAmount(withoutCurrency(text), language))) return false;
  const named = fields.filter(({ holds }) => holds !== 'text');
  return cells.some(({ text }) => named.some(({ words }) => words.includes(toHeading(text))));
}

/** True if the line names the columns that a list needs. */
export function isKnownHeader<F extends string>(cells: readonly Cell[], spec: LayoutSpec<F>): boolean {
  const amount = spec.fields.find(({ holds }) => holds === 'amount');
  if (!hasName(cells, spec)) return false;
  if (amount === undefined) return true;
  const hasPay = cells.some(({ text }) => isNamed(text, amount) && !isNever(text, amount));
  return hasPay && !cells.some(({ text }) => isAmount(text, spec.language));
}

/** True if one cell is just a word for names, and another just one for amounts: no first line of
 * payments is, whatever its other cells are. */
function isSpelledOut<F extends string>(cells: readonly Cell[], { fields }: LayoutSpec<F>): boolean {
  const isWord = ({ text }: Cell, holds: FieldSpec<F>['holds']): boolean =>
    fields.some((field) => field.holds === holds && field.words.includes(toHeading(text)));
  return cells.some((cell) => isWord(cell, 'subject')) && cells.some((cell) => isWord(cell, 'amount'));
}

function hasName<F extends string>(cells: readonly Cell[], { fields }: LayoutSpec<F>): boolean {
  const names = fields.filter(({ holds }) => holds === 'subject' || holds === 'uid');
  return cells.some(({ text }) => names.some((field) => isNamed(text, field)));
}

/** Reads the table below its header. Lines above the header are skipped, unless they may be
 * payments. */
function readBelow<F extends string>(
  source: SourceText,
  { separator, index }: FoundHeader,
  spec: LayoutSpec<F>,
): Layout {
  const table = toTable(splitText(source, separator, spec.maxRows + MAX_OTHERS), separator);
  const [header, ...records] = table.records.slice(index);
  const layout: Layout = { separator, records, skipped: table.skipped, isCut: table.isCut };
  for (const record of table.records.slice(0, index)) {
    if (!isComment(record) && hasAmount(record, spec.language))
      return { ...layout, records: [], problem: { record, why: 'beforeHeader' } };
    const why = isComment(record) ? 'comment' : 'title';
    layout.skipped.push({ line: record.line, count: 1, why, content: record.content });
  }
  if (header === undefined) return layout;
  return { ...layout, header: { line: header.line, labels: trimEnd(header.cells).map(({ text }) => cleanCell(text)) } };
}

/** A table with names, but without amounts. */
function toNoPay<F extends string>(
  source: SourceText,
  { separator, records }: FoundHeader,
  spec: LayoutSpec<F>,
): Layout {
  const layout = readBelow(source, { separator, records, index: 0 }, spec);
  const [record] = records;
  if (record === undefined) return layout;
  return { ...layout, records: [], problem: { record, why: 'noPay', columns: layout.header?.labels ?? [] } };
}

/** Without a header, the first separator of each line counts. */
function readLines<F extends string>(source: SourceText, spec: LayoutSpec<F>): Layout {
  const { records, skipped, isCut } = splitText(source, '', spec.maxRows + MAX_OTHERS);
  return { separator: '', records: records.map(splitLine), skipped, isCut };
}

/** The line with the cells between its separators: the first of `|`, `;` or a tab in it. */
function splitLine(record: ListRecord): ListLine {
  const content = record.cells[0]?.text ?? '';
  const separator = /[|;\t]/.exec(content)?.[0];
  if (separator === undefined) return record;
  // One more cell shows that there are too many.
  const texts = content.split(separator, MAX_COLUMNS + 1).map((text) => text.trim());
  const isFramed = separator === '|' && content.startsWith('|') && content.endsWith('|') && texts.length > 3;
  const isQuoted = texts.every((text) => /^"[^"]*"$/.test(text));
  const cells = (isFramed ? texts.slice(1, -1) : texts).map((text) => ({
    text: isQuoted ? text.slice(1, -1).trim() : text,
    isQuoted,
  }));
  return { ...record, cells, separator };
}

/** A Markdown table has a separator at the beginning of each line. */
function toTable(text: SplitText, separator: string): SplitText {
  if (separator !== '|') return text;
  const records = text.records.map((record) => {
    const isFramed = record.cells.length > 2 && record.cells[0]?.text === '' && record.content.trim().startsWith('|');
    return isFramed ? { ...record, cells: record.cells.slice(1) } : record;
  });
  return { ...text, records };
}

/** A line of one cell without an amount, such as `sep=;` or `Table 1`. */
function isTitle(record: ListRecord, language: Language): boolean {
  return record.cells.filter(({ text }) => text !== '').length < 2 && !hasAmount(record, language);
}

function hasAmount({ cells, content }: ListRecord, language: Language): boolean {
  const texts = [...cells.map(({ text }) => text), ...content.slice(0, 500).split(/[|;,\t]/)];
  return texts.some((text) => {
    const amount = withoutCurrency(text);
    return isAmount(amount, language) || NUMBER_AT_END.test(amount);
  });
}

/** True for a `#` and a space, unless the line may be a row. */
export function isComment({ content }: ListRecord): boolean {
  return COMMENT.test(content);
}

function trimEnd(cells: readonly Cell[]): Cell[] {
  let end = cells.length;
  while (end > 0 && cells[end - 1]?.text === '') end -= 1;
  return cells.slice(0, end);
}
