import type { AuditEntry } from '../../../account/audit.ts';
import { auditLine } from '../../../view/auditLine.ts';
import { KIT_TEXTS, languageOf } from '../../../view/language.ts';
import { file, type MessageView, message, text } from '../../../view/message.ts';
import { type Change, isDoneRow } from '../../../writes/change.ts';
import type { AnyListKind, AuditedChange } from '../../../writes/kind.ts';
import { CHANGES_FILE, titleOf, toCounts, toTable } from './batchView.ts';

/** A batch as one audit entry, with counts and every row; a single row as itself. */
export function batchAuditEntry(kind: AnyListKind, { rows, server, person, finishedAt }: Change): AuditedChange {
  const language = languageOf(server?.locale ?? person.locale);
  const records = rows.map(({ data, state }) => ({ ...kind.record(kind.row.parse(data)), state }));
  const targets = [...new Map(records.map(({ target }) => [target.uid ?? target.name, target])).values()];
  const title = titleOf(kind, language, { rows });
  const result = finishedAt === undefined ? 'pending' : toResult(rows);
  const [only, another] = records;
  if (only && !another) return { action: only.action, targets, detail: only.detail, result };
  if (result === 'pending') return { action: 'batch', targets, detail: title, result };
  const detail = `${title}: ${toCounts(KIT_TEXTS[language], rows)}`;
  return { action: 'batch', targets, detail, result, rows: records };
}

function toResult(rows: Change['rows']): AuditEntry['result'] {
  if (rows.some(({ state }) => state === 'unknown')) return 'unknown';
  if (rows.every((row) => isDoneRow(row) || row.state === 'already')) return 'done';
  if (rows.some(isDoneRow)) return 'partly';
  return rows.some(({ state }) => state === 'refused') ? 'refused' : 'failed';
}

/** An entry for a server's audit channel: in the server's language, and without its reason. */
export function auditEntryView(entry: AuditEntry): MessageView {
  const texts = KIT_TEXTS[languageOf(entry.guildLocale)];
  const line = text(auditLine(texts, entry, texts.audit.results[entry.result], `<@${entry.discordUserId}>`));
  const tone = entry.result === 'done' ? 'good' : 'warning';
  if (!entry.rows) return message(tone, line);
  return message(tone, line, file(CHANGES_FILE, toTable(texts, entry, entry.rows)));
}
