import type { AuditEntry } from '../../src/account/audit.ts';
import { languageOf } from '../../src/view/language.ts';
import { type Change, isDoneRow } from '../../src/writes/change.ts';
import type { AnyListKind, AuditedChange } from '../../src/writes/kind.ts';
import { toCounts } from './batchView.ts';
import { TEXTS } from './en.ts';

/** A batch in the audit trail: one entry, with counts and every row. One row is told as itself. */
export function batchAuditEntry(kind: AnyListKind, { rows, server, person, finishedAt }: Change): AuditedChange {
  const language = languageOf(server?.locale ?? person.locale);
  const records = rows.map(({ data, state }) => ({ ...kind.record(kind.row.parse(data)), state }));
  const targets = [...new Map(records.map(({ target }) => [target.uid ?? target.name, target])).values()];
  const count = kind.words[language].count(rows.length);
  const isOver = finishedAt !== undefined;
  const [only, another] = records;
  if (only && !another) {
    const { action, target, detail } = only;
    return { action, targets: [target], detail, result: isOver ? toResult(rows) : 'pending' };
  }
  return {
    action: 'batch',
    targets,
    detail: [count, ...(isOver ? [toCounts(TEXTS[language], rows)] : [])].join(': '),
    result: isOver ? toResult(rows) : 'pending',
    ...(isOver && { rows: records }),
  };
}

function toResult(rows: Change['rows']): AuditEntry['result'] {
  if (rows.some(({ state }) => state === 'unknown')) return 'unknown';
  if (rows.every((row) => isDoneRow(row) || row.state === 'already')) return 'done';
  if (rows.some(isDoneRow)) return 'partly';
  return rows.some(({ state }) => state === 'refused') ? 'refused' : 'failed';
}
