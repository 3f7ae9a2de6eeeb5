import { randomUUID } from 'node:crypto';
import type { LastLook } from '../../game/request/call.ts';
import type { Logger } from '../../log.ts';
import { ProcessStopping } from '../../running.ts';
import { StoreUnavailable } from '../../store/store.ts';
import { isTimeout } from '../../time/withTimeout.ts';
import type { Freeze } from '../freeze.ts';
import { keepLease } from '../intents.ts';
import type { Acting } from '../kind.ts';
import { createLastLook } from '../lastLook.ts';
import type { Batches } from './batches.ts';
import { type AnyBatchKind, BATCH_MS, type Batch, type Pause } from './batchKind.ts';
import { createBatchMemory, editRow, editRows, type Fact, Superseded } from './batchMemory.ts';
import { type Asked, isEndedBy, KeptBack, mayMeetAll, Paused, TooLate, toAttempted, toPause } from './batchPause.ts';
import { createBatchReadings } from './batchReadings.ts';
import type { BatchTelling } from './batchTelling.ts';

export type BatchParts = {
  batches: Batches;
  kinds: readonly AnyBatchKind[];
  freeze: Pick<Freeze, 'isFrozen'>;
  /** Writes the end into the audit trail. */
  recordEnd: (batch: Batch) => Promise<void>;
  telling: BatchTelling;
  /** The game as the batch's character, and as no other; `lastLook` is that of a row. */
  actAs: (batch: Batch, lastLook?: LastLook) => Acting;
  isErased: (batch: Batch) => Promise<boolean>;
  /** Rejects when the process is about to end. */
  wait: (ms: number) => Promise<unknown>;
  log: Logger;
};

type Lease = { isHeld(): boolean };

/** How long a request of a process that is gone may take to show in the game. */
export const LOOK_FOR_MS = 30_000;
const SOON_MS = 1_000;
/** When a batch is looked at again that this release can't go on with. */
const LATER_MS = 10 * 60_000;

/** Sends the rows of batches, each at most once: docs/design.md says why. */
export function createBatchRuns(parts: BatchParts) {
  const { batches, freeze, recordEnd, telling, actAs, wait, log } = parts;
  const memory = createBatchMemory(batches, parts.isErased);
  const { change } = memory;
  const { lookUp, readBefore, readAfter } = createBatchReadings({ actAs, wait, change });
  const kinds = new Map(parts.kinds.map((kind) => [kind.name, kind]));
  const running = new Set<string>();

  /** Sends one row, if it is still planned. Throws {@link Superseded} or StoreUnavailable. */
  const sendRow = async (
    kind: AnyBatchKind,
    known: Batch,
    index: number,
    lease: Lease,
  ): Promise<[Batch, Fact & { pause?: Asked }]> => {
    let batch = known;
    let hasLeft = false;
    const attempt = randomUUID();
    const note = (fact: Omit<Fact, 'attempt'>): Fact => {
      const noted = { ...fact, attempt };
      memory.note(known.id, index, noted);
      return noted;
    };
    const lastLook = createLastLook({
      async store() {
        note({ state: 'planned' });
        batch = await change(batch, editRow(index, { state: 'sending', attempt }, 'planned'));
      },
      replicate: () => batches.replicate(known.id),
      async mayLeave() {
        if ((await batches.wishOf(known.id)).want !== 'run') throw new KeptBack('asked to stop');
        if (await freeze.isFrozen()) throw new KeptBack('frozen');
      },
      lease,
      tooLate: () => new TooLate('too late'),
      onLeaving() {
        note({ state: 'sending' });
        hasLeft = true;
      },
    });
    const data = kind.row.parse(known.rows[index]?.data);
    try {
      await kind.send(actAs(known, lastLook), data);
      return [batch, note({ state: 'done' })];
    } catch (error) {
      const { pause, ...fact } = toAttempted(error, hasLeft, batches.now());
      const noted = note(fact);
      // Nothing was sent, and this process can't go on.
      if (noted.state === 'planned' && !pause && !(error instanceof KeptBack)) throw error;
      return [batch, pause ? { ...noted, pause } : noted];
    }
  };

  const cancelRest = (batch: Batch): Promise<Batch> =>
    change(
      batch,
      editRows((row) => (row.state === 'planned' ? { ...row, state: 'canceled' } : row)),
    );

  /** Why it can't go on now; undefined if it can. */
  const findObstacle = async ({ id }: Batch): Promise<Pause['why'] | undefined> => {
    if ((await batches.wishOf(id)).want === 'pause') return 'asked';
    return (await freeze.isFrozen()) ? 'frozen' : undefined;
  };
  const mustEnd = async (batch: Batch): Promise<boolean> =>
    (await batches.wishOf(batch.id)).want === 'cancel' ||
    batches.now() - batch.startedAt >= BATCH_MS ||
    (await batches.isRestored(batch));

  /** Sends row after row until the end. Throws {@link Paused}. */
  const sendRows = async (kind: AnyBatchKind, known: Batch, lease: Lease): Promise<Batch> => {
    let batch = known;
    for (let index = 0; index < batch.rows.length; ) {
      if (batch.rows[index]?.state !== 'planned') {
        index += 1;
        continue;
      }
      // Ends here if the process is about to.
      await wait(0);
      if (await mustEnd(batch)) return await cancelRest(batch);
      const why = await findObstacle(batch);
      if (why) throw new Paused({ why });
      if (!lease.isHeld()) throw new Superseded('the lease ran out');
      const [sent, { pause, ...made }] = await sendRow(kind, batch, index, lease);
      let fact = made;
      if (made.state === 'unknown' && (await lookUp(kind, sent, index))) fact = { ...made, state: 'found' };
      memory.note(batch.id, index, fact);
      // If it wasn't sent and stayed planned, there is nothing to store.
      batch = sent === batch && fact.state === 'planned' ? batch : await change(sent, editRow(index, fact));
      telling.progress(batch);
      if (pause) throw new Paused(pause);
      if (mayMeetAll(kind, batch, index)) throw new Paused({ why: 'refused', reason: batch.rows[index]?.reason });
    }
    return batch;
  };

  const finish = async (kind: AnyBatchKind, batch: Batch): Promise<void> => {
    const ended = await change(await readAfter(kind, batch), (stored) => ({
      ...stored,
      finishedAt: batches.now(),
    }));
    await report(ended);
  };

  const report = async (ended: Batch): Promise<void> => {
    await recordEnd(ended);
    await telling.report(ended);
    await change(ended, (stored) => ({ ...stored, isReported: true }));
    await batches.settle(ended.id);
    log.info({ batchId: ended.id, kind: ended.kind, rows: ended.rows.length }, 'a batch has ended');
  };

  /** Wakes it later, or at once if a press ended the pause meanwhile. */
  const rest = async (id: string, pause: Pause, delayMs: number): Promise<void> => {
    await batches.wake(id, delayMs);
    if (isEndedBy(await batches.wishOf(id), pause)) await batches.wake(id, 0);
  };

  const park = async (batch: Batch, asked: Asked): Promise<void> => {
    const pause = { ...asked, at: batches.now() };
    const endsAt = batch.startedAt + BATCH_MS;
    const parked = await change(batch, (stored) => ({ ...stored, pause }));
    await rest(batch.id, pause, Math.min(asked.until ?? endsAt, endsAt) - pause.at);
    log.info({ batchId: batch.id, why: asked.why }, 'a batch pauses');
    await telling.pause(parked);
  };

  /** Goes on with a batch that is due. */
  const goOn = async (id: string, lease: Lease): Promise<void> => {
    const stored = await batches.get(id);
    if (!stored || stored.isReported) return await batches.settle(id);
    const kind = kinds.get(stored.kind);
    if (!kind) throw new Error(`This release doesn't know batches of the kind "${stored.kind}".`);
    if (stored.finishedAt !== undefined) return await report(stored);
    const { pause } = stored;
    const endsInMs = stored.startedAt + BATCH_MS - batches.now();
    const isRestored = await batches.isRestored(stored);
    const waits = pause && pause.until === undefined && !isEndedBy(await batches.wishOf(id), pause);
    if (waits && endsInMs > 0 && !isRestored) return await rest(id, pause, endsInMs);

    const isOwn = memory.isOwn(stored);
    memory.remember(stored, isOwn);
    const isSure = memory.isCompared(id);
    // From here on, the process that had it before can't send another row.
    let batch = await change(stored, ({ pause: ended, ...others }) => ({
      ...others,
      ...(ended?.why === 'refused' && { goesOnRefused: true }),
      ...(!isOwn && !ended && { isInDoubt: true }),
    }));
    try {
      const ends = await mustEnd(batch);
      // Another process may have sent what the store forgot, so that is read before anything is canceled.
      if (ends && isOwn) batch = await cancelRest(batch);
      if (batch.rows.some(({ state }) => state === 'planned' || state === 'sending')) {
        if (!isOwn) await wait(LOOK_FOR_MS);
        batch = await readBefore(kind, batch, { isTakenOver: !isOwn, isSure }).catch((error) => {
          // Nothing more is sent, and what can't be read now won't be read later.
          if (!ends || (endsInMs > 0 && toPause(error, batches.now())?.until !== undefined)) throw error;
          const mayBeSent = isRestored || batch.isInDoubt ? ['planned', 'sending'] : ['sending'];
          return change(
            batch,
            editRows((row) => (mayBeSent.includes(row.state) ? { ...row, state: 'unknown' } : row)),
          );
        });
      }
      memory.remember(batch, true, true);
      telling.progress(batch);
      batch = await sendRows(kind, batch, lease);
      await finish(kind, batch);
    } catch (error) {
      const asked = toPause(error, batches.now());
      if (!asked) throw error;
      await park(memory.newestOf(id) ?? batch, asked);
    }
  };

  const run = async (id: string): Promise<void> => {
    if (running.has(id)) return;
    running.add(id);
    const lease = keepLease(batches, id, log);
    try {
      await goOn(id, lease);
    } catch (err) {
      if (err instanceof Superseded) log.info({ batchId: id }, 'another process has a batch');
      else log.error({ err, batchId: id }, 'could not go on with a batch');
      await memory.save(id).catch(() => {});
      // Another process, or this one once the store is back. What it can't read waits.
      const isForOthers = err instanceof ProcessStopping || err instanceof Superseded;
      const delayMs = err instanceof StoreUnavailable || isTimeout(err) || isForOthers ? SOON_MS : LATER_MS;
      if (!(err instanceof Superseded)) await batches.wake(id, delayMs).catch(() => {});
    } finally {
      lease.end();
      running.delete(id);
    }
  };

  return {
    /** The batch as this process knows it, even if the store has lost it. */
    known: memory.newestOf,
    /** Goes on with the batch in this process. Never rejects. */
    run,
    /** Goes on with batches that are due. Resolves when their runs have ended. */
    async sweep(limit: number): Promise<void> {
      await Promise.all((await batches.takeOver(limit)).map(run));
    },
    /** Call before `run`, for a batch that this process has just stored: no other can have sent a row. */
    noteBegun: (batch: Batch): Batch => memory.remember(batch, true),
  };
}
