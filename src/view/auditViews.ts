import type { AuditEntry } from '../account/audit.ts';
import { type MessageView, message, type Tone, text } from './message.ts';
import { plain, timestamp } from './text.ts';
import type { Words } from './words/wordsFor.ts';

const TONES_BY_RESULT: Record<AuditEntry['result'], Tone> = {
  pending: 'neutral',
  done: 'good',
  refused: 'warning',
  failed: 'warning',
  unknown: 'bad',
};
const MOST_TARGETS = 5;

/** An entry in a list of one's own changes, where the Discord user goes without saying; the characters may be several. */
export function ownAuditLine(words: Words, entry: AuditEntry): string {
  const { detail, reason } = entry;
  return `- ${toLine(words, { ...entry, detail: [detail, reason].filter(Boolean).join(', ') })}`;
}

/** An entry as it is posted in the channel that a server's managers chose: without its reason. */
export function auditEntryView(words: Words, entry: AuditEntry): MessageView {
  return message(TONES_BY_RESULT[entry.result], text(toLine(words, entry, ` (<@${entry.discordUserId}>)`)));
}

/** When, who, what, on whom, and the result. */
function toLine(
  { audit }: Words,
  { at, character, action, targets, detail, result }: AuditEntry,
  discordUser = '',
): string {
  const names = targets.slice(0, MOST_TARGETS).map(({ name }) => plain(name, 60));
  const others = targets.length > MOST_TARGETS ? [`+${targets.length - MOST_TARGETS}`] : [];
  const who = `**${plain(character.name, 60)}**${discordUser}`;
  const what = `${audit.actions[action]} ${[...names, ...others].join(', ')}${detail ? `: ${plain(detail, 120)}` : ''}`;
  return `${timestamp(new Date(at))} ${who} ${what} · ${audit.results[result]}`;
}
