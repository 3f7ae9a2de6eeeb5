/** Places where a spreadsheet may see a formula: also after `;`, tabs or leading blanks. */
const FORMULA = /^(?=[\t\r\n])|(?<=^|[;\t\r\n])(?=(?:[^\S\t\r\n]|\p{Cf})*[=+\-@＝＋－＠])/gu;

/** RFC 4180, with a byte-order mark so that spreadsheets read UTF-8. Disarms formulas in texts. */
export function toCsv(rows: readonly (readonly (string | number | undefined)[])[]): string {
  const toCell = (content: string | number = ''): string =>
    typeof content === 'number' ? String(content) : `"${content.replace(FORMULA, "'").replaceAll('"', '""')}"`;
  return `\ufeff${rows.map((row) => row.map(toCell).join(',')).join('\r\n')}\r\n`;
}
