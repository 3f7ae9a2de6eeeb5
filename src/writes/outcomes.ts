import type { Audit, Recording } from '../account/audit.ts';
import { AlreadyUsed } from '../view/errorView.ts';
import type { Language } from '../view/languages.ts';
import { type MessageView, message, text } from '../view/message.ts';
import { type Change, type Outcome, type RowState, toKey } from './change.ts';
import type { Changes } from './changes.ts';
import type { Claims } from './claims.ts';
import type { AnySingleKind, AuditedChange, LookUpContext } from './kind.ts';

const MAX_LOOK_UPS = 5;

/** Finds and stores the outcomes of single changes. */
export function createOutcomes(changes: Changes, claims: Claims, audit: Pick<Audit, 'record'>) {
  /** The result of `find`, whose entries the change has claimed before anyone is notified. */
  const findAndClaim = async (kind: AnySingleKind, change: Change, find: () => Promise<unknown>): Promise<unknown> => {
    for (let tries = 1; ; tries += 1) {
      const result = await find();
      const entries = kind.entries?.(result, change.rows[0]?.data);
      if (!entries || (await claims.take(change, entries))) return result;
      // Another change has claimed one of them meanwhile. The next search leaves it out.
      if (tries === MAX_LOOK_UPS) throw new Error('Other changes keep taking the entries that are found.');
    }
  };

  /** Erases the change and its claims. */
  const erase = async (kind: AnySingleKind | undefined, change: Change): Promise<void> => {
    const result = resultOf(change);
    const entries = result !== undefined && kind?.entries?.(kind.outcome.parse(result), change.rows[0]?.data);
    await claims.erase(change, entries || { ids: [] });
    await changes.forget(toKey(change));
  };
  /** Writes it into the audit trails, unless its person erased it. */
  const record = async (kind: AnySingleKind, ended: Change): Promise<Recording> => {
    if (!(await changes.isErased(ended))) return await audit.record(ended, toAudited(kind, ended));
    await erase(kind, ended);
    return { isWhole: true, isPublic: false };
  };

  return {
    ...{ findAndClaim, erase, record },
    /** Looks up the outcome; `last` is an earlier, open one. Only reads. */
    async lookUp(
      kind: AnySingleKind,
      change: Change,
      actor: Omit<LookUpContext, 'evidence'>,
      last?: unknown,
    ): Promise<Outcome> {
      const [data, baseline] = [kind.row.parse(change.rows[0]?.data), kind.baseline.parse(change.baseline)];
      const context = { ...actor, evidence: claims.evidenceOf(change) };
      return { result: await findAndClaim(kind, change, () => kind.lookUp(context, data, baseline, last)) };
    },
  };
}

/** A change's result in its kind's own form; undefined if unknown, or if it failed. */
export function resultOf({ outcome }: Pick<Change, 'outcome'>): unknown {
  return outcome && 'result' in outcome ? outcome.result : undefined;
}

/** The change with its outcome. `state`: the row's, if it wasn't done. */
export function toEnded(
  kind: AnySingleKind,
  change: Change,
  outcome: Outcome,
  finishedAt: number,
  state?: RowState,
): Change {
  const ended: Change = { ...change, phase: 'ended', finishedAt, outcome, isRecorded: undefined };
  return { ...ended, rows: change.rows.map((row) => ({ ...row, state: state ?? toState(toAudited(kind, ended)) })) };
}

/** The change's entries in the audit trail. */
export function toAudited(kind: AnySingleKind, { rows: [row], outcome }: Change): AuditedChange[] {
  const data = kind.row.parse(row?.data);
  if (outcome && 'result' in outcome) return kind.changes(data, kind.outcome.parse(outcome.result));
  const result = row?.state === 'refused' || row?.state === 'unknown' ? row.state : (outcome?.by ?? 'failed');
  return kind.changes(data).map((one) => ({ ...one, result }));
}

function toState(audited: readonly AuditedChange[]): RowState {
  const results = audited.map(({ result }) => result);
  if (results.includes('unknown')) return 'unknown';
  return results.includes('done') ? 'done' : results.includes('refused') ? 'refused' : 'failed';
}

/** A single change's view, from stored data. A press while it's being sent shows that. */
export function viewOf(language: Language, kind: AnySingleKind, change: Change): MessageView {
  const { id, outcome, startedAt, rows } = change;
  const [texts, data] = [kind.texts[language], kind.row.parse(rows[0]?.data)];
  if (!outcome && kind.pendingView) return kind.pendingView(change);
  if (rows[0]?.state === 'canceled' && kind.notDone) return message('neutral', text(kind.notDone(texts)));
  if (!outcome) throw new AlreadyUsed(kind.gone(texts));
  if ('failed' in outcome)
    return message('warning', text(outcome.failed, kind.notDone?.(texts)), kind.retry?.(texts, id));
  return kind.view(texts, { id, data, outcome: kind.outcome.parse(outcome.result), startedAt, change });
}
