import { account } from './de/account.ts';
import { messages } from './de/messages.ts';
import { names } from './de/names.ts';
import { pages } from './de/pages.ts';
import { server } from './de/server.ts';
import type { en } from './en.ts';

const numbers = new Intl.NumberFormat('de-DE', { maximumFractionDigits: 2 });

/** Every word that people read, in German. */
export const de: typeof en = {
  account,
  messages,
  names,
  server,

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

  lookup: {
    description: 'Finde einen Charakter nach seinem Namen; ohne Anmeldung',
    handle: 'Der Name des Charakters im Spiel',
    found: (handle) => `**${handle}** ist ein Charakter des Spiels.`,
    uid: 'UID',
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

  pages,
};
