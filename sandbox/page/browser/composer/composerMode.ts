import { type CommandEntry, findEntries, parseCommandText } from './commandEntries.ts';

/**
 * What the composer is doing: taking a plain message, offering commands while `/…` is typed, or taking the options of a chosen command.
 * `dismissed`: the list was closed by Escape and stays closed until the text no longer begins with a slash.
 */
export type ComposerMode =
  | { name: 'text'; dismissed: boolean }
  | { name: 'picking'; matches: CommandEntry[] }
  | { name: 'command'; entry: CommandEntry; optionTexts: ReadonlyMap<string, string> };

export type ComposerEvent =
  | { type: 'typed'; text: string; entries: CommandEntry[] }
  | { type: 'chose'; entry: CommandEntry }
  | { type: 'closed' }
  | { type: 'sent' };

/** The composer before anything is typed. */
export const idleComposer: ComposerMode = { name: 'text', dismissed: false };

/** The composer's next mode. Options are left only by sending or closing: typing in their fields is their own matter. */
export function nextComposerMode(mode: ComposerMode, event: ComposerEvent): ComposerMode {
  switch (event.type) {
    case 'typed':
      return afterTyping(mode, event.text, event.entries);
    case 'chose':
      return { name: 'command', entry: event.entry, optionTexts: new Map() };
    case 'closed':
      return { name: 'text', dismissed: mode.name === 'picking' };
    case 'sent':
      return idleComposer;
  }
}

function afterTyping(mode: ComposerMode, text: string, entries: CommandEntry[]): ComposerMode {
  if (mode.name === 'command') return mode;
  if (!text.startsWith('/')) return idleComposer;
  if (mode.name === 'text' && mode.dismissed) return mode;
  const typed = parseCommandText(text, entries);
  if (typed !== undefined) return { name: 'command', ...typed };
  return { name: 'picking', matches: findEntries(entries, text.slice(1)) };
}
