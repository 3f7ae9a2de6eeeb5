import type { AuditEntry } from '../../src/account/audit.ts';
import { toCsv } from '../../src/view/csv.ts';
import type { KitTexts } from '../../src/view/en.ts';
import { languageOf } from '../../src/view/language.ts';
import { file, message, type Tone, text } from '../../src/view/message.ts';
import { plain, timestamp } from '../../src/view/text.ts';
import { TEXTS } from './en.ts';

const TONES: Partial<Record<AuditEntry['result'], Tone>> = { pending: 'neutral', done: 'good', unknown: 'bad' };
const MAX_TARGETS = 5;
const FILE = 'changes.csv';

/** An entry as posted in a server's audit channel, in the server's language: without its reason. */
export function auditEntryView(entry: AuditEntry) {
  const texts = TEXTS[languageOf(entry.guildLocale)];
  const line = text(auditLine(texts, entry, ` (<@${entry.discordUserId}>)`));
  const tone = TONES[entry.result] ?? 'warning';
  if (!entry.rows) return message(tone, line);
  const { columns, states } = texts.batch;
  const rows = entry.rows.map(({ target, detail, state }) => [target.name, target.uid, detail, states[state]]);
  return message(tone, line, file(FILE, toCsv([columns.slice(0, 4), ...rows])));
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
