import { setTimeout as sleep } from 'node:timers/promises';
import { GameError } from '../game/errors.ts';
import type { QuotaUse } from '../quota/rule.ts';
import { RESERVES } from '../quota/rule.ts';
import { StoreUnavailable } from '../store/store.ts';
import { stopwatch } from '../time/stopwatch.ts';
import { mayMean } from '../view/amount.ts';
import { AlreadyUsed, UserError } from '../view/errorView.ts';
import { KIT_TEXTS } from '../view/language.ts';
import { LANGUAGES } from '../view/languages.ts';
import type { MessageView } from '../view/message.ts';
import { plain } from '../view/text.ts';
import { noteChange } from '../work.ts';
import {
  type Change,
  type ChangeRow,
  canRetry,
  isDoneRow,
  isOpenRow,
  MAX_RUN_MS,
  newId,
  newState,
  type Proposal,
  type State,
  toChange,
  toKey,
  toPersonal,
} from './change.ts';
import type { Changes } from './changes.ts';
import { toAllPaid } from './findAlike.ts';
import {
  type Actor,
  type AnyKind,
  type AnyListKind,
  isInconclusive,
  isListKind,
  type LeftOut,
  type ListKind,
  type PreviewRequest,
  type WriteContext,
} from './kind.ts';
import { createListPayments, type NamedPayment, toAskedAgain } from './listPayments.ts';
import type { Memory } from './memory.ts';
import type { PaidMeanwhileGuard } from './paidMeanwhile.ts';
import type { Recorder } from './recorder.ts';
import type { Runs } from './run.ts';
import { findUnknown, leaveOut } from './transitions.ts';

/** The preview that a person confirms. */
export type Preview = Omit<PreviewRequest<unknown>, 'shown'> &
  Pick<Proposal, 'id' | 'character' | 'undoOf'> & {
    leftOut: readonly LeftOut[];
    numberToType?: number | undefined;
    /** Rows that are already set. */
    already: number;
    /** Payments like its rows that its person has to know of. */
    alike?: readonly NamedPayment[];
    /** The rows were confirmed, but these payments were made since: nothing was sent. */
    asksAgain?: boolean;
    /** Some of the rows aren't like those payments. */
    canLeaveOut?: boolean;
    /** The number of changes, if only the first of them fit. */
    total?: number | undefined;
    /** The title of a list that waits until this one ends. */
    goesBefore?: string | undefined;
    /** Requests that it takes, and that are left for it. */
    cost: number;
    left: number;
    /** Estimated end if they aren't enough. */
    endsAt: Date | undefined;
    expiresAt: number;
  };

type PressContext = Pick<WriteContext, 'person' | 'language' | 'afterReply' | 'interaction'>;

type Parts = {
  changes: Changes;
  memory: Memory;
  paid: PaidMeanwhileGuard;
  runs: Runs;
  kinds: readonly AnyKind[];
  isFrozen: () => Promise<boolean>;
  /** Sends a single change within its interaction. */
  runNow: (context: WriteContext, kind: AnyListKind, proposal: Proposal) => Promise<MessageView>;
  /** Looks up the outcome of a single change again. */
  lookAgain: (context: WriteContext, kind: AnyListKind, id: string) => Promise<unknown>;
  recorder: Pick<Recorder, 'finish'>;
  /** Counts a run as work that must end before the process does. */
  track: (run: Promise<void>) => unknown;
  quotaOf: (personId: string) => Promise<QuotaUse>;
  views: {
    preview(context: WriteContext, kind: AnyListKind, preview: Preview): Promise<MessageView>;
    /** `checkedAt`: when unknown rows were looked up again, in ms. */
    list(kind: AnyListKind, change: Change, now?: { wanted?: Wanted | 'lost'; checkedAt?: number }): MessageView;
    summary(language: Actor['language'], kind: AnyListKind, change: Change): { title: string; counts: string };
    expired(language: Actor['language'], id: string): MessageView;
    /** Says that it isn't known yet if a list began, with a button that finds out. */
    unsettled(language: Actor['language'], id: string): MessageView;
    notice(sentence: string): MessageView;
  };
};
type Wanted = 'pause' | 'resume' | 'stop';
/** `taken`: it has a state already. `unsure`: the store may have stored this state, or may yet. */
type Begin = { is: 'begun' | 'taken' | 'unsure'; state: State };

export type Presses = ReturnType<typeof createPresses>;

export const MAX_ROWS = 300;
const MAX_RECENT = 5;
/** Expires while Discord still lets the preview's message be edited to say so. */
const CONFIRMABLE_MS = 14 * 60_000;
const HOUR_MS = 60 * 60_000;
/** Grace for someone who pressed Undo in time but had no requests left. */
const UNDO_GRACE_MS = 2 * HOUR_MS;
/** Max wait of an unlinking for the row in flight. */
const MAX_ENDING_MS = 90_000;
const ENDING_POLL_MS = 250;
const MAX_TYPED = 30;
const DIRECTIVES = { pause: 'pause', resume: 'run', stop: 'cancel' } as const;

/** The presses on lists: confirm, pause, continue, cancel, undo, do the rest, check again. */
export function createPresses(parts: Parts) {
  const { changes, memory, runs, isFrozen, runNow, lookAgain, recorder, track, quotaOf, views } = parts;
  const payments = createListPayments(parts.paid);
  const kinds = new Map(parts.kinds.filter(isListKind).map((kind) => [kind.name, kind]));
  const goneError = (language: Actor['language']): UserError => new UserError(KIT_TEXTS[language].batch.gone);
  const keyOf = ({ person }: { person: { id: string } }, id: string): string => toKey({ id, person });

  const findOwn = async (context: Pick<Actor, 'person' | 'language'>, id: string): Promise<[AnyListKind, Change]> => {
    const change = await changes.get(keyOf(context, id));
    const kind = change && kinds.get(change.kind);
    if (!kind) throw goneError(context.language);
    return [kind, change];
  };

  /** A list without a state. Only for a press on its progress, which proves that it began: a list
   * that was never confirmed looks the same. */
  const findLost = async (context: PressContext, id: string): Promise<[AnyListKind, Proposal] | undefined> => {
    const key = keyOf(context, id);
    if (memory.newestOf(key) ?? (await changes.getState(key))) return undefined;
    const proposal = await changes.getProposal(key);
    const kind = proposal && kinds.get(proposal.kind);
    return kind && !kind.onlyReads && proposal.mode === 'list' ? [kind, proposal] : undefined;
  };

  /** Lets the engine read which rows the game shows, and tell the person. It never sends a row that
   * may have been sent, and waits for requests and for processes that know more. */
  const lookUpLost = async (context: PressContext, kind: AnyListKind, proposal: Proposal): Promise<MessageView> => {
    const key = toKey(proposal);
    const rows = proposal.rows.map(() => ({ state: 'sending' as const }));
    const { interaction } = context;
    const lost = newState({ startedAt: proposal.askedAt, interaction, rows, isInDoubt: true });
    await changes.wake(key, 0);
    await changes.markLost(key, lost);
    context.afterReply(async () => void track(runs.run(key)));
    return views.list(kind, toChange(proposal, lost), { wanted: 'lost' });
  };

  /** A proposal of this person and character without a state, whose list may have begun. */
  const findUnsettled = async (context: WriteContext, id: string): Promise<[AnyListKind, Proposal] | undefined> => {
    const key = keyOf(context, id);
    if (memory.newestOf(key) ?? (await changes.getState(key))) return undefined;
    const proposal = await changes.getProposal(key);
    const kind = proposal && kinds.get(proposal.kind);
    const isOwn = proposal?.mode === 'list' && proposal.character.uid === context.me.uid;
    return kind && isOwn ? [kind, { ...proposal, person: toPersonal(context).person }] : undefined;
  };

  /** Reads the game, unless just read, and shows what would change. `since`: the baseline of the
   * list that had these rows before. Throws {@link UserError} if all rows are left out. */
  const preview = async <R, B>(
    context: WriteContext,
    kind: ListKind<R, B>,
    { rows, leftOut = [], shown: known, readAt, ...others }: PreviewRequest<R, B>,
    {
      undoOf,
      since,
      paid,
    }: { undoOf?: Proposal['undoOf']; since?: B | undefined; paid?: readonly NamedPayment[] } = {},
  ): Promise<MessageView> => {
    const { language, person } = context;
    const texts = KIT_TEXTS[language].batch;
    const waiting = kind.onlyReads ? [] : await changes.openListsOf(person.id, kind.name);
    if (waiting.some(({ pause }) => !pause)) throw new UserError(texts.other);
    const shown = known ?? (await kind.read(context, rows));
    const planned = rows.map((data) => ({ data, state: 'planned' as const }));
    const seen = kind.compare(planned, since ?? shown, shown);
    if (isInconclusive(kind, planned, seen)) throw new UserError(texts.gap);
    const all = rows.filter((_, index) => seen[index] !== true);
    const changed = toFirst(kind, all);
    if (all.length > 0 && changed.length === 0) throw new UserError(texts.tooMany(all.length, MAX_ROWS));
    if (all.length === 0 && leftOut.length === 0) return views.notice(texts.nothing);
    if (all.length === 0) throw new UserError(leftOut.map(({ name, why }) => `${name}: ${why}`).join('\n'));
    const [id, askedAt] = [newId(), changes.now()];
    if (!waiting.every((list) => mayWait(kind as unknown as AnyListKind, list, { rows: changed, askedAt })))
      throw new UserError(texts.overlaps);
    const expiresAt = askedAt + CONFIRMABLE_MS;
    const isNow = kind.isImmediate && changed.length === 1 && waiting.length === 0;
    const askedAgain = paid && toAskedAgain(kind as unknown as AnyListKind, changed, paid);
    const { paidUpTo, named } = await payments.toPreview(context, kind as unknown as AnyListKind, changed, shown);
    await changes.ask(
      {
        ...{ id, kind: kind.name, mode: isNow ? 'now' : 'list', rows: changed, askedAt, expiresAt },
        ...{ readAt, undoOf, isUndo: undoOf && true },
        leftOut: kind.onlyReads || leftOut.length === 0 ? undefined : [...leftOut],
        paidUpTo,
        askedAgain,
        ...toPersonal(context),
        baseline: kind.toBaseline?.(shown) ?? shown,
      },
      person.since,
    );
    memory.noteIssued({ id, person, expiresAt });
    const groups = new Set(changed.map((row) => kind.groupOf?.(row) ?? ''));
    const cost = kind.cost ? changed.length * kind.cost : changed.length + groups.size * (kind.isReadBack ? 2 : 1);
    const already = rows.length - all.length;
    const total = changed.length < all.length ? all.length : undefined;
    const [goesBefore] = waiting.map((list) => views.summary(language, kind as unknown as AnyListKind, list).title);
    const budget = toBudget(await quotaOf(person.id), cost, askedAt);
    const view = await views.preview(context, kind as unknown as AnyListKind, {
      ...{ ...others, id, character: context.me, undoOf, rows: changed, leftOut, already, cost, expiresAt },
      ...{ ...budget, total, goesBefore, numberToType: kind.numberToType?.(changed) },
      alike: paid ? toAllPaid(paid, named) : named,
      asksAgain: paid !== undefined,
      canLeaveOut: askedAgain !== undefined && askedAgain.length < changed.length,
    });
    const isUnused = () => changes.isUnconfirmed(keyOf(context, id));
    return { ...view, expiry: { ticket: id, at: expiresAt, isUnused, view: views.expired(language, id) } };
  };

  /** Throws {@link AlreadyUsed} for a proposal from before a restore, which the store may know
   * less about than its person. It stays stored, because a begun change is still looked up. */
  const requireNotRestored = async ({ language }: PressContext, { askedAt }: Proposal): Promise<void> => {
    if (await changes.isRestored({ startedAt: askedAt }))
      throw new AlreadyUsed(KIT_TEXTS[language].batch.beforeRestore);
  };

  /** Throws {@link UserError} if another list of its kind runs, can't wait, or began since the
   * preview. */
  const requireTurn = async (context: WriteContext, kind: AnyListKind, proposal: Proposal): Promise<void> => {
    const texts = KIT_TEXTS[context.language].batch;
    const others = (await changes.listOf(context.person.id, 'list')).filter(
      (one) => one.kind === kind.name && one.id !== proposal.id && !kind.onlyReads,
    );
    if (others.some((one) => one.phase !== 'ended' && !mayWait(kind, one, proposal))) throw new UserError(texts.other);
    // It may have begun after the backup.
    await requireNotRestored(context, proposal);
    // The same list may have been previewed twice, and confirmed meanwhile.
    const isStale = !kind.isReadBack && others.some(({ startedAt }) => startedAt >= proposal.askedAt);
    if (isStale) throw new UserError(texts.stale);
  };

  /** Begins the list, if it's its turn. */
  const begin = async (
    context: WriteContext,
    kind: AnyListKind,
    proposal: Proposal,
    paidUpTo: Proposal['paidUpTo'],
  ): Promise<Begin> => {
    const { person, interaction } = context;
    const key = toKey(proposal);
    const rows = proposal.rows.map(() => ({ state: 'planned' as const }));
    const state = newState({ startedAt: changes.now(), interaction, rows, paidUpTo });
    let isTried = false;
    const add = () =>
      changes.locked(`${person.id} lists`, async () => {
        await requireTurn(context, kind, proposal);
        await changes.prepare(proposal);
        noteChange();
        isTried = true;
        return await changes.begin(key, state);
      });
    try {
      const isAdded = await add();
      if (isAdded && (await changes.isErased({ person, startedAt: state.startedAt }))) await changes.forget(key);
      return { is: isAdded ? 'begun' : 'taken', state };
    } catch (error) {
      if (isTried && error instanceof StoreUnavailable) return { is: 'unsure', state };
      throw error;
    }
  };

  /** Runs the list that this press has begun, and shows it. */
  const runBegun = async (context: WriteContext, kind: AnyListKind, list: Change): Promise<MessageView> => {
    const key = toKey(list);
    memory.remember(list, await memory.toBegunStanding(key));
    context.afterReply(async () => void track(runs.run(key)));
    return views.list(kind, list);
  };

  /** Finds out if a list began whose state the store may have: the first to write one decides.
   * Reading wouldn't do, because a state may be stored after its writer gave up. */
  const settle = async (
    context: WriteContext,
    kind: AnyListKind,
    proposal: Proposal,
    begun?: State,
  ): Promise<MessageView> => {
    const key = toKey(proposal);
    try {
      const isDropped = await changes.drop(key);
      if (isDropped === undefined) throw goneError(context.language);
      if (isDropped) {
        await changes.unschedule(key);
        const { notBegun } = KIT_TEXTS[context.language].batch;
        return await previewAgain(context, kind, proposal, { notes: [notBegun] }).catch(() => views.notice(notBegun));
      }
      const stored = await changes.get(key);
      if (!stored) throw goneError(context.language);
      if (stored.version === begun?.version) return await runBegun(context, kind, stored);
      return views.list(kind, stored);
    } catch (error) {
      if (!(error instanceof StoreUnavailable)) throw error;
      return views.unsettled(context.language, proposal.id);
    }
  };

  /** Previews the same rows in a new proposal, after these sentences. `paid`: why they weren't sent
   * when they were confirmed. */
  const previewAgain = async (
    context: WriteContext,
    kind: AnyListKind,
    proposal: Proposal,
    { notes = [], paid }: { notes?: readonly string[]; paid?: readonly NamedPayment[] } = {},
  ): Promise<MessageView> => {
    const rows = proposal.rows.map((row) => kind.row.parse(row));
    const shown = kind.onlyReads && proposal.baseline;
    const request = (await kind.ask?.(context, rows)) ?? { rows, shown };
    const allNotes = [...notes, ...(request.notes ?? [])];
    return await preview(
      context,
      kind,
      { ...request, notes: allNotes },
      { undoOf: proposal.undoOf, ...(paid && { paid }) },
    );
  };

  /** The person's own proposal that no one has confirmed. */
  const findUnconfirmed = async (context: WriteContext, id: string): Promise<[AnyListKind, Proposal]> => {
    const key = keyOf(context, id);
    const proposal = await changes.getProposal(key);
    const kind = proposal && kinds.get(proposal.kind);
    const isOwn = proposal?.character.uid === context.me.uid;
    if (!kind || !isOwn || !(await changes.isUnconfirmed(key))) throw goneError(context.language);
    await requireNotRestored(context, proposal);
    return [kind, proposal];
  };

  /** Begins a list, unless payments like its rows were made since its preview: then asks again. */
  const confirmList = async (
    context: WriteContext,
    kind: AnyListKind,
    proposal: Proposal & { expiresAt: number },
  ): Promise<MessageView> => {
    const key = toKey(proposal);
    // Costs no request, unlike the comparison.
    if (kind.payment) await requireTurn(context, kind, proposal);
    const { found, paidUpTo, leave } = await payments.confirm(context, kind, proposal);
    let mayHaveBegun = false;
    try {
      // Another press may have begun it meanwhile.
      const known = found.length > 0 ? await changes.get(key) : undefined;
      if (known) return views.list(kind, known);
      if (found.length > 0) {
        // A new preview must not name this one.
        await leave();
        return await previewAgain(context, kind, proposal, { paid: found });
      }
      const { is, state } = await begin(context, kind, proposal, paidUpTo);
      // If it turns out that it didn't begin, the entry expires with its confirmation.
      mayHaveBegun = is !== 'taken';
      if (is === 'unsure') return await settle(context, kind, proposal, state);
      if (is === 'taken') return views.list(...(await findOwn(context, proposal.id)));
      // It may have expired meanwhile, and its message may say so.
      if (proposal.expiresAt <= changes.now()) {
        await changes.release(key, state.version);
        mayHaveBegun = false;
        throw new UserError(KIT_TEXTS[context.language].batch.expired);
      }
      return await runBegun(context, kind, toChange(proposal, state));
    } finally {
      if (!mayHaveBegun) await leave();
    }
  };

  /** Stores which unknown rows the game shows as done. */
  const lookUpUnknown = async (context: WriteContext, kind: AnyListKind, list: Change): Promise<void> => {
    const unknown = list.rows.filter(({ state }) => state === 'unknown').map(({ data }) => kind.row.parse(data));
    const [baseline, now] = [kind.baseline.parse(list.baseline), await kind.read(context, unknown)];
    const toSeen = ({ rows }: Change) => kind.compare(rows, baseline, now);
    // First, so that another process records it if this one dies.
    if (list.isNotified) await changes.wake(toKey(list), changes.leaseMs);
    const checked = await changes.edit(toKey(list), findUnknown(toSeen));
    if (checked?.isNotified) context.afterReply(() => recorder.finish(checked));
  };

  /** Call after storing a directive: no process reads it if the list has paused meanwhile. */
  const wakeIfPaused = async (key: string): Promise<boolean> => {
    const isPaused = (await changes.getState(key))?.pause !== undefined;
    if (isPaused) await changes.wake(key, 0);
    return isPaused;
  };

  /** Cancels unsent rows and waits for the others; false if that takes longer. */
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
    async of({ person, language }: Pick<Actor, 'person' | 'language'>) {
      const lists = await changes.listOf(person.id, 'list');
      const openFirst = lists.toSorted((one, other) => Number(one.phase === 'ended') - Number(other.phase === 'ended'));
      return openFirst.slice(0, MAX_RECENT).flatMap((list) => {
        const kind = kinds.get(list.kind);
        return kind ? { id: list.id, ...views.summary(language, kind, list) } : [];
      });
    },
    /** Begins the previewed list, once for any number of presses. `typed`: the person's input. */
    async confirm(context: WriteContext, id: string, typed = ''): Promise<MessageView> {
      const { language, me } = context;
      const [key, texts] = [keyOf(context, id), KIT_TEXTS[language].batch];
      const found = await changes.getProposal(key);
      const proposal = found && { ...found, person: toPersonal(context).person };
      const kind = proposal && kinds.get(proposal.kind);
      // The store may have gone back and lost its state.
      const known = memory.newestOf(key) ?? (await changes.get(key));
      if (kind && known) return views.list(kind, known);
      if (!kind || proposal.expiresAt === undefined) throw goneError(language);
      const { character } = proposal;
      if (character.uid !== me.uid)
        throw new UserError(KIT_TEXTS[language].errors.otherCharacter(plain(character.name, 60), plain(me.name, 60)));
      if (!kind.onlyReads && (await isFrozen())) throw new UserError(KIT_TEXTS[language].errors.frozen);
      if (proposal.expiresAt <= changes.now()) return views.expired(language, id);
      const expected = kind.numberToType?.(proposal.rows.map((row) => kind.row.parse(row)));
      if (expected !== undefined && !mayMean(typed, expected, language))
        throw new UserError(texts.typedWrong(plain(typed, MAX_TYPED), expected));
      if (proposal.mode === 'now') return await runNow(context, kind, proposal);
      return await confirmList(context, kind, { ...proposal, expiresAt: proposal.expiresAt });
    },
    /** Uses up a preview, like {@link Changes.drop}. */
    drop: (context: Pick<PressContext, 'person'>, id: string) => changes.drop(keyOf(context, id)),
    /** Previews an expired proposal again, unless it was confirmed. */
    async again(context: WriteContext, id: string): Promise<MessageView> {
      const [kind, proposal] = await findUnconfirmed(context, id);
      return await previewAgain(context, kind, proposal);
    },
    /** Previews a proposal again without the rows that it asks about. */
    async againWithout(context: WriteContext, id: string): Promise<MessageView> {
      const [kind, proposal] = await findUnconfirmed(context, id);
      const rows = proposal.rows.filter((_, index) => !proposal.askedAgain?.includes(index));
      return await previewAgain(context, kind, { ...proposal, rows });
    },
    /** Cancels a paused list's rows that were paid meanwhile, and continues with the others. */
    async leaveOut(context: PressContext, id: string): Promise<MessageView> {
      const [kind, list] = await findOwn(context, id);
      const left = await changes.edit(toKey(list), leaveOut());
      // It may wait for something else by now.
      return left ? await this.press(context, id, 'resume') : views.list(kind, list);
    },
    /** Stores a directive, which the list's process follows before the next row. */
    async press(context: PressContext, id: string, wanted: Wanted): Promise<MessageView> {
      const lost = await findLost(context, id);
      if (lost) return await lookUpLost(context, ...lost);
      const [kind, list] = await findOwn(context, id);
      const key = toKey(list);
      if (list.phase === 'ended') return views.list(kind, list);
      await changes.direct(key, DIRECTIVES[wanted]).catch((error: unknown) => {
        if (!(error instanceof StoreUnavailable)) throw error;
        throw new UserError(KIT_TEXTS[context.language].batch.pressUnknown);
      });
      if (await wakeIfPaused(key)) context.afterReply(async () => void track(runs.sweep(1)));
      return views.list(kind, list, { wanted });
    },
    async show(context: PressContext, id: string): Promise<MessageView> {
      return views.list(...(await findOwn(context, id)));
    },
    /** Reads the game again for rows whose outcome isn't known. */
    async checkAgain(context: WriteContext, id: string): Promise<MessageView> {
      const unsettled = await findUnsettled(context, id);
      if (unsettled) return await settle(context, ...unsettled);
      const [kind, list] = await findOwn(context, id);
      if (list.phase !== 'ended' && list.mode === 'list') return views.list(kind, list);
      if (list.phase !== 'ended' || list.character.uid !== context.me.uid) throw goneError(context.language);
      await (list.mode === 'now' ? lookAgain(context, kind, id) : lookUpUnknown(context, kind, list));
      return views.list(kind, (await findOwn(context, id))[1], { checkedAt: changes.now() });
    },
    /** Previews an undo of the rows that were done, last row first. */
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
      if (phase !== 'ended' || kind.onlyReads || character.uid !== context.me.uid) throw goneError(context.language);
      const texts = KIT_TEXTS[context.language].batch;
      // Unless the kind is read back, no row is sent twice, even if the game doesn't show it yet.
      const lists = kind.isReadBack ? [] : await changes.listOf(context.person.id, 'list');
      const others = lists.filter((one) => one.kind === kind.name && one.id !== id).flatMap((one) => one.rows);
      const toText = ({ data }: ChangeRow): string => JSON.stringify(kind.row.parse(data));
      const states = new Map(others.filter((row) => !canRetry(row)).map((row) => [toText(row), row.state]));
      const [left, leftOut]: [unknown[], LeftOut[]] = [[], []];
      for (const row of rows.filter(canRetry)) {
        const [data, state] = [kind.row.parse(row.data), states.get(toText(row))];
        if (state === undefined) left.push(data);
        else leftOut.push({ name: plain(kind.record(data).target.name), why: texts.elsewhere(texts.states[state]) });
      }
      const request = (await kind.ask?.(context, left)) ?? { rows: left };
      return await preview(
        context,
        kind,
        { ...request, leftOut },
        { undoOf, since: kind.baseline.parse(list.baseline) },
      );
    },
    /** True if a row of the person's open lists would do the same as this write. */
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

/** The rows of the first whole groups that fit into a list. Groups are in the order of their last
 * rows, so that one's own right isn't lost before the others have their turn. */
function toFirst<R>(kind: Pick<ListKind<R, never>, 'groupOf'>, rows: readonly R[]): R[] {
  const groupOf = (row: R): string => kind.groupOf?.(row) ?? '';
  const fitting = new Set<string>();
  let count = 0;
  for (const [group, { length }] of [...Map.groupBy(rows.toReversed(), groupOf)].toReversed()) {
    count += length;
    if (count <= MAX_ROWS) fitting.add(group);
  }
  return rows.filter((row) => fitting.has(groupOf(row)));
}

/** True if an open list can wait until these rows are done: it has paused, `askedAt` shows that the
 * preview said so, and neither list does or reads back what the other does. */
function mayWait(
  kind: AnyListKind,
  { pause, startedAt, rows }: Change,
  { askedAt, ...first }: Pick<Proposal, 'rows' | 'askedAt'>,
): boolean {
  const keyOf = (data: unknown): string => {
    const row = kind.row.parse(data);
    return kind.isReadBack ? (kind.groupOf?.(row) ?? '') : (kind.alike?.(row) ?? JSON.stringify(row));
  };
  // Values that are read back later must still be those of the waiting list.
  const isRead = ({ state, isReadBack }: ChangeRow): boolean =>
    kind.isReadBack && (isReadBack === true || ['planned', 'already', 'found', 'canceled'].includes(state));
  const keys = new Set(first.rows.map(keyOf));
  return pause !== undefined && startedAt < askedAt && !rows.some((row) => !isRead(row) && keys.has(keyOf(row.data)));
}

/** The requests left for a list, and its end: slots free over the hour as they were used. */
function toBudget({ limit, left, allFreeAt }: QuotaUse, cost: number, now: number): Pick<Preview, 'left' | 'endsAt'> {
  const reserve = Math.ceil(limit * RESERVES.batch);
  const forList = Math.max(0, left - reserve);
  if (cost <= forList) return { left: forList, endsAt: undefined };
  const hours = Math.floor((cost - forList - 1) / (limit - reserve));
  return { left: forList, endsAt: new Date((allFreeAt?.getTime() ?? now + HOUR_MS) + hours * HOUR_MS) };
}
