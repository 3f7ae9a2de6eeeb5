import type { Acting } from '../kind.ts';
import type { AnyBatchKind, Batch, BatchRow } from './batchKind.ts';
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
  /** The result compares rows with what the game shows now; their states may have changed meanwhile. */
  const read = async (kind: AnyBatchKind, batch: Batch, rows: readonly Row[]) => {
    const now = await kind.read(
      actAs(batch),
      rows.map(({ data }) => kind.row.parse(data)),
    );
    const baseline = kind.baseline.parse(batch.baseline);
    return ({ rows: all }: Batch) => kind.compare(all, baseline, now);
  };

  return {
    /** Whether the game shows what a lost response didn't say. */
    async lookUp(kind: AnyBatchKind, batch: Batch, index: number): Promise<boolean> {
      for (const delayMs of LOOK_UP_DELAYS_MS) {
        await wait(delayMs);
        const compare = await read(kind, batch, batch.rows.slice(index, index + 1)).catch(() => undefined);
        const seen = compare?.(batch) ?? 'gap';
        if (seen !== 'gap' && seen[index]) return true;
      }
      return false;
    },
    /** Before anything is sent, for the rows that aren't certain. */
    async readBefore(kind: AnyBatchKind, batch: Batch, isTakenOver: boolean): Promise<Batch> {
      const isUncertain = ({ state }: Row): boolean => ['planned', 'sending', 'unknown'].includes(state);
      const compare = await read(kind, batch, batch.rows.filter(isUncertain));
      return await change(batch, ({ isInDoubt: _, ...stored }) => {
        const seen = compare(stored);
        if (seen === 'gap') throw new Paused({ why: 'gap' });
        return editRows((row, index) => {
          if (!isUncertain(row)) return row;
          if (seen[index]) return { ...row, state: row.state === 'planned' && !isTakenOver ? 'already' : 'found' };
          return row.state === 'sending' ? { ...row, state: 'unknown' } : row;
        })(stored);
      });
    },
    /** At the end, where the game's values are surer than its responses. */
    async readAfter(kind: AnyBatchKind, batch: Batch): Promise<Batch> {
      const wasSent = ({ state }: Row): boolean => ['done', 'refused', 'unknown', 'failed'].includes(state);
      const sent = batch.rows.filter(wasSent);
      if (!kind.isReadBack || sent.length === 0) return batch;
      const compare = await read(kind, batch, sent).catch(() => undefined);
      return await change(batch, (stored) => {
        const seen = compare?.(stored) ?? 'gap';
        if (seen === 'gap') return stored;
        return editRows((row, index) => {
          if (seen[index] === undefined || !wasSent(row)) return row;
          if (seen[index]) return { ...row, state: row.state === 'unknown' ? 'found' : 'done', reason: undefined };
          return row.state === 'done' ? { ...row, state: 'failed' } : row;
        })(stored);
      });
    },
  };
}
