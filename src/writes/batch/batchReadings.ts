import type { Acting } from '../kind.ts';
import { type AnyBatchKind, type Batch, type BatchRow, isOpenRow, lacks } from './batchKind.ts';
import { type BatchMemory, editRows } from './batchMemory.ts';
import { Paused } from './batchPause.ts';

/** When a lost row is looked up, after the one before; 30 s in all. */
const LOOK_UP_DELAYS_MS = [500, 2_500, 7_000, 20_000];
type Row = BatchRow<unknown>;
type Parts = Pick<BatchMemory, 'change'> & {
  actAs: (batch: Batch) => Acting;
  wait: (ms: number) => Promise<unknown>;
};

/** Compares rows with what the game shows. Only reads. */
export function createBatchReadings({ actAs, wait, change }: Parts) {
  /** `compare` looks for rows in what the game shows now; their states may have changed meanwhile. */
  const read = async (kind: AnyBatchKind, batch: Batch, rows: readonly Row[]) => {
    const now = await kind.read(
      actAs(batch),
      rows.map(({ data }) => kind.row.parse(data)),
    );
    const baseline = kind.baseline.parse(batch.baseline);
    return { now, compare: ({ rows: all }: Batch) => kind.compare(all, baseline, now) };
  };

  return {
    /** Whether the game shows what a lost response didn't say. */
    async lookUp(kind: AnyBatchKind, batch: Batch, index: number): Promise<boolean> {
      for (const delayMs of LOOK_UP_DELAYS_MS) {
        await wait(delayMs);
        const reading = await read(kind, batch, batch.rows.slice(index, index + 1)).catch(() => undefined);
        if (reading?.compare(batch)[index]) return true;
      }
      return false;
    },
    /** Before anything is sent, for the rows that aren't certain. `isSure`: this process knows which
     * rows were sent, even if the game doesn't show it. */
    async readBefore(
      kind: AnyBatchKind,
      batch: Batch,
      { isTakenOver, isSure }: { isTakenOver: boolean; isSure: boolean },
    ): Promise<Batch> {
      const { now, compare } = await read(kind, batch, batch.rows.filter(isOpenRow));
      return await change(batch, ({ isInDoubt: _, ...stored }) => {
        const seen = compare(stored);
        const isLacking = lacks(kind, stored.rows, seen);
        if (isLacking && !isSure) throw new Paused({ why: 'gap' });
        const edited = editRows((row, index) => {
          if (!isOpenRow(row)) return row;
          if (seen[index] === true)
            return { ...row, state: row.state === 'planned' && !isTakenOver ? 'already' : 'found' };
          return row.state === 'sending' ? { ...row, state: 'unknown' } : row;
        })(stored);
        // What wasn't there by now can only show up later: less has to be read the next time.
        return edited && !isLacking && kind.toBaseline ? { ...edited, baseline: kind.toBaseline(now) } : edited;
      });
    },
    /** At the end, where the game's values are surer than its responses. */
    async readAfter(kind: AnyBatchKind, batch: Batch): Promise<Batch> {
      const wasSent = ({ state }: Row): boolean => ['done', 'refused', 'unknown', 'failed'].includes(state);
      const sent = batch.rows.filter(wasSent);
      if (!kind.isReadBack || sent.length === 0) return batch;
      const reading = await read(kind, batch, sent).catch(() => undefined);
      return await change(batch, (stored) => {
        const seen = reading?.compare(stored);
        if (!seen) return stored;
        return editRows((row, index) => {
          if (seen[index] === undefined || !wasSent(row)) return row;
          if (seen[index]) return { ...row, state: row.state === 'unknown' ? 'found' : 'done', reason: undefined };
          return row.state === 'done' ? { ...row, state: 'failed' } : row;
        })(stored);
      });
    },
  };
}
