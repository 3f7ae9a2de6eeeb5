import { createHash } from 'node:crypto';
import type { TokenSources } from '../account/accessToken.ts';
import type { Audit } from '../account/audit.ts';
import type { SealedStore } from '../account/sealedStore.ts';
import type { Game, GameClient } from '../game/client.ts';
import { GameError, isGameError } from '../game/errors.ts';
import type { FinalCheck } from '../game/request/call.ts';
import type { Scope } from '../game/scopes.ts';
import type { Logger } from '../log.ts';
import { withTimeout } from '../time/withTimeout.ts';
import { AlreadyUsed, explain, noticeView, UserError } from '../view/errorView.ts';
import { KIT_TEXTS, languageOf } from '../view/language.ts';
import type { Language } from '../view/languages.ts';
import { type Expiry, type MessageView, message, text } from '../view/message.ts';
import {
  type Asked,
  type Change,
  isUnused,
  newId,
  newVersion,
  type Outcome,
  type RowState,
  type State,
  toChange,
  toKey,
  toState,
} from './change.ts';
import { type Changes, keepLease } from './changes.ts';
import type { Claims } from './claims.ts';
import { createFinalCheck } from './finalCheck.ts';
import type { Freeze } from './freeze.ts';
import type { Acting, AnySingleKind, AuditedChange, Expected, Finished, SingleKind, Writing } from './kind.ts';
import type { Notifier } from './notify.ts';

/** The person, server and interaction that asked for a change. */
export type Origin = {
  person: Change['person'] & { since?: number | undefined };
  server: Change['server'];
  interaction: Change['interaction'] & { id: string };
};

/** The parts of a handler's context that a change needs. */
export type WriteContext = Acting &
  Origin & {
    deadline: { lift(): void };
    defer: () => Promise<unknown>;
    /** The id under which a command that runs again writes; `take` uses its ticket up. */
    confirmed?: Confirmed | undefined;
    showProgress: (view: MessageView) => Promise<void>;
    afterReply: (work: () => Promise<void>) => void;
    /** The game, for one write. */
    gameWith: (finalCheck: FinalCheck) => Game;
  };

/** Something that was asked elsewhere: its id becomes the change's. `take` uses it up; false if it was invalid. */
export type Confirmed = { id: string; take: () => Promise<boolean> };

export type ImmediateParts = {
  /** Whether a list of the person is about to do the same. */
  isUnderWay: (personId: string, write: { kind: string; data: unknown }) => Promise<boolean>;
  kinds: readonly AnySingleKind[];
  changes: Changes;
  claims: Claims;
  audit: Audit;
  freeze: Pick<Freeze, 'isFrozen'>;
  /** Throws if the person's link isn't to this character any more, or lacks this permission. */
  checkLink: (change: Pick<Change, 'person' | 'character'>, scope: Scope) => Promise<void>;
  notifier: Pick<Notifier, 'tellSingle'>;
  game: GameClient;
  tokenSources: TokenSources;
  sealed: SealedStore;
  log: Logger;
};

/** `begun`: its state may be stored. `sent`: a request may have left. `lost`: another process or press has it. */
type Stage = 'asked' | 'begun' | 'sent' | 'lost';

export type Writes = ReturnType<typeof createImmediate>;

/** How long a receipt waits for the entry in the game's log. */
const MAX_IDENTIFYING_MS = 8_000;
/** How long an unknown outcome is looked up again, in case the game is still working. */
const SETTLE_MS = 30_000;
const MAX_LOOK_UPS = 5;
/** How long this process remembers what it has sent, in case the store goes back. */
const REMEMBERED_MS = 24 * 60 * 60_000;

/** Sends single changes within their interaction, each at most once, and ends those whose process died. */
export function createImmediate(parts: ImmediateParts) {
  const { isUnderWay, changes, claims, audit, freeze, checkLink, notifier, game, tokenSources, sealed, log } = parts;
  const kinds = new Map(parts.kinds.map((kind) => [kind.name, kind]));
  /** Versions of the notes of running interactions, by key. */
  const notes = new Map<string, string>();
  const made = new Map<string, Change>();
  const running = new Map<string, Change>();

  const remember = (change: Change): void => {
    for (const [key, { startedAt }] of made) {
      if (change.startedAt - startedAt < REMEMBERED_MS) break;
      made.delete(key);
    }
    made.set(toKey(change), change);
  };

  /** This person's change of this kind, as this character, with its outcome. */
  const findOwn = async ({ person, me, language }: WriteContext, kind: AnySingleKind, id: string) => {
    const change = await changes.get(toKey({ id, person }));
    const isOwn = change?.character.uid === me.uid && change.kind === kind.name;
    if (!isOwn || !change.outcome) throw new AlreadyUsed(kind.gone(kind.texts[language]));
    return { ...change, outcome: change.outcome };
  };

  /** What `look` finds. Before anyone is told, the change has claimed the entries that show it. */
  const findOutcome = async (kind: AnySingleKind, change: Change, look: () => Promise<unknown>): Promise<unknown> => {
    for (let looks = 1; ; looks += 1) {
      const outcome = await look();
      const entries = kind.entries?.(outcome, change.rows[0]?.data);
      if (!entries || (await claims.take(change, entries))) return outcome;
      // Another change got one of them meanwhile, so the next look will leave it out.
      if (looks === MAX_LOOK_UPS) throw new Error('Other changes keep taking the entries that are found.');
    }
  };

  const isFinal = (kind: AnySingleKind, outcome: Outcome | undefined): boolean =>
    outcome !== undefined && !('result' in outcome && kind.isOpen(kind.outcome.parse(outcome.result)));

  const toEnded = (change: Change, outcome: Outcome): Change => ({
    ...{ ...change, phase: 'ended', finishedAt: changes.now(), outcome },
  });

  /** Stores the outcome and writes the trail; false if its person erased it, or if the process that sent it knows
   * better. */
  const end = async (kind: AnySingleKind, change: Change, outcome: Outcome, isSender = false): Promise<boolean> => {
    const data = kind.row.parse(change.rows[0]?.data);
    const audited =
      'result' in outcome
        ? kind.changes(data, kind.outcome.parse(outcome.result))
        : toAudited(kind, data, change.rows[0]?.state === 'refused' ? 'refused' : 'failed');
    const state = 'result' in outcome ? toRowState(audited) : (change.rows[0]?.state ?? 'failed');
    const ended = {
      ...toEnded(change, outcome),
      rows: change.rows.map((row) => ({ ...row, state })),
    };
    if (made.has(toKey(change))) remember(ended);
    const edited = await changes.edit(toKey(change), (stored) =>
      stored.version === change.version && (isSender || !isFinal(kind, stored.outcome)) ? ended : undefined,
    );
    // A store that went back has lost it.
    if (!edited && !((await changes.getState(toKey(change))) === undefined && (await changes.restore(ended))))
      return false;
    if (await changes.isErased(change)) await changes.forget(toKey(change));
    else await audit.record(change, audited);
    return true;
  };

  /** If the store fails, the person still gets the response, and another process checks later. */
  const tryToEnd = async (
    kind: AnySingleKind,
    change: Change,
    outcome: Outcome,
    context: WriteContext,
  ): Promise<void> => {
    try {
      await end(kind, change, outcome, true);
      context.afterReply(() => changes.settle(toKey(change)));
    } catch (err) {
      log.error({ err, changeId: change.id }, 'could not store the outcome of a change');
      // A look-up of what certainly wasn't done might find the person's next try.
      if ('failed' in outcome) await changes.forget(toKey(change)).catch(() => {});
    }
  };

  /** Sends the change in this interaction and returns its receipt. Throws the reason if it certainly failed. */
  const send = async (context: WriteContext, kind: AnySingleKind, asked: Asked, confirmed?: Confirmed) => {
    const key = toKey(asked);
    const { token, applicationId } = context.interaction;
    const begun: State = {
      ...{ version: newVersion(), count: 0, phase: 'begun', reasons: [] },
      ...{ interaction: { token, applicationId }, rows: [{ state: 'sending', attempt: newVersion() }] },
      startedAt: context.person.since ?? changes.now(),
    };
    // Of presses at once, one begins it.
    const other = running.get(key);
    if (other) return showPending(kind, context.language, other);
    running.set(key, toChange(asked, begun));
    return await sendOnce(context, kind, asked, begun, confirmed).finally(() => running.delete(key));
  };

  const sendOnce = async (
    context: WriteContext,
    kind: AnySingleKind,
    asked: Asked,
    begun: State,
    confirmed?: Confirmed,
  ): Promise<MessageView> => {
    const { language, person, deadline, showProgress } = context;
    const [key, texts, data] = [toKey(asked), kind.texts[language], kind.row.parse(asked.rows[0])];
    const { errors } = texts;
    const noted = notes.get(key);
    notes.delete(key);
    const there = made.get(key) ?? (noted === undefined ? await changes.get(key) : undefined);
    if (there && !isUnused(there)) {
      // Its state is gone, in a store that went back.
      if (noted !== undefined)
        await changes.replaceState(key, (one) => (one.version === noted ? toState(asked, there) : undefined));
      return there.outcome ? viewOf(language, kind, there) : showPending(kind, language, there);
    }
    let change = toChange(asked, begun);
    const writing: Writing = { ...context, evidence: claims.evidenceOf(change) };
    const lease = keepLease(changes, key, log);
    const progress: { stage: Stage } = { stage: 'asked' };
    const hasExpired = (): boolean => asked.expiresAt !== undefined && asked.expiresAt <= changes.now();
    const store = async (): Promise<void> => {
      if (progress.stage !== 'asked') return;
      // Not earlier, so that the confirmation stays valid if the game is unavailable.
      if (hasExpired()) throw new UserError(kind.expired?.(texts) ?? kind.gone(texts));
      if (confirmed && !(await confirmed.take())) throw new AlreadyUsed(kind.gone(texts));
      // Set first: if storing fails, it may have been stored all the same.
      progress.stage = 'begun';
      const state = { ...begun, baseline: change.baseline };
      const isStored =
        noted === undefined
          ? await changes.begin(key, state)
          : await changes.replaceState(key, (one) =>
              one.version === noted ? { ...state, count: one.count + 1 } : undefined,
            );
      if (!isStored) {
        // Another press began it, or this process slept and another one said that nothing was sent.
        progress.stage = 'lost';
        throw new AlreadyUsed(errors.interrupted);
      }
      remember(change);
      // Expired meanwhile: its message may say so by now.
      if (hasExpired()) throw new UserError(kind.expired?.(texts) ?? kind.gone(texts));
    };
    const requireThawed = async (): Promise<void> => {
      if (await freeze.isFrozen()) throw new UserError(errors.frozen);
    };
    // A failover between the two may have brought an older state back, and the replicas have that one.
    const requireStored = async (): Promise<void> => {
      if ((await changes.getState(key))?.version !== begun.version) throw new UserError(errors.interrupted);
    };
    const finalCheck = createFinalCheck({
      store,
      async replicate() {
        await changes.replicate(key);
        // Without waiting: an edit that hangs must not hold up the request.
        if (kind.sendingView) void showProgress(kind.sendingView(texts, data));
        deadline.lift();
      },
      maySend: () => Promise.all([requireThawed(), requireStored(), checkLink(asked, kind.scope)]),
      lease,
      tooLate: () => new UserError(errors.interrupted),
      onSend() {
        progress.stage = 'sent';
      },
    });
    try {
      if (await isUnderWay(person.id, { kind: kind.name, data })) throw new AlreadyUsed(errors.underWay);
      // The final check reads the freeze again. Here, the confirmation isn't used up yet.
      const requireKnown = async (): Promise<void> => {
        if (await changes.isRestored({ startedAt: asked.askedAt })) throw new AlreadyUsed(kind.gone(texts));
      };
      const checks = [requireThawed(), requireKnown(), changes.prepare(asked)];
      const [baseline] = await Promise.all([kind.before(writing, data), ...checks]);
      change = { ...change, baseline };
      if (kind.entries) await claims.begin(change);
      const acting = { ...context, game: context.gameWith(finalCheck) };
      const answered = await kind.send(acting, data, baseline, showProgress);
      const result = await identify(kind, change, answered, writing);
      await tryToEnd(kind, change, { result }, context);
      const shown = (await kind.after?.(context, data, result).catch(() => undefined)) ?? result;
      return viewOf(language, kind, toEnded(change, { result: shown }));
    } catch (error) {
      if (mayBeDone(error, progress.stage)) {
        if (kind.lostView) await showProgress(kind.lostView(texts, data));
        const result = await findOutcome(kind, change, () => kind.lookUp(writing, data, change.baseline)).catch(
          (cause: unknown) => {
            // The state says that it may have been sent, so another process will find out.
            throw new GameError({ code: 'outcome_unknown', reason: 'the look-up failed' }, { cause });
          },
        );
        await tryToEnd(kind, change, { result }, context);
        return viewOf(language, kind, toEnded(change, { result }));
      }
      if (progress.stage === 'lost') throw error;
      // If this fails: in the list of claims, what was not sent does no harm.
      if (kind.entries) await claims.end(change).catch(() => {});
      if (progress.stage === 'sent') {
        const failed = explain(texts, error)?.sentence ?? errors.interrupted;
        const state = isGameError(error, 'refused') ? 'refused' : 'failed';
        await tryToEnd(kind, { ...change, rows: change.rows.map((row) => ({ ...row, state })) }, { failed }, context);
        if (kind.notDone) await showProgress(noticeView(kind.notDone(texts)));
      } else {
        // Nothing was sent, and the same can be confirmed again. If this fails, another process says so later.
        made.delete(key);
        const versions = [begun.version, noted];
        await changes.release(key, versions).then(
          () => changes.settle(key),
          () => {},
        );
      }
      throw error;
    } finally {
      lease.end();
      // What was prepared goes too.
      if (progress.stage !== 'sent' && (await changes.isErased(change).catch(() => false))) await changes.forget(key);
    }
  };

  /** The outcome with the entries that show it, if they can be read in time. */
  const identify = async (
    kind: AnySingleKind,
    change: Change,
    answered: unknown,
    writing: Writing,
  ): Promise<unknown> => {
    const data = change.rows[0]?.data;
    try {
      const look = async () => (await kind.identify?.(writing, data, change.baseline, answered)) ?? answered;
      return await withTimeout(findOutcome(kind, change, look), MAX_IDENTIFYING_MS);
    } catch (err) {
      log.info({ err, changeId: change.id }, 'could not find the entry of a change that was answered');
      return answered;
    }
  };

  /** What certainly wasn't done may be tried again, under an id that only its next try has. */
  const toUnusedId = async (personId: string, id: string): Promise<string> => {
    const kept = await changes.get(toKey({ id, person: { id: personId } }));
    const hasFailed = kept?.outcome && 'failed' in kept.outcome && !(await changes.isRestored(kept));
    return hasFailed ? await toUnusedId(personId, nextIdOf(id)) : id;
  };

  const toAsked = (
    { person, me, server }: Pick<WriteContext, 'person' | 'me' | 'server'>,
    kind: Pick<AnySingleKind, 'name'>,
    id: string,
    data: unknown,
    expiresAt?: number,
  ): Asked => ({
    ...{ id, kind: kind.name, mode: 'now', rows: [data], askedAt: changes.now(), expiresAt, baseline: undefined },
    person: toStored(person),
    character: { uid: me.uid, name: me.name },
    ...(server && { server: { id: server.id, locale: server.locale } }),
  });

  /** Says that nothing was sent. The confirmation works again, if it hasn't expired. */
  const concludeUnsent = async (key: string, state: State, asked: Asked | undefined): Promise<boolean> => {
    const [person, kind] = [state.noted?.person ?? asked?.person, kinds.get(state.noted?.kind ?? asked?.kind ?? '')];
    const version = newVersion();
    // Begun, so that no one can confirm it again before this is told.
    const isTaken = await changes.replaceState(key, (one) =>
      one.version === state.version ? { ...one, version, count: one.count + 1, phase: 'begun' } : undefined,
    );
    // It was pressed again meanwhile.
    if (!isTaken) return false;
    if (!person) return true;
    const texts = KIT_TEXTS[languageOf(person.locale)];
    const isUsable = (asked?.expiresAt ?? 0) > changes.now();
    const isRestored = await changes.isRestored(state);
    const sentence = isRestored
      ? texts.errors.restored
      : isUsable
        ? texts.errors.stillConfirmable
        : texts.errors.interrupted;
    const id = key.slice(person.id.length + 1);
    const retry = asked && !isUsable && kind?.retry?.(kind.texts[languageOf(person.locale)], id);
    const about = { id, person, interaction: state.interaction, startedAt: state.startedAt, sentence };
    // It may have been sent after the backup.
    if (isRestored && asked && kind)
      await audit.record(toChange(asked, state), toAudited(kind, asked.rows[0], 'unknown'));
    await notifier.tellSingle(about, message('warning', text(sentence), retry), isUsable);
    await changes.release(key, [version]);
    return true;
  };

  /** Looks up what a process that died may have sent; undefined while it's too early to call an open outcome final. */
  const findOut = async (kind: AnySingleKind, change: Change): Promise<Outcome | undefined> => {
    const { person, character } = change;
    const acting = {
      game: game.actingAs(tokenSources.of(person.id)),
      ...{ me: character, person: { ...person, since: change.startedAt }, language: languageOf(person.locale) },
      services: { now: sealed.now, kept: sealed.kept },
    };
    const [data, baseline] = [kind.row.parse(change.rows[0]?.data), kind.baseline.parse(change.baseline)];
    const writing = { ...acting, evidence: claims.evidenceOf(change) };
    const result = await findOutcome(kind, change, () => kind.lookUp(writing, data, baseline));
    const isTooEarly = !isFinal(kind, { result }) && changes.now() - change.startedAt < SETTLE_MS;
    return isTooEarly ? undefined : { result };
  };

  const conclude = async (key: string): Promise<void> => {
    const [state, asked] = await Promise.all([changes.getState(key), changes.getAsked(key)]);
    if (!state) return await changes.settle(key);
    if (!asked || (state.phase !== 'ended' && state.rows.length === 0)) {
      if (await concludeUnsent(key, state, asked)) await changes.settle(key);
      return;
    }
    const kind = kinds.get(asked.kind);
    if (!kind) throw new Error(`This release doesn't know changes of the kind "${asked.kind}".`);
    const change = toChange(asked, state);
    const outcome = state.phase === 'begun' ? await findOut(kind, change) : state.outcome;
    // Due again after the lease.
    if (state.phase === 'begun' && (!outcome || !(await end(kind, change, outcome)))) return;
    if (outcome) {
      if (state.phase === 'ended' && (await audit.isOpen(change))) await end(kind, change, outcome, true);
      const view = viewOf(languageOf(change.person.locale), kind, toEnded(change, outcome));
      await notifier.tellSingle(change, view, false);
    }
    await changes.settle(key);
    log.info({ changeId: change.id, kind: change.kind }, 'found out what became of a change that its process left');
  };

  const openOf = async (personId: string): Promise<Change[]> =>
    (await changes.listOf(personId, 'now')).filter(({ phase }) => phase !== 'ended');

  return {
    isFrozen: freeze.isFrozen,
    /** Call before acknowledging an interaction that will write. If this process dies before the change begins, the
     * person is told that nothing was done. Call the result after the reply. */
    async expect({ person, interaction }: Origin, { kind, confirms }: Expected): Promise<() => Promise<void>> {
      const key = toKey({ id: confirms ?? interaction.id, person });
      // Another press of the same confirmation has noted it.
      if (notes.has(key)) return async () => {};
      const version = newVersion();
      notes.set(key, version);
      // First, because no process would look for a note that isn't due.
      await changes.renew(key);
      const isNoted = await changes.begin(key, {
        ...{ version, count: 0, phase: 'noted', rows: [], reasons: [], startedAt: changes.now() },
        noted: { person: toStored(person), kind: kind.name },
        interaction: { token: interaction.token, applicationId: interaction.applicationId },
      });
      if (!isNoted) notes.delete(key);
      return async () => {
        if (notes.delete(key) && (await changes.release(key, [version]))) await changes.settle(key);
      };
    },
    /** Stores what a person may confirm until `expiresAt` (ms), and returns its id. */
    async ask<D>(
      context: WriteContext,
      kind: SingleKind<D, unknown, unknown>,
      data: NoInfer<D>,
      { expiresAt, id = newId() }: { expiresAt: number; id?: string | undefined },
    ): Promise<string> {
      const state = await changes.getState(toKey({ id, person: context.person }));
      if (state && !isUnused(state)) throw new AlreadyUsed(kind.gone(kind.texts[context.language]));
      await changes.ask(toAsked(context, kind, id, data, expiresAt), context.person.since);
      return id;
    },
    /** What was asked under this id, for this character if one is given, and until when it can be confirmed. */
    async find<D>(
      { person, me }: { person: { id: string }; me?: { uid: string } | undefined },
      kind: SingleKind<D, unknown, unknown>,
      id: string,
    ): Promise<{ data: D; expiresAt: number; isUsed: boolean } | undefined> {
      const key = toKey({ id, person });
      const [asked, state] = await Promise.all([
        changes.getAsked(key),
        notes.has(key) ? undefined : changes.getState(key),
      ]);
      if (asked?.kind !== kind.name || (me && asked.character.uid !== me.uid)) return undefined;
      const isUsed = running.has(key) || made.has(key) || (state !== undefined && !isUnused(state));
      return { data: kind.row.parse(asked.rows[0]), expiresAt: asked.expiresAt ?? 0, isUsed };
    },
    /** What a confirmation shows from `at` (ms) on, unless it was used. */
    toExpiry: (person: { id: string }, id: string, at: number, view: MessageView): Expiry => ({
      ...{ ticket: id, at, view },
      isUnused: () => changes.isUnconfirmed(toKey({ id, person })),
    }),
    /** Uses a confirmation up; false if it was used. */
    drop: ({ person }: { person: { id: string } }, id: string): Promise<boolean> => changes.drop(toKey({ id, person })),
    /** Sends what was asked. Of any number of presses, one does; the others are shown what became of it. */
    async confirm(context: WriteContext, kind: AnySingleKind, id: string): Promise<MessageView> {
      const { person, me, language } = context;
      await context.defer();
      const asked = await changes.getAsked(toKey({ id, person }));
      if (asked?.kind !== kind.name || asked.character.uid !== me.uid)
        throw new AlreadyUsed(kind.gone(kind.texts[language]));
      return await send(context, kind, { ...asked, person: toStored(person) });
    },
    /** Sends a change that needs no confirmation, at most once under the id of its interaction, or of a command that
     * runs again. */
    async once<D>(
      context: WriteContext,
      kind: SingleKind<D, unknown, unknown>,
      data: NoInfer<D>,
    ): Promise<MessageView> {
      const { person, interaction, confirmed } = context;
      await context.defer();
      const id = confirmed ? await toUnusedId(person.id, confirmed.id) : interaction.id;
      return await send(context, kind as AnySingleKind, toAsked(context, kind, id, data), confirmed);
    },
    /** Looks up an open outcome again and returns its view. Only reads. */
    lookAgain: (context: WriteContext, kind: AnySingleKind, id: string): Promise<MessageView> =>
      // One at a time, so that a failed look-up can't replace another's result.
      changes.locked(toKey({ id, person: context.person }), async () => {
        const change = await findOwn(context, kind, id);
        const last = 'result' in change.outcome ? kind.outcome.parse(change.outcome.result) : undefined;
        if (last === undefined || !kind.isOpen(last)) return viewOf(context.language, kind, change);
        const [data, baseline] = [kind.row.parse(change.rows[0]?.data), kind.baseline.parse(change.baseline)];
        const writing: Writing = { ...context, evidence: claims.evidenceOf(change) };
        const result = await findOutcome(kind, change, () => kind.lookUp(writing, data, baseline, last));
        await tryToEnd(kind, change, { result }, context);
        return viewOf(context.language, kind, { ...change, outcome: { result } });
      }),
    /** The view of an earlier change. Throws a {@link UserError} if its outcome isn't known. */
    show: async (context: WriteContext, kind: AnySingleKind, id: string): Promise<MessageView> =>
      viewOf(context.language, kind, await findOwn(context, kind, id)),
    /** What a person wanted to write, and its outcome unless it failed. Throws {@link AlreadyUsed} if that isn't
     * kept, or older than a restore. */
    async peek<D, O>(
      { person, language }: Pick<Acting, 'person' | 'language'>,
      kind: SingleKind<D, unknown, O>,
      id: string,
    ): Promise<Finished<D, O | undefined>> {
      const key = toKey({ id, person });
      const [asked, state] = await Promise.all([changes.getAsked(key), changes.getState(key)]);
      // It certainly wasn't sent, and no confirmation is left to send it.
      if (asked?.kind === kind.name && !state && asked.expiresAt === undefined)
        return { id, data: kind.row.parse(asked.rows[0]), outcome: undefined, startedAt: asked.askedAt };
      const change = asked && state && toChange(asked, state);
      if (change?.kind !== kind.name || !change.outcome || (await changes.isRestored(change)))
        throw new AlreadyUsed(kind.gone(kind.texts[language]));
      const { outcome, rows, startedAt } = change;
      const result = 'result' in outcome ? kind.outcome.parse(outcome.result) : undefined;
      return { id, data: kind.row.parse(rows[0]?.data), outcome: result, startedAt };
    },
    /** The view of a change that has ended; undefined if this release doesn't know its kind. */
    viewOf(change: Change): MessageView | undefined {
      const kind = kinds.get(change.kind);
      return kind && change.outcome && viewOf(languageOf(change.person.locale), kind, change);
    },
    /** Ends a change whose process died, without sending anything, and tells its person. */
    conclude,
    /** Looks up the person's open changes and reports them. False if some are still open. */
    async resolve(personId: string): Promise<boolean> {
      for (const change of await openOf(personId)) await conclude(toKey(change));
      return (await openOf(personId)).length === 0;
    },
    /** Finishes the person's open changes and erases all of them. */
    async erase(personId: string): Promise<void> {
      await changes.noteErasure(personId);
      for (const change of await changes.listOf(personId, 'now')) {
        if (change.phase !== 'ended') await conclude(toKey(change));
        const { outcome } = (await changes.get(toKey(change))) ?? change;
        const kind = kinds.get(change.kind);
        const entries =
          outcome && 'result' in outcome && kind?.entries?.(kind.outcome.parse(outcome.result), change.rows[0]?.data);
        await claims.erase(change, entries || { ids: [], isAll: true });
      }
      await changes.erase(personId);
    },
    /** Sends one row of a list, as a change of its own. */
    confirmAsked: (context: WriteContext, kind: AnySingleKind, asked: Asked) => send(context, kind, asked),
  };
}

/** A person as they are stored. */
export function toStored({ id, name, mention, locale }: Change['person']): Change['person'] {
  return { id, name, mention, locale };
}

/** The id of the change that tries one again. */
export const nextIdOf = (id: string): string => createHash('sha256').update(id).digest('base64url').slice(0, 16);

/** The view of a single change, from stored data only. */
function viewOf(language: Language, kind: AnySingleKind, change: Change): MessageView {
  const { id, outcome, startedAt, rows } = change;
  const [texts, data] = [kind.texts[language], kind.row.parse(rows[0]?.data)];
  if (!outcome || 'failed' in outcome)
    return message('warning', text(outcome?.failed, kind.notDone?.(texts)), kind.retry?.(texts, id));
  return kind.view(texts, { id, data, outcome: kind.outcome.parse(outcome.result), startedAt, change });
}

function showPending(kind: AnySingleKind, language: Language, change: Change): MessageView {
  if (!kind.pendingView) throw new AlreadyUsed(kind.gone(kind.texts[language]));
  return kind.pendingView(change);
}

/** Whether the request may have been done: after any error once it has left, unless that clearly says no. */
function mayBeDone(error: unknown, stage: Stage): boolean {
  if (isGameError(error, 'outcome_unknown')) return true;
  return stage === 'sent' && !(error instanceof GameError) && !(error instanceof UserError);
}

/** The audit entries of a change without an outcome. */
function toAudited(kind: AnySingleKind, data: unknown, result: AuditedChange['result']): AuditedChange[] {
  return kind.changes(kind.row.parse(data)).map((one) => ({ ...one, result }));
}

function toRowState(audited: readonly AuditedChange[]): RowState {
  const results = audited.map(({ result }) => result);
  if (results.includes('unknown')) return 'unknown';
  return results.includes('done') ? 'done' : results.includes('refused') ? 'refused' : 'failed';
}
