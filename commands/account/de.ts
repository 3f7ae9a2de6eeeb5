import type { Translation } from '../../src/discord/declare/command.ts';
import type { account } from './account.ts';
import type { en } from './en.ts';

export const de: Translation<typeof en, typeof account> = {
  names: { account: 'konto' },
  description: 'Anmeldung, Berechtigungen und Anfragen anzeigen; deine Daten exportieren oder löschen',
  title: (character) => `Verknüpft mit ${character}`,
  notLinked: 'Du hast keinen Spielcharakter verknüpft. Das habe ich trotzdem über dich gespeichert.',
  linkedAt: 'Verknüpft am',
  mayTitle: 'Was ich für dich tun kann',
  mayNotTitle: 'Was ich nicht kann',
  token: 'Zugriffstoken',
  tokenUntil: (moment, isRenewed) =>
    `gültig bis ${moment}, ${isRenewed ? 'wird danach automatisch erneuert' : 'danach musst du dich neu anmelden'}`,
  requests: 'Anfragen an das Spiel',
  savedPermissions:
    'Deine Anfragen sind aufgebraucht, deshalb siehst du die Berechtigungen, die das Spiel zuletzt genannt hat.',
  discoverable: 'Auffindbar',
  isDiscoverable: 'ja. Andere können über dein Discord-Konto deinen Charakter finden und ihm schreiben.',
  isNotDiscoverable: 'nein. Andere können über dein Discord-Konto deinen Charakter nicht finden.',
  show: 'Auffindbar machen',
  hide: 'Verbergen',
  changes: 'Deine letzten Änderungen im Spiel',
  noChanges: 'Bisher keine.',
  addPermissions: 'Berechtigungen hinzufügen…',
  logOut: 'Abmelden',
  export: 'Meine Daten exportieren',
  exported:
    'Das sind deine Verknüpfung, deine Lesezeichen, deine Einstellung zur Auffindbarkeit und deine letzten Änderungen im Spiel. Nicht enthalten sind deine Tokens und alles, was ich ohnehin innerhalb von sieben Tagen lösche.',
  erase: 'Alles löschen',
  eraseTitle: 'Alles löschen?',
  eraseText:
    'Ich lösche alles, was ich über dich gespeichert habe, und widerrufe meinen Zugriff auf das Spiel.\n- Du kannst das nicht rückgängig machen.\n- Was du im Spiel getan hast, bleibt.\n- Änderungen mit unbekanntem Ergebnis prüfe ich vorher.\n- Die Zahl deiner Anfragen wird innerhalb einer Stunde gelöscht.',
  keep: 'Alles behalten',
  erased:
    'Ich habe alles über dich gelöscht und meinen Zugriff auf das Spiel widerrufen. Die Zahl deiner Anfragen wird innerhalb einer Stunde gelöscht.',
  eraseStopped:
    'Meine Datenbank ist gerade nicht erreichbar, deshalb ist vielleicht noch nicht alles gelöscht. Bitte versuche es in ein paar Minuten noch einmal.',
  notRevoked:
    'Ich habe alles über dich gelöscht. Die Zahl deiner Anfragen wird innerhalb einer Stunde gelöscht. Ich konnte meinen Zugriff im Spiel nicht widerrufen, er bleibt also, bis er abläuft. Du kannst ihn auch in deinem Konto auf der Seite des Spiels widerrufen.',
};
