import type { AuditEntry } from '../../../account/audit.ts';
import { auditLine } from '../../../view/auditLine.ts';
import { languageOf } from '../../../view/language.ts';
import { file, type MessageView, message, type Tone, text } from '../../../view/message.ts';
import { type Change, isDoneRow } from '../../../writes/change.ts';
import type { AnyListKind, AuditedChange } from '../../../writes/kind.ts';
import { CHANGES_FILE, titleOf, toCounts, toTable } from './batchView.ts';
import { TEXTS } from './en.ts';

const TONES_BY_RESULT: Record<AuditEntry['result'], Tone> = {
  pending: 'neutral',
  done: 'good',
  partly: 'warning',
  refused: 'warning',
  failed: 'warning',
  unknown: 'warning',
};

/** A batch in the audit trail: one entry, with counts and every row. One row is told as itself. */
export function batchAuditEntry(kind: AnyListKind, { rows, server, person, finishedAt }: Change): AuditedChange {
  const language = languageOf(server?.locale ?? person.locale);
  const records = rows.map(({ data, state }) => ({ ...kind.record(kind.row.parse(data)), state }));
  const targets = [...new Map(records.map(({ target }) => [target.uid ?? target.name, target])).values()];
  const title = titleOf(kind, language, { rows });
  const isOver = finishedAt !== undefined;
  const [only, another] = records;
  if (only && !another) {
    const { action, target, detail } = only;
    return { action, targets: [target], detail, result: isOver ? toResult(rows) : 'pending' };
  }
  return {
    action: 'batch',
    targets,
    detail: [title, ...(isOver ? [toCounts(TEXTS[language], rows)] : [])].join(': '),
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

/** An entry as posted in a server's audit channel, in the server's language: without its reason. */
export function auditEntryView(entry: AuditEntry): MessageView {
  const texts = TEXTS[languageOf(entry.guildLocale)];
  const line = text(auditLine(texts, entry, ` (<@${entry.discordUserId}>)`));
  const tone = TONES_BY_RESULT[entry.result];
  if (!entry.rows) return message(tone, line);
  return message(tone, line, file(CHANGES_FILE, toTable(texts, entry, entry.rows)));
}
