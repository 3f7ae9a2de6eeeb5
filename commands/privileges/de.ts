import type { Translation } from '../../src/discord/declare/command.ts';
import type { en } from './en.ts';
import type { privileges } from './privileges.ts';

const rights = (count: number): string => (count === 1 ? '1 Recht' : `${count} Rechte`);

export const de: Translation<typeof en, typeof privileges> = {
  names: {
    privileges: 'rechte',
    list: 'liste',
    show: 'zeigen',
    grant: 'erteilen',
    revoke: 'entziehen',
    copy: 'kopieren',
    ...{ strip: 'alle-entziehen', who: 'wer' },
    to: 'an',
    mode: 'modus',
    group: 'gruppe',
    privilege: 'recht',
    faction: 'fraktion',
  },
  descriptions: {
    privileges: 'Rechte in einer Fraktion ansehen und als Offizier ändern',
    list: 'Erteilte Rechte nach Gruppen auflisten und bearbeiten',
    show: 'Prüfen, ob ein Recht erteilt ist',
    grant: 'Einem oder mehreren Mitgliedern Rechte erteilen (fragt vorher nach)',
    revoke: 'Einem oder mehreren Mitgliedern Rechte entziehen (fragt vorher nach)',
    copy: 'Anderen die Rechte eines Mitglieds erteilen (fragt vorher nach)',
    whoHas: 'Sehen, welche Mitglieder der Liste ein Recht haben, eins einer Gruppe oder ein wichtiges',
    whoWhat: 'Ein Recht oder eine Gruppe (Standard: wichtige Rechte)',
    strip: 'Einem oder mehreren Mitgliedern alle Rechte entziehen (fragt vorher nach)',
    group: 'Die Gruppe des Rechts, zum Beispiel ship',
    privilege: 'Das Recht in dieser Gruppe',
    several: 'Rechte oder Gruppen, durch Kommas getrennt, etwa ship view, cities (ohne Angabe: die Gruppe)',
    members: 'Namen, UIDs oder Erwähnungen, durch Kommas getrennt (ohne Angabe: du)',
    who: 'Namen, UIDs oder Erwähnungen, durch Kommas getrennt',
    from: 'Das Mitglied, dessen Rechte kopiert werden',
    to: 'Wer sie bekommt: Namen, UIDs oder Erwähnungen, durch Kommas getrennt',
    mode: 'Ob alles andere auch entzogen wird (ohne Angabe: nein)',
    faction: 'UID einer Fraktion oder Name einer deiner Fraktionen (ohne Angabe: deine Hauptfraktion)',
  },
  menu: 'Rechte',
  modes: { add: 'Fehlende ergänzen', equal: 'Angleichen: alle anderen entziehen' },

  of: (name) => `Rechte von ${name}`,
  mainFaction: 'Hauptfraktion',
  inGroup: (name) => `Gruppe ${name}`,
  count: (granted, total) => `${granted} von ${total}`,
  more: (count) => `und ${count} weitere`,
  noneIn: (groups) => `Keine erteilt in ${groups}`,
  noFaction: (name) => `**${name}** gehört zu keiner Fraktion.`,
  emptyGroup: 'Diese Gruppe enthält keine Rechte.',
  choose: 'Wähle eine Gruppe zum Bearbeiten',
  edit: 'Bearbeiten',
  editHint:
    'Erteilte Rechte sind ausgewählt. Ändere die Auswahl in beliebig vielen Gruppen und prüfe dann alles zusammen. Geändert wird erst, wenn du bestätigst.',
  noneGranted: 'Keins erteilt',
  chosen: 'Bisher gewählt:',
  review: (count) => (count === 1 ? '1 Änderung prüfen' : `${count} Änderungen prüfen`),
  value: (isGranted) => (isGranted ? 'erteilt' : 'nicht erteilt'),
  change: (isGranted) => (isGranted ? 'erteilt → nicht erteilt' : 'nicht erteilt → erteilt'),

  changing: {
    title: (granted, revoked) => {
      if (granted === 0) return `${rights(revoked)} entziehen`;
      return `${rights(granted)} erteilen${revoked > 0 ? ` und ${rights(revoked)} entziehen` : ''}`;
    },
    each: (count, members) => `**Je ${rights(count)} für ${members} Mitglieder:**`,
    back: 'Rechte ansehen',
    warns: {
      giving: { grant: 'Darf danach die Rechte aller ändern:', revoke: 'Darf danach keine Rechte mehr ändern:' },
      leading: { grant: 'Führt danach die Fraktion:', revoke: 'Führt danach die Fraktion nicht mehr:' },
      deputy: { grant: 'Bekommt Rechte der Stellvertretung:', revoke: 'Verliert Rechte der Stellvertretung:' },
    },
    ownRight:
      '⚠ Vielleicht verlierst du damit selbst das Recht, Rechte zu ändern. Dann kannst du das nicht rückgängig machen.',
  },
  manyRequests: (count) => `Diese Mitglieder zu finden und zu lesen braucht ${count} Anfragen. Fortfahren?`,
  neverCopied: 'Führung und Stellvertretung werden weder kopiert noch mit ihrer Gruppe erteilt.',

  unknownGroup: (named) => `Es gibt keine Rechtegruppe „${named}“.`,
  groupsInclude: (examples) => `Gruppen sind zum Beispiel ${examples}.`,
  unknownPrivilege: (named, group) =>
    group === undefined ? `Es gibt kein Recht „${named}“.` : `In der Gruppe ${group} gibt es kein Recht „${named}“.`,
  severalGroups: (named, examples) =>
    `Ein Recht „${named}“ gibt es in mehreren Gruppen. Gib die Gruppe mit an, zum Beispiel ${examples}.`,
  isGroup: (named, example) => `„${named}“ ist eine Gruppe. Gib ein Recht mit an, zum Beispiel ${example}.`,
  didYouMean: (names) => `Meintest du ${names}?`,
  tryThis: (example) => `Probiere ${example}.`,
  unknownFaction: (named, example) =>
    `„${named}“ ist weder die UID einer Fraktion noch der Name einer deiner Fraktionen. Probiere ${example}.`,
  notMember: (name, faction) =>
    `Entweder ist **${name}** kein Mitglied von ${faction}, oder diese Fraktion gibt es nicht, oder du darfst das nicht sehen. Lass die Fraktion weg, um deine Hauptfraktion zu nehmen.`,
  notInMainFaction: (name) =>
    `Entweder gehört **${name}** nicht zu deiner Hauptfraktion, oder du darfst das nicht sehen. Wenn ihr eine andere Fraktion gemeinsam habt, gib sie im Befehl an.`,
  otherFaction: (asked, answered) =>
    `Ich habe nach ${asked} gefragt, aber das Spiel hat für ${answered} geantwortet. Deshalb habe ich dort aufgehört. Bitte versuche es später noch einmal.`,
  refusedSilently:
    'Das Spiel hat das abgelehnt und keinen Grund genannt. Nur Offiziere können die Rechte anderer Mitglieder sehen und ändern. Deine eigenen zeigt </privileges list>.',
};
