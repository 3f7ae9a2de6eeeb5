import type { KitTexts } from './en.ts';

/** Places where a spreadsheet may see a formula: also after `;`, tabs or leading blanks. */
const FORMULA = /^(?=[\t\r\n])|(?<=^|[;\t\r\n])(?=(?:[^\S\t\r\n]|\p{Cf})*[=+\-@＝＋－＠])/gu;

export type CsvCell = string | number | undefined;

/** RFC 4180, with a byte-order mark so that spreadsheets read UTF-8, and the separator that
 * spreadsheets expect in this language. Disarms formulas in texts. */
export function toCsv({ csvSeparator }: Pick<KitTexts, 'csvSeparator'>, rows: readonly (readonly CsvCell[])[]): string {
  const toCell = (content: string | number = ''): string =>
    typeof content === 'number' ? String(content) : `"${content.replace(FORMULA, "'").replaceAll('"', '""')}"`;
  return `\ufeff${rows.map((row) => row.map(toCell).join(csvSeparator)).join('\r\n')}\r\n`;
}
