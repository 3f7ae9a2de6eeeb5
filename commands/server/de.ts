import type { Translation } from '../../src/discord/declare/command.ts';
import type { en } from './en.ts';
import type { server } from './server.ts';

export const de: Translation<typeof en, typeof server> = {
  names: {
    ...{ server: 'server', audit: 'protokoll', channel: 'kanal', log: 'anzeigen' },
    ...{ who: 'wer', whom: 'wen', what: 'was', since: 'seit' },
  },
  description: 'Einstellungen dieses Bots für diesen Server ändern',
  auditLog: 'Änderungen protokollieren, die Mitglieder über diesen Bot machen',
  log: {
    description: 'Die Änderungen zeigen, die hier in den letzten 95 Tagen gepostet wurden, auch als CSV-Datei',
    who: 'Wer sie gemacht hat: ein Name, eine UID oder eine Erwähnung',
    whom: 'Wen sie betraf: ein Name oder eine UID',
    what: 'Eine Aktion, ein Recht oder ein Betrag, etwa „entzog“ oder „pilot_ships“',
    since: 'Nur Änderungen seit einem Tag (UTC), etwa 2026-11-05, 5.11. oder 7 Tage',
    count: (count) =>
      `${count === 1 ? '1 Änderung' : `${count} Änderungen`} gefunden. In der Datei steht jede einzeln.`,
    ...{ title: 'Änderungen', nothing: 'In den letzten 95 Tagen nichts gefunden.', erased: 'ein gelöschtes Konto' },
    elsewhere: (channel) =>
      `Änderungen auf diesem Server werden in ${channel} gepostet. Wenn du dort mitlesen darfst, nutze diesen Befehl dort.`,
    off: 'Änderungen auf diesem Server werden nicht gepostet und darum auch nicht protokolliert. Wer den Server verwalten darf, kann mit </server audit channel> einen Kanal wählen.',
    columns: ['wann', 'wer', 'UID (wer)', 'Discord-Nutzer (wer)'],
  },
  option: 'Kanal, in dem gepostet wird; leer lassen zum Abschalten',
  setChannel: 'Jede Änderung über diesen Bot in einem Kanal posten; ohne Kanal nicht mehr posten',
  test: (manager) =>
    `${manager} hat diesen Kanal gewählt. Ich poste hier jede Änderung, die Mitglieder auf diesem Server über mich vornehmen. Verwendungszwecke und Nachrichtentexte poste ich nie.`,
  turnedOff: (manager) => `${manager} hat das abgeschaltet: Ich poste hier keine Änderungen mehr.`,
  moved: (manager, channel) => `${manager} hat stattdessen ${channel} gewählt: Ich poste hier keine Änderungen mehr.`,
  on: (channel) =>
    `Änderungen über diesen Bot auf diesem Server werden jetzt in ${channel} gepostet. Eine Testnachricht habe ich schon gesendet.`,
  off: 'Änderungen über diesen Bot werden auf diesem Server nicht mehr gepostet.',
  wasOff: 'Das Posten war schon aus. Wähle einen Kanal, um es einzuschalten.',
  mayNotPost: (channel) =>
    `Ich darf in ${channel} nichts posten, deshalb wurde nichts geändert. Gib mir dort *Kanal anzeigen* und *Nachrichten senden* oder wähle einen anderen Kanal.`,
  notSeen: (channel) =>
    `Du kannst ${channel} nicht sehen, deshalb wurde nichts geändert. Wähle einen Kanal, den du sehen kannst.`,
  notHere: (channel) =>
    `${channel} ist kein Textkanal dieses Servers, deshalb wurde nichts geändert. Wähle einen anderen Kanal.`,
  managersOnly:
    'Das können nur Mitglieder mit der Berechtigung *Server verwalten* ändern, und nur auf dem Server selbst.',
};
