import type { en } from './en.ts';

export const de: typeof en & { names: Record<string, string> } = {
  names: { lookup: 'suchen', handle: 'name' },
  description: 'Einen Charakter nach seinem Namen suchen; funktioniert ohne Anmeldung',
  handle: 'Der Name des Charakters im Spiel',
  found: (handle) => `**${handle}** ist ein Charakter im Spiel.`,
  profile: 'Profil zeigen',
  write: 'Nachricht schreiben',
};
