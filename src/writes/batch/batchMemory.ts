import { randomUUID } from 'node:crypto';
import { CommlinkError } from '../../errors.ts';
import type { Batches } from './batches.ts';
import { BATCH_MS, type Batch, type BatchRow } from './batchKind.ts';

/** What this process knows of its newest attempt at a row. `planned`: it certainly didn't leave. */
export type Fact = Pick<BatchRow<unknown>, 'state' | 'reason'> & { attempt: string };
/** The stored rows edited; undefined to leave the batch as it is. */
export type Edit = (stored: Batch) => Batch | undefined;
export type BatchMemory = ReturnType<typeof createBatchMemory>;

/** `isOwn`: nothing that another process has sent can still show up in the game. `isCompared`: this
 * process has compared the rows with the game since then. */
type Remembered = { batch: Batch; facts: Map<number, Fact>; isOwn: boolean; isCompared: boolean };

/** Another process has the batch, or something else changed it. */
export class Superseded extends CommlinkError {
  readonly code = 'batch_superseded';
}

/** What this process stored last, and its attempts: the store may lose its newest changes. */
export function createBatchMemory(batches: Batches, isErased: (batch: Batch) => Promise<boolean>) {
  const memory = new Map<string, Remembered>();

  const isCompared = (id: string): boolean => memory.get(id)?.isCompared ?? false;
  const remember = (
    batch: Batch,
    isOwn = memory.get(batch.id)?.isOwn ?? false,
    hasRead = isOwn && isCompared(batch.id),
  ): Batch => {
    for (const [id, { batch: old }] of memory) if (batches.now() - old.startedAt > 2 * BATCH_MS) memory.delete(id);
    memory.set(batch.id, { batch, facts: memory.get(batch.id)?.facts ?? new Map(), isOwn, isCompared: hasRead });
    return batch;
  };

  /** The stored batch with what only this process knows. `isLate`: another process may have sent rows since. */
  const withFacts = (stored: Batch, isLate = false): Batch => {
    const facts = memory.get(stored.id)?.facts;
    if (!facts?.size) return stored;
    const rows = stored.rows.map((row, index) => {
      const fact = facts.get(index);
      if (!fact) return row;
      const wasForgotten = row.state === 'planned' && fact.state !== 'planned';
      const isOpen = row.state === 'sending' || (row.state === 'unknown' && fact.state !== 'planned');
      if (!wasForgotten && !(isOpen && row.attempt === fact.attempt)) return row;
      // What the game showed may be a row that is alike, which the other process sent.
      const isUnsure = isLate && fact.state === 'found' && stored.rows.filter((one) => isAlike(one, row)).length > 1;
      return { ...row, ...fact, ...(isUnsure && { state: 'unknown' as const }) };
    });
    // What the game showed for a row that is alike may have been this one.
    const corrected = new Set(
      rows.filter((row, at) => stored.rows[at]?.state === 'unknown' && row.state === 'done').map(toText),
    );
    const isDoubted = (row: Batch['rows'][number]): boolean =>
      ['found', 'already'].includes(row.state) && corrected.has(toText(row));
    return { ...stored, rows: rows.map((row) => (isDoubted(row) ? { ...row, state: 'unknown' } : row)) };
  };

  return {
    remember,
    isCompared,
    newestOf: (id: string): Batch | undefined => memory.get(id)?.batch,
    /** Whether no other process has had the batch since this one made sure of it. */
    isOwn({ id, version }: Batch): boolean {
      const known = memory.get(id);
      return known?.batch.version === version && known.isOwn;
    },
    note: (id: string, index: number, fact: Fact): void => void memory.get(id)?.facts.set(index, fact),
    /** Changes the batch. Throws {@link Superseded} if another process has changed it since `known`. */
    async change({ id, version }: Batch, edit: Edit): Promise<Batch> {
      const changed = await batches.change(id, (stored) => {
        if (stored.version !== version) return undefined;
        const edited = edit(withFacts(stored));
        return edited && { ...edited, version: randomUUID() };
      });
      if (!changed) throw new Superseded('another process has the batch');
      return remember(changed);
    },
    /** Stores what only this process knows, after a lost lease or in a store that was rolled back. */
    async save(id: string): Promise<void> {
      const known = memory.get(id)?.batch;
      if (!known) return;
      const isThere = (await batches.change(id, (stored) => withFacts(stored, true))) !== undefined;
      // The store forgot that it was ever confirmed.
      if (!isThere && !(await batches.get(id)) && !(await isErased(known))) await batches.begin(withFacts(known));
    },
  };
}

/** Edits one row, if it is in the state `from`. */
export function editRow(index: number, changes: Partial<BatchRow<unknown>>, from?: BatchRow<unknown>['state']): Edit {
  return (stored) => {
    if (from !== undefined && stored.rows[index]?.state !== from) return undefined;
    return { ...stored, rows: stored.rows.map((row, at) => (at === index ? { ...row, ...changes } : row)) };
  };
}

export function editRows(toRow: (row: Batch['rows'][number], index: number) => Batch['rows'][number]): Edit {
  return (stored) => ({ ...stored, rows: stored.rows.map(toRow) });
}

function isAlike(one: BatchRow<unknown>, other: BatchRow<unknown>): boolean {
  return toText(one) === toText(other);
}

function toText({ data }: BatchRow<unknown>): string {
  return JSON.stringify(data);
}
