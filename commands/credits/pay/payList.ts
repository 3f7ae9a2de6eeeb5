import { parseAmount, roundAmount } from '../../../src/view/amount.ts';
import { withoutControls } from '../../../src/view/decodeText.ts';
import { allWords } from '../../../src/view/language.ts';
import type { Language } from '../../../src/view/languages.ts';
import { MARK_LENGTH, PAY_CODES } from '../codes.ts';
import { type CreditsTexts, TEXTS } from '../en.ts';

/** `isQuoted`: separators in it are text. */
type Cell = { text: string; isQuoted: boolean };
/** `line` counts from 1. `content`: as typed. `isBroken`: a quotation mark is wrong. */
type LineOf = { line: number; content: string; cells: Cell[]; isBroken: boolean };

/** Max cells of a record; one more is read to notice longer ones. */
const MAX_COLUMNS = 50;
/** Code fences surround pasted lists. */
const COMMENT = String.raw`(?<=^[^\S\n]*)(?:#|//|\`\`\`)[^\n]*`;

/** Skips empty lines and comments. With a separator, splits lines into cells as in RFC 4180. */
export function readRecords(text: string, max: number, separator = ''): LineOf[] {
  const nothing = new RegExp(`(?:[\\s${separator}]+|""(?=[\\s${separator}]|$)|${COMMENT})*`, 'my');
  const cell = new RegExp(` *"([^"]*(?:""[^"]*){0,1000})"([^${separator}\n]*)|([^${separator}\n]*)`, 'y');
  const records: LineOf[] = [];
  for (let [at, startsAt, line] = [0, 0, 1]; records.length < max; ) {
    nothing.lastIndex = at;
    const next = at + (nothing.exec(text)?.[0].length ?? 0);
    if (next >= text.length) break;
    at = text.lastIndexOf('\n', next) + 1;
    line += text.slice(startsAt, at).split('\n').length - 1;
    startsAt = at;
    const [cells, wrong]: [Cell[], string[]] = [[], []];
    do {
      cell.lastIndex = at;
      const [all = '', quoted, rest = '', plain = ''] = (separator !== '' && cell.exec(text)) || [];
      cells.push({ text: (quoted?.replaceAll('""', '"') ?? plain).trim(), isQuoted: quoted !== undefined });
      // After a closing quote, or unclosed.
      wrong.push(rest.trim() || (/^\s*"/.exec(plain)?.[0] ?? ''));
      const isLast = separator === '' || cells.length > MAX_COLUMNS;
      at = isLast ? text.indexOf('\n', at) + 1 || text.length + 1 : at + all.length + 1;
    } while (text[at - 1] === separator);
    records.push({ line, content: text.slice(startsAt, at - 1), cells, isBroken: wrong.some(Boolean) });
  }
  return records;
}

/** A payment as typed. Without an amount, or with 0, it can't be made. */
export type ListRow = { line: number; name: string; amount: number | undefined; reason: string };
/** One meaning of an amount; empty for a fraction. */
type Meaning = { amount?: number; reason?: string };
/** A line that can't be read. An amount may have several `readings`, or be `rounded`. */
export type Problem = { line: number; content: string; why: keyof CreditsTexts['pay']['wrong'] } & {
  readings?: Meaning[] | undefined;
  rounded?: number | undefined;
};
type Written = Pick<LineOf, 'line' | 'content'>;
type Field = 'name' | 'amount' | 'reason';
type Notation = { language: Language; isRounded: boolean };
type Header<F = Field> = { columns: (F | undefined)[]; separator: string };

export const MAX_ROWS = 300;
const MAX_NAME = 100;
/** The game's limit, less the mark that each reason gets. */
export const MAX_REASON = 200 - MARK_LENGTH;
const MAX_CONTENT = 120;
/** Max cells of an unquoted amount. */
const MAX_PARTS = 6;
/** Max length of a reason, before spaces collapse. */
const MAX_READ = 1_000;
const FIELDS: readonly Field[] = ['name', 'amount', 'reason'];
const HEADERS = FIELDS.map((field) => [field, allWords(TEXTS, ({ pay }) => pay.columns[field])] as const);

/** Reads a list of payments, `name | amount | reason` on each line, or a table with a header.
 * `isRounded`: decimals count as the nearest whole number. */
export function parsePayList(given: string, language: Language, isRounded = false) {
  const text = withoutControls(given);
  const header = findHeader(text, HEADERS, (columns) => columns.includes('name') && columns.includes('amount'));
  const written = readRecords(text, MAX_ROWS + 2, header?.separator).slice(header ? 1 : 0);
  const read = written.slice(0, MAX_ROWS).map((one) => readOne(one, { language, isRounded }, header));
  const extra = written.slice(MAX_ROWS, MAX_ROWS + 1).map((one) => toProblem(one, 'tooMany'));
  const problems = [...read, ...extra].flatMap((one) => ('why' in one ? [one] : []));
  return { rows: read.flatMap((one) => ('why' in one ? [] : [one])), problems };
}

/** The columns, if the first line names them. Only below such a line do commas separate. */
export function findHeader<F>(
  text: string,
  names: readonly (readonly [F, readonly string[]])[],
  isHeader: (columns: Header<F>['columns']) => boolean,
): Header<F> | undefined {
  const toField = (cell: Cell) => names.find(([, own]) => own.includes(cell.text.toLowerCase()))?.[0];
  const read = (separator: string) => readRecords(text, 1, separator)[0]?.cells.map(toField) ?? [];
  const all = [',', ';', '\t', '|'].map((separator) => ({ separator, columns: read(separator) }));
  return all.find(({ columns }) => isHeader(columns));
}

function readOne(written: LineOf, how: Notation, header?: Header): ListRow | Problem {
  const { cells, isBroken, content } = written;
  if (!header) {
    const separator = /[|;\t]/.exec(content)?.[0];
    if (separator === undefined) return toProblem(written, content.includes(',') ? 'comma' : 'separator');
    const [name = '', amount = '', ...rest] = content.split(separator, MAX_COLUMNS).map((part) => part.trim());
    if (rest.length === MAX_COLUMNS - 2) return toProblem(written, 'cells');
    while (rest.at(-1) === '') rest.pop();
    return toRow(written, { name, amount, reason: rest.join(separator === '\t' ? ' ' : ` ${separator} `) }, how);
  }
  const { columns, separator } = header;
  if (isBroken) return toProblem(written, 'quotes');
  const readings = separator === ',' ? findSplit(cells, columns, how.language) : undefined;
  if (readings) return toProblem(written, 'amount', readings);
  if (cells.length > MAX_COLUMNS || cells.slice(columns.length).some(({ text }) => text !== ''))
    return toProblem(written, 'cells');
  if (FIELDS.some((field) => columns.indexOf(field) !== columns.lastIndexOf(field)))
    return toProblem(written, 'header');
  const at = (field: Field): string => cells[columns.indexOf(field)]?.text ?? '';
  return toRow(written, { name: at('name'), amount: at('amount'), reason: at('reason') }, how);
}

/** Without quotes, `1,500` or `2,5m` may be one amount, or an amount and the next cell. */
function findSplit(cells: readonly Cell[], columns: Header['columns'], language: Language): Meaning[] | undefined {
  const index = columns.indexOf('amount');
  const [first, ...others] = cells.slice(index, index + MAX_PARTS);
  const end = others.findIndex(({ isQuoted }) => isQuoted);
  const parts = others.slice(0, end < 0 ? undefined : end).map(({ text }) => text);
  const apart = first && !first.isQuoted ? parseAmount(first.text, language) : undefined;
  if (!first || typeof apart !== 'number') return undefined;
  const reason = columns[index + 1] === 'reason' && { reason: parts[0] ?? '' };
  for (; parts.length > 0; parts.pop()) {
    const joined = parseAmount([first.text, ...parts].join(','), language);
    if (joined === 'unreadable') continue;
    const amounts = (typeof joined === 'number' ? [joined] : joined.readings).filter((amount) => amount !== apart);
    if (amounts.length > 0) return [...amounts.map((amount) => ({ amount })), { amount: apart, ...reason }];
  }
  return undefined;
}

function toRow(written: Written, given: Record<Field, string>, how: Notation): ListRow | Problem {
  const { name, amount: typed } = given;
  if (name === '' || name.length > MAX_NAME) return toProblem(written, 'name');
  const coded = given.reason.replace(/\s+/g, ' ');
  const reason = coded.length > MAX_READ ? coded : PAY_CODES.removeFrom(coded)?.trim();
  if (reason === undefined) return toProblem(written, 'nested');
  if ([...reason].length > MAX_REASON) return toProblem(written, 'longReason');
  const rounded = roundAmount(typed);
  const exact = typed === '' ? undefined : rounded === 0 ? 0 : parseAmount(typed, how.language);
  const amount = exact === 'unreadable' && how.isRounded ? (rounded ?? exact) : exact;
  if (amount === 'unreadable') return { ...toProblem(written, 'amount'), rounded };
  if (typeof amount !== 'object') return { line: written.line, name, amount, reason };
  const readings: Meaning[] = amount.readings.map((each) => ({ amount: each }));
  return toProblem(written, 'amount', readings.length > 1 ? readings : [...readings, {}]);
}

function toProblem({ line, content }: Written, why: Problem['why'], readings?: Meaning[]): Problem {
  return { line, content: content.trim().slice(0, MAX_CONTENT), why, ...(readings && { readings }) };
}
