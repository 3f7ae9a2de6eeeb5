import { setTimeout as sleep } from 'node:timers/promises';
import { GameError } from '../game/errors.ts';
import type { QuotaUse } from '../quota/rule.ts';
import { RESERVES } from '../quota/rule.ts';
import { stopwatch } from '../time/stopwatch.ts';
import { mayMean } from '../view/amount.ts';
import { UserError } from '../view/errorView.ts';
import { KIT_TEXTS } from '../view/language.ts';
import { LANGUAGES } from '../view/languages.ts';
import type { MessageView } from '../view/message.ts';
import { plain } from '../view/text.ts';
import {
  type Asked,
  type Change,
  type ChangeRow,
  canRetry,
  isDoneRow,
  isOpenRow,
  MAX_RUN_MS,
  newId,
  newState,
  type State,
  toChange,
  toKey,
  toPersonal,
} from './change.ts';
import type { Changes } from './changes.ts';
import {
  type Acting,
  type AnyKind,
  type AnyListKind,
  isInconclusive,
  isListKind,
  type LeftOut,
  type ListKind,
  type PreviewRequest,
  type WriteContext,
} from './kind.ts';
import { editRows, type Memory } from './memory.ts';
import type { Runs } from './run.ts';

/** What a person is shown before they confirm. */
export type Preview = Omit<PreviewRequest<unknown>, 'shown'> &
  Pick<Asked, 'id' | 'character' | 'undoOf'> & {
    leftOut: readonly LeftOut[];
    /** What must be typed to confirm it. */
    toType?: number | undefined;
    /** Rows that are already set. */
    already: number;
    /** Requests that it takes, and that are left for it now. */
    cost: number;
    left: number;
    /** When it would end, if they aren't enough. */
    endsAt: Date | undefined;
    expiresAt: number;
  };

type PressContext = Pick<WriteContext, 'person' | 'language' | 'afterReply'>;

type Parts = {
  changes: Changes;
  memory: Memory;
  runs: Runs;
  kinds: readonly AnyKind[];
  isFrozen: () => Promise<boolean>;
  /** Sends a single change within its interaction. */
  runNow: (context: WriteContext, kind: AnyListKind, asked: Asked) => Promise<MessageView>;
  /** Looks up the outcome of a single change again. */
  lookAgain: (context: WriteContext, kind: AnyListKind, id: string) => Promise<unknown>;
  /** Writes the end into the audit trail. */
  recordEnd: (change: Change) => Promise<void>;
  /** Counts a run as work that must end before the process does. */
  track: (run: Promise<void>) => unknown;
  quotaOf: (personId: string) => Promise<QuotaUse>;
  views: {
    preview(context: WriteContext, kind: AnyListKind, preview: Preview): Promise<MessageView>;
    /** `checkedAt`: when unknown rows were looked up again, in ms. */
    list(kind: AnyListKind, change: Change, now?: { wanted?: Wanted; checkedAt?: number }): MessageView;
    summary(language: Acting['language'], kind: AnyListKind, change: Change): { title: string; counts: string };
    expired(language: Acting['language'], id: string): MessageView;
    notice(sentence: string): MessageView;
  };
};
type Wanted = 'pause' | 'resume' | 'stop';

export type Presses = ReturnType<typeof createPresses>;

export const MAX_ROWS = 300;
const MAX_RECENT = 5;
/** Less than Discord lets the preview's message be edited: then it says that it has expired. */
const CONFIRMABLE_MS = 14 * 60_000;
const HOUR_MS = 60 * 60_000;
/** Someone who pressed Undo in time, without a request left, may press it again when the next is available. */
const UNDO_GRACE_MS = 2 * HOUR_MS;
/** How long an unlinking waits for the row in flight. */
const MAX_ENDING_MS = 90_000;
const ENDING_POLL_MS = 250;
const MAX_TYPED = 30;
const DIRECTIVES = { pause: 'pause', resume: 'run', stop: 'cancel' } as const;

/** What people do with lists: confirm, pause, continue, cancel, undo, do the rest, check again. */
export function createPresses(parts: Parts) {
  const { changes, memory, runs, isFrozen, runNow, lookAgain, recordEnd, track, quotaOf, views } = parts;
  const kinds = new Map(parts.kinds.filter(isListKind).map((kind) => [kind.name, kind]));
  const goneError = (language: Acting['language']): UserError => new UserError(KIT_TEXTS[language].batch.gone);
  const keyOf = ({ person }: { person: { id: string } }, id: string): string => toKey({ id, person });

  const findOwn = async (context: Pick<Acting, 'person' | 'language'>, id: string): Promise<[AnyListKind, Change]> => {
    const change = await changes.get(keyOf(context, id));
    const kind = change && kinds.get(change.kind);
    if (!kind) throw goneError(context.language);
    return [kind, change];
  };

  /** Reads the game, unless that was just done, and shows what would change. `since`: the baseline of the list that
   * had these rows before. Throws a {@link UserError} if nothing would change. */
  const preview = async <R, B>(
    context: WriteContext,
    kind: ListKind<R, B>,
    { rows, leftOut = [], shown: known, ...said }: PreviewRequest<R, B>,
    { undoOf, since }: { undoOf?: Asked['undoOf']; since?: B | undefined } = {},
  ): Promise<MessageView> => {
    const { language, person } = context;
    const say = KIT_TEXTS[language].batch;
    if (rows.length > MAX_ROWS) throw new UserError(say.tooMany(rows.length, MAX_ROWS));
    if (await findOpen(person.id, kind.name)) throw new UserError(say.other);
    const shown = known ?? (await kind.read(context, rows));
    const planned = rows.map((data) => ({ data, state: 'planned' as const }));
    const seen = kind.compare(planned, since ?? shown, shown);
    if (isInconclusive(kind, planned, seen)) throw new UserError(say.gap);
    const changed = rows.filter((_, index) => seen[index] !== true);
    if (changed.length === 0 && leftOut.length === 0) return views.notice(say.nothing);
    if (changed.length === 0) throw new UserError(leftOut.map(({ name, why }) => `${name}: ${why}`).join('\n'));
    const [id, askedAt] = [newId(), changes.now()];
    const expiresAt = askedAt + CONFIRMABLE_MS;
    const isNow = kind.isImmediate && changed.length === 1;
    await changes.ask(
      {
        ...{ id, kind: kind.name, mode: isNow ? 'now' : 'list', rows: changed, askedAt, expiresAt },
        ...{ undoOf, isUndo: undoOf && true },
        ...toPersonal(context),
        baseline: kind.toBaseline?.(shown) ?? shown,
      },
      person.since,
    );
    const groups = new Set(changed.map((row) => kind.groupOf?.(row) ?? ''));
    const cost = changed.length + groups.size * (kind.isReadBack ? 2 : 1);
    const already = rows.length - changed.length;
    const budget = toBudget(await quotaOf(person.id), cost, askedAt);
    const view = await views.preview(context, kind as unknown as AnyListKind, {
      ...{ ...said, id, character: context.me, undoOf, rows: changed, leftOut, already, cost, expiresAt },
      ...{ ...budget, toType: kind.toType?.(changed) },
    });
    const isUnused = () => changes.isUnconfirmed(keyOf(context, id));
    return { ...view, expiry: { ticket: id, at: expiresAt, isUnused, view: views.expired(language, id) } };
  };

  const findOpen = async (personId: string, kind: string): Promise<Change | undefined> =>
    (await changes.openListsOf(personId)).find((one) => one.kind === kind);

  /** Begins what was asked, unless another list of its kind is open or began since the preview. */
  const begin = async (context: WriteContext, kind: AnyListKind, asked: Asked): Promise<State | undefined> => {
    const { language, person, interaction } = context;
    const [key, say] = [toKey(asked), KIT_TEXTS[language].batch];
    const rows = asked.rows.map(() => ({ state: 'planned' as const }));
    const begun = newState({ startedAt: changes.now(), interaction, rows });
    const isAdded = await changes.locked(`${person.id} lists`, async () => {
      const others = (await changes.listOf(person.id, 'list')).filter(
        (one) => one.kind === kind.name && one.id !== asked.id,
      );
      if (others.some(({ phase }) => phase !== 'ended')) throw new UserError(say.other);
      // The same could have been previewed twice, and confirmed meanwhile.
      const isStale = !kind.isReadBack && others.some(({ startedAt }) => startedAt >= asked.askedAt);
      if (isStale) throw new UserError(say.stale);
      await changes.prepare(asked);
      return await changes.begin(key, begun);
    });
    if (isAdded && (await changes.isErased({ person, startedAt: begun.startedAt }))) await changes.forget(key);
    return isAdded ? begun : undefined;
  };

  /** Stores which unknown rows the game shows as done. */
  const lookUpUnknown = async (context: WriteContext, kind: AnyListKind, list: Change): Promise<void> => {
    const unknown = list.rows.filter(({ state }) => state === 'unknown').map(({ data }) => kind.row.parse(data));
    const [baseline, now] = [kind.baseline.parse(list.baseline), await kind.read(context, unknown)];
    const checked = await changes.edit(toKey(list), (stored) => {
      const seen = kind.compare(stored.rows, baseline, now);
      return editRows((row, at) => (row.state === 'unknown' && seen[at] ? { ...row, state: 'found' } : row))(stored);
    });
    if (checked) await recordEnd(checked);
  };

  /** Call after the directive was stored. The list may have paused meanwhile, and then no process reads it. */
  const wakeIfPaused = async (key: string): Promise<boolean> => {
    const isPaused = (await changes.getState(key))?.pause !== undefined;
    if (isPaused) await changes.wake(key, 0);
    return isPaused;
  };

  /** Cancels what isn't sent and follows the rest to its end; false if that takes longer. */
  const end = async (personId: string, maxMs = MAX_ENDING_MS): Promise<boolean> => {
    const findBegun = async () => (await changes.listOf(personId)).filter(({ phase }) => phase === 'begun');
    for (const { mode, ...one } of await findBegun()) if (mode === 'list') await changes.direct(toKey(one), 'cancel');
    for (const sinceAsked = stopwatch(); ; await sleep(ENDING_POLL_MS)) {
      for (const { mode, ...one } of await findBegun())
        await (mode === 'list' ? wakeIfPaused(toKey(one)) : runs.run(toKey(one)));
      if ((await findBegun()).length === 0) return true;
      if (sinceAsked() >= maxMs) return false;
    }
  };

  return {
    preview,
    /** The person's recent lists, newest first. */
    async of({ person, language }: Pick<Acting, 'person' | 'language'>) {
      return (await changes.listOf(person.id, 'list')).slice(0, MAX_RECENT).flatMap((list) => {
        const kind = kinds.get(list.kind);
        return kind ? { id: list.id, ...views.summary(language, kind, list) } : [];
      });
    },
    /** Begins what was shown, once, however often it's pressed. `typed`: what the person typed. */
    async confirm(context: WriteContext, id: string, typed = ''): Promise<MessageView> {
      const { language, me } = context;
      const [key, say] = [keyOf(context, id), KIT_TEXTS[language].batch];
      if (await isFrozen()) throw new UserError(KIT_TEXTS[language].errors.frozen);
      const found = await changes.getAsked(key);
      const asked = found && { ...found, person: toPersonal(context).person };
      const kind = asked && kinds.get(asked.kind);
      // Its state may be gone, in a store that went back.
      const known = memory.newestOf(key) ?? (await changes.get(key));
      if (kind && known) return views.list(kind, known);
      if (!kind || asked.character.uid !== me.uid || asked.expiresAt === undefined) throw goneError(language);
      if (asked.expiresAt <= changes.now()) return views.expired(language, id);
      const expected = kind.toType?.(asked.rows.map((row) => kind.row.parse(row)));
      if (expected !== undefined && !mayMean(typed, expected, language))
        throw new UserError(say.typedWrong(plain(typed, MAX_TYPED), expected));
      if (asked.mode === 'now') return await runNow(context, kind, asked);
      const begun = await begin(context, kind, asked);
      if (!begun) return views.list(...(await findOwn(context, id)));
      const list = toChange(asked, begun);
      // Expired meanwhile: its message may say so by now.
      if (asked.expiresAt <= changes.now()) {
        await changes.release(key, begun.version);
        throw new UserError(say.expired);
      }
      // No other process can have sent a row.
      memory.remember(list, true);
      context.afterReply(async () => void track(runs.run(key)));
      return views.list(kind, list);
    },
    /** Uses up what was shown, as {@link Changes.drop}. */
    drop: (context: Pick<PressContext, 'person'>, id: string) => changes.drop(keyOf(context, id)),
    /** Previews again what has expired, unless it was confirmed. */
    async again(context: WriteContext, id: string): Promise<MessageView> {
      const [key, asked] = [keyOf(context, id), await changes.getAsked(keyOf(context, id))];
      const kind = asked && kinds.get(asked.kind);
      const isOwn = asked?.character.uid === context.me.uid;
      if (!kind || !isOwn || !(await changes.isUnconfirmed(key))) throw goneError(context.language);
      const rows = asked.rows.map((row) => kind.row.parse(row));
      return await preview(context, kind, (await kind.ask?.(context, rows)) ?? { rows }, { undoOf: asked.undoOf });
    },
    /** Stores what the person wants. The process that runs the list follows it before the next row. */
    async press(context: PressContext, id: string, wanted: Wanted): Promise<MessageView> {
      const [kind, list] = await findOwn(context, id);
      const key = toKey(list);
      if (list.phase === 'ended') return views.list(kind, list);
      await changes.direct(key, DIRECTIVES[wanted]);
      if (await wakeIfPaused(key)) context.afterReply(async () => void track(runs.sweep(1)));
      return views.list(kind, list, { wanted });
    },
    async show(context: PressContext, id: string): Promise<MessageView> {
      return views.list(...(await findOwn(context, id)));
    },
    /** Reads the game again for rows whose outcome isn't known. */
    async checkAgain(context: WriteContext, id: string): Promise<MessageView> {
      const [kind, list] = await findOwn(context, id);
      if (list.phase !== 'ended' || list.character.uid !== context.me.uid) throw goneError(context.language);
      await (list.mode === 'now' ? lookAgain(context, kind, id) : lookUpUnknown(context, kind, list));
      return views.list(kind, (await findOwn(context, id))[1], { checkedAt: changes.now() });
    },
    /** Previews what takes back the rows that were done, the last first. */
    async undo(context: WriteContext, id: string): Promise<MessageView> {
      const [kind, list] = await findOwn(context, id);
      const { rows, phase, startedAt, finishedAt = 0, character, isUndo } = list;
      const isOver = phase !== 'ended' || changes.now() - finishedAt >= MAX_RUN_MS + UNDO_GRACE_MS;
      if (isOver || isUndo || character.uid !== context.me.uid) throw goneError(context.language);
      const done = rows.filter(isDoneRow).toReversed();
      const back = done.flatMap(({ data }) => kind.invert(kind.row.parse(data), context) ?? []);
      const titles = LANGUAGES.map((language) => [language, views.summary(language, kind, list).title]);
      const undoOf = { titles: Object.fromEntries(titles), startedAt };
      return await preview(context, kind, (await kind.ask?.(context, back)) ?? { rows: back }, { undoOf });
    },
    /** Previews the rows that certainly weren't done, here or in another list. */
    async rest(context: WriteContext, id: string): Promise<MessageView> {
      const [kind, { rows, phase, character, undoOf, ...list }] = await findOwn(context, id);
      if (phase !== 'ended' || character.uid !== context.me.uid) throw goneError(context.language);
      const say = KIT_TEXTS[context.language].batch;
      // What is read back may be sent twice. Anything else may not, even if the game doesn't show it yet.
      const lists = kind.isReadBack ? [] : await changes.listOf(context.person.id, 'list');
      const others = lists.filter((one) => one.kind === kind.name && one.id !== id).flatMap((one) => one.rows);
      const toText = ({ data }: ChangeRow): string => JSON.stringify(kind.row.parse(data));
      const states = new Map(others.filter((row) => !canRetry(row)).map((row) => [toText(row), row.state]));
      const [left, leftOut]: [unknown[], LeftOut[]] = [[], []];
      for (const row of rows.filter(canRetry)) {
        const [data, state] = [kind.row.parse(row.data), states.get(toText(row))];
        if (state === undefined) left.push(data);
        else leftOut.push({ name: plain(kind.record(data).target.name), why: say.elsewhere(say.states[state]) });
      }
      const request = (await kind.ask?.(context, left)) ?? { rows: left };
      return await preview(
        context,
        kind,
        { ...request, leftOut },
        { undoOf, since: kind.baseline.parse(list.baseline) },
      );
    },
    /** Whether a row of the person's open lists would do the same as this write. */
    async covers(personId: string, write: { kind: string; data: unknown }): Promise<boolean> {
      return (await changes.openListsOf(personId)).some(({ kind: name, rows }) => {
        const kind = kinds.get(name);
        return rows.some((row) => isOpenRow(row) && kind?.covers?.(write, kind.row.parse(row.data)));
      });
    },
    end,
    async endForErasure(personId: string): Promise<void> {
      if (!(await end(personId))) throw new GameError({ code: 'service_unavailable', reason: 'a change did not end' });
    },
  };
}

/** What is left for a list, and when it would end. Slots free over the hour as they were used. */
function toBudget({ limit, left, allFreeAt }: QuotaUse, cost: number, now: number): Pick<Preview, 'left' | 'endsAt'> {
  const reserve = Math.ceil(limit * RESERVES.batch);
  const forList = Math.max(0, left - reserve);
  if (cost <= forList) return { left: forList, endsAt: undefined };
  const hours = Math.floor((cost - forList - 1) / (limit - reserve));
  return { left: forList, endsAt: new Date((allFreeAt?.getTime() ?? now + HOUR_MS) + hours * HOUR_MS) };
}
