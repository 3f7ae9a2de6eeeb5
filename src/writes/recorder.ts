import type { Recording } from '../account/audit.ts';
import type { Logger } from '../log.ts';
import { withTimeout } from '../time/withTimeout.ts';
import { type Change, type State, toKey } from './change.ts';
import type { Changes } from './changes.ts';
import type { Memory } from './memory.ts';
import { noteRecording } from './transitions.ts';

/** How far the end of a change is recorded. */
export type Recorded = Pick<State, 'isRecorded' | 'isPublic'>;

export type RecorderParts = {
  changes: Pick<Changes, 'edit' | 'wake' | 'unschedule' | 'now'>;
  memory: Pick<Memory, 'noteRecorded'>;
  /** Writes the end into the person's history and the server's trail. Throws StoreUnavailable. */
  write: (ended: Change) => Promise<Recording>;
  log: Logger;
};

export type Recorder = ReturnType<typeof createRecorder>;

/** Longer outages are the operator's to look into: the log has what is missing. */
const MAX_RECORDING_MS = 60 * 60_000;
/** The delay of a retry grows with the time since the change's end, between these. */
const MIN_DELAY_MS = 5_000;
const MAX_DELAY_MS = 10 * 60_000;
/** Max wait for what is being recorded, once its person was told: less than a lease, so that no
 * other process tells them again. */
const MAX_WAIT_MS = 3_000;

/** Records ends of changes. Telling people never waits for it, and never repeats because of it. */
export function createRecorder({ changes, memory, write, log }: RecorderParts) {
  /** Ends that only this process knows, by key, with the time of the next try (ms). */
  const unstored = new Map<string, { change: Change; dueAt: number }>();
  const ageOf = ({ finishedAt, startedAt }: Change): number => changes.now() - (finishedAt ?? startedAt);
  const delayOf = (change: Change): number => Math.min(Math.max(ageOf(change), MIN_DELAY_MS), MAX_DELAY_MS);

  const tryToWrite = async (change: Change): Promise<Recording> => {
    try {
      return await write(change);
    } catch (err) {
      log.warn({ err, changeId: change.id }, 'could not record a change');
      return { isWhole: false, isPublic: change.isPublic };
    }
  };

  /** Never rejects. `isRecorded`: nothing is left to do, also because it took too long. */
  const record = async (change: Change): Promise<Recorded> => {
    if (change.isRecorded) return { isRecorded: true, isPublic: change.isPublic };
    const { isWhole, isPublic } = await tryToWrite(change);
    const isGivenUp = !isWhole && ageOf(change) >= MAX_RECORDING_MS;
    if (isGivenUp) log.error({ changeId: change.id, kind: change.kind }, 'a change is missing in an audit trail');
    const recorded: Recorded = { isPublic, isRecorded: isWhole || isGivenUp || undefined };
    memory.noteRecorded(toKey(change), recorded);
    return recorded;
  };

  return {
    record,
    /** What was recorded by now, waiting a moment. */
    settled: (recording: Promise<Recorded>): Promise<Recorded> =>
      withTimeout(recording, MAX_WAIT_MS).catch(() => ({ isRecorded: undefined, isPublic: undefined })),
    /** Makes a change whose person was told due for the next try, or no longer due. */
    async schedule(change: Change, { isRecorded }: Recorded): Promise<void> {
      await (isRecorded ? changes.unschedule(toKey(change)) : changes.wake(toKey(change), delayOf(change)));
    },
    /** Records a stored change whose person was told, and stores that. */
    async finish(change: Change): Promise<void> {
      const recorded = await record(change);
      if (!change.isRecorded) await changes.edit(toKey(change), noteRecording(recorded));
      await this.schedule(change, recorded);
    },
    /** Records an end that the store doesn't have, now or in a later {@link retry}. */
    async recordUnstored(change: Change): Promise<void> {
      const { isRecorded, isPublic } = await record(change);
      const key = toKey(change);
      if (isRecorded) unstored.delete(key);
      else unstored.set(key, { change: { ...change, isPublic }, dueAt: changes.now() + delayOf(change) });
    },
    /** Tries again what is due and not stored. Never rejects. */
    async retry(): Promise<void> {
      for (const { change, dueAt } of [...unstored.values()])
        if (dueAt <= changes.now()) await this.recordUnstored(change);
    },
  };
}
