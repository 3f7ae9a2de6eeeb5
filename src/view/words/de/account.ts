import type { Words } from '../en.ts';

const numbers = new Intl.NumberFormat('de-DE', { maximumFractionDigits: 2 });

/** Words of one's own account and character, and of the help, in German. */
export const account: Words['account'] = {
  character: 'Ein Charakter mit Namen oder mit UID, etwa 1:1002; ohne Angabe deiner',
  share: 'Für alle hier sichtbar, ohne das, was nur du sehen darfst',
  privateProfile: 'Dieser Charakter hält sein Profil privat: Mehr zeigt das Spiel nicht.',

  skills: {
    description: 'Fähigkeiten eines Charakters, nach Gruppen',
    title: (name) => `Fähigkeiten von ${name}`,
    none: 'Das Spiel nennt hier keine Fähigkeiten.',
    level: (level) => numbers.format(level),
    experience: (value) => `${numbers.format(value)} EP`,
    onlyOwn: (name) =>
      `Das Spiel zeigt Fähigkeiten nur dem Charakter selbst, darum bleiben die von **${name}** verborgen. \`/fähigkeiten\` ohne Namen zeigt deine.`,
    categories: {
      general: 'Allgemein',
      space: 'Weltraum',
      ground: 'Boden',
      social: 'Soziales',
      science: 'Wissenschaft',
      light: 'Helle Seite',
      dark: 'Dunkle Seite',
      neutral: 'Neutrale Macht',
    },
  },

  permissions: {
    description: 'Was das Spiel diesen Bot für dich tun lässt',
    list: 'Alle Erlaubnisse deiner Anmeldung, und bis wann',
    scopes: 'Die Namen der Erlaubnisse, die du gegeben hast',
    check: 'Ob eine Erlaubnis gegeben ist',
    permission: 'Name der Erlaubnis, etwa CREDITS_WRITE',
    title: (name) => `Erlaubnisse von ${name}`,
    scopesTitle: (name) => `Namen der Erlaubnisse von ${name}`,
    none: 'Das Spiel nennt für diese Anmeldung keine Erlaubnisse.',
    until: (moment) => `Bis ${moment}`,
    withoutEnd: 'Ohne Ablaufdatum',
    unexplained: 'nutzt dieser Bot nicht',
    granted: (name, permission) => `✅ **${name}** hat \`${permission}\` erlaubt.`,
    notGranted: (name, permission) => `❌ **${name}** hat \`${permission}\` nicht erlaubt.`,
    noName: (typed) =>
      `„${typed}“ kann keine Erlaubnis sein: Ihr Name hat nur Buchstaben und Unterstriche. Versuche \`berechtigung: CREDITS_WRITE\`.`,
    onlyOwn: (name) =>
      `Das Spiel nennt Erlaubnisse nur dem Charakter selbst, darum bleiben die von **${name}** verborgen. Lass \`charakter\` weg, um deine zu prüfen.`,
  },

  help: {
    description: 'Was dieser Bot kann',
    command: 'Ein Befehl, etwa credits',
    title: 'Befehle',
    intro: 'Wähle unten einen aus, oder schreibe `/hilfe befehl` für seine Angaben.',
    begin: 'Beginne mit `/anmelden`. `/suchen` und `/galaxie` gehen ohne.',
    unknown: (typed) => `Den Befehl „${typed}“ gibt es nicht. Versuche \`/hilfe befehl: credits\`.`,
    needsLink: 'braucht eine Anmeldung',
    permissions: (list) => `braucht deine Erlaubnis: ${list}`,
    forManagers: 'für Mitglieder, die den Server verwalten dürfen',
    menus: 'Im Menü eines Discord-Namens (Rechtsklick oder langes Drücken, dann Apps)',
  },
};
