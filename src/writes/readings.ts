import { type Change, type ChangeRow, isOpenRow } from './change.ts';
import { type Actor, type AnyListKind, isInconclusive } from './kind.ts';
import type { ListPayments } from './listPayments.ts';
import type { Memory } from './memory.ts';
import { Paused } from './pause.ts';
import { compare as compareRows, type Reading, readBack } from './transitions.ts';

/** Delays between look-ups of a row without a response: 30 s in total. */
const LOOK_UP_DELAYS_MS = [500, 2_500, 7_000, 20_000];
type Parts = Pick<Memory, 'edit'> & {
  payments: ListPayments;
  actAs: (change: Change) => Actor;
  wait: (ms: number) => Promise<unknown>;
};

/** The group of a row: rows of one group are read together. */
export function groupOf(kind: AnyListKind, { data }: ChangeRow): string {
  return kind.groupOf?.(kind.row.parse(data)) ?? '';
}

/** Compares rows with the game's values. Only reads. */
export function createReadings({ actAs, wait, edit, payments }: Parts) {
  /** `compare` takes the newest copy of the change, whose rows may have new states. */
  const read = async (kind: AnyListKind, change: Change, rows: readonly ChangeRow[], known?: unknown) => {
    const data = rows.map((row) => kind.row.parse(row.data));
    const now = known ?? (await kind.read(actAs(change), data));
    const baseline = kind.baseline.parse(change.baseline);
    return { now, compare: ({ rows: all }: Change) => kind.compare(all, baseline, now) };
  };
  const isIn = (kind: AnyListKind, groups: ReadonlySet<string>) => (row: ChangeRow) => groups.has(groupOf(kind, row));

  return {
    /** True once the game shows that a row without a response was done. */
    async lookUp(kind: AnyListKind, change: Change, index: number): Promise<boolean> {
      for (const delayMs of LOOK_UP_DELAYS_MS) {
        await wait(delayMs);
        const reading = await read(kind, change, change.rows.slice(index, index + 1)).catch(() => undefined);
        if (reading?.compare(change)[index]) return true;
      }
      return false;
    },
    /** Reads the uncertain rows of these groups before any of them is sent. `isSure`: this
     * process knows which rows were sent, even if the game doesn't show it. */
    async readBefore(
      kind: AnyListKind,
      change: Change,
      groups: ReadonlySet<string>,
      { isTakenOver, isSure }: { isTakenOver: boolean; isSure: boolean },
    ): Promise<Change> {
      const isInGroups = isIn(kind, groups);
      const rows = change.rows.filter((row) => isOpenRow(row) && isInGroups(row));
      const resumption = await payments.resume(kind, change, actAs);
      const { now, compare } = await read(kind, change, rows, resumption.reading);
      const comparePayments = await resumption.compare(now);
      const toReading = (stored: Change): Reading => {
        const seen = compare(stored);
        const cannotTell = isInconclusive(kind, stored.rows, seen);
        if (cannotTell && !isSure) throw new Paused({ why: 'gap' });
        // Later readings can start here.
        const isStart = !cannotTell && kind.toBaseline !== undefined;
        return { seen, comparePayments, ...(isStart && { baseline: kind.toBaseline?.(now) }) };
      };
      const readsAllRows = kind.groupOf === undefined;
      return await edit(change, compareRows({ toReading, isRead: isInGroups, isTakenOver, readsAllRows }));
    },
    /** Reads these groups after their last row, if the game's values are more reliable. */
    async readAfter(kind: AnyListKind, change: Change, groups: ReadonlySet<string>): Promise<Change> {
      const isInGroups = isIn(kind, groups);
      const isDue = (row: ChangeRow): boolean =>
        ['done', 'refused', 'unknown', 'failed'].includes(row.state) && !row.isReadBack && isInGroups(row);
      const sent = change.rows.filter(isDue);
      if (!kind.isReadBack || sent.length === 0) return change;
      const reading = await read(kind, change, sent).catch(() => undefined);
      if (!reading) return change;
      return await edit(change, readBack(reading.compare, isDue));
    },
  };
}
