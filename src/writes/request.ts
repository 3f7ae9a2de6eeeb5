import type { Audit } from '../account/audit.ts';
import type { Game } from '../game/client.ts';
import { GameError, isGameError } from '../game/errors.ts';
import type { LastLook } from '../game/request/call.ts';
import type { Logger } from '../log.ts';
import { withTimeout } from '../time/withTimeout.ts';
import { explain, noticeView, UserError } from '../view/errorView.ts';
import type { MessageView } from '../view/message.ts';
import type { Claims } from './claims.ts';
import { type Confirmed, createDeparture, type Departure } from './departure.ts';
import type { Freeze } from './freeze.ts';
import { type Intent, type Intents, keepLease } from './intents.ts';
import type { Acting, AnyWriteKind, Change, Writing } from './kind.ts';
import { findOutcome, toChanges } from './outcome.ts';

/** The person, server and interaction that asked for a write. */
export type Origin = {
  person: Intent['person'];
  server: Intent['server'];
  interaction: Intent['interaction'] & { id: string };
};

/** The parts of a handler's context that a write needs. */
export type WriteContext = Acting &
  Origin & {
    deadline: { lift(): void };
    defer: () => Promise<unknown>;
    /** Of a command that runs again. */
    confirmed?: Confirmed | undefined;
    showProgress: (view: MessageView) => Promise<void>;
    afterReply: (work: () => Promise<void>) => void;
    /** The game, for one write. */
    gameWith: (lastLook: LastLook) => Game;
  };

export type WriteParts = {
  /** Whether a batch of the person is about to do the same. */
  isUnderWay: (personId: string, write: { kind: string; data: unknown }) => Promise<boolean>;
  intents: Intents;
  claims: Claims;
  audit: Audit;
  freeze: Pick<Freeze, 'isFrozen'>;
  log: Logger;
};

/** How long a receipt waits for the entry in the game's log. */
const MAX_IDENTIFYING_MS = 8_000;

/** The one request of a write, and what is stored of its end. */
export function createRequests({ intents, claims, audit, freeze, log }: WriteParts) {
  /** If the store fails, the person still gets the answer, and a takeover checks later. */
  const finish = async (intent: Intent, changes: readonly Change[], context: WriteContext): Promise<void> => {
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

  /** Sends the request. If it certainly failed, stores that and throws. */
  const request = async (
    context: WriteContext,
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

  return { request, finish };
}

/** Any error after a request has left, unless it clearly says that nothing was done. */
function mayBeDone(error: unknown, { hasLeft }: Departure): boolean {
  if (isGameError(error, 'outcome_unknown')) return true;
  return hasLeft && !(error instanceof GameError) && !(error instanceof UserError);
}
