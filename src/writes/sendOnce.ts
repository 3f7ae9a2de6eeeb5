import { GameError, isGameError } from '../game/errors.ts';
import type { Scope } from '../game/scopes.ts';
import type { Logger } from '../log.ts';
import { withTimeout } from '../time/withTimeout.ts';
import { AlreadyUsed, explain, noticeView, UserError } from '../view/errorView.ts';
import type { MessageView } from '../view/message.ts';
import {
  type Asked,
  type Change,
  newState,
  newVersion,
  type Outcome,
  type RowState,
  toChange,
  toKey,
  toState,
} from './change.ts';
import { type Changes, keepLease } from './changes.ts';
import type { Claims } from './claims.ts';
import { createFinalCheck } from './finalCheck.ts';
import type { Freeze } from './freeze.ts';
import type { AnySingleKind, AuditedChange, Confirmed, WriteContext, Writing } from './kind.ts';
import type { Memory } from './memory.ts';
import { type createOutcomes, toEnded, viewOf } from './outcomes.ts';

export type SenderParts = {
  /** Whether a list of the person is about to do the same. */
  isUnderWay: (personId: string, write: { kind: string; data: unknown }) => Promise<boolean>;
  changes: Changes;
  memory: Memory;
  claims: Claims;
  outcomes: ReturnType<typeof createOutcomes>;
  freeze: Pick<Freeze, 'isFrozen'>;
  /** Throws if the person's link isn't to this character any more, or lacks this permission. */
  checkLink: (change: Pick<Change, 'person' | 'character'>, scope: Scope) => Promise<void>;
  log: Logger;
};

/** `change`: with what became of it, if it began. */
export type Known = { asked: Asked; change?: Change | undefined };

/** `begun`: its state may be stored. `sent`: a request may have left. `lost`: another process or press has it. */
type Stage = 'asked' | 'begun' | 'sent' | 'lost';

/** How long a receipt waits for the entry in the game's log. */
const MAX_IDENTIFYING_MS = 8_000;

/** Sends single changes within their interaction, each at most once. */
export function createSender(parts: SenderParts) {
  const { isUnderWay, changes, memory, claims, outcomes, freeze, checkLink, log } = parts;
  /** The version of each running interaction's note, undefined if another process has noted it; and what is being
   * sent. Both by key. */
  const notes = new Map<string, Promise<string | undefined>>();
  const running = new Map<string, Change>();

  /** If the store fails, the person still gets the response, and it's kept later. */
  const end = async (
    kind: AnySingleKind,
    change: Change,
    outcome: Outcome,
    { afterReply }: WriteContext,
    state?: RowState,
  ): Promise<Change> => {
    const [key, ended] = [toKey(change), toEnded(kind, change, outcome, changes.now(), state)];
    try {
      await outcomes.keep(kind, ended);
    } catch (err) {
      log.error({ err, changeId: change.id }, 'could not store the outcome of a change');
      // A look-up of what certainly wasn't done might find the person's next try.
      if ('failed' in outcome) await changes.forget(key).catch(() => {});
    }
    afterReply(() => memory.settle(key));
    return ended;
  };

  /** The outcome with the entries that show it, if they can be read in time. */
  const identify = async (kind: AnySingleKind, change: Change, answered: unknown, writing: Writing) => {
    const data = change.rows[0]?.data;
    try {
      const look = async () => (await kind.identify?.(writing, data, change.baseline, answered)) ?? answered;
      return await withTimeout(outcomes.claimed(kind, change, look), MAX_IDENTIFYING_MS);
    } catch (err) {
      log.info({ err, changeId: change.id }, 'could not find the entry of a change that was answered');
      return answered;
    }
  };

  const sendOnce = async (
    context: WriteContext,
    kind: AnySingleKind,
    asked: Asked,
    begun: Change,
    confirmed?: Confirmed,
  ): Promise<MessageView> => {
    const { language, person, deadline, showProgress } = context;
    const [key, texts, data] = [toKey(asked), kind.texts[language], kind.row.parse(asked.rows[0])];
    const { errors } = texts;
    const note = await notes.get(key);
    notes.delete(key);
    let change = begun;
    let stage = 'asked' as Stage;
    const writing: Writing = { ...context, evidence: claims.evidenceOf(change) };
    const lease = keepLease(changes, key, log);
    const requireValid = (): void => {
      if (asked.expiresAt !== undefined && asked.expiresAt <= changes.now())
        throw new UserError(kind.expired?.(texts) ?? kind.gone(texts));
    };
    const requireThawed = async (): Promise<void> => {
      if (await freeze.isFrozen()) throw new UserError(errors.frozen);
    };
    // A failover may have brought an older state back; or this process slept, and another one said that nothing was sent.
    const requireOwn = async (): Promise<void> => {
      const [state, noted] = await Promise.all([changes.getState(key), changes.noteOf(key)]);
      const isGivenUp = note !== undefined && noted?.version !== note;
      if (isGivenUp || state?.version !== change.version) throw new UserError(errors.interrupted);
    };
    const finalCheck = createFinalCheck({
      async store() {
        if (stage !== 'asked') return;
        // Not earlier, so that the confirmation stays valid if the game is unavailable.
        requireValid();
        if (confirmed && !(await confirmed.take())) throw new AlreadyUsed(kind.gone(texts));
        // Set first: if storing fails, it may have been stored all the same.
        stage = 'begun';
        if (!(await changes.begin(key, toState(asked, change)))) {
          stage = 'lost';
          throw new AlreadyUsed(errors.interrupted);
        }
        memory.remember(change, true);
        // Expired meanwhile: its message may say so by now.
        requireValid();
      },
      async replicate() {
        await changes.replicate(key);
        // Without waiting: an edit that hangs must not hold up the request.
        if (kind.sendingView) void showProgress(kind.sendingView(texts, data));
        deadline.lift();
      },
      maySend: () => Promise.all([requireThawed(), requireOwn(), checkLink(asked, kind.scope)]),
      lease,
      tooLate: () => new UserError(errors.interrupted),
      onSend() {
        stage = 'sent';
      },
    });
    try {
      if (await isUnderWay(person.id, { kind: kind.name, data })) throw new AlreadyUsed(errors.underWay);
      const requireKnown = async (): Promise<void> => {
        if (await changes.isRestored({ startedAt: asked.askedAt })) throw new AlreadyUsed(kind.gone(texts));
      };
      // The final check reads the freeze again. Here, the confirmation isn't used up yet.
      const checks = [requireThawed(), requireKnown(), changes.prepare(asked)];
      const [baseline] = await Promise.all([kind.before(writing, data), ...checks]);
      change = { ...change, baseline };
      if (kind.entries) await claims.begin(change);
      const answered = await kind.send(
        { ...context, game: context.gameWith(finalCheck) },
        data,
        baseline,
        showProgress,
      );
      const result = await identify(kind, change, answered, writing);
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
      if (stage === 'lost') throw error;
      // If this fails: in the list of claims, what was not sent does no harm.
      if (kind.entries) await claims.end(change).catch(() => {});
      if (stage === 'sent') {
        const failed = explain(texts, error)?.sentence ?? errors.interrupted;
        const by = toResult(error);
        await end(kind, change, { failed, by }, context, by === 'refused' ? by : 'failed');
        if (kind.notDone) await showProgress(noticeView(kind.notDone(texts)));
      } else {
        // Nothing was sent, and the same can be confirmed again. If this fails, another process says so later.
        memory.forget(key);
        const released = changes.release(key, change.version).then(() => changes.settle(key));
        await released.catch(() => {});
      }
      throw error;
    } finally {
      lease.end();
      // What was prepared goes too.
      if (stage !== 'sent' && (await changes.isErased(change).catch(() => false))) await changes.forget(key);
    }
  };

  return {
    notes,
    isRunning: (key: string): boolean => running.has(key),
    /** Sends the change in this interaction and returns its receipt; if it began before, what is known of it. Throws
     * the reason if it certainly failed. */
    async send(
      context: WriteContext,
      kind: AnySingleKind,
      { asked, change }: Known,
      confirmed?: Confirmed,
    ): Promise<MessageView> {
      const [key, { language, person, interaction }] = [toKey(asked), context];
      // Of presses at once, one begins it.
      const other = running.get(key) ?? memory.newestOf(key) ?? change;
      if (other) return viewOf(language, kind, other);
      const rows = [{ state: 'sending' as const, attempt: newVersion() }];
      const begun = toChange(asked, newState({ startedAt: person.since ?? changes.now(), interaction, rows }));
      running.set(key, begun);
      return await sendOnce(context, kind, asked, begun, confirmed).finally(() => running.delete(key));
    },
  };
}

/** Whose error it was that a request was not done. What the bot refuses doesn't leave, and isn't recorded. */
function toResult(error: unknown): AuditedChange['result'] {
  if (isGameError(error, 'service_unavailable')) return 'failed';
  const lacking = ['token_rejected', 'scope_missing', 'rate_limited'];
  return error instanceof GameError && lacking.includes(error.code) ? 'lacking' : 'refused';
}

/** Whether the request may have been done: after any error once it has left, unless that clearly says no. */
function mayBeDone(error: unknown, stage: Stage): boolean {
  if (isGameError(error, 'outcome_unknown')) return true;
  return stage === 'sent' && !(error instanceof GameError) && !(error instanceof UserError);
}
