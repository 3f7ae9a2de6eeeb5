/** `isQuoted`: what the cell contains separates nothing. */
export type Cell = { text: string; isQuoted: boolean };
/** `line` counts from 1, `content` is as it was written. `isBroken`: its quotation marks are wrong. */
export type LineOf = { line: number; content: string; cells: Cell[]; isBroken: boolean };

/** Cells of a record; one more is read, which tells that there are too many. */
export const MAX_COLUMNS = 50;
/** A fence is around a list in a message. */
const COMMENT = String.raw`(?<=^[^\S\n]*)(?:#|//|\`\`\`)[^\n]*`;

/** The first lines that aren't empty or comments; with a separator, each with its cells, quoted as in
 * RFC 4180. */
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
      // Behind the quotes, or one that is never closed.
      wrong.push(rest.trim() || (/^\s*"/.exec(plain)?.[0] ?? ''));
      const isLast = separator === '' || cells.length > MAX_COLUMNS;
      at = isLast ? text.indexOf('\n', at) + 1 || text.length + 1 : at + all.length + 1;
    } while (text[at - 1] === separator);
    records.push({ line, content: text.slice(startsAt, at - 1), cells, isBroken: wrong.some(Boolean) });
  }
  return records;
}
