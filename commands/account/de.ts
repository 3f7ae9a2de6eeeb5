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
  batches: 'Letzte Sammeländerungen…',

  batch: {
    leftOut: (count) => (count === 1 ? '1 ausgelassen:' : `${count} ausgelassen:`),
    alreadySet: (count) => (count === 1 ? '1 ist schon so gesetzt.' : `${count} sind schon so gesetzt.`),
    more: (count) => `… und ${count} weitere`,
    nothing: 'Alles ist schon so gesetzt, es gibt nichts zu ändern.',
    tooMany: (count, max) =>
      `Das sind ${count} Änderungen, ich kann aber höchstens ${max} auf einmal machen. Verteile sie auf mehrere Befehle.`,
    cost: (cost, left) => `Das braucht etwa ${cost} Anfragen; ${left} sind dafür gerade übrig.`,
    endsAt: (when) => `Auf einmal reicht das nicht: Ich würde zwischendurch warten und etwa um ${when} fertig sein.`,
    expires: (when) => `Erst wenn du bestätigst, ändert sich etwas. Gültig bis ${when}.`,
    confirm: (count) => (count === 1 ? '1 Änderung bestätigen' : `${count} Änderungen bestätigen`),
    cancel: 'Abbrechen',
    canceled: 'Es wurde nichts geändert.',
    other: 'Bei dir laufen schon Änderungen. Warte, bis sie fertig sind, oder brich sie in </account> ab.',
    gone: 'Diese Änderungen habe ich nicht mehr.',

    progress: (done, total) => `${done} von ${total} fertig`,
    starting: 'Es geht los…',
    pause: 'Pause',
    resume: 'Weiter',
    stop: 'Rest abbrechen',
    pausing: 'Pause nach der Änderung, die gerade läuft…',
    stopping: 'Nach der Änderung, die gerade läuft, wird der Rest abgebrochen…',
    resuming: 'In ein paar Sekunden geht es weiter…',
    waits: {
      requests: 'Dir sind die Anfragen dafür ausgegangen.',
      game: 'Das Spiel antwortet nicht richtig.',
      asked: 'Pausiert.',
      token:
        'Das Spiel nimmt deine Anmeldung nicht mehr an, oder eine Berechtigung fehlt. Melde dich neu an und mach dann weiter.',
      character:
        'Du bist jetzt mit einem anderen Charakter verknüpft. Ich mache nur als der weiter, der bestätigt hat.',
      frozen: 'Änderungen im Spiel sind gerade für alle gesperrt. Mach später weiter.',
      refused: 'Die erste Änderung wurde abgelehnt, den anderen ginge es wohl genauso.',
      gap: 'Das Spiel zeigt nicht mehr weit genug zurück, deshalb weiß ich nicht, ob etwas schon gemacht ist. Sieh selbst nach, bevor du den Rest abbrichst.',
    },
    goesOnAt: (when) => `Um ${when} mache ich von selbst weiter.`,
    endsBy: (when) => `Was bis ${when} nicht gemacht ist, wird abgebrochen.`,

    ended: 'Fertig: Der Bericht steht in einer neuen Nachricht.',
    all: 'Alles gemacht',
    some: 'Teilweise gemacht',
    none: 'Nichts wurde gemacht',
    undone: 'Zurückgenommen',
    undo: 'Rückgängig machen',
    undoUntil: (when) => `Du kannst das bis ${when} rückgängig machen.`,
    rest: 'Den Rest machen',
    states: {
      planned: 'noch nicht gemacht',
      sending: 'läuft gerade',
      done: 'gemacht',
      found: 'gemacht, obwohl keine Antwort kam',
      already: 'war schon so',
      refused: 'vom Spiel abgelehnt',
      failed: 'nicht gemacht',
      unknown: 'Ergebnis unbekannt',
      canceled: 'abgebrochen',
    },
    unknown: 'Eine Änderung, deren Antwort verloren ging, wiederhole ich nie. Sieh im Spiel nach.',
    columns: ['Ziel', 'UID', 'Änderung', 'Ergebnis', 'Grund'],
  },

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
