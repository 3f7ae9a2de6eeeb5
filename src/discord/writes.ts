import type { Audit } from '../account/audit.ts';
import type { Freeze } from '../account/freeze.ts';
import { hold, type Intent, type IntentOutcome, type Intents } from '../account/intents.ts';
import { isGameError } from '../game/errors.ts';
import type { Logger } from '../log.ts';
import { explain, noticeView, UserError } from '../view/errorView.ts';
import { inLanguage, kitIn, type Language } from '../view/language.ts';
import type { MessageView } from '../view/message.ts';
import type { IdFor } from './customId.ts';
import type { Acting, AnyWriteKind, Change, Finished, WriteKind } from './writeKind.ts';

/** The person, server and interaction that asked for a write. */
type Origin = {
  person: Intent['person'];
  server: Intent['server'];
  interaction: Intent['interaction'] & { id: string };
};

/** The parts of a handler's context that a write needs. */
type Context = Acting &
  Origin & {
    idFor: IdFor;
    deadline: { lift(): void };
    defer: () => Promise<unknown>;
    showProgress: (view: MessageView) => Promise<void>;
    whenShown: (work: () => Promise<void>) => void;
  };

/** A confirmation: its id becomes the write's. `take` uses it up; false if it was invalid. */
export type Confirmed = { id: string; take: () => Promise<boolean> };

export type Writes = ReturnType<typeof createWrites>;

/** An intent with an outcome, which may be open. */
export type FinishedIntent = Intent & { outcome: IntentOutcome };

type Parts = { intents: Intents; audit: Audit; freeze: Pick<Freeze, 'isFrozen'>; log: Logger };

/** Makes writes; {@link createTakeover} finishes those of dead processes. */
export function createWrites(parts: Parts) {
  const { intents, audit, freeze, log } = parts;

  /** If the store fails, the person still gets the answer, and a takeover checks later. */
  const finish = async (intent: Intent, changes: readonly Change[], context: Context): Promise<void> => {
    try {
      await finishWrite(parts, intent, changes);
      context.whenShown(() => intents.settle(intent));
    } catch (err) {
      log.error({ err, writeId: intent.id }, "could not store a write's outcome");
      // A takeover would look up what was never sent, and might find the person's next try.
      if (intent.outcome && 'failed' in intent.outcome) await intents.drop(intent.id).catch(() => {});
    }
  };

  const findOwn = async ({ person, me, language }: Context, kind: AnyWriteKind, id: string) => {
    const intent = await intents.get(id);
    const isOwn = intent?.person.id === person.id && intent.character.uid === me.uid && intent.kind === kind.name;
    if (!isOwn || !intent.outcome) throw new UserError(kind.gone(inLanguage(kind.messages, language)));
    return { ...intent, outcome: intent.outcome };
  };

  /** Sends the one request. If it certainly failed, stores that and throws. */
  const request = async (
    context: Context,
    kind: AnyWriteKind,
    data: unknown,
    begun: Intent,
    confirmed: Confirmed | undefined,
  ): Promise<{ intent: Intent; outcome: unknown }> => {
    const { language, showProgress } = context;
    const messages = inLanguage(kind.messages, language);
    const lease = hold(intents, begun.id, log);
    let intent = begun;
    try {
      const baseline = await kind.before(context, data);
      // After the look at the game, which can take long. The confirmation remains valid for later.
      if (await freeze.isFrozen()) throw new UserError(messages.errors.frozen);
      // Last, so that the confirmation is still valid if the game is unavailable.
      if (confirmed && !(await confirmed.take())) throw new UserError(kind.gone(messages));
      intent = { ...begun, baseline };
      await intents.save(intent);
      await audit.record(intent, toChanges(kind, data, 'pending'));
      if (kind.sendingView) await showProgress(kind.sendingView(messages, data));

      // This process slept, and another may have said that nothing was sent.
      if (!lease.isHeld()) throw new UserError(messages.errors.interrupted);
      context.deadline.lift();
      const outcome = await kind.send(context, data, baseline, showProgress).catch(async (error: unknown) => {
        if (!isGameError(error, 'outcome_unknown')) throw error;
        if (kind.lostView) await showProgress(kind.lostView(messages, data));
        return await kind.lookUp(context, data, baseline);
      });
      return { intent, outcome };
    } catch (error) {
      if (intent === begun) {
        // If this fails, a takeover reports it later as never sent.
        await intents.drop(begun.id).catch(() => {});
        throw error;
      }
      const failed = explain(messages, error)?.sentence ?? messages.errors.interrupted;
      const changes = toChanges(kind, data, isGameError(error, 'refused') ? 'refused' : 'failed');
      await finish({ ...intent, outcome: { failed } }, changes, context);
      if (kind.notDone) await showProgress(noticeView(kind.notDone(messages)));
      throw error;
    } finally {
      lease.end();
    }
  };

  /** Replaces the expected write, unless the person has been told that nothing was done. */
  const replaceExpected = async (intent: Intent, language: Language): Promise<void> => {
    await intents.renew(intent.id);
    const kept = await intents.get(intent.id);
    if (!kept || kept.outcome) throw new UserError(kitIn(language).errors.interrupted);
    await intents.save(intent);
  };

  /** Interactions whose expected writes haven't started. */
  const expected = new Set<string>();

  return {
    isFrozen: freeze.isFrozen,
    /** Call before acknowledging an interaction that will write: if this process dies before the
     * write starts, the person learns that nothing was done. Call the result after the answer. */
    async expect(origin: Origin, kind: AnyWriteKind): Promise<() => Promise<void>> {
      const { id } = origin.interaction;
      const isFirst = await intents.begin(toIntent({ ...origin, me: { uid: '', name: '' } }, kind.name, undefined));
      if (isFirst) expected.add(id);
      return async () => {
        if (expected.delete(id)) await intents.drop(id);
      };
    },
    /** Makes a write once, whatever happens to the process or the store: intent → request → outcome
     * or look-up → audit → view. Throws a {@link UserError} if it already started, or why it
     * failed. */
    async once<D>(
      context: Context,
      kind: WriteKind<D, unknown, unknown>,
      data: NoInfer<D>,
      confirmed?: Confirmed,
    ): Promise<MessageView> {
      const { language, idFor } = context;
      await context.defer();
      const intent = toIntent(context, kind.name, data, confirmed?.id);
      if (expected.delete(intent.id)) await replaceExpected(intent, language);
      // Pressed again: shows the outcome if it's known.
      else if (!(await intents.begin(intent))) {
        const kept = await intents.get(intent.id);
        const isNoted = kept?.data === undefined && !kept?.outcome && kept?.person.id === context.person.id;
        // The store kept the expected write, although its answer was lost.
        if (!isNoted) return viewOf(language, kind, await findOwn(context, kind, intent.id), idFor);
        await replaceExpected(intent, language);
      }
      const sent = await request(context, kind, data, intent, confirmed);
      const done = { ...sent.intent, outcome: { result: sent.outcome } };
      await finish(done, kind.changes(data, sent.outcome), context);
      const outcome = (await kind.after?.(context, data, sent.outcome).catch(() => undefined)) ?? sent.outcome;
      const finished = { id: intent.id, data, outcome, startedAt: intent.startedAt };
      return kind.view(inLanguage(kind.messages, language), finished, idFor);
    },
    /** Looks up an open outcome again and returns its view. Only reads. */
    lookAgain: (context: Context, kind: AnyWriteKind, id: string): Promise<MessageView> =>
      // One at a time, so that a failed look-up can't replace another's result.
      context.services.store.withLock(`write:${id}`, async () => {
        const intent = await findOwn(context, kind, id);
        const last = 'result' in intent.outcome ? kind.outcome.parse(intent.outcome.result) : undefined;
        if (last === undefined || !kind.isOpen(last)) return viewOf(context.language, kind, intent, context.idFor);
        const [data, baseline] = [kind.data.parse(intent.data), kind.baseline.parse(intent.baseline)];
        const result = await kind.lookUp(context, data, baseline, last);
        await finish({ ...intent, outcome: { result } }, kind.changes(data, result), context);
        return viewOf(context.language, kind, { ...intent, outcome: { result } }, context.idFor);
      }),
    /** The view of an earlier write. Throws a {@link UserError} if its outcome isn't known. */
    show: async (context: Context, kind: AnyWriteKind, id: string): Promise<MessageView> =>
      viewOf(context.language, kind, await findOwn(context, kind, id), context.idFor),
    /** The person's own write as this character, to base another on. Throws a {@link UserError} if
     * there is none, or only one from a backup, on which another may be based already. */
    async find<D, O>(context: Context, kind: WriteKind<D, unknown, O>, id: string): Promise<Finished<D, O>> {
      const intent = await findOwn(context, kind, id);
      const { outcome, data, startedAt } = intent;
      if ('failed' in outcome || (await intents.isRestored(intent)))
        throw new UserError(kind.gone(inLanguage(kind.messages, context.language)));
      return { id, data: kind.data.parse(data), outcome: kind.outcome.parse(outcome.result), startedAt };
    },
  };
}

/** Stores the outcome and records it in the audit trail. */
export async function finishWrite(
  { intents, audit }: Pick<Parts, 'intents' | 'audit'>,
  intent: Intent,
  changes: readonly Change[],
): Promise<void> {
  await intents.save(intent);
  await audit.record(intent, changes);
}

/** The view of a write with an outcome, from stored data only. */
export function viewOf(
  language: Language,
  kind: AnyWriteKind,
  { id, data, outcome, startedAt }: FinishedIntent,
  idFor: IdFor,
): MessageView {
  const messages = inLanguage(kind.messages, language);
  if ('failed' in outcome)
    return noticeView([outcome.failed, kind.notDone?.(messages)].filter(Boolean).join('\n'), 'warning');
  const write = { id, data: kind.data.parse(data), outcome: kind.outcome.parse(outcome.result), startedAt };
  return kind.view(messages, write, idFor);
}

/** The audit entries of a write without an outcome. */
export function toChanges(kind: AnyWriteKind, data: unknown, result: Change['result']): Change[] {
  return kind.changes(data).map((change) => ({ ...change, result }));
}

function toIntent(
  { person, me, server, interaction }: Origin & Pick<Acting, 'me'>,
  kind: string,
  data: unknown,
  id = interaction.id,
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
    startedAt: Date.now(),
  };
}
