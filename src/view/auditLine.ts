import type { AuditEntry } from '../account/audit.ts';
import type { KitTexts } from './en.ts';
import { plain, timestamp } from './text.ts';

const MAX_TARGETS = 5;

/** When, who, what, to whom, and the result; the character, because a person may have several. */
export function auditLine(
  { audit }: KitTexts,
  { at, character, action, targets, detail, result }: AuditEntry,
  discordUser = '',
): string {
  const names = targets.slice(0, MAX_TARGETS).map(({ name }) => plain(name, 60));
  if (targets.length > MAX_TARGETS) names.push(`+${targets.length - MAX_TARGETS}`);
  const who = `**${plain(character.name, 60)}**${discordUser}`;
  const what = `${audit.actions[action](names.join(', '))}${detail ? `: ${plain(detail, 120)}` : ''}`;
  return `${timestamp(new Date(at))} ${who} ${what} · ${audit.results[result]}`;
}
