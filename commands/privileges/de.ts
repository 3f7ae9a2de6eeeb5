import type { Translation } from '../../src/discord/declare/command.ts';
import type { en } from './en.ts';
import type { privileges } from './privileges.ts';

export const de: Translation<typeof en, typeof privileges> = {
  names: {
    privileges: 'rechte',
    list: 'liste',
    show: 'zeigen',
    grant: 'erteilen',
    revoke: 'entziehen',
    group: 'gruppe',
    privilege: 'recht',
    faction: 'fraktion',
  },
  descriptions: {
    privileges: 'Rechte in einer Fraktion ansehen und als Offizier ändern',
    list: 'Alle Rechte nach Gruppen auflisten, erteilt oder nicht',
    show: 'Prüfen, ob ein Recht erteilt ist',
    grant: 'Ein Recht erteilen (fragt vorher nach)',
    revoke: 'Ein Recht entziehen (fragt vorher nach)',
    group: 'Die Gruppe des Rechts, zum Beispiel ship',
    privilege: 'Das Recht in dieser Gruppe',
    faction: 'UID einer Fraktion oder Name einer deiner Fraktionen (ohne Angabe: deine Hauptfraktion)',
  },

  of: (name) => `Rechte von ${name}`,
  mainFaction: 'Hauptfraktion',
  inGroup: (name) => `Gruppe ${name}`,
  count: (granted, total) => `${granted} von ${total} erteilt`,
  noFaction: (name) => `**${name}** gehört zu keiner Fraktion.`,
  emptyGroup: 'Diese Gruppe enthält keine Rechte.',
  legend: '✓ erteilt, – nicht erteilt',
  choose: 'Wähle eine Gruppe',
  allGroups: 'Alle Gruppen',
  edit: 'Bearbeiten',
  editHint: 'Erteilte Rechte sind ausgewählt. Ändere die Auswahl im Menü. Geändert wird erst, wenn du bestätigst.',
  noneGranted: 'Keins erteilt',
  back: 'Zurück',
  value: (isGranted) => (isGranted ? 'erteilt' : 'nicht erteilt'),
  change: (isGranted) => (isGranted ? 'erteilt → nicht erteilt' : 'nicht erteilt → erteilt'),

  preview: {
    title: (count) => (count === 1 ? 'Dieses Recht ändern?' : `Diese ${count} Rechte ändern?`),
    legend: '**+** wird erteilt, **−** wird entzogen.',
    ownRight:
      '⚠ Vielleicht entziehst du dir damit das Recht, Rechte zu ändern. Dann kannst du das nicht rückgängig machen.',
    expires: (when) => `Geändert wird erst, wenn du bestätigst. Läuft um ${when} ab.`,
    confirm: 'Bestätigen',
    cancel: 'Abbrechen',
    canceled: 'Es wurde nichts geändert.',
    expired: 'Diese Bestätigung ist abgelaufen.',
    again: 'Noch einmal ansehen',
  },

  working: (done, total) => `Rechte werden geändert: ${done} von ${total} erledigt…`,
  changed: { all: 'Rechte geändert', some: 'Nur zum Teil geändert', none: 'Keine Rechte geändert' },
  undone: { all: 'Rückgängig gemacht', some: 'Nur zum Teil rückgängig gemacht', none: 'Nichts rückgängig gemacht' },
  unknown: 'Ich weiß nicht, was geändert wurde',
  outcomes: {
    done: 'erledigt',
    found: 'erledigt, obwohl die Antwort verloren ging',
    already: 'schon so eingestellt',
    refused: 'vom Spiel abgelehnt',
    failed: 'nicht ausgeführt',
    unknown: 'Antwort verloren',
    untried: 'nicht versucht',
  },
  notRead: 'aktueller Wert nicht lesbar',
  neverRepeated:
    'Eine Änderung, deren Antwort verloren ging, wiederhole ich nie. Prüfe noch einmal, bevor du es erneut versuchst.',
  stopped:
    'Das Spiel oder meine Datenbank hat nicht mehr geantwortet, deshalb habe ich dort aufgehört. Bitte versuche den Rest später noch einmal.',
  undo: 'Rückgängig machen',
  undoUntil: (when) => `Du kannst das bis ${when} rückgängig machen.`,

  alreadyGranted: (name, privilege) => `**${name}** hat das Recht ${privilege} schon.`,
  notGranted: (name, privilege) => `**${name}** hat das Recht ${privilege} nicht.`,
  nothingToChange: 'Die Rechte sind schon so eingestellt, es gibt also nichts zu ändern.',
  unknownGroup: (named, examples) => `Es gibt keine Rechtegruppe „${named}“. Gruppen sind zum Beispiel ${examples}.`,
  unknownPrivilege: (named, group, example) =>
    `In der Gruppe ${group} gibt es kein Recht „${named}“. Probiere ${example}.`,
  groupGone: 'Das Spiel zeigt diese Gruppe nicht mehr an. Führe </privileges list> noch einmal aus.',
  unknownFaction: (named, example) =>
    `„${named}“ ist weder die UID einer Fraktion noch der Name einer deiner Fraktionen. Probiere ${example}.`,
  notMember: (name, faction) =>
    `Entweder ist **${name}** kein Mitglied von ${faction}, oder diese Fraktion gibt es nicht, oder du darfst das nicht sehen. Lass die Fraktion weg, um deine Hauptfraktion zu nehmen.`,
  notInMainFaction: (name) =>
    `Entweder gehört **${name}** nicht zu deiner Hauptfraktion, oder du darfst das nicht sehen. Wenn ihr eine andere Fraktion gemeinsam habt, gib sie im Befehl an.`,
  unknownOrForbidden: 'Das Spiel kennt dieses Mitglied oder dieses Recht nicht, oder du darfst es nicht ändern.',
  otherFaction: (asked, answered) =>
    `Ich habe nach ${asked} gefragt, aber das Spiel hat für ${answered} geantwortet. Deshalb habe ich dort aufgehört. Bitte versuche es später noch einmal.`,
  refused: (reason) => `Das Spiel hat das abgelehnt: ${reason}`,
  refusedSilently:
    'Das Spiel hat das abgelehnt und keinen Grund genannt. Nur Offiziere können die Rechte anderer Mitglieder sehen und ändern. Deine eigenen zeigt </privileges list>.',
};
