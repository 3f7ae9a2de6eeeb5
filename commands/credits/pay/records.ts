/** A cell of a line. `isQuoted`: what it contains separates nothing. */
export type Cell = { text: string; isQuoted: boolean };
/** `line` counts from 1; `raw` is the line as it was written. */
export type LineOf = { line: number; raw: string; cells: Cell[]; isUnclosed?: boolean };

/** A fence is around a list in a message. */
const COMMENT = /^[^\S\n]*(#|\/\/|```)/;
const LOOKED_AT = 80;

/** The lines that aren't empty or comments, each with its cells, quoted as in RFC 4180. One pass. */
export function readRecords(text: string, separator: string): LineOf[] {
  const records: LineOf[] = [];
  let [at, line] = [0, 1];
  while (at < text.length) {
    const [startsAt, startLine] = [at, line];
    if (isComment(text, at)) {
      at = endOfLine(text, at) + 1;
      line += 1;
      continue;
    }
    const cells: Cell[] = [];
    let isUnclosed = false;
    for (let isEnd = false; !isEnd; ) {
      const cell = readCell(text, at, separator);
      cells.push(cell);
      isUnclosed ||= cell.isUnclosed;
      line += cell.isQuoted ? countBreaks(cell.text) : 0;
      at = cell.end;
      isEnd = text.charAt(at) !== separator;
      at += 1;
    }
    line += 1;
    if (cells.some((cell) => cell.text.trim() !== ''))
      records.push({ line: startLine, raw: text.slice(startsAt, at - 1), cells, ...(isUnclosed && { isUnclosed }) });
  }
  return records;
}

export function isComment(text: string, at = 0): boolean {
  return COMMENT.test(text.slice(at, at + LOOKED_AT));
}

/** `end`: where the separator, the line break or nothing follows. */
function readCell(text: string, from: number, separator: string): Cell & { end: number; isUnclosed: boolean } {
  let at = from;
  while (text.charAt(at) === ' ') at += 1;
  if (text.charAt(at) !== '"') {
    const end = endOfCell(text, from, separator);
    return { text: text.slice(from, end).trim(), isQuoted: false, end, isUnclosed: false };
  }
  const parts: string[] = [];
  for (;;) {
    const close = text.indexOf('"', at + 1);
    if (close < 0) {
      // Only this line is wrong, not all that follow.
      const end = endOfCell(text, from, separator);
      return { text: text.slice(from, end).trim(), isQuoted: false, end, isUnclosed: true };
    }
    parts.push(text.slice(at + 1, close));
    at = close + 1;
    if (text.charAt(at) !== '"') break;
    parts.push('"');
  }
  const end = endOfCell(text, at, separator);
  return { text: parts.join('').trim(), isQuoted: true, end, isUnclosed: text.slice(at, end).trim() !== '' };
}

function endOfCell(text: string, from: number, separator: string): number {
  for (let at = from; at < text.length; at += 1)
    if (text.charAt(at) === separator || text.charAt(at) === '\n') return at;
  return text.length;
}

function endOfLine(text: string, from: number): number {
  const end = text.indexOf('\n', from);
  return end < 0 ? text.length : end;
}

function countBreaks(text: string): number {
  return text.split('\n').length - 1;
}
