import type { Messages } from '../language.ts';
import { account } from './en/account.ts';
import { messages } from './en/messages.ts';
import { names } from './en/names.ts';
import { server } from './en/server.ts';

const numbers = new Intl.NumberFormat('en-US', { maximumFractionDigits: 2 });

/** Every word that people read, in English. Other languages have the same shape, which the type checker keeps complete. */
export const en = {
  account,
  messages,
  names,
  server,

  profile: {
    description: 'Your character: faction, location, credits',
    faction: 'Faction',
    noFaction: 'none',
    factions: 'Also in',
    credits: 'Credits',
    location: 'Location',
    race: 'Race',
    gender: 'Gender',
    level: 'Level',
    levelValue: (level: number, xp: number | undefined): string =>
      xp === undefined ? numbers.format(level) : `${numbers.format(level)} (${numbers.format(xp)} XP)`,
    health: 'Health',
    lastLogin: 'Last seen',
    picture: (name: string): string => `Picture of ${name}`,
  },

  lookup: {
    description: 'Find a character by handle; needs no login',
    handle: 'The character’s name in the game',
    found: (handle: string): string => `**${handle}** is a character of the game.`,
    uid: 'UID',
  },

  galaxy: {
    description: 'Browse the galaxy',
    page: 'The page to begin with',
    systems: { description: 'All star systems', title: 'Star systems' },
    planets: { description: 'All planets', title: 'Planets' },
    sectors: { description: 'All sectors', title: 'Sectors' },
    stations: { description: 'All space stations', title: 'Stations' },
    cities: { description: 'All cities', title: 'Cities' },
    controlledBy: (name: string): string => `held by ${name}`,
    population: (value: number): string => `pop. ${numbers.format(value)}`,
    knownSystems: (value: number): string => `${numbers.format(value)} ${value === 1 ? 'system' : 'systems'}`,
  },
};

/** This catalogue goes into the commands' folders, area by area. */
export type Words = Messages<typeof en>;
