import type { Words } from '../en.ts';

const numbers = new Intl.NumberFormat('de-DE');

/** Words of the area "privileges", in German. */
export const privileges: Words['privileges'] = {
  description: 'Rechte in einer Fraktion: ansehen und als Offizier ändern',
  list: 'Alle Rechte nach Gruppen, erteilt oder nicht',
  show: 'Ob ein bestimmtes Recht erteilt ist',
  grant: 'Ein Recht erteilen, nach einer Vorschau',
  revoke: 'Ein Recht entziehen, nach einer Vorschau',
  options: {
    group: 'Die Gruppe des Rechts, zum Beispiel ship',
    privilege: 'Das Recht in dieser Gruppe',
    character: 'Wessen Rechte: ein Handle oder eine UID; ohne Angabe deine',
    faction: 'Die UID einer Fraktion oder der Name einer von deinen; ohne Angabe deine Hauptfraktion',
  },

  of: (name) => `Rechte von ${name}`,
  uid: (uid) => `UID ${uid}`,
  mainFaction: 'Hauptfraktion',
  group: (name) => `Gruppe ${name}`,
  count: (granted, total) => `${numbers.format(granted)} von ${numbers.format(total)} erteilt`,
  empty: (name) => `**${name}** gehört zu keiner Fraktion, also gibt es keine Rechte zu zeigen.`,
  emptyGroup: 'In dieser Gruppe gibt es kein Recht.',
  legend: '✓ erteilt, – nicht erteilt',
  choose: 'Wähle eine Gruppe',
  allGroups: 'Alle Gruppen',
  edit: 'Bearbeiten',
  editHint:
    'Öffne das Menü: Was erteilt ist, ist angehakt. Setz oder entferne Haken; geändert wird erst, wenn du bestätigst.',
  editPlaceholder: 'Keines ist erteilt',
  back: 'Zurück',
  granted: 'erteilt',
  notGranted: 'nicht erteilt',

  changeTitle: (count) => (count === 1 ? 'Dieses Recht ändern?' : `Diese ${numbers.format(count)} Rechte ändern?`),
  now: (value) => `jetzt ${value}`,
  changeLegend: '**+** wird erteilt, **−** wird entzogen.',
  confirmUntil: (when) => `Nichts geschieht, bevor du bestätigst. Diese Knöpfe enden ${when}.`,
  confirm: 'Bestätigen',
  cancel: 'Abbrechen',
  canceled: 'Es wurde nichts geändert.',
  working: (done, total) => `Rechte werden geändert: ${numbers.format(done)} von ${numbers.format(total)} erledigt …`,

  changed: 'Rechte geändert',
  partlyChanged: 'Rechte zum Teil geändert',
  notChanged: 'Kein Recht wurde geändert',
  notKnown: 'Es ist nicht bekannt, was geändert wurde',
  undone: 'Die Änderungen wurden rückgängig gemacht',
  partlyUndone: 'Die Änderungen wurden zum Teil rückgängig gemacht',
  notUndone: 'Nichts wurde rückgängig gemacht',
  outcomes: {
    done: 'erledigt',
    already: 'war schon so',
    refused: 'vom Spiel abgelehnt',
    failed: 'nicht geschehen',
    unknown: 'die Antwort ging verloren',
    untried: 'nicht mehr versucht',
  },
  doneUnanswered: 'erledigt, obwohl die Antwort verloren ging',
  notDoneSoFar: 'die Antwort ging verloren, und bisher ist es nicht geschehen',
  nowIs: (value) => `jetzt ${value}`,
  notRead: 'Wert nicht gelesen',
  neverRepeated:
    'Eine Änderung, deren Antwort verloren ging, wiederhole ich nicht. Sieh gleich noch einmal nach, bevor du es selbst erneut versuchst.',
  stopped:
    'Das Spiel oder meine Datenbank hat nicht mehr geantwortet, darum habe ich dort aufgehört. Bitte versuche den Rest später noch einmal.',
  undo: 'Rückgängig machen',
  undoUntil: (when) => `Rückgängig machen lässt sich, was geschehen ist, bis ${when}.`,
  lookAgain: 'Noch einmal nachsehen',

  alreadyGranted: (name, privilege) =>
    `**${name}** hat das Recht ${privilege} schon, es gibt also nichts zu erteilen. Mit /privilegien entziehen entziehst du es.`,
  notGrantedAnyway: (name, privilege) =>
    `**${name}** hat das Recht ${privilege} nicht, es gibt also nichts zu entziehen. Mit /privilegien erteilen erteilst du es.`,
  nothingChosen: 'So ist es schon, es gibt also nichts zu ändern.',
  unknownGroup: (named, examples) => `Eine Gruppe „${named}“ gibt es nicht. Gruppen sind zum Beispiel ${examples}.`,
  unknownPrivilege: (named, group, example) =>
    `Ein Recht „${named}“ gibt es in der Gruppe ${group} nicht.${example === undefined ? '' : ` Versuch es mit ${example}.`}`,
  groupGone: 'Das Spiel zeigt diese Gruppe nicht mehr. Ruf /privilegien liste noch einmal auf.',
  unknownFaction: (named, example) =>
    `„${named}“ ist weder die UID einer Fraktion noch der Name einer von deinen. Das ginge: ${example}`,
  notMember: (name, faction) =>
    `**${name}** ist kein Mitglied von ${faction}, oder die Fraktion gibt es nicht. Lass die Fraktion weg, dann nehme ich deine Hauptfraktion.`,
  notInMainFaction: (name) =>
    `**${name}** gehört nicht zu deiner Hauptfraktion. Wenn ihr eine andere Fraktion teilt, gib sie im Befehl mit an.`,
  noFaction: (name) =>
    `**${name}** gehört zu keiner Fraktion, also gibt es keine Rechte. Nenn ein Mitglied deiner Fraktion, oder lass den Charakter weg und nimm dich selbst.`,
  mayNot: (reason) =>
    `Das Spiel hat abgelehnt: ${reason} Nur Offiziere sehen und ändern, was andere in einer Fraktion dürfen; deine eigenen Rechte zeigt /privilegien liste.`,
};
