import type { AuditEntry } from '../../src/account/audit.ts';
import type { KitTexts } from '../../src/view/en.ts';
import { KIT_TEXTS, languageOf } from '../../src/view/language.ts';
import { type MessageView, message, type Tone, text } from '../../src/view/message.ts';
import { plain, timestamp } from '../../src/view/text.ts';

const TONES_BY_RESULT: Record<AuditEntry['result'], Tone> = {
  pending: 'neutral',
  done: 'good',
  refused: 'warning',
  failed: 'warning',
  unknown: 'bad',
};
const MAX_TARGETS = 5;

/** An entry as posted in a server's audit channel, in the server's language: without its reason. */
export function auditEntryView(entry: AuditEntry): MessageView {
  const texts = KIT_TEXTS[languageOf(entry.guildLocale)];
  return message(TONES_BY_RESULT[entry.result], text(auditLine(texts, entry, ` (<@${entry.discordUserId}>)`)));
}

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
