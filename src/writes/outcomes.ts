import type { Audit } from '../account/audit.ts';
import { AlreadyUsed } from '../view/errorView.ts';
import type { Language } from '../view/languages.ts';
import { type MessageView, message, text } from '../view/message.ts';
import { type Change, type Outcome, type RowState, toKey } from './change.ts';
import type { Changes } from './changes.ts';
import type { Claims } from './claims.ts';
import type { AnySingleKind, AuditedChange, Writing } from './kind.ts';
import type { Memory } from './memory.ts';

const MAX_LOOK_UPS = 5;

/** What came of single changes: found, and kept. */
export function createOutcomes(changes: Changes, claims: Claims, memory: Memory, audit: Pick<Audit, 'record'>) {
  /** What `look` finds. Before anyone is told, the change has claimed the entries that show it. */
  const claimed = async (kind: AnySingleKind, change: Change, look: () => Promise<unknown>): Promise<unknown> => {
    for (let looks = 1; ; looks += 1) {
      const result = await look();
      const entries = kind.entries?.(result, change.rows[0]?.data);
      if (!entries || (await claims.take(change, entries))) return result;
      // Another change got one of them meanwhile, so the next look will leave it out.
      if (looks === MAX_LOOK_UPS) throw new Error('Other changes keep taking the entries that are found.');
    }
  };

  /** Forgets the change, and the entries that it has. */
  const erase = async (kind: AnySingleKind | undefined, change: Change): Promise<void> => {
    const result = resultOf(change);
    const entries = result !== undefined && kind?.entries?.(kind.outcome.parse(result), change.rows[0]?.data);
    await claims.erase(change, entries || { ids: [] });
    await changes.forget(toKey(change));
  };
  /** Writes it into the trail, unless its person erased it. */
  const record = async (kind: AnySingleKind, ended: Change): Promise<void> => {
    if (await changes.isErased(ended)) await erase(kind, ended);
    else await audit.record(ended, toAudited(kind, ended));
  };

  return {
    ...{ claimed, erase, record },
    /** Looks the outcome up; `last` is an earlier, open one. Only reads. */
    async lookUp(
      kind: AnySingleKind,
      change: Change,
      acting: Omit<Writing, 'evidence'>,
      last?: unknown,
    ): Promise<Outcome> {
      const [data, baseline] = [kind.row.parse(change.rows[0]?.data), kind.baseline.parse(change.baseline)];
      const writing = { ...acting, evidence: claims.evidenceOf(change) };
      return { result: await claimed(kind, change, () => kind.lookUp(writing, data, baseline, last)) };
    },
    /** Keeps what came of a change, in its record and in the trail. */
    keep: (kind: AnySingleKind, ended: Change): Promise<void> => memory.keep(ended).then(() => record(kind, ended)),
  };
}

/** What a change led to, in its kind's own form; undefined if that isn't known, or if it failed. */
export function resultOf({ outcome }: Pick<Change, 'outcome'>): unknown {
  return outcome && 'result' in outcome ? outcome.result : undefined;
}

/** The change with its outcome; `state`: of its row, if it wasn't done. */
export function toEnded(
  kind: AnySingleKind,
  change: Change,
  outcome: Outcome,
  finishedAt: number,
  state?: RowState,
): Change {
  const ended: Change = { ...change, phase: 'ended', finishedAt, outcome };
  return { ...ended, rows: change.rows.map((row) => ({ ...row, state: state ?? toState(toAudited(kind, ended)) })) };
}

/** The entries of the audit trail. */
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

/** The view of a single change, from stored data only. A second press while it's sent sees that it is. */
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
