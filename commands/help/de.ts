import type { Translation } from '../../src/discord/declare/command.ts';
import type { en } from './en.ts';
import type { createHelp } from './help.ts';

export const de: Translation<typeof en, ReturnType<typeof createHelp>> = {
  names: { help: 'hilfe', command: 'befehl' },
  description: 'Anzeigen, was dieser Bot kann',
  command: 'Ein Befehl, etwa credits',
  title: 'Befehle',
  allowed: 'Alles, was du hier verwenden kannst. Weitere Berechtigungen gibst du in </account>.',
  start: 'Beginne mit </login>. </lookup> und </galaxy systems> funktionieren auch ohne Anmeldung.',
  choose: 'Wähle einen Befehl, um seine Optionen zu sehen',
  unknown: (typed) => `Den Befehl „${typed}“ gibt es nicht. Probiere \`/hilfe befehl: credits\`.`,
  needsLogin: 'braucht eine Anmeldung',
  needsPermissions: (list) => `braucht deine Berechtigung: ${list}`,
  forManagers: 'für Mitglieder, die den Server verwalten dürfen',
  menus: 'Im Menü eines Discord-Nutzers (Rechtsklick oder langes Drücken, dann Apps)',
  messageMenus: 'Im Menü einer Nachricht',
};
