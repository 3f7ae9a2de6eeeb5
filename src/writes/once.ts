import type { Audit } from '../account/audit.ts';
import type { Game } from '../game/client.ts';
import { GameError, isGameError } from '../game/errors.ts';
import type { LastLook } from '../game/request/call.ts';
import type { Logger } from '../log.ts';
import { withTimeout } from '../time/withTimeout.ts';
import { explain, noticeView, UserError } from '../view/errorView.ts';
import { KIT_TEXTS } from '../view/language.ts';
import type { Language } from '../view/languages.ts';
import type { MessageView } from '../view/message.ts';
import type { Claims } from './claims.ts';
import { type Confirmed, createDeparture, type Departure } from './departure.ts';
import type { Freeze } from './freeze.ts';
import { type Intent, type IntentOutcome, type Intents, keepLease } from './intents.ts';
import type { Acting, AnyWriteKind, Change, Expected, Finished, WriteKind, Writing } from './kind.ts';

/** The person, server and interaction that asked for a write. */
type Origin = {
  person: Intent['person'];
  server: Intent['server'];
  interaction: Intent['interaction'] & { id: string };
};

/** The parts of a handler's context that a write needs. */
type Context = Acting &
  Origin & {
    deadline: { lift(): void };
    defer: () => Promise<unknown>;
    showProgress: (view: MessageView) => Promise<void>;
    afterReply: (work: () => Promise<void>) => void;
    /** The game, for one write. */
    gameWith: (lastLook: LastLook) => Game;
  };

export type Writes = ReturnType<typeof createWrites>;

/** An intent with an outcome. The outcome may still be unknown. */
export type FinishedIntent = Intent & { outcome: IntentOutcome };

type Parts = { intents: Intents; claims: Claims; audit: Audit; freeze: Pick<Freeze, 'isFrozen'>; log: Logger };

/** How long a receipt waits for the entry in the game's log. */
const MAX_IDENTIFYING_MS = 8_000;
const MAX_LOOK_UPS = 5;
/** Whose write isn't known yet. */
const NO_ONE = { uid: '', name: '' };

/** Sends each write at most once. {@link createTakeover} finishes the writes of dead processes. */
export function createWrites(parts: Parts) {
  const { intents, claims, audit, freeze, log } = parts;

  /** If the store fails, the person still gets the answer, and a takeover checks later. */
  const finish = async (intent: Intent, changes: readonly Change[], context: Context): Promise<void> => {
    try {
      await intents.save(intent);
      await audit.record(intent, changes);
      context.afterReply(() => intents.settle(intent));
    } catch (err) {
      log.error({ err, writeId: intent.id }, "could not store a write's outcome");
      // A takeover would look up what was never sent, and might find the person's next try.
      if (intent.outcome && 'failed' in intent.outcome) await intents.drop(intent.id).catch(() => {});
    }
  };

  const findOwn = async ({ person, me, language }: Context, kind: AnyWriteKind, id: string) => {
    const intent = await intents.get(id);
    const isOwn = intent?.person.id === person.id && intent.character.uid === me.uid && intent.kind === kind.name;
    if (!isOwn || !intent.outcome) throw new UserError(kind.gone(kind.texts[language]));
    return { ...intent, outcome: intent.outcome };
  };

  /** Sends the request. If it certainly failed, stores that and throws. */
  const request = async (
    context: Context,
    kind: AnyWriteKind,
    begun: Intent,
    confirmed: Confirmed | undefined,
  ): Promise<{ intent: Intent; outcome: unknown }> => {
    const { language, showProgress, deadline } = context;
    const { data } = begun;
    const texts = kind.texts[language];
    const writing: Writing = { ...context, evidence: claims.evidenceOf(begun) };
    const lease = keepLease(intents, begun.id, log);
    let intent = begun;
    let departure: Departure | undefined;
    try {
      const baseline = await kind.before(writing, data);
      // The last look checks this again. Here, the confirmation isn't used up yet.
      if (await freeze.isFrozen()) throw new UserError(texts.errors.frozen);
      intent = { ...begun, baseline };
      if (kind.entries) await claims.begin(intent);
      const onSending = async (): Promise<void> => {
        await audit.record(intent, toChanges(kind, data, 'pending'));
        // Without waiting: an edit that hangs must not hold up the request.
        if (kind.sendingView) void showProgress(kind.sendingView(texts, data));
      };
      const { errors } = texts;
      const looks = { confirmed, lease, errors, gone: kind.gone(texts), onSending, onReady: () => deadline.lift() };
      departure = createDeparture(begun, intent, { intents, freeze, ...looks });
      const { lastLook } = departure;
      const sent = await kind.send({ ...context, game: context.gameWith(lastLook) }, data, baseline, showProgress);
      return { intent, outcome: await identify(kind, intent, sent, writing) };
    } catch (error) {
      if (departure && mayBeDone(error, departure)) {
        if (kind.lostView) await showProgress(kind.lostView(texts, data));
        return { intent, outcome: await lookUp(kind, intent, writing) };
      }
      if (departure?.stage === 'lost') throw error;
      // If this fails: in the list, a write that was not sent does no harm.
      if (kind.entries) await claims.end(begun).catch(() => {});
      // If this fails, a takeover reports it later as never sent.
      if (!departure || departure.stage === 'begun') await intents.drop(begun.id).catch(() => {});
      if (departure?.stage !== 'sending') throw error;
      const failed = explain(texts, error)?.sentence ?? texts.errors.interrupted;
      const changes = toChanges(kind, data, isGameError(error, 'refused') ? 'refused' : 'failed');
      await finish({ ...intent, outcome: { failed } }, changes, context);
      if (kind.notDone) await showProgress(noticeView(kind.notDone(texts)));
      throw error;
    } finally {
      lease.end();
    }
  };

  const lookUp = async (kind: AnyWriteKind, intent: Intent, writing: Writing): Promise<unknown> => {
    const { data, baseline } = intent;
    return await findOutcome(claims, kind, intent, () => kind.lookUp(writing, data, baseline)).catch((cause) => {
      // What is stored says that it may have been sent, so a takeover will find out.
      throw new GameError({ code: 'outcome_unknown', reason: 'the look-up failed' }, { cause });
    });
  };

  /** The outcome with the entries that show it, if they can be read in time. */
  const identify = async (
    kind: AnyWriteKind,
    intent: Intent,
    answered: unknown,
    writing: Writing,
  ): Promise<unknown> => {
    const { data, baseline } = intent;
    try {
      const look = async () => (await kind.identify?.(writing, data, baseline, answered)) ?? answered;
      return await withTimeout(findOutcome(claims, kind, intent, look), MAX_IDENTIFYING_MS);
    } catch (err) {
      log.info({ err, writeId: intent.id }, 'could not find the entry of a write that was answered');
      return answered;
    }
  };

  /** Replaces the expected write, unless the person has been told that nothing was done. */
  const replaceExpected = async (intent: Intent, language: Language): Promise<void> => {
    await intents.renew(intent.id);
    const isReplaced = await intents.change(intent.id, ({ outcome }) => (outcome ? undefined : intent));
    if (!isReplaced) throw new UserError(KIT_TEXTS[language].errors.interrupted);
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
      context: Context,
      kind: WriteKind<D, unknown, unknown>,
      data: NoInfer<D>,
      confirmed?: Confirmed,
    ): Promise<MessageView> {
      const { language } = context;
      await context.defer();
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
    lookAgain: (context: Context, kind: AnyWriteKind, id: string): Promise<MessageView> =>
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
    show: async (context: Context, kind: AnyWriteKind, id: string): Promise<MessageView> =>
      viewOf(context.language, kind, await findOwn(context, kind, id)),
    /** Finds this person's earlier write as this character. Throws a {@link UserError} if it's
     * missing, or older than a restore. */
    async find<D, O>(context: Context, kind: WriteKind<D, unknown, O>, id: string): Promise<Finished<D, O>> {
      const intent = await findOwn(context, kind, id);
      const { outcome, data, startedAt } = intent;
      if ('failed' in outcome || (await intents.isRestored(intent)))
        throw new UserError(kind.gone(kind.texts[context.language]));
      return { id, data: kind.data.parse(data), outcome: kind.outcome.parse(outcome.result), startedAt };
    },
  };
}

/** What `look` finds. Before anyone is told, the write has claimed the entries that show it. */
export async function findOutcome(
  claims: Claims,
  kind: AnyWriteKind,
  intent: Intent,
  look: () => Promise<unknown>,
): Promise<unknown> {
  for (let looks = 1; ; looks += 1) {
    const outcome = await look();
    const entries = kind.entries?.(outcome, intent.data);
    if (!entries || (await claims.take(intent, entries))) return outcome;
    // Another write got one of them meanwhile, so the next look will leave it out.
    if (looks === MAX_LOOK_UPS) throw new Error('Other writes keep taking the entries that are found.');
  }
}

/** Any error after a request has left, unless it clearly says that nothing was done. */
function mayBeDone(error: unknown, { hasLeft }: Departure): boolean {
  if (isGameError(error, 'outcome_unknown')) return true;
  return hasLeft && !(error instanceof GameError) && !(error instanceof UserError);
}

/** The view of a write with an outcome, from stored data only. */
export function viewOf(
  language: Language,
  kind: AnyWriteKind,
  { id, data, outcome, startedAt }: FinishedIntent,
): MessageView {
  const texts = kind.texts[language];
  if ('failed' in outcome)
    return noticeView([outcome.failed, kind.notDone?.(texts)].filter(Boolean).join('\n'), 'warning');
  const write = { id, data: kind.data.parse(data), outcome: kind.outcome.parse(outcome.result), startedAt };
  return kind.view(texts, write);
}

/** The audit entries of a write with this result, as it is stored. */
export function toResults(kind: AnyWriteKind, { data }: Pick<Intent, 'data'>, result: unknown): Change[] {
  return kind.changes(kind.data.parse(data), kind.outcome.parse(result));
}

/** The audit entries of a write without an outcome. */
export function toChanges(kind: AnyWriteKind, data: unknown, result: Change['result']): Change[] {
  return kind.changes(kind.data.parse(data)).map((change) => ({ ...change, result }));
}

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
