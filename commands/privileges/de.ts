import type { PrivilegesMessages } from './messages.ts';

/** What /privileges says, in German. */
export const de: PrivilegesMessages = {
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
    list: 'Alle Rechte nach Gruppen, erteilt oder nicht',
    show: 'Ob ein bestimmtes Recht erteilt ist',
    grant: 'Erteilt ein Recht (fragt vorher nach)',
    revoke: 'Entzieht ein Recht (fragt vorher nach)',
    group: 'Die Gruppe des Rechts, zum Beispiel ship',
    privilege: 'Das Recht in dieser Gruppe',
    faction: 'UID einer Fraktion oder Name einer deiner Fraktionen (ohne Angabe: deine Hauptfraktion)',
  },

  of: (name) => `Rechte von ${name}`,
  mainFaction: 'Hauptfraktion',
  inGroup: (name) => `Gruppe ${name}`,
  count: (granted, total) => `${granted} von ${total} erteilt`,
  noFaction: (name) =>
    `**${name}** gehört zu keiner Fraktion und hat deshalb keine Rechte, die man sehen oder ändern kann.`,
  emptyGroup: 'Diese Gruppe enthält keine Rechte.',
  legend: '✓ erteilt, – nicht erteilt',
  choose: 'Wähle eine Gruppe',
  allGroups: 'Alle Gruppen',
  edit: 'Bearbeiten',
  editHint:
    'Erteilte Rechte sind ausgewählt. Öffne das Menü, um die Auswahl zu ändern. Geändert wird erst, wenn du bestätigst.',
  noneGranted: 'Keins erteilt',
  back: 'Zurück',
  value: (isGranted) => (isGranted ? 'erteilt' : 'nicht erteilt'),
  now: (value) => `jetzt ${value}`,

  preview: {
    title: (count) => (count === 1 ? 'Dieses Recht ändern?' : `Diese ${count} Rechte ändern?`),
    legend: '**+** wird erteilt, **−** wird entzogen.',
    ownRight: '⚠ Du entziehst dir selbst das Recht, Rechte zu ändern. Das kannst du nicht selbst rückgängig machen.',
    maybeOwnRight:
      '⚠ Damit entziehst du dir vielleicht selbst das Recht, Rechte zu ändern. Das könntest du dann nicht selbst rückgängig machen.',
    expires: (when) => `Geändert wird erst, wenn du bestätigst. Läuft um ${when} ab.`,
    confirm: 'Bestätigen',
    cancel: 'Abbrechen',
    canceled: 'Es wurde nichts geändert.',
    expired: 'Abgelaufen. Es wurde nichts geändert.',
    again: 'Neue Vorschau',
  },

  working: (done, total) => `Rechte werden geändert: ${done} von ${total} erledigt…`,
  changed: {
    all: 'Rechte geändert',
    some: 'Nur ein Teil der Rechte wurde geändert',
    none: 'Es wurden keine Rechte geändert',
  },
  undone: {
    all: 'Änderungen rückgängig gemacht',
    some: 'Nur ein Teil der Änderungen wurde rückgängig gemacht',
    none: 'Es wurden keine Änderungen rückgängig gemacht',
  },
  unknown: 'Ich weiß nicht, was geändert wurde',
  outcomes: {
    done: 'erledigt',
    found: 'erledigt, obwohl die Antwort verloren ging',
    already: 'schon so eingestellt',
    refused: 'vom Spiel abgelehnt',
    failed: 'nicht ausgeführt',
    missing: 'Antwort verloren, bisher nicht ausgeführt',
    unknown: 'Antwort verloren',
    untried: 'nicht versucht',
  },
  notRead: 'aktueller Wert nicht lesbar',
  neverRepeated:
    'Wenn die Antwort verloren ging, wiederhole ich eine Änderung nicht. Prüfe noch einmal nach, bevor du es erneut versuchst.',
  checkedAt: (when) => `Zuletzt geprüft um ${when}.`,
  stopped:
    'Das Spiel oder meine Datenbank hat nicht mehr geantwortet, deshalb habe ich dort aufgehört. Bitte versuche den Rest später noch einmal.',
  undo: 'Rückgängig machen',
  undoUntil: (when) => `Du kannst das bis ${when} rückgängig machen.`,
  checkAgain: 'Noch einmal prüfen',

  alreadyGranted: (name, privilege) =>
    `**${name}** hat das Recht ${privilege} schon. Mit </privileges revoke> kannst du es entziehen.`,
  notGranted: (name, privilege) =>
    `**${name}** hat das Recht ${privilege} nicht. Mit </privileges grant> kannst du es erteilen.`,
  nothingToChange: 'Die Rechte sind schon so eingestellt, es gibt also nichts zu ändern.',
  unknownGroup: (named, examples) => `Es gibt keine Rechtegruppe „${named}“. Gruppen sind zum Beispiel ${examples}.`,
  unknownPrivilege: (named, group, example) =>
    `In der Gruppe ${group} gibt es kein Recht „${named}“. Probiere ${example}.`,
  groupGone: 'Das Spiel zeigt diese Gruppe nicht mehr an. Führe </privileges list> noch einmal aus.',
  unknownFaction: (named, example) =>
    `„${named}“ ist weder die UID einer Fraktion noch der Name einer deiner Fraktionen. Probiere ${example}.`,
  notMember: (name, faction) =>
    `**${name}** ist kein Mitglied von ${faction}, oder diese Fraktion gibt es nicht. Lass die Fraktion weg, um deine Hauptfraktion zu nehmen.`,
  notInMainFaction: (name) =>
    `**${name}** gehört nicht zu deiner Hauptfraktion. Wenn ihr eine andere Fraktion gemeinsam habt, gib sie im Befehl an.`,
  refused: (reason) =>
    `Das Spiel hat abgelehnt: ${reason} Nur Offiziere können die Rechte anderer Mitglieder sehen und ändern. Deine eigenen zeigt </privileges list>.`,
};
