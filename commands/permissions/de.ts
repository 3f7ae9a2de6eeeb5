import type { Translation } from '../../src/discord/declare/command.ts';
import type { en } from './en.ts';
import type { permissions } from './permissions.ts';

export const de: Translation<typeof en, typeof permissions> = {
  names: { permissions: 'berechtigungen', list: 'liste', scopes: 'namen', check: 'prüfen', permission: 'berechtigung' },
  description: 'Anzeigen, was das Spiel diesen Bot für dich tun lässt',
  list: 'Deine Berechtigungen und ihr Ablaufdatum auflisten',
  scopes: 'Die technischen Namen deiner Berechtigungen auflisten',
  check: 'Prüfen, ob du eine Berechtigung erteilt hast',
  permission: 'Name der Berechtigung, etwa CREDITS_WRITE',
  title: (name) => `Berechtigungen von ${name}`,
  scopesTitle: (name) => `Technische Namen der Berechtigungen von ${name}`,
  none: 'Noch keine Berechtigungen.',
  until: (moment) => `Bis ${moment}`,
  noExpiry: 'Ohne Ablaufdatum',
  unused: 'darum bittet dieser Bot nicht',
  withheld: 'von dir ausgeschaltet, ich nutze es nicht',
  granted: (name, permission) => `✅ **${name}** hat \`${permission}\` erteilt.`,
  notGranted: (name, permission) => `❌ **${name}** hat \`${permission}\` nicht erteilt.`,
  invalid: (typed) =>
    `„${typed}“ ist keine gültige Berechtigung. Berechtigungen bestehen aus Buchstaben und Unterstrichen, etwa \`berechtigung: CREDITS_WRITE\`.`,
};
