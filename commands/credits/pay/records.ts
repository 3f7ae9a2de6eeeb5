/** `isQuoted`: what the cell contains separates nothing. */
export type Cell = { text: string; isQuoted: boolean };
/** `line` counts from 1, `content` is as it was written. `isBroken`: its quotation marks are wrong. */
export type LineOf = { line: number; content: string; cells: Cell[]; isBroken: boolean };

/** A fence is around a list in a message. */
export const isComment = (line: string): boolean => /^[^\S\n]*(#|\/\/|```)/.test(line);
const LOOKED_AT = 80;

/** The lines that aren't empty or comments, each with its cells, quoted as in RFC 4180. */
export function readRecords(text: string, separator: string): LineOf[] {
  const cell = new RegExp(` *"([^"]*(?:""[^"]*)*)"([^${separator}\n]*)|([^${separator}\n]*)`, 'y');
  const records: LineOf[] = [];
  for (let [at, line] = [0, 1]; at < text.length; ) {
    const [startsAt, cells, wrong]: [number, Cell[], string[]] = [at, [], []];
    const isSkipped = isComment(text.slice(at, at + LOOKED_AT));
    do {
      cell.lastIndex = at;
      const [all = '', quoted, rest = '', plain = ''] = (!isSkipped && cell.exec(text)) || [];
      cells.push({ text: (quoted?.replaceAll('""', '"') ?? plain).trim(), isQuoted: quoted !== undefined });
      // Behind the quotes, or one that is never closed.
      wrong.push(rest.trim() || (/^\s*"/.exec(plain)?.[0] ?? ''));
      at = isSkipped ? text.indexOf('\n', at) + 1 || text.length + 1 : at + all.length + 1;
    } while (!isSkipped && text[at - 1] === separator);
    const content = text.slice(startsAt, at - 1);
    if (cells.some((one) => one.text !== '')) records.push({ line, content, cells, isBroken: wrong.some(Boolean) });
    line += content.split('\n').length;
  }
  return records;
}
