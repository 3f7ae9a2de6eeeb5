import { galaxyRows } from './galaxy.bench.ts';
import type { Row } from './harness.ts';
import { httpRows } from './http.bench.ts';
import { interactionRows } from './interactions.bench.ts';
import { payListRows } from './payList.bench.ts';
import { processRows } from './processes.bench.ts';
import { redisRows } from './redis.bench.ts';

/** All rows, in the order of the table. */
export const rows: readonly Row[] = [redisRows, httpRows, galaxyRows, interactionRows, payListRows, processRows].flat();

/** The row's unique full name. */
export function titleOf({ name, against }: Pick<Row, 'name' | 'against'>): string {
  return against === undefined ? name : `${name} / ${against}`;
}
