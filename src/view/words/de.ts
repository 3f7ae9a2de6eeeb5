import { account } from './de/account.ts';
import { messages } from './de/messages.ts';
import { names } from './de/names.ts';
import { server } from './de/server.ts';
import type { en } from './en.ts';

const numbers = new Intl.NumberFormat('de-DE', { maximumFractionDigits: 2 });

/** Every word that people read, in German. */
export const de: typeof en = {
  account,
  messages,
  names,
  server,

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
};
