import { parseAmount } from '../../../src/view/amount.ts';
import type { Language } from '../../../src/view/languages.ts';
import { MARK_LENGTH, PAY_CODES } from '../codes.ts';
import { type Cell, isComment, readRecords } from './records.ts';

/** A payment as it was written. Without an amount, it can't be made. */
export type ListRow = { line: number; name: string; amount: number | undefined; reason: string };
/** What an amount can be; without one, a fraction. */
export type Reading = { amount?: number; reason?: string };
/** Why a line can't be read. `content`: the line as it was written. */
export type Problem = { line: number; content: string } & (
  | { why: 'separator' | 'comma' | 'name' | 'longName' | 'quotes' | 'cells' | 'header' }
  | { why: 'longReason' | 'tooMany'; count: number }
  | { why: 'amount'; typed: string }
  | { why: 'unclear'; typed: string; readings: Reading[] }
);
export type PayList = { rows: ListRow[]; problems: Problem[] };

export const MAX_ROWS = 300;
export const MAX_NAME = 100;
/** The game's limit, without the mark that each reason gets. */
export const MAX_REASON = 200 - MARK_LENGTH;

type Field = 'name' | 'amount' | 'reason';
type Written = { line: number; content: string };
type Read = { row: ListRow } | { problem: Problem };

/** What columns are called, in English and German. */
const HEADERS: Record<Field, readonly string[]> = {
  name: 'name,handle,character,recipient,to,player,member,empfänger,empfaenger,charakter,an,spieler,mitglied'.split(
    ',',
  ),
  amount: 'amount,credits,sum,total,salary,pay,betrag,summe,gehalt,lohn'.split(','),
  reason:
    'reason,description,note,comment,memo,purpose,text,grund,verwendungszweck,zweck,beschreibung,notiz,kommentar'.split(
      ',',
    ),
};
/** Between the columns below a header, and on lines without one. */
const SEPARATORS = [',', ';', '\t', '|'];
const FIRST_SEPARATOR = /[|;\t]/;
const MAX_CONTENT = 120;
/** Of a reason, before spaces in a row become one. */
const MAX_READ = 4_000;

/** Reads a list of payments, `name | amount | reason` on each line, or a table with a header. */
export function parsePayList(given: string, language: Language): PayList {
  const text = given.replace(/^\ufeff/, '').replace(/\r\n?|[\u0085\u2028\u2029]/g, '\n');
  const lines = text.split('\n').flatMap((content, index) => {
    const isData = content.trim() !== '' && !isComment(content);
    return isData ? [{ line: index + 1, content }] : [];
  });
  const table = findTable(text, lines[0]);
  const read = table ? readTable(table, language) : (tooMany(lines) ?? lines.map((one) => readLine(one, language)));
  return {
    rows: read.flatMap((one) => ('row' in one ? [one.row] : [])),
    problems: read.flatMap((one) => ('problem' in one ? [one.problem] : [])),
  };
}

function tooMany(lines: readonly Written[]): Read[] | undefined {
  const extra = lines[MAX_ROWS];
  return extra && [{ problem: { ...toWritten(extra), why: 'tooMany', count: lines.length } }];
}

type Table = Written & { columns: (Field | undefined)[]; separator: string; text: string };

/** Whether the first line names the columns. */
function findTable(text: string, first: Written | undefined): Table | undefined {
  if (!first) return undefined;
  for (const separator of SEPARATORS) {
    const columns = readRecords(first.content, separator)[0]?.cells.map(toField) ?? [];
    if (columns.includes('name') && columns.includes('amount')) return { ...first, columns, separator, text };
  }
  return undefined;
}

function toField({ text }: Cell): Field | undefined {
  const called = text.toLowerCase();
  return (Object.keys(HEADERS) as Field[]).find((field) => HEADERS[field].includes(called));
}

function readTable({ text, columns, separator, ...header }: Table, language: Language): Read[] {
  const named = columns.filter((column) => column !== undefined);
  if (new Set(named).size < named.length) return [{ problem: { ...toWritten(header), why: 'header' } }];
  const [, ...records] = readRecords(text, separator);
  const written = records.map(({ raw, ...others }) => ({ ...others, content: raw }));
  return (
    tooMany(written) ??
    written.map((record) => {
      const { cells, isUnclosed } = record;
      if (isUnclosed) return { problem: { ...toWritten(record), why: 'quotes' } };
      const at = (field: Field): string => cells[columns.indexOf(field)]?.text ?? '';
      const readings = separator === ',' ? findSplit(cells, columns) : undefined;
      if (readings) return { problem: { ...toWritten(record), why: 'unclear', typed: at('amount'), readings } };
      if (cells.slice(columns.length).some(({ text }) => text !== ''))
        return { problem: { ...toWritten(record), why: 'cells' } };
      return toRead(record, { name: at('name'), amount: at('amount'), reason: at('reason') }, language);
    })
  );
}

/** Without quotes, `1,500` is one amount, or an amount and the next cell. */
function findSplit(cells: readonly Cell[], columns: readonly (Field | undefined)[]): Reading[] | undefined {
  const index = columns.indexOf('amount');
  const [amount, next] = [cells[index], cells[index + 1]];
  const isThree = ({ isQuoted, text }: Cell): boolean => !isQuoted && /^\d{3}$/.test(text);
  if (!amount || !next || amount.isQuoted || !isThree(next) || !/^[1-9]\d{0,2}$/.test(amount.text)) return undefined;
  const others = cells.slice(index + 1);
  const end = others.findIndex((cell) => !isThree(cell));
  const whole = others.slice(0, end < 0 ? undefined : end).map(({ text }) => text);
  const reason = columns[index + 1] === 'reason' && { reason: next.text };
  return [{ amount: Number(amount.text + whole.join('')) }, { amount: Number(amount.text), ...reason }];
}

function readLine(written: Written, language: Language): Read {
  const { content } = written;
  const separator = FIRST_SEPARATOR.exec(content)?.[0];
  if (separator === undefined)
    return { problem: { ...toWritten(written), why: content.includes(',') ? 'comma' : 'separator' } };
  const [name = '', amount = '', ...rest] = content.split(separator).map((part) => part.trim());
  while (rest.at(-1) === '') rest.pop();
  return toRead(written, { name, amount, reason: rest.join(separator === '\t' ? ' ' : ` ${separator} `) }, language);
}

function toRead(written: Written, given: Record<Field, string>, language: Language): Read {
  const { name, amount: typed } = given;
  const problem = (why: Omit<Problem, keyof Written>): Read => ({
    problem: { ...toWritten(written), ...why } as Problem,
  });
  if (name === '') return problem({ why: 'name' });
  if (name.length > MAX_NAME) return problem({ why: 'longName' });
  const reason = PAY_CODES.removeFrom(given.reason.slice(0, MAX_READ).replace(/\s+/g, ' ')).trim();
  const { length: count } = [...reason];
  if (count > MAX_REASON) return problem({ why: 'longReason', count } as Problem);
  const row = { line: written.line, name, reason };
  if (typed === '') return { row: { ...row, amount: undefined } };
  const amount = parseAmount(typed, language);
  if (typeof amount === 'number') return { row: { ...row, amount } };
  if (amount === 'unreadable') return problem({ why: 'amount', typed } as Problem);
  const readings: Reading[] = amount.readings.map((each) => ({ amount: each }));
  return problem({ why: 'unclear', typed, readings: readings.length > 1 ? readings : [...readings, {}] } as Problem);
}

function toWritten({ line, content }: Written): Written {
  return { line, content: content.trim().slice(0, MAX_CONTENT) };
}
