import type { TokenSources } from '../account/accessToken.ts';
import type { Audit } from '../account/audit.ts';
import type { SealedStore } from '../account/sealedStore.ts';
import type { GameClient } from '../game/client.ts';
import type { Logger } from '../log.ts';
import type { Running } from '../running.ts';
import { every } from '../time/every.ts';
import { KIT_TEXTS, languageOf } from '../view/language.ts';
import type { Claims } from './claims.ts';
import type { Delivery } from './delivery.ts';
import { type Intent, type IntentOutcome, type Intents, keepLease } from './intents.ts';
import type { AnyWriteKind, Change } from './kind.ts';
import { type FinishedIntent, findOutcome, toChanges, toResults } from './outcome.ts';

export type TakeoverOptions = {
  delivery: Pick<Delivery, 'tell'>;
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
const NO_ENTRIES = { ids: [], isAll: true };
/** Looks up the outcome of each write whose process died, and tells its person. */
export function createTakeover(options: TakeoverOptions) {
  const { intents, claims, audit, delivery, game, tokenSources, running, log } = options;
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
      person: { ...person, since: intent.startedAt },
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
      const isTold = await delivery.tell(kind, finished);
      if (await intents.isErased(finished)) await intents.drop(id);
      else if (isTold) await intents.settle(finished);
      else await intents.release(id);
      log.info({ writeId: id, kind: intent.kind, isTold }, 'found out what became of a write that its process left');
      return finished;
    } finally {
      lease.end();
    }
  };

  const findAllOf = async (personId: string): Promise<Intent[]> => {
    const ids = new Set((await audit.of(personId)).flatMap(({ id }) => id ?? []));
    return (await Promise.all([...ids].map((id) => intents.getOwn(id, personId)))).filter(
      (intent) => intent !== undefined,
    );
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
    /** Looks up the person's open writes and reports them. False if some are still open. */
    async resolve(personId: string): Promise<boolean> {
      for (const { id, outcome } of await findAllOf(personId)) if (!outcome) await takeOver(id);
      return (await findAllOf(personId)).every(({ outcome }) => outcome);
    },
    /** The person's writes as they are stored, without the tokens of their interactions. */
    exportOf: async (personId: string): Promise<Record<string, unknown>> => ({
      confirmedWrites: (await findAllOf(personId)).map(({ interaction: _, ...intent }) => intent),
    }),
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
