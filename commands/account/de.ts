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
  mayNotTitle: 'Was du nicht erlaubt hast',
  token: 'Zugriffstoken',
  tokenUntil: (moment) => `gültig bis ${moment}`,
  requests: 'Anfragen an das Spiel',
  savedPermissions:
    'Gerade sind keine Anfragen übrig, deshalb siehst du die Berechtigungen, die das Spiel zuletzt genannt hat.',
  discoverable: 'Auffindbar',
  isDiscoverable:
    'ja. Andere können deinen Charakter über dein Discord-Konto finden, ihm schreiben und Credits senden.',
  isNotDiscoverable: 'nein. Andere können über dein Discord-Konto deinen Charakter nicht finden.',
  stored: 'Über dich gespeichert',
  nothingStored: 'nichts',
  rosters: 'Mitgliederlisten',
  listed: (count) => `${count} ${count === 1 ? 'führt' : 'führen'} deinen Charakter, siehe </roster me>`,
  storedKinds: {
    writes: 'bestätigte Änderungen der letzten Tage',
    link: 'deine Verknüpfung mit ihren Tokens',
    logins: 'letzte Anmeldungen',
    discoverable: 'dass du auffindbar bist',
    ...{ bookmarks: 'Lesezeichen', changes: 'Änderungsprotokoll', commands: 'Daten für Schaltflächen' },
    creditLog: 'dein Kontoauszug, wie du ihn zuletzt gesehen hast',
    payLists: 'Zahllisten',
    lookups: 'nachgeschlagene Charaktere',
    requests: 'Zahlungsanforderungen',
    suggestions: 'Namen für Vorschläge',
    visits: 'wann du zuletzt deine Nachrichten gelesen hast',
    erasure: 'wann du alles gelöscht hast',
  },
  show: 'Auffindbar machen',
  hide: 'Verbergen',
  changes: 'Deine letzten Änderungen im Spiel',
  noChanges: 'Bisher keine.',
  trailSealed:
    'Deine früheren Änderungen lassen sich nicht öffnen. Bitte den Betreiber des Bots, `TOKEN_KEY` und das Log zu prüfen. Neue Änderungen werden gespeichert.',
  unreadable: (kinds) =>
    `**Nicht lesbar:** ${kinds}. Der Schlüssel fehlt, oder die Daten sind beschädigt. Frage den Betreiber des Bots, bevor du sie löschst.`,
  forget: 'Nicht Lesbares löschen',
  logOut: 'Abmelden',
  export: 'Meine Daten exportieren',
  exported:
    'Das ist alles, was ich über dich gespeichert habe, außer dem, was geheim ist: Tokens sowie Links und Codes laufender Anmeldungen.',
  batches: 'Einen Bericht öffnen…',

  erase: 'Alles löschen',
  eraseTitle: 'Alles löschen?',
  eraseText:
    'Ich lösche alles, was ich über dich gespeichert habe, und widerrufe meinen Zugriff auf das Spiel.\n- Du kannst das nicht rückgängig machen.\n- Was du im Spiel getan hast, bleibt. Wo ein Server es protokolliert hat, steht dort „ein gelöschtes Konto“.\n- Änderungen mit unbekanntem Ergebnis prüfe ich vorher.\n- Die Zahl deiner Anfragen wird innerhalb einer Stunde gelöscht.',
  keep: 'Alles behalten',
  erased:
    'Ich habe alles über dich gelöscht und meinen Zugriff auf das Spiel widerrufen. Die Zahl deiner Anfragen wird innerhalb einer Stunde gelöscht.',
  onlyErasure: (at, until) =>
    `Du hast am ${at} alles gelöscht. Nur diesen Zeitpunkt behalte ich, bis ${until}: Was vorher begonnen hat, darf danach nichts mehr speichern.`,
  eraseStopped:
    'Meine Datenbank ist gerade nicht erreichbar, deshalb ist vielleicht noch nicht alles gelöscht. Bitte versuche es in ein paar Minuten noch einmal.',
  notRevoked:
    'Ich habe alles über dich gelöscht. Die Zahl deiner Anfragen wird innerhalb einer Stunde gelöscht. Ich konnte meinen Zugriff im Spiel nicht widerrufen, er bleibt also, bis er abläuft. Du kannst ihn auch in deinem Konto auf der Seite des Spiels widerrufen.',
};
