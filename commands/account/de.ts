import type { AccountMessages } from './messages.ts';

export const de: AccountMessages & { names: Record<string, string> } = {
  names: { account: 'konto' },
  description: 'Deine Anmeldung, Berechtigungen, Anfragen und Daten',
  title: (character) => `Verknüpft mit ${character}`,
  notLinked: 'Du hast keinen Spielcharakter verknüpft. Das habe ich trotzdem über dich gespeichert.',
  linkedAt: 'Verknüpft am',
  mayTitle: 'Was ich für dich tun darf',
  mayNotTitle: 'Was ich nicht darf',
  token: 'Zugriffstoken',
  tokenUntil: (moment, isRenewed) =>
    `gültig bis ${moment}, ${isRenewed ? 'wird danach automatisch erneuert' : 'danach musst du dich neu anmelden'}`,
  requests: 'Anfragen an das Spiel',
  savedPermissions:
    'Es waren keine Anfragen mehr übrig, um das Spiel zu fragen. Diese Berechtigungen hat es zuletzt genannt.',
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
  exported: 'Das ist alles, was ich über dich gespeichert habe, außer deinen Tokens.',
  erase: 'Alles löschen',
  eraseTitle: 'Alles löschen?',
  eraseText:
    'Das widerruft meinen Zugriff auf das Spiel und löscht deine Verknüpfung, die Liste deiner Änderungen, deine Lesezeichen, deine Einstellung zur Auffindbarkeit und alle offenen Anmeldungen und Befehle. Wenn ich noch nicht weiß, ob eine Änderung geklappt hat, prüfe ich das zuerst. Nur die Zahl deiner Anfragen bleibt bis zu einer Stunde gespeichert, unter einem Code, der dich nicht erkennen lässt. Was du im Spiel getan hast, bleibt dort. Du kannst das nicht rückgängig machen.',
  keep: 'Alles behalten',
  erased:
    'Ich habe alles über dich gelöscht und meinen Zugriff auf das Spiel widerrufen. Die Zahl deiner Anfragen wird innerhalb einer Stunde gelöscht.',
  notRevoked:
    'Ich habe alles über dich gelöscht. Die Zahl deiner Anfragen wird innerhalb einer Stunde gelöscht. Ich konnte meinen Zugriff im Spiel nicht widerrufen, er bleibt also, bis er abläuft. Du kannst ihn auch in deinem Konto auf der Seite des Spiels widerrufen.',
};
