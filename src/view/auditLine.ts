import type { AuditEntry } from '../account/audit.ts';
import type { KitTexts } from './en.ts';
import { plain, timestamp } from './text.ts';

type Undone = NonNullable<AuditEntry['undoOf']>;

const MAX_TARGETS = 5;

export function auditLine(
  texts: KitTexts,
  { at, character, action, targets, detail, result, undoOf }: AuditEntry,
  discordUser = '',
): string {
  const { audit } = texts;
  const names = targets.slice(0, MAX_TARGETS).map(({ name }) => plain(name, 60));
  if (targets.length > MAX_TARGETS) names.push(`+${targets.length - MAX_TARGETS}`);
  const who = `**${plain(character.name, 60)}**${discordUser}`;
  const what = `${audit.actions[action](names.join(', '))}${detail ? `: ${plain(detail, 160)}` : ''}`;
  const undoes = undoOf ? `, ${undoLine(texts, undoOf)}` : '';
  return `${timestamp(new Date(at))} ${who} ${what}${undoes} · ${audit.results[result]}`;
}

/** The change that an undo takes back; `when` it began, by default as a Discord timestamp. */
export function undoLine(
  texts: KitTexts,
  { titles, startedAt }: Undone,
  when = timestamp(new Date(startedAt)),
): string {
  return texts.audit.undoOf(titles[texts.language] ?? titles['en'] ?? '', when);
}
