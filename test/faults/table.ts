import type { Verdict } from './scenario.ts';

const COLUMNS: [string, (verdict: Verdict) => string | number][] = [
  ['rounds', ({ name }) => name],
  ['kills', ({ kills }) => kills],
  ['changes', ({ changes }) => changes],
  ['rows', ({ rows }) => rows],
  ['doubled', ({ doubled }) => doubled],
  ['false', ({ falseReports }) => falseReports],
  ['undelivered', ({ undelivered }) => undelivered],
  ['unrecorded', ({ unrecorded }) => unrecorded],
  ['stuck', ({ stuck }) => stuck],
  ['unknown', ({ unknown }) => unknown],
  ['extra requests', ({ extra }) => extra],
  ['links lost', ({ lost, excused }) => (excused > 0 ? `${lost} (${excused} excused)` : lost)],
  ['answered after', ({ running, answered }) => (running === 0 ? '' : `${answered} of ${running}`)],
  ['bad ends', ({ terms, badEnds }) => (terms === 0 ? '' : `${badEnds} of ${terms}`)],
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

/** True if a promise of docs/reliability.md was broken. */
export function hasFailed(verdict: Verdict): boolean {
  const { doubled, undelivered, unrecorded, falseReports, stuck, lost, running, answered, badEnds } = verdict;
  return doubled + undelivered + unrecorded + falseReports + stuck + lost + (running - answered) + badEnds > 0;
}
