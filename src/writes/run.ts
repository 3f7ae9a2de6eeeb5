import type { FinalCheck } from '../game/request/call.ts';
import type { Logger } from '../log.ts';
import type { Priority } from '../quota/rule.ts';
import { ProcessStopping } from '../running.ts';
import { StoreUnavailable } from '../store/store.ts';
import { isTimeout } from '../time/withTimeout.ts';
import { type Change, type ChangeRow, isOpenRow, MAX_RUN_MS, newVersion, type Pause, toKey } from './change.ts';
import { type Changes, keepLease } from './changes.ts';
import { createFinalCheck } from './finalCheck.ts';
import type { Writes } from './immediate.ts';
import { type Actor, type AnyKind, type AnyListKind, isListKind } from './kind.ts';
import { createListPayments, mustAsk } from './listPayments.ts';
import { type AttemptResult, type Memory, Superseded } from './memory.ts';
import type { Notifier } from './notify.ts';
import type { PaidMeanwhileGuard } from './paidMeanwhile.ts';
import {
  affectsAllRows,
  isEndedBy,
  Paused,
  type PauseReason,
  RowHeldBack,
  TooLate,
  toPause,
  toRowResult,
} from './pause.ts';
import { createReadings, groupOf } from './readings.ts';
import type { Recorder } from './recorder.ts';
import * as transitions from './transitions.ts';

export type RunParts = {
  changes: Changes;
  kinds: readonly AnyKind[];
  freeze: { isFrozen(): Promise<boolean> };
  /** Throws if the person has unlinked this character, or the link lacks the kind's scope. */
  checkLink: (change: Change, kind: AnyListKind) => Promise<void>;
  recorder: Recorder;
  notifier: Pick<Notifier, 'progress' | 'pause' | 'report'>;
  memory: Memory;
  paid: PaidMeanwhileGuard;
  singles: Pick<Writes, 'findOut' | 'forget' | 'notifyUnsent'>;
  /** Acts as the list's character only. `finalCheck`: the row's final check. */
  actAs: (change: Change, more?: { finalCheck?: FinalCheck; priority?: Priority }) => Actor;
  /** Rejects when the process is about to end. */
  wait: (ms: number) => Promise<unknown>;
  log: Logger;
};

type Lease = { isHeld(): boolean };

/** A dead process's request shows in the game within this time. */
export const SETTLE_MS = 30_000;
const SOON_MS = 1_000;
/** Retry delay for a list that this release can't resume. */
const LATER_MS = 10 * 60_000;
const RETRY_MS = 60_000;
/** A list looks this often whether a newer one still goes before it: the newer one wakes it when it
 * ends, unless its process dies. */
const FIRST_LOOK_MS = 60_000;
/** Reports are retried for this long: the message can be edited for 15 minutes. */
const REPORT_FOR_MS = 15 * 60_000;
/** A list's first reading isn't needed if the values of its preview are this recent. */
const FRESH_MS = 2 * 60_000;

export type Runs = ReturnType<typeof createRuns>;

/** Sends the rows of lists, each at most once: docs/design.md explains how. */
export function createRuns(parts: RunParts) {
  const { changes, memory, singles, freeze, checkLink, recorder, notifier, actAs, wait, log } = parts;
  const { edit } = memory;
  const payments = createListPayments(parts.paid);
  const { lookUp, readBefore, readAfter } = createReadings({ actAs, wait, edit, payments });
  const kinds = new Map(parts.kinds.map((kind) => [kind.name, kind]));
  const surveys = new Set(parts.kinds.flatMap((kind) => (isListKind(kind) && kind.onlyReads ? kind.name : [])));
  const running = new Set<string>();

  /** Sends one row, if it's still planned. Throws {@link Superseded} or StoreUnavailable. */
  const sendRow = async (
    kind: AnyListKind,
    known: Change,
    index: number,
    lease: Lease,
  ): Promise<[Change, AttemptResult & { pause?: PauseReason }]> => {
    const key = toKey(known);
    const attempt = newVersion();
    let list = known;
    let wasSent = false;
    const setResult = (result: Omit<AttemptResult, 'attempt'>): AttemptResult => {
      const attempted = { ...result, attempt };
      memory.setResult(key, index, attempted);
      return attempted;
    };
    const requireRun = async (): Promise<void> => {
      if ((await changes.directiveOf(key)).want !== 'run') throw new RowHeldBack('asked to stop');
    };
    const requireNotFrozen = async (): Promise<void> => {
      if (await freeze.isFrozen()) throw new RowHeldBack('frozen');
    };
    const finalCheck = createFinalCheck({
      async store() {
        setResult({ state: 'planned' });
        list = await edit(list, transitions.markSending(index, attempt));
      },
      replicate: () => requireReplicas(known),
      maySend: () => Promise.all([requireRun(), requireNotFrozen(), checkLink(known, kind)]),
      lease,
      tooLate: () => new TooLate('too late'),
      onSend() {
        setResult({ state: 'sending' });
        wasSent = true;
      },
    });
    const data = kind.row.parse(known.rows[index]?.data);
    const isUrgent = kind.isUrgent?.(known.rows.map((row) => kind.row.parse(row.data)));
    try {
      await kind.send(actAs(known, { finalCheck, ...(isUrgent && { priority: 'interactive' }) }), data);
      return [list, setResult({ state: 'done' })];
    } catch (error) {
      const { pause, ...result } = toRowResult(error, wasSent, changes.now());
      const attempted = setResult(result);
      // Nothing was sent, and this process can't continue.
      if (attempted.state === 'planned' && !pause && !(error instanceof RowHeldBack)) throw error;
      return [list, pause ? { ...attempted, pause } : attempted];
    }
  };

  /** Throws {@link Paused} if a failover could forget the last edit. */
  const requireReplicas = async (list: Change): Promise<void> => {
    await changes.replicate(toKey(list)).catch((cause: unknown) => {
      log.warn({ err: cause, changeId: list.id }, 'a list waits for a replica');
      throw new Paused({ why: 'replica', until: changes.now() + RETRY_MS });
    });
  };

  /** The reason why the list must end or pause now, if any. */
  const findObstacle = async (
    kind: AnyListKind,
    list: Change,
  ): Promise<'end' | 'asked' | 'paid' | 'frozen' | undefined> => {
    const { want } = await changes.directiveOf(toKey(list));
    const isOver = want === 'cancel' || changes.now() - list.startedAt >= MAX_RUN_MS;
    if (isOver || (await changes.isRestored(list))) return 'end';
    if (want === 'pause') return 'asked';
    if (mustAsk(list)) return 'paid';
    return !kind.onlyReads && (await freeze.isFrozen()) ? 'frozen' : undefined;
  };

  const isRowLeft = (row: ChangeRow): boolean => row.state === 'planned' || row.state === 'sending';

  /** Reads the row's group before its first row is sent. */
  const readFirst = async (kind: AnyListKind, list: Change, group: string, isFirst: boolean): Promise<Change> => {
    const groups = memory.readGroupsOf(toKey(list));
    if (groups.has(group)) return list;
    const { readAt = list.askedAt } = list;
    const isFresh =
      kind.groupOf && isFirst && changes.now() - readAt < FRESH_MS && memory.isKnownSincePreview(toKey(list));
    const read = isFresh
      ? list
      : await readBefore(kind, list, new Set([group]), {
          isTakenOver: list.isInDoubt === true,
          isSure: groups.size > 0,
        });
    groups.add(group);
    return read;
  };

  /** Sends row after row until the end. `isFirst`: no other list has ended since the values of the
   * preview were read. Throws {@link Paused}. */
  const sendRows = async (kind: AnyListKind, known: Change, lease: Lease, isFirst: boolean): Promise<Change> => {
    let list = known;
    const key = toKey(known);
    for (let index = 0; index < list.rows.length; ) {
      const row = list.rows[index];
      if (row?.state !== 'planned') {
        index += 1;
        continue;
      }
      // Stops here when the process shuts down.
      await wait(0);
      const why = await findObstacle(kind, list);
      if (why === 'end') return await edit(list, transitions.cancelRest());
      if (why) throw new Paused({ why });
      const group = groupOf(kind, row);
      if (!kind.onlyReads) list = await readFirst(kind, list, group, isFirst);
      if (list.rows[index]?.state !== 'planned') continue;
      if (!lease.isHeld()) throw new Superseded('the lease ran out');
      const [sent, { pause, ...made }] = await sendRow(kind, list, index, lease);
      let result = made;
      if (made.state === 'unknown' && (await lookUp(kind, sent, index))) result = { ...made, state: 'found' };
      memory.setResult(key, index, result);
      // If it wasn't sent and stayed planned, there is nothing to store.
      list =
        sent === list && result.state === 'planned' ? list : await edit(sent, transitions.settleRow(index, result));
      notifier.progress(list);
      if (pause) throw new Paused(pause);
      if (affectsAllRows(kind, list, index)) throw new Paused({ why: 'refused', reason: list.rows[index]?.reason });
      const isLast = !list.rows.some((one) => isRowLeft(one) && groupOf(kind, one) === group);
      if (kind.groupOf && isLast) list = await readAfter(kind, list, new Set([group]));
    }
    return list;
  };

  const finish = async (kind: AnyListKind, list: Change): Promise<void> => {
    const all = new Set(list.rows.map((row) => groupOf(kind, row)));
    const ended = await edit(await readAfter(kind, list, all), transitions.end(changes.now()));
    for (const one of await changes.openListsOf(list.person.id, list.kind))
      if (one.pause?.why === 'first') await changes.wake(toKey(one), 0);
    await report(ended);
  };

  const report = async (ended: Change): Promise<void> => {
    const key = toKey(ended);
    try {
      // No failover may bring back rows after their person was told that they weren't sent.
      const isPromise = ended.rows.some(({ state }) => state === 'canceled' || state === 'failed');
      if (isPromise && ended.mode === 'list' && !surveys.has(ended.kind)) await requireReplicas(ended);
    } catch (error) {
      if (!(error instanceof Paused)) throw error;
      await changes.wake(key, RETRY_MS);
      return await notifier.pause({
        ...ended,
        phase: 'begun',
        finishedAt: undefined,
        pause: { ...error.pause, at: changes.now() },
      });
    }
    const recording = recorder.record(ended);
    const mayTryAgain = changes.now() - (ended.finishedAt ?? 0) < REPORT_FOR_MS;
    const isNotified = await notifier.report(ended);
    const recorded = await recorder.settled(recording);
    if (!isNotified && mayTryAgain) return await changes.wake(key, RETRY_MS);
    await edit(ended, transitions.markNotified(recorded));
    await recorder.schedule(ended, recorded);
    log.info({ changeId: ended.id, kind: ended.kind, rows: ended.rows.length }, 'a change has ended');
  };

  /** True if the list can still go on, and a newer one still goes before it. */
  const isStillLater = async (kind: AnyListKind, list: Change): Promise<boolean> => {
    if ((await findObstacle(kind, list)) === 'end') return false;
    return (await changes.openListsOf(list.person.id, list.kind)).some((one) => one.startedAt > list.startedAt);
  };

  /** Wakes it later, or at once if a press ended the pause meanwhile. */
  const scheduleWake = async (key: string, pause: Pause, delayMs: number): Promise<void> => {
    await changes.wake(key, delayMs);
    if (isEndedBy(await changes.directiveOf(key), pause)) await changes.wake(key, 0);
  };

  const pauseList = async (list: Change, reason: PauseReason): Promise<void> => {
    const key = toKey(list);
    const pause = { ...reason, at: changes.now() };
    const endsAt = list.startedAt + MAX_RUN_MS;
    const paused = await edit(list, transitions.pause(pause));
    await scheduleWake(key, pause, Math.min(reason.until ?? endsAt, endsAt) - pause.at);
    // No failover may end a pause that needs a press, once its person was told.
    if (reason.until === undefined)
      await changes
        .replicate(key)
        .catch((err: unknown) => log.warn({ err, changeId: list.id }, 'no replica has a pause'));
    log.info({ changeId: list.id, why: reason.why }, 'a list pauses');
    await notifier.pause(paused);
  };

  /** Resumes a change that is due. A single one is never sent here. */
  const resume = async (key: string, lease: Lease): Promise<void> => {
    let stored = await changes.get(key);
    if (stored && stored.count < (memory.newestOf(key)?.count ?? 0)) {
      // The store went back: this process knows more.
      await memory.save(key);
      stored = await changes.get(key);
    }
    if (!stored || stored.phase === 'unsent') return await singles.notifyUnsent(key);
    if (stored.isNotified) return await recorder.finish(stored);
    if (stored.mode === 'now') {
      if (await changes.isErased(stored)) return await singles.forget(stored);
      const ended = stored.phase === 'ended' ? stored : await singles.findOut(stored);
      return ended && (await report(ended));
    }
    const kind = kinds.get(stored.kind);
    if (!kind || !isListKind(kind)) throw new Error(`This release doesn't know lists of the kind "${stored.kind}".`);
    // A survey's rows may run twice.
    const standing = surveys.has(kind.name) ? 'settled' : await memory.standingOf(stored);
    const isSettled = standing !== 'unsettled';
    if (stored.phase === 'ended') return await report(memory.remember(stored, standing));
    const { pause } = stored;
    const endsInMs = stored.startedAt + MAX_RUN_MS - changes.now();
    const isRestored = await changes.isRestored(stored);
    const isWaiting = pause && pause.until === undefined && !isEndedBy(await changes.directiveOf(key), pause);
    if (isWaiting && endsInMs > 0 && !isRestored) return await scheduleWake(key, pause, endsInMs);
    // Before any edit: a look must not show the list as running, which refuses previews meanwhile.
    if (pause?.why === 'first' && (await isStillLater(kind, stored))) return await changes.wake(key, FIRST_LOOK_MS);

    memory.remember(stored, standing);
    // From here on, the list's previous process can't send another row, and no list can go first.
    const [resumed, others] = await changes.locked(`${stored.person.id} lists`, async () => {
      const resumed = await edit(stored, transitions.resume({ isInDoubt: !isSettled }));
      return [resumed, kind.onlyReads ? [] : await changes.openSince(resumed)] as const;
    });
    // While a later list is open, it goes first.
    const later = others.filter((one) => one.startedAt > resumed.startedAt);
    const isFirst = others.every(({ phase }) => phase !== 'ended');
    let list = resumed;
    const groups = memory.readGroupsOf(key);
    // A list that went first may have changed the readings.
    if (later.length > 0) groups.clear();
    const isSure = groups.size > 0;
    try {
      const ends = (await findObstacle(kind, list)) === 'end';
      if (!ends && later.some(({ phase }) => phase !== 'ended'))
        throw new Paused({ why: 'first', until: changes.now() + FIRST_LOOK_MS });
      // Another process may have sent what the store forgot: read the game before canceling.
      if (ends && isSettled) list = await edit(list, transitions.cancelRest());
      if (!isSettled && list.rows.some(isRowLeft)) {
        notifier.progress(list);
        await wait(SETTLE_MS);
      }
      const mustRead = (row: ChangeRow): boolean =>
        isOpenRow(row) && (row.state === 'sending' || (ends ? !isSettled : !kind.groupOf));
      const unsure = list.rows.some(isRowLeft)
        ? new Set(list.rows.filter(mustRead).map((row) => groupOf(kind, row)))
        : new Set<string>();
      if (unsure.size > 0) {
        list = await readBefore(kind, list, unsure, { isTakenOver: !isSettled, isSure }).catch((error) => {
          // Nothing more is sent, and later readings won't know more.
          if (!ends || (endsInMs > 0 && toPause(error, changes.now())?.until !== undefined)) throw error;
          return edit(list, transitions.giveUpRows({ isInDoubt: isRestored || list.isInDoubt === true }));
        });
      }
      memory.remember(list, isSettled ? standing : 'settled');
      for (const group of unsure) memory.readGroupsOf(key).add(group);
      notifier.progress(list);
      list = await sendRows(kind, list, lease, isFirst);
      await finish(kind, list);
    } catch (error) {
      const reason = toPause(error, changes.now());
      if (!reason) throw error;
      await pauseList(memory.newestOf(key) ?? list, reason);
    }
  };

  const run = async (key: string): Promise<void> => {
    if (running.has(key)) return;
    running.add(key);
    const lease = keepLease(changes, key, log);
    try {
      await resume(key, lease);
    } catch (err) {
      if (err instanceof Superseded) log.info({ change: key }, 'another process has a list');
      else log.error({ err, change: key }, 'could not resume a change');
      // If this fails, the next sweep saves it.
      await memory.save(key).catch(() => {});
      // Retry soon, here or in another process; unreadable changes wait longer.
      const isForOthers = err instanceof ProcessStopping;
      const delayMs = err instanceof StoreUnavailable || isTimeout(err) || isForOthers ? SOON_MS : LATER_MS;
      if (!(err instanceof Superseded)) await changes.wake(key, delayMs).catch(() => {});
    } finally {
      lease.end();
      running.delete(key);
    }
  };

  return {
    /** Resumes the change in this process. Never rejects. */
    run,
    /** Resumes due changes and saves what the store lost. Resolves when the runs have ended. */
    async sweep(limit: number): Promise<void> {
      await recorder.retry();
      for (const key of memory.listUnsaved()) if (!running.has(key)) await memory.save(key);
      await Promise.all((await changes.takeOver(limit)).map(run));
    },
  };
}
