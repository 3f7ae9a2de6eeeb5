import type { AuditEntry } from '../account/audit.ts';
import type { CsvCell } from './csv.ts';
import type { KitTexts } from './en.ts';
import { plain, timestamp } from './text.ts';

type Undone = NonNullable<AuditEntry['undoOf']>;

const MAX_TARGETS = 5;

export function auditLine(
  texts: KitTexts,
  { at, character, action, targets, detail, undoOf }: Omit<AuditEntry, 'discordUserId' | 'result' | 'rows'>,
  result: string,
  mention?: string,
): string {
  const { audit } = texts;
  const names = targets.slice(0, MAX_TARGETS).map(({ name }) => plain(name, 60));
  if (targets.length > MAX_TARGETS) names.push(`+${targets.length - MAX_TARGETS}`);
  const who = `**${plain(character.name, 60)}**${mention ? ` (${mention})` : ''}`;
  const what = `${audit.actions[action](names.join(', '))}${detail ? `: ${plain(detail, 160)}` : ''}`;
  const undoes = undoOf ? `, ${undoLine(texts, undoOf)}` : '';
  return `${timestamp(new Date(at))} ${who} ${what}${undoes} · ${result}`;
}

/** The change that an undo takes back; `when` it began, by default as a Discord timestamp. */
export function undoLine(
  texts: KitTexts,
  { titles, startedAt }: Undone,
  when = timestamp(new Date(startedAt)),
): string {
  return texts.audit.undoOf(titles[texts.language] ?? titles['en'] ?? '', when);
}

/** A row of a CSV file. `reason`: a payment's, only in its payer's own file. `why`: a refusal's. */
export type RowOfFile = NonNullable<AuditEntry['rows']>[number] & {
  reason?: string | undefined;
  why?: string | undefined;
};

/** The cells of a row: payer and recipient, or a privilege before and after. */
export function toCells(
  texts: KitTexts,
  { character, undoOf }: Pick<AuditEntry, 'character' | 'undoOf'>,
  row: RowOfFile,
): CsvCell[] {
  const { action, target, detail, state, reason, why } = row;
  const { states, granted, notGranted } = texts.batch;
  const actions: Partial<Record<AuditEntry['action'], string>> = texts.batch.actions;
  const undoes = undoOf && undoLine(texts, undoOf, new Date(undoOf.startedAt).toISOString());
  const [before, after] = action === 'privilege.revoke' ? [granted, notGranted] : [notGranted, granted];
  const values = action.startsWith('privilege') ? [state === 'already' ? after : before, after] : [];
  const isPayment = action === 'credits.transfer';
  const [from, to] = isPayment ? [character.name, target.name] : values;
  const amount = isPayment ? Number(detail) : undefined;
  const change = isPayment ? undefined : detail;
  const what = [target.name, target.uid, actions[action] ?? action, amount, reason, change];
  return [...what, from, to, states[state], why, undoes];
}
