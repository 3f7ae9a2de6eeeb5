import type { Result, Target } from './harness.ts';

const HEAD = ['what', 'ours', 'peer', 'ratio', 'noise', 'target', 'verdict'];

export function toTable(results: readonly Result[]): string {
  const lines = [HEAD, ...results.map(toCells)];
  const widths = HEAD.map((_, column) => Math.max(...lines.map((cells) => cells[column]?.length ?? 0)));
  const toLine = (cells: readonly string[]): string =>
    cells
      .map((cell, column) => (column === 0 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0)))
      .join('  ');
  const [head = '', ...rest] = lines.map(toLine);
  return [head, '-'.repeat(head.length), ...rest].join('\n');
}

function toCells({ name, against, unit, ours, peer, ratio, noise, target, verdict }: Result): string[] {
  const title = against === undefined ? name : `${name} / ${against}`;
  if (verdict === 'not measured') return [title, '', '', '', '', '', verdict];
  const isOfRatio = target === undefined ? ratio !== undefined : target.of === 'ratio';
  return [
    title,
    `${toNumber(ours)} ${unit}`,
    peer === undefined ? '' : `${toNumber(peer)} ${unit}`,
    ratio === undefined ? '' : toNumber(ratio),
    `± ${toNumber(noise)}${isOfRatio ? '' : ` ${unit}`}`,
    target === undefined ? '' : toBound(target, unit),
    verdict === 'informs' ? '' : verdict,
  ];
}

function toBound(target: Target, unit: string): string {
  const bound = 'atLeast' in target ? `≥ ${target.atLeast}` : `≤ ${target.atMost}`;
  return target.of === 'ratio' ? bound : `${bound} ${unit}`;
}

/** Three or four significant digits. */
function toNumber(value: number): string {
  if (value === 0) return '0';
  if (Math.abs(value) >= 1_000) return Math.round(value).toLocaleString('en-US').replaceAll(',', ' ');
  return value.toPrecision(value < 1 && value > 0.99 ? 4 : 3);
}
