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

  overview: {
    description: 'Deine Anmeldung, Erlaubnisse, Anfragen und Daten',
    title: (name) => `Verknüpft mit ${name}`,
    notLinked: 'Du hast hier keinen Spielcharakter verknüpft. Unten steht, was ich trotzdem über dich weiß.',
    linkedAt: 'Verknüpft',
    mayTitle: 'Was ich für dich darf',
    mayNotTitle: 'Was ich nicht darf',
    token: 'Zugangsschlüssel',
    tokenUntil: (moment) => `gültig bis ${moment}`,
    renewed: 'danach von selbst erneuert',
    notRenewed: 'danach meldest du dich neu an',
    quota: 'Anfragen an das Spiel',
    noneLeftToAsk:
      'Keine Anfrage war übrig, um das Spiel zu fragen: Diese Erlaubnisse sind, was es zuletzt gesagt hat.',
    findable: 'Auffindbar',
    findableYes: 'ja: Andere sehen über das Menü an deinem Discord-Namen deinen Charakter und können ihm schreiben',
    findableNo: 'nein: Niemand erfährt über deinen Discord-Namen deinen Charakter',
    letFind: 'Auffindbar machen',
    hide: 'Verbergen',
    auditTitle: 'Deine neuesten Änderungen im Spiel',
    auditEmpty: 'Bisher keine.',
    addPermissions: 'Mehr erlauben …',
    logOut: 'Abmelden',
    export: 'Meine Daten exportieren',
    erase: 'Alles löschen',
    exported:
      'Alles, was hier über dich gespeichert ist, außer den Schlüsseln: Sie sind versiegelt und nützen sonst niemandem.',
    eraseTitle: 'Alles löschen?',
    eraseText:
      'Das gibt dem Spiel die Erlaubnis zurück und löscht deine Verknüpfung, die Liste deiner Änderungen, deine Wahl, ob du auffindbar bist, und jede wartende Anmeldung und jeden wartenden Befehl. Eine Änderung, deren Ausgang unbekannt ist, wird erst nachgesehen und dann gelöscht. Nur die Zahl deiner Anfragen bleibt bis zu einer Stunde, unter einem Kürzel, das dich nicht nennt. Das Spiel selbst behält, was dort geschah. Das lässt sich nicht rückgängig machen.',
    eraseConfirm: 'Alles löschen',
    keep: 'Behalten',
    kept: 'Nichts wurde gelöscht.',
    erased:
      'Alles über dich ist hier gelöscht, und das Spiel hat die Erlaubnis zurückgenommen. Die Zahl deiner Anfragen folgt innerhalb einer Stunde.',
    erasedHere:
      'Alles über dich ist hier gelöscht; die Zahl deiner Anfragen folgt innerhalb einer Stunde. Dem Spiel konnte ich es nicht sagen, dort läuft die Erlaubnis von selbst ab; du kannst sie auch in deinem Konto auf der Seite des Spiels zurücknehmen.',
  },

  login: {
    permissions: 'Worum gebeten wird',
    lookAround: 'Umsehen: Charakter, Credits und Nachrichten sehen',
    everything: 'Alles: auch senden, löschen und ändern',
    alreadyAll: (name) =>
      `Du bist als **${name}** verknüpft, und all das ist schon erlaubt. Es gibt nichts, worum ich bitten müsste.`,
    askAnyway: 'Trotzdem noch einmal',
    asksOnlyMissing: (name) =>
      `Du bist als **${name}** verknüpft. Ich bitte nur um das, was fehlt; was du erlaubt hast, bleibt.`,
    missing: 'Neu diesmal',
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
