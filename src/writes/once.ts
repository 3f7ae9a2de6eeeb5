import { createHash } from 'node:crypto';
import { AlreadyUsed, UserError } from '../view/errorView.ts';
import { KIT_TEXTS } from '../view/language.ts';
import type { Language } from '../view/languages.ts';
import type { MessageView } from '../view/message.ts';
import type { Confirmed } from './departure.ts';
import type { Intent } from './intents.ts';
import type { Acting, AnyWriteKind, Expected, Finished, WriteKind, Writing } from './kind.ts';
import { findOutcome, viewOf } from './outcome.ts';
import { createRequests, type Origin, type WriteContext, type WriteParts } from './request.ts';

export type Writes = ReturnType<typeof createWrites>;

/** Whose write isn't known yet. */
const NO_ONE = { uid: '', name: '' };

/** Sends each write at most once. {@link createTakeover} finishes the writes of dead processes. */
export function createWrites(parts: WriteParts) {
  const { intents, claims, freeze, isUnderWay } = parts;
  const { request, finish } = createRequests(parts);

  const findOwn = async ({ person, me, language }: WriteContext, kind: AnyWriteKind, id: string) => {
    const intent = await intents.get(id);
    const isOwn = intent?.person.id === person.id && intent.character.uid === me.uid && intent.kind === kind.name;
    if (!isOwn || !intent.outcome) throw new AlreadyUsed(kind.gone(kind.texts[language]));
    return { ...intent, outcome: intent.outcome };
  };

  /** Replaces the expected write, unless the person has been told that nothing was done. */
  const replaceExpected = async (intent: Intent, language: Language): Promise<void> => {
    await intents.renew(intent.id);
    const isReplaced = await intents.change(intent.id, ({ outcome }) => (outcome ? undefined : intent));
    if (!isReplaced) throw new UserError(KIT_TEXTS[language].errors.interrupted);
  };

  /** What certainly wasn't done may be tried again, under an id that only its next try has. */
  const toFree = async (confirmed: Confirmed): Promise<Confirmed> => {
    const kept = await intents.get(confirmed.id);
    const hasFailed = kept?.outcome && 'failed' in kept.outcome && !(await intents.isRestored(kept));
    return hasFailed ? await toFree({ ...confirmed, id: nextIdOf(confirmed.id) }) : confirmed;
  };

  /** Interactions whose expected writes haven't started. */
  const expected = new Set<string>();

  return {
    isFrozen: freeze.isFrozen,
    /** Call before acknowledging an interaction that will write. If this process dies before the
     * write starts, the person is told that nothing was done. Call the result after the reply. */
    async expect(origin: Origin, { kind, confirms }: Expected): Promise<() => Promise<void>> {
      const { id } = origin.interaction;
      const note = toIntent({ ...origin, me: NO_ONE }, { kind: kind.name, data: undefined, startedAt: intents.now() });
      const isFirst = await intents.begin({ ...note, confirms });
      if (isFirst) expected.add(id);
      return async () => {
        if (expected.delete(id)) await intents.drop(id);
      };
    },
    /** Sends a write at most once, even if the process or the store fails: intent → request →
     * outcome or look-up → audit → view. Throws a {@link UserError} if it has already started, or
     * the reason why it failed. */
    async once<D>(
      context: WriteContext,
      kind: WriteKind<D, unknown, unknown>,
      data: NoInfer<D>,
      given?: Confirmed,
    ): Promise<MessageView> {
      const { language } = context;
      await context.defer();
      const confirmed = given ?? (context.confirmed && (await toFree(context.confirmed)));
      if (await isUnderWay(context.person.id, { kind: kind.name, data }))
        throw new AlreadyUsed(KIT_TEXTS[language].errors.underWay);
      const start = { kind: kind.name, data, startedAt: intents.now(), ...(confirmed && { id: confirmed.id }) };
      const intent = toIntent(context, start);
      if (expected.delete(intent.id)) await replaceExpected(intent, language);
      // Pressed again: shows the outcome if it's known.
      else if (!(await intents.begin(intent))) {
        const kept = await intents.get(intent.id);
        const isNoted = kept?.data === undefined && !kept?.outcome && kept?.person.id === context.person.id;
        // The expected write was stored, but the store's response was lost.
        if (!isNoted) return viewOf(language, kind, await findOwn(context, kind, intent.id));
        await replaceExpected(intent, language);
      }
      const sent = await request(context, kind, intent, confirmed);
      const done = { ...sent.intent, outcome: { result: sent.outcome } };
      await finish(done, kind.changes(data, sent.outcome), context);
      const outcome = (await kind.after?.(context, data, sent.outcome).catch(() => undefined)) ?? sent.outcome;
      const finished = { id: intent.id, data, outcome, startedAt: intent.startedAt };
      return kind.view(kind.texts[language], finished);
    },
    /** Looks up an open outcome again and returns its view. Only reads. */
    lookAgain: (context: WriteContext, kind: AnyWriteKind, id: string): Promise<MessageView> =>
      // One at a time, so that a failed look-up can't replace another's result.
      intents.locked(id, async () => {
        const intent = await findOwn(context, kind, id);
        const last = 'result' in intent.outcome ? kind.outcome.parse(intent.outcome.result) : undefined;
        if (last === undefined || !kind.isOpen(last)) return viewOf(context.language, kind, intent);
        const [data, baseline] = [kind.data.parse(intent.data), kind.baseline.parse(intent.baseline)];
        const writing: Writing = { ...context, evidence: claims.evidenceOf(intent) };
        const result = await findOutcome(claims, kind, intent, () => kind.lookUp(writing, data, baseline, last));
        await finish({ ...intent, outcome: { result } }, kind.changes(data, result), context);
        return viewOf(context.language, kind, { ...intent, outcome: { result } });
      }),
    /** The view of an earlier write. Throws a {@link UserError} if its outcome isn't known. */
    show: async (context: WriteContext, kind: AnyWriteKind, id: string): Promise<MessageView> =>
      viewOf(context.language, kind, await findOwn(context, kind, id)),
    /** What a person wanted to write, and its outcome unless it failed. Throws {@link AlreadyUsed}
     * if that isn't kept, or older than a restore. */
    async peek<D, O>(
      { person, language }: Pick<Acting, 'person' | 'language'>,
      kind: WriteKind<D, unknown, O>,
      id: string,
    ): Promise<{ data: D; outcome: O | undefined }> {
      const intent = await intents.getOwn(id, person.id);
      if (intent?.kind !== kind.name || !intent.data || !intent.outcome || (await intents.isRestored(intent)))
        throw new AlreadyUsed(kind.gone(kind.texts[language]));
      const { data, outcome } = intent;
      return {
        data: kind.data.parse(data),
        outcome: 'result' in outcome ? kind.outcome.parse(outcome.result) : undefined,
      };
    },
    /** Finds this person's earlier write as this character. Throws a {@link UserError} if it's
     * missing, or older than a restore. */
    async find<D, O>(context: WriteContext, kind: WriteKind<D, unknown, O>, id: string): Promise<Finished<D, O>> {
      const intent = await findOwn(context, kind, id);
      const { outcome, data, startedAt } = intent;
      if ('failed' in outcome || (await intents.isRestored(intent)))
        throw new AlreadyUsed(kind.gone(kind.texts[context.language]));
      return { id, data: kind.data.parse(data), outcome: kind.outcome.parse(outcome.result), startedAt };
    },
  };
}

/** The id of the write that tries one again. */
export const nextIdOf = (id: string): string => createHash('sha256').update(id).digest('base64url').slice(0, 16);

function toIntent(
  { person, me, server, interaction }: Origin & Pick<Acting, 'me'>,
  { kind, data, id = interaction.id, startedAt }: Pick<Intent, 'kind' | 'data' | 'startedAt'> & { id?: string },
): Intent {
  const { token, applicationId } = interaction;
  return {
    id,
    kind,
    data,
    person,
    character: { uid: me.uid, name: me.name },
    ...(server && { server: { id: server.id, locale: server.locale } }),
    interaction: { token, applicationId },
    startedAt,
  };
}
