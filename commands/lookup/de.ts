import type { Translation } from '../../src/discord/declare/command.ts';
import type { en } from './en.ts';
import type { lookup } from './lookup.ts';

export const de: Translation<typeof en, typeof lookup> = {
  names: { lookup: 'suchen', handle: 'name' },
  description: 'Einen Charakter nach seinem Namen suchen; funktioniert ohne Anmeldung',
  handle: 'Der Name des Charakters im Spiel',
  found: (handle) => `**${handle}** ist ein Charakter im Spiel.`,
};
