import { createHash } from 'node:crypto';
import type { TokenSources } from '../account/accessToken.ts';
import type { Audit, Recording } from '../account/audit.ts';
import type { SealedStore } from '../account/sealedStore.ts';
import type { GameClient } from '../game/client.ts';
import type { Logger } from '../log.ts';
import { AlreadyUsed } from '../view/errorView.ts';
import { KIT_TEXTS, languageOf } from '../view/language.ts';
import { type Expiry, type MessageView, message, text } from '../view/message.ts';
import {
  type Change,
  newId,
  newState,
  newVersion,
  type Proposal,
  type State,
  toChange,
  toKey,
  toPersonal,
} from './change.ts';
import type { Actor, AnySingleKind, Expected, Finished, Origin, SingleKind, WriteContext } from './kind.ts';
import type { Notifier } from './notify.ts';
import { createOutcomes, resultOf, toEnded, viewOf } from './outcomes.ts';
import { type PreviewedPayments, toPayments } from './paidMeanwhile.ts';
import { createSender, type KnownChange, type SenderParts } from './sendOnce.ts';

export type ImmediateParts = Omit<SenderParts, 'outcomes'> & {
  audit: Pick<Audit, 'record'>;
  kinds: readonly AnySingleKind[];
  notifier: Pick<Notifier, 'notifyUnsent'>;
  game: GameClient;
  tokenSources: TokenSources;
  sealed: Pick<SealedStore, 'kept' | 'now'>;
  log: Logger;
};

/** A proposal with its parsed data. `isUsed`: it was confirmed or canceled. */
type FoundProposal<D> = KnownChange & { data: D; expiresAt: number; isUsed: boolean };

export type Writes = ReturnType<typeof createImmediate>;

/** Unknown outcomes are looked up again for this long: the game may still be working. */
const SETTLE_MS = 30_000;
/** Delay before saying again that nothing was sent. */
const NOTIFY_AGAIN_MS = 60_000;

/** Single changes: each is sent at most once, in its interaction, or looked up after a crash. */
export function createImmediate(parts: ImmediateParts) {
  const { changes, memory, claims, audit, recorder, freeze, notifier, game, tokenSources, sealed } = parts;
  const outcomes = createOutcomes(changes, claims, audit);
  const kinds = new Map(parts.kinds.map((kind) => [kind.name, kind]));
  const { send, notes, isRunning } = createSender({ ...parts, outcomes });
  const goneError = (kind: AnySingleKind, { language }: Pick<Actor, 'language'>) =>
    new AlreadyUsed(kind.gone(kind.texts[language]));

  /** The stored proposal of this kind (and character, if given), and its change. */
  const findStored = async (
    { person, me }: { person: { id: string }; me?: { uid: string } | undefined },
    kind: Pick<AnySingleKind, 'name'>,
    id: string,
  ): Promise<KnownChange | undefined> => {
    const key = toKey({ id, person });
    const [proposal, state] = await Promise.all([changes.getProposal(key), changes.getState(key)]);
    if (proposal?.kind !== kind.name || (me && proposal.character.uid !== me.uid)) return undefined;
    return { proposal, change: state ? toChange(proposal, state) : memory.newestOf(key) };
  };
  const newProposal = (
    context: Pick<WriteContext, 'person' | 'me' | 'server'>,
    kind: Pick<AnySingleKind, 'name'>,
    id: string,
    data: unknown,
    { expiresAt, paidUpTo }: Pick<Proposal, 'expiresAt' | 'paidUpTo'> = {},
  ): Proposal => ({
    ...{ id, kind: kind.name, mode: 'now', rows: [data], askedAt: changes.now(), expiresAt, baseline: undefined },
    ...toPersonal(context),
    paidUpTo,
  });

  /** A failed change can be tried again, under an id derived from it. */
  const toUnusedId = async (person: { id: string }, id: string): Promise<string> => {
    const kept = await changes.get(toKey({ id, person }));
    const hasFailed = kept?.outcome && 'failed' in kept.outcome && !(await changes.isRestored(kept));
    return hasFailed ? await toUnusedId(person, nextIdOf(id)) : id;
  };

  /** Ends what no one needs to hear about; records that were prepared during an erasure go. */
  const endUnnoted = async (key: string, proposal: Proposal | undefined): Promise<void> => {
    const isErased = proposal && (await changes.isErased({ ...proposal, startedAt: proposal.askedAt }));
    await (isErased ? changes.forgetUnbegun(key) : changes.unschedule(key));
  };

  /** Notifies a person that the process died before it sent anything. */
  const notifyUnsent = async (key: string): Promise<void> => {
    const [note, state, proposal] = await Promise.all([
      changes.noteOf(key),
      changes.getState(key),
      changes.getProposal(key),
    ]);
    // Its person erased the proposal.
    if (state && state.phase !== 'unsent' && !proposal) return await changes.forget(key);
    if (!note) return await endUnnoted(key, proposal);
    const { person, interaction, startedAt } = note;
    // Blocks confirmations until the person is notified.
    const unsent = state ?? newState({ phase: 'unsent', startedAt, interaction });
    if (unsent.phase !== 'unsent' || !(state || (await changes.markUnsent(key, unsent)))) return;
    const [language, kind] = [languageOf(person.locale), kinds.get(note.kind)];
    const { errors } = KIT_TEXTS[language];
    const isRestored = await changes.isRestored(note);
    // It may have been sent after the backup.
    if (isRestored && proposal && kind) {
      const unknown: State = { ...unsent, finishedAt: changes.now(), rows: [{ state: 'unknown' }] };
      await recorder.recordUnstored(toChange(proposal, unknown));
    }
    const isUsable = !isRestored && (proposal?.expiresAt ?? 0) > changes.now();
    const sentence = errors[isRestored ? 'restored' : isUsable ? 'stillConfirmable' : 'interrupted'];
    const id = key.slice(person.id.length + 1);
    const retry = proposal && !isUsable && kind?.retry?.(kind.texts[language], id);
    const view = message('warning', text(sentence), retry);
    const isNotified =
      (await changes.isErased(note)) ||
      (await notifier.notifyUnsent({ id, ...note }, view, isUsable).catch(() => false));
    // If its process only slept, it can't send it any more.
    if (isNotified) await changes.endNote(key);
    await changes.release(key, unsent.version);
    await (isNotified ? changes.unschedule(key) : changes.wake(key, NOTIFY_AGAIN_MS));
  };

  return {
    isFrozen: freeze.isFrozen,
    notifyUnsent,
    /** Call before acknowledging an interaction that will write: if the process dies before the
     * change begins, its person is notified. Call the result after the reply. */
    async noteStart(origin: Origin, { kind, confirms }: Expected): Promise<() => Promise<void>> {
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
        if (!(await changes.getState(key))) await changes.unschedule(key);
      };
    },
    /** Stores a proposal, confirmable until `expiresAt` (ms), and returns its id. */
    async ask<D>(
      context: WriteContext,
      kind: SingleKind<D, unknown, unknown>,
      data: NoInfer<D>,
      {
        expiresAt,
        id: givenId,
        position,
      }: { expiresAt: number; id?: string | undefined; position?: number | undefined },
    ): Promise<string> {
      const id = givenId ?? newId();
      const key = givenId && toKey({ id, person: context.person });
      if (key && (await changes.getState(key))) throw goneError(kind as AnySingleKind, context);
      const paidUpTo = position === undefined ? undefined : { position };
      await changes.ask(newProposal(context, kind, id, data, { expiresAt, paidUpTo }), context.person.since);
      return id;
    },
    /** The payments like this one that a preview names, and the position that it gives to `ask`. */
    async findPaid<D>(
      { me }: Pick<Actor, 'me'>,
      kind: SingleKind<D, unknown, unknown>,
      data: NoInfer<D>,
    ): Promise<PreviewedPayments> {
      return await parts.paid.toPreview(me.uid, toPayments(kind as AnySingleKind, [data]) ?? []);
    },
    /** The proposal with this id (and character, if given). */
    async find<D>(
      context: Parameters<typeof findStored>[0],
      kind: SingleKind<D, unknown, unknown>,
      id: string,
    ): Promise<FoundProposal<D> | undefined> {
      const isSent = isRunning(toKey({ id, person: context.person }));
      const found = await findStored(context, kind, id);
      if (!found) return undefined;
      const { proposal, change } = found;
      const data = kind.row.parse(proposal.rows[0]);
      return { ...found, data, expiresAt: proposal.expiresAt ?? 0, isUsed: isSent || change !== undefined };
    },
    /** The view that an unused confirmation shows from `at` (ms) on. */
    toExpiry: (person: { id: string }, id: string, at: number, view: MessageView): Expiry => ({
      ...{ ticket: id, at, view },
      isUnused: () => changes.isUnconfirmed(toKey({ id, person })),
    }),
    /** Uses up a confirmation, like {@link Changes.drop}. */
    drop: ({ person }: { person: { id: string } }, id: string) => changes.drop(toKey({ id, person })),
    /** Sends the proposal. Only one of several presses does; the others show its outcome. */
    async confirm(context: WriteContext, kind: AnySingleKind, { proposal, change }: KnownChange): Promise<MessageView> {
      await context.defer();
      return await send(context, kind, { proposal: { ...proposal, person: toPersonal(context).person }, change });
    },
    /** Sends a change without confirmation, once per interaction or repeated command. */
    async once<D>(
      context: WriteContext,
      kind: SingleKind<D, unknown, unknown>,
      data: NoInfer<D>,
    ): Promise<MessageView> {
      const { person, interaction, confirmed } = context;
      await context.defer();
      const id = confirmed ? await toUnusedId(person, confirmed.id) : interaction.id;
      return await send(context, kind as AnySingleKind, { proposal: newProposal(context, kind, id, data) }, confirmed);
    },
    /** Looks up an open outcome again and returns its view. Only reads. Throws {@link AlreadyUsed}
     * if the change isn't this character's or hasn't ended. */
    checkAgain: (context: WriteContext, kind: AnySingleKind, id: string): Promise<MessageView> =>
      // One at a time, so that a failed look-up can't replace another's result.
      changes.locked(toKey({ id, person: context.person }), async () => {
        const { change } = (await findStored(context, kind, id)) ?? {};
        if (!change?.outcome) throw goneError(kind, context);
        const last = resultOf(change);
        if (last === undefined || !kind.isOpen(kind.outcome.parse(last))) return viewOf(context.language, kind, change);
        const outcome = await outcomes.lookUp(kind, change, context, kind.outcome.parse(last));
        const ended: Change = { ...toEnded(kind, change, outcome, changes.now()), isNotified: true };
        // First, so that another process records it if this one dies.
        await changes.wake(toKey(ended), changes.leaseMs);
        await memory.keep(ended);
        context.afterReply(() => recorder.finish(ended));
        return viewOf(context.language, kind, ended);
      }),
    /** A person's write, and its outcome unless it failed. Throws {@link AlreadyUsed} if it isn't
     * stored or is older than a restore. */
    async peek<D, O>(
      { person, language }: Pick<Actor, 'person' | 'language'>,
      kind: SingleKind<D, unknown, O>,
      id: string,
    ): Promise<Finished<D, O | undefined>> {
      const { proposal, change } = (await findStored({ person }, kind, id)) ?? {};
      // Without a state it wasn't sent; without an expiry, no confirmation can send it.
      const isOver = change ? change.outcome && !(await changes.isRestored(change)) : !proposal?.expiresAt;
      if (!proposal || !isOver) throw new AlreadyUsed(kind.gone(kind.texts[language]));
      const result = change && resultOf(change);
      const outcome = result === undefined ? undefined : kind.outcome.parse(result);
      return { id, data: kind.row.parse(proposal.rows[0]), outcome, startedAt: change?.startedAt ?? proposal.askedAt };
    },
    /** The view of a change that has ended; undefined if this release doesn't know its kind. */
    viewOf(change: Change): MessageView | undefined {
      const kind = kinds.get(change.kind);
      return kind && change.outcome && viewOf(languageOf(change.person.locale), kind, change);
    },
    /** The change with its outcome, after a crash; undefined if it's too early. Only reads. */
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
    /** Writes an ended change into the audit trails. */
    async record(change: Change): Promise<Recording> {
      const kind = kinds.get(change.kind);
      return kind ? await outcomes.record(kind, change) : { isWhole: true, isPublic: change.isPublic };
    },
    /** Erases one change, whose person erased everything. */
    forget: (change: Change): Promise<void> => outcomes.erase(kinds.get(change.kind), change),
    /** Erases all of a person's changes; those under way are erased when they end. */
    async erase(personId: string): Promise<void> {
      await changes.noteErasure(personId);
      for (const change of await changes.listOf(personId, 'now')) await outcomes.erase(kinds.get(change.kind), change);
      await changes.erase(personId);
    },
  };
}

/** The id of a change's next attempt. */
export const nextIdOf = (id: string): string => createHash('sha256').update(id).digest('base64url').slice(0, 16);
