import { acquireRows } from './acquire.bench.ts';
import type { Row } from './harness.ts';

/** All rows, in the order of the table. */
export const rows: readonly Row[] = [...acquireRows];

/** The row's name in full; no two are the same. */
export function titleOf({ name, against }: Pick<Row, 'name' | 'against'>): string {
  return against === undefined ? name : `${name} / ${against}`;
}
