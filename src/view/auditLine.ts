import type { AuditEntry } from '../account/audit.ts';
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

/** A row of a CSV file: payer and recipient, or a privilege before and after. */
export function toCells(
  texts: KitTexts,
  { character, undoOf }: Pick<AuditEntry, 'character' | 'undoOf'>,
  row: NonNullable<AuditEntry['rows']>[number] & { why?: string | undefined },
): (string | number | undefined)[] {
  const { action, target, detail, state, why } = row;
  const { states, granted, notGranted } = texts.batch;
  const actions: Partial<Record<AuditEntry['action'], string>> = texts.batch.actions;
  const undoes = undoOf && undoLine(texts, undoOf, new Date(undoOf.startedAt).toISOString());
  const [before, after] = action === 'privilege.revoke' ? [granted, notGranted] : [notGranted, granted];
  const values = action.startsWith('privilege') ? [state === 'already' ? after : before, after] : [];
  const [from, to] = action === 'credits.transfer' ? [character.name, target.name] : values;
  // A person's own file has the reason, too.
  const change = action === 'credits.transfer' && /^\d+$/.test(detail) ? Number(detail) : detail;
  return [target.name, target.uid, actions[action] ?? action, change, from, to, states[state], why, undoes];
}
