import type { Translation } from '../../src/discord/declare/command.ts';
import type { en } from './en.ts';
import type { logout } from './logout.ts';

export const de: Translation<typeof en, typeof logout> = {
  names: { logout: 'abmelden' },
  description: 'Die Verknüpfung mit deinem Spielcharakter aufheben und seine Tokens löschen',
  ask: (character) => `Von ${character} abmelden?`,
  whatEnds:
    '- Ich hebe die Verknüpfung mit deinem Charakter auf, widerrufe meinen Zugriff auf das Spiel und lösche deine Tokens.\n- Eine laufende Änderung wird noch abgeschlossen, der Rest abgebrochen.\n- Deine Lesezeichen und Einstellungen bleiben. </account> löscht auch sie.',
  confirm: 'Abmelden',
  keep: 'Verknüpft bleiben',
  kept: 'Du bist weiterhin verknüpft.',
  done: 'Du bist nicht mehr verknüpft. Mein Zugriff auf das Spiel ist widerrufen, und deine Tokens sind gelöscht.',
  notRevoked:
    'Du bist nicht mehr verknüpft, und deine Tokens sind gelöscht. Ich konnte meinen Zugriff im Spiel nicht widerrufen, er bleibt also, bis er abläuft. Du kannst ihn auch in deinem Konto auf der Seite des Spiels widerrufen.',
  notLinked: 'Du bist nicht verknüpft.',
};
