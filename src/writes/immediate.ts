import { createHash } from 'node:crypto';
import type { TokenSources } from '../account/accessToken.ts';
import type { Audit } from '../account/audit.ts';
import type { SealedStore } from '../account/sealedStore.ts';
import type { GameClient } from '../game/client.ts';
import type { Logger } from '../log.ts';
import { AlreadyUsed } from '../view/errorView.ts';
import { KIT_TEXTS, languageOf } from '../view/language.ts';
import { type Expiry, type MessageView, message, text } from '../view/message.ts';
import { type Asked, type Change, newId, newState, newVersion, toChange, toKey, toPersonal } from './change.ts';
import type { Acting, AnySingleKind, Expected, Finished, Origin, SingleKind, WriteContext } from './kind.ts';
import type { Notifier } from './notify.ts';
import { createOutcomes, resultOf, toEnded, viewOf } from './outcomes.ts';
import { createSender, type Known, type SenderParts } from './sendOnce.ts';

export type ImmediateParts = Omit<SenderParts, 'outcomes'> & {
  audit: Pick<Audit, 'record'>;
  kinds: readonly AnySingleKind[];
  notifier: Pick<Notifier, 'tellUnsent'>;
  game: GameClient;
  tokenSources: TokenSources;
  sealed: Pick<SealedStore, 'kept' | 'now'>;
  log: Logger;
};

/** What a person was asked, and what became of it. */
type Found<D> = Known & { data: D; expiresAt: number; isUsed: boolean };

export type Writes = ReturnType<typeof createImmediate>;

/** How long an unknown outcome is looked up again, in case the game is still working. */
const SETTLE_MS = 30_000;
/** Before another try to say that nothing was sent. */
const TELL_AGAIN_MS = 60_000;

/** Single changes: each is sent within its interaction, at most once. Those whose process died are looked up. */
export function createImmediate(parts: ImmediateParts) {
  const { changes, memory, claims, audit, freeze, notifier, game, tokenSources, sealed } = parts;
  const outcomes = createOutcomes(changes, claims, memory, audit);
  const kinds = new Map(parts.kinds.map((kind) => [kind.name, kind]));
  const { send, notes, isRunning } = createSender({ ...parts, outcomes });
  const gone = (kind: AnySingleKind, { language }: Pick<Acting, 'language'>) =>
    new AlreadyUsed(kind.gone(kind.texts[language]));

  /** What was asked for of this kind, for this character if one is given, and what became of it. */
  const look = async (
    { person, me }: { person: { id: string }; me?: { uid: string } | undefined },
    kind: Pick<AnySingleKind, 'name'>,
    id: string,
  ): Promise<Known | undefined> => {
    const key = toKey({ id, person });
    const [asked, state] = await Promise.all([changes.getAsked(key), changes.getState(key)]);
    if (asked?.kind !== kind.name || (me && asked.character.uid !== me.uid)) return undefined;
    return { asked, change: state ? toChange(asked, state) : memory.newestOf(key) };
  };
  const toWanted = (
    context: Pick<WriteContext, 'person' | 'me' | 'server'>,
    kind: Pick<AnySingleKind, 'name'>,
    id: string,
    data: unknown,
    expiresAt?: number,
  ): Asked => ({
    ...{ id, kind: kind.name, mode: 'now', rows: [data], askedAt: changes.now(), expiresAt, baseline: undefined },
    ...toPersonal(context),
  });

  /** What certainly wasn't done may be tried again, under an id that only its next try has. */
  const toUnusedId = async (person: { id: string }, id: string): Promise<string> => {
    const kept = await changes.get(toKey({ id, person }));
    const hasFailed = kept?.outcome && 'failed' in kept.outcome && !(await changes.isRestored(kept));
    return hasFailed ? await toUnusedId(person, nextIdOf(id)) : id;
  };

  /** Tells the person of an interaction that its process died, and that nothing was sent. */
  const tellUnsent = async (key: string): Promise<void> => {
    const [note, state, asked] = await Promise.all([changes.noteOf(key), changes.getState(key), changes.getAsked(key)]);
    // Its person erased what was asked.
    if (state && state.phase !== 'unsent' && !asked) return await changes.forget(key);
    if (!note) return await changes.settle(key);
    const { person, interaction, startedAt } = note;
    // So that no one can confirm it before this is told.
    const unsent = state ?? newState({ phase: 'unsent', startedAt, interaction });
    if (unsent.phase !== 'unsent' || !(state || (await changes.begin(key, unsent)))) return;
    const [language, kind] = [languageOf(person.locale), kinds.get(note.kind)];
    const { errors } = KIT_TEXTS[language];
    const isRestored = await changes.isRestored(note);
    // It may have been sent after the backup.
    if (isRestored && asked && kind)
      await outcomes.record(kind, toChange(asked, { ...unsent, rows: [{ state: 'unknown' }] }));
    const isUsable = !isRestored && (asked?.expiresAt ?? 0) > changes.now();
    const sentence = errors[isRestored ? 'restored' : isUsable ? 'stillConfirmable' : 'interrupted'];
    const id = key.slice(person.id.length + 1);
    const retry = asked && !isUsable && kind?.retry?.(kind.texts[language], id);
    const view = message('warning', text(sentence), retry);
    const isTold =
      (await changes.isErased(note)) || (await notifier.tellUnsent({ id, ...note }, view, isUsable).catch(() => false));
    // From here on, its process can't send it any more, if it only slept.
    if (isTold) await changes.endNote(key);
    await changes.release(key, unsent.version);
    await (isTold ? changes.settle(key) : changes.wake(key, TELL_AGAIN_MS));
  };

  return {
    isFrozen: freeze.isFrozen,
    tellUnsent,
    /** Call before acknowledging an interaction that will write. If this process dies before the change begins, the
     * person is told that nothing was done. Call the result after the reply. */
    async expect(origin: Origin, { kind, confirms }: Expected): Promise<() => Promise<void>> {
      const { interaction } = origin;
      const { person } = toPersonal({ ...origin, me: { uid: '', name: '' } });
      const [key, version] = [toKey({ id: confirms ?? interaction.id, person }), newVersion()];
      // Another press of the same confirmation has noted it.
      if (notes.has(key)) return async () => {};
      const { token, applicationId } = interaction;
      const note = { version, person, kind: kind.name, interaction: { token, applicationId } };
      const noted = changes
        .note(key, { ...note, startedAt: changes.now() })
        .then((isNoted) => (isNoted ? version : undefined));
      notes.set(key, noted);
      const end = (): boolean => notes.get(key) === noted && notes.delete(key);
      const hasNoted = await noted.catch((error: unknown) => {
        end();
        throw error;
      });
      if (!hasNoted) end();
      return async () => {
        if (!end()) return;
        await changes.endNote(key);
        if (!(await changes.getState(key))) await changes.settle(key);
      };
    },
    /** Stores what a person may confirm until `expiresAt` (ms), and returns its id. */
    async ask<D>(
      context: WriteContext,
      kind: SingleKind<D, unknown, unknown>,
      data: NoInfer<D>,
      { expiresAt, id: givenId }: { expiresAt: number; id?: string | undefined },
    ): Promise<string> {
      const id = givenId ?? newId();
      const key = givenId && toKey({ id, person: context.person });
      if (key && (await changes.getState(key))) throw gone(kind as AnySingleKind, context);
      await changes.ask(toWanted(context, kind, id, data, expiresAt), context.person.since);
      return id;
    },
    /** What was asked under this id, for this character if one is given, and until when it can be confirmed. */
    async find<D>(
      context: Parameters<typeof look>[0],
      kind: SingleKind<D, unknown, unknown>,
      id: string,
    ): Promise<Found<D> | undefined> {
      const isSent = isRunning(toKey({ id, person: context.person }));
      const found = await look(context, kind, id);
      if (!found) return undefined;
      const { asked, change } = found;
      const data = kind.row.parse(asked.rows[0]);
      return { ...found, data, expiresAt: asked.expiresAt ?? 0, isUsed: isSent || change !== undefined };
    },
    /** What a confirmation shows from `at` (ms) on, unless it was used. */
    toExpiry: (person: { id: string }, id: string, at: number, view: MessageView): Expiry => ({
      ...{ ticket: id, at, view },
      isUnused: () => changes.isUnconfirmed(toKey({ id, person })),
    }),
    /** Uses a confirmation up, as {@link Changes.drop}. */
    drop: ({ person }: { person: { id: string } }, id: string) => changes.drop(toKey({ id, person })),
    /** Sends what was asked. Of any number of presses, one does; the others are shown what became of it. */
    async confirm(context: WriteContext, kind: AnySingleKind, { asked, change }: Known): Promise<MessageView> {
      await context.defer();
      return await send(context, kind, { asked: { ...asked, person: toPersonal(context).person }, change });
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
      const id = confirmed ? await toUnusedId(person, confirmed.id) : interaction.id;
      return await send(context, kind as AnySingleKind, { asked: toWanted(context, kind, id, data) }, confirmed);
    },
    /** Looks up an outcome again, if it's open, and returns its view. Only reads. Throws a {@link UserError} if the
     * change isn't this character's, or hasn't ended. */
    lookAgain: (context: WriteContext, kind: AnySingleKind, id: string): Promise<MessageView> =>
      // One at a time, so that a failed look-up can't replace another's result.
      changes.locked(toKey({ id, person: context.person }), async () => {
        const { change } = (await look(context, kind, id)) ?? {};
        if (!change?.outcome) throw gone(kind, context);
        const last = resultOf(change);
        if (last === undefined || !kind.isOpen(kind.outcome.parse(last))) return viewOf(context.language, kind, change);
        const outcome = await outcomes.lookUp(kind, change, context, kind.outcome.parse(last));
        const ended = toEnded(kind, change, outcome, changes.now());
        await outcomes.keep(kind, ended);
        return viewOf(context.language, kind, ended);
      }),
    /** What a person wanted to write, and its outcome unless it failed. Throws {@link AlreadyUsed} if that isn't
     * kept, or older than a restore. */
    async peek<D, O>(
      { person, language }: Pick<Acting, 'person' | 'language'>,
      kind: SingleKind<D, unknown, O>,
      id: string,
    ): Promise<Finished<D, O | undefined>> {
      const { asked, change } = (await look({ person }, kind, id)) ?? {};
      // Without a state, it certainly wasn't sent; without an expiry, no confirmation is left to send it.
      const isOver = change ? change.outcome && !(await changes.isRestored(change)) : !asked?.expiresAt;
      if (!asked || !isOver) throw new AlreadyUsed(kind.gone(kind.texts[language]));
      const result = change && resultOf(change);
      const outcome = result === undefined ? undefined : kind.outcome.parse(result);
      return { id, data: kind.row.parse(asked.rows[0]), outcome, startedAt: change?.startedAt ?? asked.askedAt };
    },
    /** The view of a change that has ended; undefined if this release doesn't know its kind. */
    viewOf(change: Change): MessageView | undefined {
      const kind = kinds.get(change.kind);
      return kind && change.outcome && viewOf(languageOf(change.person.locale), kind, change);
    },
    /** The change with what became of it, after its process died; undefined while it's too early to say. Only reads. */
    async findOut(change: Change): Promise<Change | undefined> {
      const kind = kinds.get(change.kind);
      if (!kind) throw new Error(`This release doesn't know changes of the kind "${change.kind}".`);
      const { person, character, startedAt } = change;
      const outcome = await outcomes.lookUp(kind, change, {
        game: game.actingAs(tokenSources.of(person.id)),
        ...{
          me: character,
          person: { ...person, since: startedAt } as Change['person'],
          language: languageOf(person.locale),
        },
        services: sealed,
      });
      const isOpen = kind.isOpen(kind.outcome.parse(resultOf({ outcome })));
      if (isOpen && changes.now() - startedAt < SETTLE_MS) return undefined;
      await memory.keep(toEnded(kind, change, outcome, changes.now()));
      return await changes.get(toKey(change));
    },
    /** Writes an ended change into the audit trail. */
    async record(change: Change): Promise<void> {
      const kind = kinds.get(change.kind);
      if (kind) await outcomes.record(kind, change);
    },
    /** Forgets one change, whose person erased everything. */
    forget: (change: Change): Promise<void> => outcomes.erase(kinds.get(change.kind), change),
    /** Erases all of a person's changes; what is still under way is erased when it ends. */
    async erase(personId: string): Promise<void> {
      await changes.noteErasure(personId);
      for (const change of await changes.listOf(personId, 'now')) await outcomes.erase(kinds.get(change.kind), change);
      await changes.erase(personId);
    },
  };
}

/** The id of the change that tries one again. */
export const nextIdOf = (id: string): string => createHash('sha256').update(id).digest('base64url').slice(0, 16);
