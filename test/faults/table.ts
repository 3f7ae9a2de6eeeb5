import type { Verdict } from './scenario.ts';

const COLUMNS: [string, (verdict: Verdict) => string | number][] = [
  ['scenario', ({ name }) => name],
  ['kills', ({ kills }) => kills],
  ['confirmations', ({ confirmations }) => confirmations],
  ['doubled', ({ doubled }) => doubled],
  ['untold', ({ untold }) => untold],
  ['told “unknown”', ({ unknown }) => unknown],
  ['false', ({ lies }) => lies],
  ['links lost', ({ lost }) => lost],
  ['excused', ({ excused }) => excused],
  ['SIGTERMs', ({ terms }) => terms],
  ['answered after', ({ terms, answered, running }) => (terms === 0 ? '' : `${answered} of ${running}`)],
  ['bad ends', ({ badEnds }) => badEnds],
  ['slowest end', ({ terms, slowestEndMs }) => (terms === 0 ? '' : `${slowestEndMs} ms`)],
];

/** The verdicts as a Markdown table that is also readable as it stands. */
export function toTable(verdicts: readonly Verdict[]): string {
  const rows = [
    COLUMNS.map(([head]) => head),
    ...verdicts.map((verdict) => COLUMNS.map(([, toCell]) => String(toCell(verdict)))),
  ];
  const widths = COLUMNS.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  const [head = '', ...lines] = rows.map(
    (row) => `| ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`,
  );
  return [
    head,
    `|${widths.map((width, column) => `${'-'.repeat(width + 1)}${column === 0 ? '-' : ':'}`).join('|')}|`,
    ...lines,
  ].join('\n');
}

/** Whether a promise of docs/reliability.md was broken. */
export function hasFailed({ doubled, untold, lies, lost, running, answered, badEnds }: Verdict): boolean {
  return doubled + untold + lies + lost + (running - answered) + badEnds > 0;
}
