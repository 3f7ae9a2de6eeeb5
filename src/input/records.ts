/** A cell of a record. `isQuoted`: separators in it are text. */
export type Cell = { text: string; isQuoted: boolean };

/** A line of a list, or several if a quoted cell has line breaks. */
export type ListRecord = {
  /** The number of its first line, from 1. */
  line: number;
  /** The text as it was typed. */
  content: string;
  cells: Cell[];
  /** True if a quotation mark isn't closed, or is in the wrong place. */
  isBroken: boolean;
};

/** Why lines aren't read. */
export type SkipReason =
  /** Nothing but blanks and separators. */
  | 'empty'
  /** A `#` or `//` and a space. */
  | 'comment'
  /** Three backticks, alone or with a language. */
  | 'fence'
  /** The line below the header of a Markdown table. */
  | 'rule'
  /** A line without an amount above the header. */
  | 'title'
  /** The sum of the other lines. */
  | 'total'
  /** A place such as `#1`, which its person left out. */
  | 'place'
  /** A line with a `#`, which its person left out. */
  | 'disabled';

/** Neighboring lines that aren't read. */
export type SkippedLines = {
  line: number;
  count: number;
  why: SkipReason;
  /** The first of them. */
  content: string;
};

/** A text split into records. */
export type SplitText = {
  records: ListRecord[];
  skipped: SkippedLines[];
  /** True if the text has more records. */
  isCut: boolean;
};

/** Max cells of a record; one more is read to notice longer ones. */
export const MAX_COLUMNS = 50;

/** Max characters of a skipped line that are kept. */
const MAX_CONTENT = 200;
/** Max runs of skipped lines, so that a text of nothing else takes no longer than others. */
const MAX_SKIPPED = 1_000;
const INDENT = /[^\S\n]*/y;
/** The first characters of lines that may be skipped. */
const MARKS = '#/`|:+=-';
const FENCE = /[^\S\n]*`{3,}/y;
/** One word right after the opening fence: the language of the code, or nothing. */
const LANGUAGE_TAG = /[\w+#-]*[^\S\n]*(?=\n|$)/y;
/** Comment lines without a separator, which can't be payments. Read together, since there may be
 * many. */
const PLAIN_COMMENTS = /(?:[^\S\n]*(?:#+|\/\/)(?: [^\n|;,\t]*)?(?:\n+|$))+/y;
const SLASH_COMMENT = /[^\S\n]*\/\/(?: [^\n]*)?(?=\n|$)/y;
/** Signs that draw a line between the header of a table and its rows. */
const RULE = /(?=[|:+=\t ]*-{2})[|:+=\t -]+(?=\n|$)/y;

/** A text that knows its lines. */
export class SourceText {
  readonly text: string;
  /** The position of each line break; found once, since a text is split in several ways. */
  #breaks: readonly number[] | undefined;

  constructor(text: string) {
    this.text = text;
  }

  /** The number of line breaks before a position. */
  breaksBefore(at: number): number {
    this.#breaks ??= findBreaks(this.text);
    let low = 0;
    let high = this.#breaks.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#breaks[middle] ?? 0) < at) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

function findBreaks(text: string): number[] {
  const breaks: number[] = [];
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) breaks.push(at);
  return breaks;
}

/** Splits a text into records and lines that are skipped. With a `separator`, records have cells as
 * in RFC 4180; with '' each line is one cell. Reads `max` records. */
export function splitText(source: SourceText, separator: string, max: number): SplitText {
  const reader = new RecordReader(source, separator);
  const records: ListRecord[] = [];
  for (let record = reader.next(); record !== undefined; record = reader.next()) {
    if (records.length === max) return { records, skipped: reader.skipped, isCut: true };
    records.push(record);
  }
  return { records, skipped: reader.skipped, isCut: reader.hasMore };
}

/** Reads one record after the other. Each character is read a bounded number of times. */
class RecordReader {
  readonly skipped: SkippedLines[] = [];
  readonly #source: SourceText;
  readonly #text: string;
  readonly #separator: string;
  readonly #blank: RegExp;
  readonly #cell: RegExp;
  /** The start of the next line. */
  #at = 0;

  constructor(source: SourceText, separator: string) {
    this.#source = source;
    this.#text = source.text;
    this.#separator = separator;
    this.#blank = new RegExp(`(?:[\\s${separator}]+|""(?=[\\s${separator}]|$))*`, 'y');
    this.#cell = new RegExp(` *"([^"]*(?:""[^"]*){0,1000})"([^${separator}\n]*)|([^${separator}\n]*)`, 'y');
  }

  /** True if the text wasn't read to its end, since there was too much to skip. */
  get hasMore(): boolean {
    return this.#at < this.#text.length;
  }

  next(): ListRecord | undefined {
    while (this.hasMore && this.skipped.length <= MAX_SKIPPED) {
      const wasSkipped = this.#skipEmpty() || this.#skipMarked();
      if (!wasSkipped) return this.#readRecord();
    }
    return undefined;
  }

  /** Skips lines without content. */
  #skipEmpty(): boolean {
    const end = this.#match(this.#blank, this.#at) ?? this.#at;
    const isAtEnd = end >= this.#text.length;
    const start = isAtEnd ? this.#text.length : this.#text.lastIndexOf('\n', end) + 1;
    if (start <= this.#at) return false;
    this.#skipTo(start, 'empty');
    return true;
  }

  /** Skips a comment, a fence's line or a rule. The text on a fence's line is a line of its own. */
  #skipMarked(): boolean {
    const start = this.#match(INDENT, this.#at) ?? this.#at;
    if (!MARKS.includes(this.#text.charAt(start))) return false;
    const comments = this.#match(PLAIN_COMMENTS, this.#at) ?? this.#match(SLASH_COMMENT, this.#at);
    if (comments !== undefined) return this.#skipLines(comments, 'comment');
    const rule = this.#match(RULE, this.#at);
    if (rule !== undefined) return this.#skipLines(rule, 'rule');
    const fence = this.#match(FENCE, this.#at);
    if (fence === undefined) return false;
    const tag = this.#match(LANGUAGE_TAG, fence);
    if (tag !== undefined) return this.#skipLines(tag, 'fence');
    this.#at = fence;
    return false;
  }

  #skipLines(end: number, why: SkipReason): boolean {
    const isAtLineBreak = end > this.#at && this.#text[end - 1] === '\n';
    this.#skipTo(isAtLineBreak ? end : Math.min(this.#endOfLine(end), this.#text.length), why);
    return true;
  }

  #skipTo(end: number, why: SkipReason): void {
    const line = this.#lineAt(this.#at);
    const isLast = end >= this.#text.length && this.#text.at(-1) !== '\n';
    const count = this.#lineAt(end) - line + (isLast ? 1 : 0);
    const content = this.#text.slice(this.#at, Math.min(end, this.#at + MAX_CONTENT));
    this.skipped.push({ line, count, why, content: firstLineOf(content) });
    this.#at = end;
  }

  #lineAt(at: number): number {
    return this.#source.breaksBefore(at) + 1;
  }

  #readRecord(): ListRecord {
    const start = this.#at;
    const line = this.#lineAt(start);
    const cells: Cell[] = [];
    let isBroken = false;
    let at = start;
    do {
      const { cell, end, isWrong } = this.#readCell(at);
      cells.push(cell);
      isBroken ||= isWrong;
      const isTooLong = cells.length > MAX_COLUMNS;
      at = isTooLong ? this.#endOfLine(at) : end + 1;
    } while (this.#separator !== '' && this.#text[at - 1] === this.#separator);
    const content = this.#text.slice(start, at - 1);
    this.#at = Math.min(at, this.#text.length);
    return closeFence({ line, content, cells, isBroken });
  }

  #readCell(at: number): { cell: Cell; end: number; isWrong: boolean } {
    if (this.#separator === '') {
      const end = this.#endOfLine(at) - 1;
      return { cell: { text: this.#text.slice(at, end).trim(), isQuoted: false }, end, isWrong: false };
    }
    this.#cell.lastIndex = at;
    const [all = '', quoted, rest = '', plain = ''] = this.#cell.exec(this.#text) ?? [];
    const cell = { text: (quoted?.replaceAll('""', '"') ?? plain).trim(), isQuoted: quoted !== undefined };
    // Something after the closing quotation mark, or no closing one.
    const isWrong = rest.trim() !== '' || /^\s*"/.test(plain);
    return { cell, end: at + all.length, isWrong };
  }

  /** The position after the line break, or one after the end of the text. */
  #endOfLine(at: number): number {
    const lineBreak = this.#text.indexOf('\n', at);
    return lineBreak < 0 ? this.#text.length + 1 : lineBreak + 1;
  }

  #match(pattern: RegExp, at: number): number | undefined {
    pattern.lastIndex = at;
    return pattern.test(this.#text) ? pattern.lastIndex : undefined;
  }
}

/** Code that is pasted may close its fence behind the last record. */
function closeFence(record: ListRecord): ListRecord {
  const last = record.cells.at(-1);
  if (last === undefined || last.isQuoted || !last.text.endsWith('```')) return record;
  let end = last.text.length;
  while (last.text[end - 1] === '`') end -= 1;
  const cell = { text: last.text.slice(0, end).trim(), isQuoted: false };
  return { ...record, cells: [...record.cells.slice(0, -1), cell] };
}

const firstLineOf = (text: string): string => /^\s*([^\n]*)/.exec(text)?.[1] ?? '';

/** Characters that may surround a text unseen. Soft hyphens and overrides of the direction aren't
 * among them. */
const EDGE = /[\u200b-\u200f\u2060\u061c\ufeff\s]/u;

/** The text with ordinary spaces, and without invisible characters around it. */
export function cleanCell(text: string): string {
  let start = 0;
  let end = text.length;
  while (start < end && EDGE.test(text.charAt(start))) start += 1;
  while (end > start && EDGE.test(text.charAt(end - 1))) end -= 1;
  return text.slice(start, end).replace(/\p{Zs}/gu, ' ');
}
