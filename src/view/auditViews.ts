import type { AuditEntry } from '../account/audit.ts';
import { type MessageView, message, type Tone, text } from './message.ts';
import { plain, timestamp } from './text.ts';
import type { Words } from './words/wordsFor.ts';

const TONES_BY_RESULT: Record<AuditEntry['result'], Tone> = {
  done: 'good',
  refused: 'warning',
  failed: 'warning',
  unknown: 'bad',
};
const MOST_TARGETS = 5;

/** One line of the audit trail: who, what, on whom, the result, when. */
export function auditLine(
  { audit }: Words,
  { at, character, action, targets, detail, result, discordUserId }: AuditEntry,
): string {
  const names = targets.slice(0, MOST_TARGETS).map(({ name }) => plain(name, 60));
  const others = targets.length > MOST_TARGETS ? [`+${targets.length - MOST_TARGETS}`] : [];
  const who = `**${plain(character.name, 60)}** (<@${discordUserId}>)`;
  const what = `${audit.actions[action]} ${[...names, ...others].join(', ')}${detail ? `: ${plain(detail, 120)}` : ''}`;
  return `${timestamp(new Date(at))} ${who} ${what} · ${audit.results[result]}`;
}

/** An entry as it is posted in the channel that a server's managers chose. */
export function auditEntryView(words: Words, entry: AuditEntry): MessageView {
  return message(TONES_BY_RESULT[entry.result], text(auditLine(words, entry)));
}
