import { acquireRows } from './acquire.bench.ts';
import { budgetRows } from './budget.bench.ts';
import { drainRows } from './drain.bench.ts';
import { footprintRows } from './footprint.bench.ts';
import type { Row } from './harness.ts';
import { httpRows } from './http.bench.ts';
import { redisRows } from './redis.bench.ts';
import { tokenRows } from './token.bench.ts';

/** All rows, in the order of the table. */
export const rows: readonly Row[] = [
  ...acquireRows,
  ...drainRows,
  ...footprintRows,
  ...redisRows,
  ...budgetRows,
  ...httpRows,
  ...tokenRows,
];

/** The row's name in full; no two are the same. */
export function titleOf({ name, against }: Pick<Row, 'name' | 'against'>): string {
  return against === undefined ? name : `${name} / ${against}`;
}
