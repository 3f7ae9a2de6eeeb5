import type { Scope } from '../../game/scopes.ts';
import { account } from './de/account.ts';
import { messages } from './de/messages.ts';
import { names } from './de/names.ts';
import { pages } from './de/pages.ts';
import { privileges } from './de/privileges.ts';
import { server } from './de/server.ts';
import { transfers } from './de/transfers.ts';
import type { Words } from './en.ts';

const numbers = new Intl.NumberFormat('de-DE', { maximumFractionDigits: 2 });

/** What a scope allows, to complete "Commlink darf …". */
const permissions: Record<Scope, string> = {
  CHARACTER_READ: 'deinen Charakter sehen: Name, Fraktion, Aufenthaltsort',
  CHARACTER_SKILLS: 'deine Fähigkeiten sehen',
  CHARACTER_CREDITS: 'deine Credits und deinen Kontoauszug sehen',
  CREDITS_WRITE: 'deine Credits an andere senden',
  CHARACTER_PRIVILEGES: 'Rechte in Fraktionen sehen und ändern',
  MESSAGES_READ: 'deine Nachrichten lesen',
  MESSAGES_SEND: 'in deinem Namen Nachrichten senden',
  MESSAGES_DELETE: 'deine Nachrichten löschen',
};

/** Every word that people read, in German. */
export const de: Words = {
  language: 'de',
  number: (value) => numbers.format(value),
  credits: (value) => `${numbers.format(value)} Credits`,
  gameTime: ({ year, day }) => `Jahr ${year} Tag ${day}`,
  permissions,
  account,
  messages,
  names,
  privileges,
  server,
  transfers,

  pager: {
    first: 'Anfang',
    previous: 'Zurück',
    next: 'Weiter',
    last: 'Ende',
    position: (page, pages) => `${numbers.format(page)} / ${numbers.format(pages)}`,
    range: (from, to, total) => `${numbers.format(from)}–${numbers.format(to)} von ${numbers.format(total)}`,
    jumpTitle: 'Zu einer Seite gehen',
    jumpLabel: (pages) => `Seite, von 1 bis ${numbers.format(pages)}`,
    noPage: (typed) => `„${typed}“ ist keine Seite: Tippe eine ganze Zahl ab 1 ein, etwa 3.`,
    empty: 'Hier gibt es nichts.',
    pastTheEnd: (page, pages) =>
      `Seite ${numbers.format(page)} gibt es nicht: Die letzte ist ${numbers.format(pages)}. Versuche \`seite: ${pages}\`.`,
  },

  login: {
    description: 'Verknüpfe deinen Spielcharakter mit deinem Discord-Konto',
    inDms: 'Ich habe dir eine Direktnachricht geschickt. Dort geht es weiter.',
    openDms: (url) => `[Öffnen](${url})`,
    title: 'Verknüpfe deinen Spielcharakter',
    explanation: (until) =>
      `Öffne die Anmeldeseite, melde dich dort beim Spiel an und erlaube, was du hier nutzen willst. Danach zeigt die Seite einen Code aus sechs Ziffern: Komm zurück und gib ihn ein. Das geht bis ${until}.`,
    asked: 'Ich bitte um deine Erlaubnis:',
    warning: 'Der Link und der Code sind nur für dich. Niemand, der an diesem Bot arbeitet, wird dich danach fragen.',
    dmsClosed: 'Ich konnte dir keine Direktnachricht schicken, darum steht es hier. Nur du siehst das.',
    openPage: 'Anmeldeseite öffnen',
    enterCode: 'Code eingeben',
    codeTitle: 'Code eingeben',
    codeLabel: 'Die sechs Ziffern von der Anmeldeseite',
    confirmTitle: (character, user) => `**${character}** mit ${user} verknüpfen?`,
    confirmText: 'Deine Befehle handeln dann als dieser Charakter. Mit /abmelden beendest du das jederzeit.',
    confirm: 'Verknüpfen',
    cancel: 'Abbrechen',
    linked: (character) => `Du bist jetzt **${character}**.`,
    next: 'Versuche /profil, /credits guthaben oder /galaxie systeme. /abmelden beendet die Verknüpfung.',
    waiting: 'Der Befehl, der darauf gewartet hat, kann jetzt weitergehen.',
    runAgain: 'Noch einmal ausführen',
    canceled: 'Nichts wurde verknüpft, und die Erlaubnis ist zurückgegeben.',
    logIn: 'Anmelden',
    logInAgain: 'Neu anmelden',
    addPermission: 'Das erlauben',
    lost: 'Ich habe deine Anmeldung beim Spiel erneuert, konnte sie aber nicht speichern: Meine Datenbank ist nicht erreichbar. Bitte melde dich neu an.',
  },

  logout: {
    description: 'Beende die Verknüpfung mit deinem Spielcharakter und lösche ihre Schlüssel',
    done: 'Abgemeldet. Das Spiel hat die Erlaubnis zurückgenommen, und hier ist nichts mehr davon gespeichert.',
    doneHere:
      'Hier bist du abgemeldet: Nichts ist mehr gespeichert. Dem Spiel konnte ich es nicht sagen, dort läuft die Erlaubnis von selbst ab; du kannst sie auch in deinem Konto auf der Seite des Spiels zurücknehmen.',
    notLinked: 'Es gab keine Verknüpfung, also ist auch nichts zu beenden.',
  },

  profile: {
    description: 'Ein Charakter: Fraktion, Aufenthaltsort, Credits; ohne Angabe deiner',
    faction: 'Fraktion',
    noFaction: 'keine',
    factions: 'Auch in',
    credits: 'Credits',
    location: 'Aufenthaltsort',
    race: 'Spezies',
    gender: 'Geschlecht',
    level: 'Stufe',
    levelValue: (level, xp) =>
      xp === undefined ? numbers.format(level) : `${numbers.format(level)} (${numbers.format(xp)} EP)`,
    health: 'Gesundheit',
    lastLogin: 'Zuletzt gesehen',
    picture: (name) => `Bild von ${name}`,
  },

  balance: {
    description: 'Deine Credits',
    show: 'Zeige dein Guthaben',
    of: (name) => `Guthaben von ${name}`,
  },

  lookup: {
    description: 'Finde einen Charakter nach seinem Namen; ohne Anmeldung',
    handle: 'Der Name des Charakters im Spiel',
    found: (handle) => `**${handle}** ist ein Charakter des Spiels.`,
    uid: 'UID',
    unknown: (handle) =>
      `Niemand im Spiel heißt „${handle}“. Prüfe die Schreibweise: Es zählt der ganze Name mit allen Leerzeichen.`,
    unknownUid: (uid) => `Niemand im Spiel hat die UID „${uid}“. Prüfe die Zahl, oder nenne den Charakter mit Namen.`,
    notByUid: (uid) =>
      `„${uid}“ ist eine UID, und dieser Befehl findet Charaktere nach ihrem Namen im Spiel. Versuche \`name: Marshal Iri Tosk\`; /profil nimmt auch eine UID.`,
    nobodyNamed: 'Da ist niemand genannt. Schreibe den Namen eines Charakters, etwa Marshal Iri Tosk.',
  },

  galaxy: {
    description: 'Sieh dich in der Galaxis um',
    page: 'Die Seite, mit der es beginnt',
    systems: { description: 'Alle Sternsysteme', title: 'Sternsysteme' },
    planets: { description: 'Alle Planeten', title: 'Planeten' },
    sectors: { description: 'Alle Sektoren', title: 'Sektoren' },
    stations: { description: 'Alle Raumstationen', title: 'Raumstationen' },
    cities: { description: 'Alle Städte', title: 'Städte' },
    controlledBy: (name) => `gehört ${name}`,
    population: (value) => `${numbers.format(value)} Einw.`,
    knownSystems: (value) => `${numbers.format(value)} ${value === 1 ? 'System' : 'Systeme'}`,
  },

  errors: {
    notLinked:
      'Du hast noch keinen Spielcharakter verknüpft. Melde dich einmal an und führe den Befehl dann noch einmal aus.',
    tokenRejected:
      'Das Spiel nimmt deine Anmeldung nicht mehr an: Sie ist abgelaufen oder wurde zurückgenommen. Melde dich neu an und führe den Befehl dann noch einmal aus.',
    scopeMissing: (permission) =>
      `Dafür fehlt mir deine Erlaubnis: ${permission}. Erlaube es und führe den Befehl dann noch einmal aus.`,
    notFound: 'Das Spiel kennt diesen Namen oder diese ID nicht. Prüfe die Schreibweise.',
    invalid: (parameter, reason) => `Der Wert für „${parameter}“ ist nicht möglich (${reason}).`,
    rateLimited: (until) =>
      `Das stündliche Kontingent des Spiels ist aufgebraucht. Die nächste Anfrage ist ${until} möglich.`,
    refused: (reason) => `Das Spiel hat abgelehnt: ${reason}`,
    serviceUnavailable:
      'Das Spiel antwortet gerade nicht richtig. Nichts wurde geändert. Bitte versuche es später noch einmal.',
    outcomeUnknown:
      'Die Verbindung brach ab, bevor das Spiel antwortete; ich weiß also nicht, ob es geschehen ist. Ich wiederhole es nicht von selbst: Sieh nach, bevor du es noch einmal versuchst.',
    restarting: 'Ich starte gerade neu, und das hier hat noch gewartet. Bitte versuche es in einer Minute noch einmal.',
    storeUnavailable:
      'Ich komme gerade nicht an meinen eigenen Speicher. Nichts wurde geändert. Bitte versuche es später noch einmal.',
    refreshUnderWay: 'Deine Anmeldung wird gerade erneuert. Bitte versuche es in ein paar Sekunden noch einmal.',
    sealBroken: 'Deine Anmeldung lässt sich nicht mehr lesen: Die Schlüssel hier haben gewechselt. Melde dich neu an.',
    unknown: (reference) =>
      `Auf dieser Seite ist etwas schiefgegangen. Wenn es so bleibt, nenne dem Betreiber dieses Bots das Zeichen \`${reference}\`.`,
    ticketGone:
      'Das wurde schon beantwortet, oder seine Zeit ist um. Führe den Befehl noch einmal aus, wenn du es noch willst.',
    interrupted:
      'Der Bot wurde neu gestartet, bevor er deinen Befehl ausführen konnte. Nichts wurde geändert. Bitte versuche es noch einmal.',
    aboutCommand: (when) => `Zu deinem Befehl von ${when}:`,
    notYours: 'Diese Knöpfe gehören jemand anderem. Führe den Befehl selbst aus, um deine eigenen zu bekommen.',
    outdated: 'Dieser Knopf stammt aus einer älteren Version. Führe den Befehl noch einmal aus.',
    unknownCommand: 'Diesen Befehl gibt es hier nicht mehr. Discord wird ihn bald vergessen.',
  },

  audit: {
    actions: {
      'message.send': 'hat eine Nachricht gesendet an',
      'message.delete': 'hat eine Nachricht gelöscht von',
      'credits.transfer': 'hat Credits gesendet an',
      'privilege.grant': 'hat ein Recht gegeben an',
      'privilege.revoke': 'hat ein Recht entzogen von',
    },
    results: {
      pending: 'wird geprüft',
      done: 'erledigt',
      refused: 'vom Spiel abgelehnt',
      failed: 'nicht geschehen',
      unknown: 'Ausgang unbekannt',
    },
  },

  loginProblems: {
    expired: 'Diese Anmeldung ist vorbei, oder es gab sie nie: Eine Anmeldung dauert höchstens zehn Minuten.',
    code_entered: 'Der Code wurde in Discord schon eingegeben.',
    already_linked: ({ linkedAs }) =>
      linkedAs === undefined
        ? 'Dieser Anmeldelink wurde benutzt, und ein Charakter wurde damit verknüpft. Er gilt nur einmal.'
        : `Dieser Anmeldelink wurde benutzt: Du hast damit ${linkedAs} verknüpft. Er gilt nur einmal.`,
    link_used: 'Dieser Anmeldelink wurde schon benutzt, und er gilt nur einmal.',
    wrong_browser: 'Diese Anmeldung wurde in einem anderen Browser begonnen, und nur dort kann sie weitergehen.',
    denied: 'Du hast auf der Seite des Spiels abgelehnt, darum wurde nichts verknüpft.',
    rejected:
      'Das Spiel hat diese Anmeldung nicht angenommen: Seine Antwort wurde schon benutzt oder war nicht für sie bestimmt. Nichts wurde verknüpft.',
    unavailable:
      'Das Spiel antwortet gerade nicht, darum kann die Anmeldung nicht weitergehen. Bitte versuche es später noch einmal.',
    inactive_client:
      'Das Team des Spiels hat diesen Bot noch nicht freigeschaltet, deshalb kann sich niemand mit ihm anmelden. Nichts wurde verknüpft. Bitte sag dem Betreiber des Bots Bescheid.',
    not_signed_in: 'Öffne zuerst die Anmeldeseite und melde dich dort an: Sie zeigt dir den Code.',
    wrong_code: ({ triesLeft = 0 }) =>
      `Das ist nicht der Code von der Anmeldeseite. Du hast noch ${triesLeft} ${triesLeft === 1 ? 'Versuch' : 'Versuche'}.`,
    too_many_tries: 'Das war der fünfte falsche Code. Diese Anmeldung ist vorbei, und nichts wurde verknüpft.',
  },

  pages,
};
