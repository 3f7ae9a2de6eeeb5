import { GameError, isGameError } from '../game/errors.ts';
import type { Scope } from '../game/scopes.ts';
import type { Logger } from '../log.ts';
import { withTimeout } from '../time/withTimeout.ts';
import { AlreadyUsed, explain, noticeView, UserError } from '../view/errorView.ts';
import type { MessageView } from '../view/message.ts';
import {
  type Change,
  newState,
  newVersion,
  type Outcome,
  type Proposal,
  type RowState,
  toChange,
  toKey,
  toState,
} from './change.ts';
import { type Changes, keepLease } from './changes.ts';
import type { Claims } from './claims.ts';
import { createFinalCheck } from './finalCheck.ts';
import type { Freeze } from './freeze.ts';
import type { AnySingleKind, AuditedChange, Confirmed, LookUpContext, WriteContext } from './kind.ts';
import type { Memory } from './memory.ts';
import { createOnePayment } from './onePayment.ts';
import { type createOutcomes, toEnded, viewOf } from './outcomes.ts';
import type { PaidMeanwhileGuard } from './paidMeanwhile.ts';
import type { Recorded, Recorder } from './recorder.ts';

export type SenderParts = {
  /** True if one of the person's lists will do the same. */
  isUnderWay: (personId: string, write: { kind: string; data: unknown }) => Promise<boolean>;
  changes: Changes;
  memory: Memory;
  claims: Claims;
  paid: PaidMeanwhileGuard;
  outcomes: ReturnType<typeof createOutcomes>;
  recorder: Recorder;
  freeze: Pick<Freeze, 'isFrozen'>;
  /** Throws if the person has unlinked this character, or the link lacks this scope. */
  checkLink: (change: Pick<Change, 'person' | 'character'>, scope: Scope) => Promise<void>;
  log: Logger;
};

/** A proposal, and its change if it began. */
export type KnownChange = { proposal: Proposal; change?: Change | undefined };

/** `begun`: may be stored. `sent`: may have left. `lost`: another process or press has it. */
type Stage = 'proposed' | 'begun' | 'sent' | 'lost';

/** Max wait of a receipt for its entry in the game's log. */
const MAX_IDENTIFYING_MS = 8_000;

/** Sends single changes within their interaction, each at most once. */
export function createSender(parts: SenderParts) {
  const { isUnderWay, changes, memory, claims, outcomes, recorder, freeze, checkLink, log } = parts;
  /** Versions of notes (undefined if another process noted it) and running changes, by key. */
  const notes = new Map<string, Promise<string | undefined>>();
  const running = new Map<string, Change>();

  /** If the store fails, the person still gets the response; the outcome is stored later. */
  const end = async (
    kind: AnySingleKind,
    change: Change,
    outcome: Outcome,
    { afterReply }: WriteContext,
    state?: RowState,
  ): Promise<Change> => {
    const [key, ended] = [toKey(change), toEnded(kind, change, outcome, changes.now(), state)];
    try {
      await memory.keep(ended);
    } catch (err) {
      log.error({ err, changeId: change.id }, 'could not store the outcome of a change');
      // A look-up of what wasn't done might find the person's next attempt.
      if ('failed' in outcome) {
        await changes.forget(key).catch(() => {});
        afterReply(() => recorder.recordUnstored(ended));
        return ended;
      }
    }
    const recording = recorder.record(ended);
    afterReply(() => endNotified(ended, recording));
    return ended;
  };

  /** Call once the person has read the outcome. */
  const endNotified = async (ended: Change, recording: Promise<Recorded>): Promise<void> => {
    const key = toKey(ended);
    memory.noteNotified(key);
    const recorded = await recorder.settled(recording);
    // Stored first: whoever records it later must not tell the person again.
    if (!recorded.isRecorded) await memory.save(key);
    await recorder.schedule(ended, recorded);
  };

  /** Adds the entries that show the outcome, if they can be read in time. */
  const identify = async (kind: AnySingleKind, change: Change, answered: unknown, context: LookUpContext) => {
    const data = change.rows[0]?.data;
    try {
      const find = async () => (await kind.identify?.(context, data, change.baseline, answered)) ?? answered;
      return await withTimeout(outcomes.findAndClaim(kind, change, find), MAX_IDENTIFYING_MS);
    } catch (err) {
      log.info({ err, changeId: change.id }, 'could not find the entry of a change that was answered');
      return answered;
    }
  };

  const sendOnce = async (
    context: WriteContext,
    kind: AnySingleKind,
    proposal: Proposal,
    begun: Change,
    confirmed?: Confirmed,
  ): Promise<MessageView> => {
    const { language, person, deadline, showProgress } = context;
    const [key, texts, data] = [toKey(proposal), kind.texts[language], kind.row.parse(proposal.rows[0])];
    const { errors } = texts;
    const note = await notes.get(key);
    notes.delete(key);
    let change = begun;
    let stage = 'proposed' as Stage;
    const { since } = person;
    const payment = createOnePayment(parts, kind, proposal, { since, sentence: texts.batch.paidMeanwhile });
    const { requireUnpaid } = payment;
    const withEvidence: LookUpContext = { ...context, evidence: claims.evidenceOf(change), requireUnpaid };
    const lease = keepLease(changes, key, log);
    const requireValid = (): void => {
      if (proposal.expiresAt !== undefined && proposal.expiresAt <= changes.now())
        throw new UserError(kind.expired?.(texts) ?? kind.gone(texts));
    };
    const requireNotFrozen = async (): Promise<void> => {
      if (await freeze.isFrozen()) throw new UserError(errors.frozen);
    };
    // A failover may have restored an older state, or another process said that it wasn't sent.
    const requireOwn = async (): Promise<void> => {
      const [state, noted] = await Promise.all([changes.getState(key), changes.noteOf(key)]);
      const isGivenUp = note !== undefined && noted?.version !== note;
      if (isGivenUp || state?.version !== change.version) throw new UserError(errors.interrupted);
    };
    // Erasing deletes states, also of what was done: a press that found the proposal before could
    // begin it again.
    const requireNotErased = async (): Promise<void> => {
      if (await changes.isErased({ person, startedAt: proposal.askedAt })) throw new UserError(errors.interrupted);
    };
    const finalCheck = createFinalCheck({
      async store() {
        if (stage !== 'proposed') return;
        // Checked only now: the confirmation stays usable if the game is unavailable.
        requireValid();
        if (confirmed && !(await confirmed.take())) throw new AlreadyUsed(kind.gone(texts));
        // Set first: a failed write may still have been stored.
        stage = 'begun';
        if (!(await changes.begin(key, toState(proposal, change)))) {
          stage = 'lost';
          throw new AlreadyUsed(errors.interrupted);
        }
        memory.remember(change, 'settled');
        // It may have expired meanwhile, and its message may say so.
        requireValid();
      },
      async replicate() {
        await changes.replicate(key);
        // Not awaited: a hanging edit must not hold up the request.
        if (kind.sendingView) void showProgress(kind.sendingView(texts, data));
        deadline.lift();
      },
      maySend: () =>
        Promise.all([requireNotFrozen(), requireOwn(), requireNotErased(), checkLink(proposal, kind.scope)]),
      lease,
      tooLate: () => new UserError(errors.interrupted),
      onSend() {
        stage = 'sent';
      },
    });
    try {
      if (await isUnderWay(person.id, { kind: kind.name, data })) throw new AlreadyUsed(errors.underWay);
      await payment.enter();
      const requireKnown = async (): Promise<void> => {
        if (await changes.isRestored({ startedAt: proposal.askedAt })) throw new AlreadyUsed(kind.gone(texts));
      };
      // The final check reads the freeze again. Here, the confirmation isn't used up yet.
      const checks = [requireNotFrozen(), requireKnown(), changes.prepare(proposal)];
      const [baseline] = await Promise.all([kind.before(withEvidence, data), ...checks]);
      change = { ...change, baseline };
      if (kind.entries) await claims.begin(change);
      const answered = await kind.send(
        { ...context, game: context.gameWith(finalCheck) },
        data,
        baseline,
        showProgress,
      );
      const result = await identify(kind, change, answered, withEvidence);
      const ended = await end(kind, change, { result }, context);
      const shown = (await kind.after?.(context, data, result).catch(() => undefined)) ?? result;
      return viewOf(language, kind, { ...ended, outcome: { result: shown } });
    } catch (error) {
      if (mayBeDone(error, stage)) {
        if (kind.lostView) await showProgress(kind.lostView(texts, data));
        const found = await outcomes.lookUp(kind, change, context).catch((cause: unknown) => {
          // The state says that it may have been sent, so another process will find out.
          throw new GameError({ code: 'outcome_unknown', reason: 'the look-up failed' }, { cause });
        });
        return viewOf(language, kind, await end(kind, change, found, context));
      }
      const other = stage === 'lost' ? await changes.get(key) : undefined;
      if (other && other.phase !== 'unsent') return viewOf(language, kind, other);
      // Whoever has it erases it, too.
      if (stage === 'lost') throw error;
      // If this fails, the leftover claim of an unsent change does no harm.
      if (kind.entries) await claims.end(change).catch(() => {});
      if (stage === 'sent') {
        const failed = explain(texts, error)?.sentence ?? errors.interrupted;
        const by = toResult(error);
        await end(kind, change, { failed, by }, context, by === 'refused' ? by : 'failed');
        if (kind.notDone) await showProgress(noticeView(kind.notDone(texts)));
      } else {
        // Nothing was sent, so it can be confirmed again. If this fails, it stays due, and another
        // process says so.
        memory.forget(key);
        await giveBack(change).catch((err: unknown) => log.info({ err, change: key }, 'a change stays due'));
      }
      throw error;
    } finally {
      lease.end();
      // A new preview must not name this one.
      if (stage === 'sent') context.afterReply(() => payment.end(true));
      else await payment.end(false);
    }
  };

  /** Makes an unsent change confirmable again, unless its person erased it meanwhile. */
  const giveBack = async (change: Change): Promise<void> => {
    const key = toKey(change);
    if (!(await changes.isErased(change))) {
      await changes.release(key, change.version);
      return await changes.unschedule(key);
    }
    // The prepared records are erased too. As long as this press's state is there, no other begins.
    const isOwn = (await changes.getState(key))?.version === change.version;
    await (isOwn ? changes.forget(key) : changes.forgetUnbegun(key));
  };

  return {
    notes,
    isRunning: (key: string): boolean => running.has(key),
    /** Sends the change and returns its receipt, or what is known if it began before. Throws the
     * reason if it certainly failed. */
    async send(
      context: WriteContext,
      kind: AnySingleKind,
      { proposal, change }: KnownChange,
      confirmed?: Confirmed,
    ): Promise<MessageView> {
      const [key, { language, person, interaction }] = [toKey(proposal), context];
      // Only one of several presses begins it.
      const other = running.get(key) ?? memory.newestOf(key) ?? change;
      if (other) return viewOf(language, kind, other);
      const rows = [{ state: 'sending' as const, attempt: newVersion() }];
      const begun = toChange(proposal, newState({ startedAt: person.since ?? changes.now(), interaction, rows }));
      running.set(key, begun);
      return await sendOnce(context, kind, proposal, begun, confirmed).finally(() => running.delete(key));
    },
  };
}

/** The result for an error. Refusals by the bot itself aren't sent or recorded. */
function toResult(error: unknown): AuditedChange['result'] {
  if (isGameError(error, 'service_unavailable')) return 'failed';
  const lacking = ['token_rejected', 'scope_missing', 'rate_limited'];
  return error instanceof GameError && lacking.includes(error.code) ? 'lacking' : 'refused';
}

/** True if the request may have been done: it has left, and no error clearly denies that. */
function mayBeDone(error: unknown, stage: Stage): boolean {
  if (isGameError(error, 'outcome_unknown')) return true;
  return stage === 'sent' && !(error instanceof GameError) && !(error instanceof UserError);
}
