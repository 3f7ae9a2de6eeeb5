import { ComponentType } from 'discord-api-types/v10';
import { z } from 'zod';
import type { TokenSources } from '../account/accessToken.ts';
import type { Audit } from '../account/audit.ts';
import type { SealedStore } from '../account/sealedStore.ts';
import type { GameClient } from '../game/client.ts';
import type { Logger } from '../log.ts';
import type { Running } from '../running.ts';
import { collection } from '../store/declared.ts';
import { every } from '../time/every.ts';
import { KIT_TEXTS, languageOf } from '../view/language.ts';
import type { MessageView } from '../view/message.ts';
import { timestamp } from '../view/text.ts';
import type { Claims } from './claims.ts';
import { type Intent, type IntentOutcome, type Intents, keepLease } from './intents.ts';
import type { AnyWriteKind, Change } from './kind.ts';
import { type FinishedIntent, findOutcome, toChanges, toResults, viewOf } from './once.ts';

/** False if Discord refuses, e.g. an expired token. Throws any other error. */
type Answer = (interaction: Intent['interaction'] & { user: { id: string } }, view: MessageView) => Promise<boolean>;

export type TakeoverOptions = {
  editAnswer: Answer;
  /** Sends another private message about an interaction. */
  followUp: Answer;
  /** Undefined if it couldn't be sent. */
  sendDirectMessage: (discordUserId: string, view: MessageView) => Promise<unknown>;
  kinds: readonly AnyWriteKind[];
  intents: Intents;
  claims: Claims;
  audit: Audit;
  game: GameClient;
  tokenSources: TokenSources;
  sealed: SealedStore;
  running: Running;
  log: Logger;
};

export type Takeover = ReturnType<typeof createTakeover>;

const SWEEP_EVERY_MS = 5_000;
const MAX_AT_ONCE = 20;
/** How long an unknown outcome is looked up again, in case the game is still working. */
const LOOK_FOR_MS = 30_000;
/** Discord accepts an interaction's token for 15 minutes. */
const EDITABLE_MS = 14.5 * 60_000;
const NO_ENTRIES = { ids: [], isAll: true };
/** Ids of the writes whose outcomes couldn't be delivered. */
const UNDELIVERED = collection('write-untold', z.array(z.string()), {
  about: 'person',
  says: 'writes',
  keptForMs: 7 * 24 * 60 * 60_000,
});

/** Looks up the outcome of each write whose process died, and tells its person. */
export function createTakeover(options: TakeoverOptions) {
  const { intents, claims, audit, game, tokenSources, running, log } = options;
  const { sendDirectMessage, editAnswer, followUp } = options;
  const { now, kept } = options.sealed;
  const kinds = new Map(options.kinds.map((kind) => [kind.name, kind]));

  const findOut = async (
    kind: AnyWriteKind,
    intent: Intent,
  ): Promise<{ outcome: IntentOutcome; changes: Change[] }> => {
    const { person, character } = intent;
    const language = languageOf(person.locale);
    if (intent.baseline === undefined) {
      const { errors } = KIT_TEXTS[language];
      const interrupted = intent.confirms === undefined ? errors.interrupted : errors.stillConfirmable;
      const [failed, result] = (await intents.isRestored(intent))
        ? ([errors.restored, 'unknown'] as const)
        : ([interrupted, 'failed'] as const);
      const changes = intent.data === undefined ? [] : toChanges(kind, kind.data.parse(intent.data), result);
      return { outcome: { failed }, changes };
    }
    const data = kind.data.parse(intent.data);
    const acting = {
      game: game.actingAs(tokenSources.of(person.id)),
      me: character,
      person,
      language,
      services: { now, kept },
    };
    const baseline = kind.baseline.parse(intent.baseline);
    const writing = { ...acting, evidence: claims.evidenceOf(intent) };
    const result = await findOutcome(claims, kind, intent, () => kind.lookUp(writing, data, baseline));
    return { outcome: { result }, changes: toResults(kind, intent, result) };
  };

  /** The write with its outcome; undefined while it's too early to call an open outcome final, or if
   * another process sent it or found its outcome meanwhile. */
  const finish = async (kind: AnyWriteKind, intent: Intent): Promise<FinishedIntent | undefined> => {
    const isFinal = ({ outcome }: Intent): boolean =>
      outcome !== undefined && !('result' in outcome && kind.isOpen(kind.outcome.parse(outcome.result)));
    if (intent.outcome && isFinal(intent)) {
      const { outcome } = intent;
      // Its process may have died before it wrote the trail.
      if (intent.data !== undefined && (await audit.isOpen(intent)))
        await audit.record(
          intent,
          'result' in outcome ? toResults(kind, intent, outcome.result) : toChanges(kind, intent.data, 'failed'),
        );
      return { ...intent, outcome };
    }
    const { outcome, changes } = await findOut(kind, intent);
    const finished = { ...intent, outcome };
    if (!isFinal(finished) && now() - intent.startedAt < LOOK_FOR_MS) return undefined;
    const isUnchanged = (stored: Intent): boolean =>
      !isFinal(stored) && (stored.baseline === undefined) === (intent.baseline === undefined);
    if (!(await intents.change(intent.id, (stored) => (isUnchanged(stored) ? finished : undefined)))) return undefined;
    await audit.record(intent, changes);
    return finished;
  };

  const toView = (kind: AnyWriteKind, intent: FinishedIntent): MessageView =>
    viewOf(languageOf(intent.person.locale), kind, intent);

  /** Edits the answer or sends a DM. If both fail: false, and the next command shows it. */
  const tell = async (kind: AnyWriteKind, intent: FinishedIntent): Promise<boolean> => {
    const { id, person, interaction, startedAt, confirms } = intent;
    const view = toView(kind, intent);
    // The message with the buttons must stay as it is while they work.
    const answer = confirms === undefined ? editAnswer : followUp;
    if (now() - startedAt < EDITABLE_MS && (await answer({ ...interaction, user: person }, view))) return true;
    const { errors } = KIT_TEXTS[languageOf(person.locale)];
    const heading = errors.aboutCommand(timestamp(new Date(startedAt)));
    if (await sendDirectMessage(person.id, withHeading(view, heading))) return true;
    const undelivered = kept(UNDELIVERED, person);
    await undelivered.locked(async () => undelivered.set([...((await undelivered.get()) ?? []), id]));
    return false;
  };

  /** The write with its outcome, if that is known. */
  const takeOver = async (id: string): Promise<FinishedIntent | undefined> => {
    const intent = await intents.get(id);
    const kind = intent && kinds.get(intent.kind);
    // The write that was confirmed has begun, so that is what the person is told about.
    const isDone = !intent || (intent.confirms !== undefined && (await intents.get(intent.confirms)));
    if (isDone) await intents.drop(id);
    else if (!kind) log.warn({ writeId: id, kind: intent.kind }, 'a write waits for a release that knows its kind');
    if (isDone || !kind) return undefined;
    const lease = keepLease(intents, id, log);
    try {
      const finished = await finish(kind, intent);
      if (!finished) return undefined;
      const isTold = await tell(kind, finished);
      if (await intents.isErased(finished)) await intents.drop(id);
      else if (isTold) await intents.settle(finished);
      else await intents.release(id);
      log.info({ writeId: id, kind: intent.kind, isTold }, 'found out what became of a write that its process left');
      return finished;
    } finally {
      lease.end();
    }
  };

  /** The lists of ids aren't sealed, so an id could be another person's. */
  const findOwn = async (id: string, personId: string): Promise<Intent | undefined> => {
    const intent = await intents.get(id);
    return intent?.person.id === personId ? intent : undefined;
  };

  const findAllOf = async (personId: string): Promise<Intent[]> => {
    const ids = new Set((await audit.of(personId)).flatMap(({ id }) => id ?? []));
    return (await Promise.all([...ids].map((id) => findOwn(id, personId)))).filter((intent) => intent !== undefined);
  };

  const sweep = async (): Promise<void> => {
    const ids = await intents.takeOver(MAX_AT_ONCE);
    await Promise.all(
      ids.map((id) =>
        takeOver(id).catch((err: unknown) => log.error({ err, writeId: id }, 'could not finish a write that was left')),
      ),
    );
  };

  return {
    /** Takes over writes with expired leases, every few seconds. Returns a function to stop. */
    start(): () => void {
      const onError = (err: unknown): void => log.warn({ err }, 'could not look for writes that were left');
      const run = async (): Promise<void> => {
        if (!running.isStopping) await running.track(sweep());
      };
      const start = (): void => void run().catch(onError);
      start();
      // Without waiting: a write that takes long mustn't hold up the others.
      return every(SWEEP_EVERY_MS, start);
    },
    /** Starts to read the outcomes that couldn't be delivered; the returned function shows them. */
    findUndelivered(personId: string): (show: (view: MessageView) => Promise<unknown>) => Promise<void> {
      const undelivered = kept(UNDELIVERED, { id: personId });
      const found = undelivered.get();
      found.catch(() => {});
      return async (show) => {
        if (!(await found)) return;
        // Another command of the person may have shown them meanwhile.
        const ids = (await undelivered.get()) ?? [];
        const told: string[] = [];
        const showOne = async (id: string): Promise<void> => {
          const intent = await findOwn(id, personId);
          const kind = intent && kinds.get(intent.kind);
          if (!kind || !intent.outcome) return;
          const finished = { ...intent, outcome: intent.outcome };
          await show(toView(kind, finished));
          await intents.settle(finished);
        };
        // One that can't be shown is kept and doesn't block the others.
        for (const id of ids) {
          await showOne(id).then(
            () => told.push(id),
            (err: unknown) => log.error({ err, writeId: id }, 'could not tell what became of a write'),
          );
        }
        await undelivered.locked(async () => {
          const rest = ((await undelivered.get()) ?? []).filter((id) => !told.includes(id));
          if (rest.length > 0) await undelivered.set(rest);
          else await undelivered.delete();
        });
      };
    },
    /** Looks up the person's open writes and reports them. False if some are still open. */
    async resolve(personId: string): Promise<boolean> {
      for (const { id, outcome } of await findAllOf(personId)) if (!outcome) await takeOver(id);
      return (await findAllOf(personId)).every(({ outcome }) => outcome);
    },
    /** Finishes the person's open writes and erases all of them. */
    async erase(personId: string): Promise<void> {
      await intents.noteErasure(personId);
      for (const intent of await findAllOf(personId)) {
        const { outcome } = intent.outcome ? intent : ((await takeOver(intent.id)) ?? {});
        const kind = kinds.get(intent.kind);
        const entries =
          outcome && 'result' in outcome && kind?.entries?.(kind.outcome.parse(outcome.result), intent.data);
        await claims.erase(intent, entries || NO_ENTRIES);
        await intents.drop(intent.id);
      }
    },
  };
}

function withHeading({ components, ...view }: MessageView, heading: string): MessageView {
  return { ...view, components: [{ type: ComponentType.TextDisplay, content: heading }, ...components] };
}
