import type { Verdict } from './scenario.ts';

const COLUMNS: [string, (verdict: Verdict) => string | number][] = [
  ['scenario', ({ name }) => name],
  ['kills', ({ kills }) => kills],
  ['confirmations', ({ confirmations }) => confirmations],
  ['doubled', ({ doubled }) => doubled],
  ['undelivered', ({ undelivered }) => undelivered],
  ['told “unknown”', ({ unknown }) => unknown],
  ['false', ({ lies }) => lies],
  ['links lost', ({ lost }) => lost],
  ['excused', ({ excused }) => excused],
  ['SIGTERMs', ({ terms }) => terms],
  ['answered after', ({ terms, answered, running }) => (terms + running === 0 ? '' : `${answered} of ${running}`)],
  ['bad ends', ({ badEnds }) => badEnds],
  ['slowest end', ({ terms, slowestEndMs }) => (terms === 0 ? '' : `${slowestEndMs} ms`)],
];

/** The verdicts as aligned columns, indented as Markdown's code. */
export function toTable(verdicts: readonly Verdict[]): string {
  const heads = COLUMNS.map(([head]) => head);
  const rows = verdicts.map((verdict) => COLUMNS.map(([, toCell]) => String(toCell(verdict))));
  const widths = heads.map((head, column) => Math.max(head.length, ...rows.map((row) => row[column]?.length ?? 0)));
  const toLine = (row: readonly string[]): string =>
    `    ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  ')}`.trimEnd();
  return [heads, ...rows].map(toLine).join('\n');
}

/** Whether a promise of docs/reliability.md was broken. */
export function hasFailed({ doubled, undelivered, lies, lost, running, answered, badEnds }: Verdict): boolean {
  return doubled + undelivered + lies + lost + (running - answered) + badEnds > 0;
}
