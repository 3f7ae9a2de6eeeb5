import type { Messages } from '../language.ts';
import { account } from './en/account.ts';
import { messages } from './en/messages.ts';
import { names } from './en/names.ts';
import { pages } from './en/pages.ts';
import { server } from './en/server.ts';

const numbers = new Intl.NumberFormat('en-US', { maximumFractionDigits: 2 });

/** Every word that people read, in English. Other languages have the same shape, which the type checker keeps complete. */
export const en = {
  account,
  messages,
  names,
  server,

  login: {
    description: 'Link your game character to your Discord account',
    inDms: 'I sent you a direct message. Go on there.',
    openDms: (url: string): string => `[Open it](${url})`,
    title: 'Link your game character',
    explanation: (until: string): string =>
      `Open the login page, sign in to the game there and allow what you want to use here. The page then shows a code of six digits: come back and enter it. This works until ${until}.`,
    asked: 'I ask for permission to',
    warning: 'The link and the code are for you alone. Nobody who works on this bot will ask you for them.',
    dmsClosed: "I couldn't DM you, so here it is. Only you can see this.",
    openPage: 'Open the login page',
    enterCode: 'Enter the code',
    codeTitle: 'Enter the code',
    codeLabel: 'The six digits that the login page shows',
    confirmTitle: (character: string, user: string): string => `Link **${character}** to ${user}?`,
    confirmText: 'Your commands will then act as this character. /logout ends it at any time.',
    confirm: 'Link',
    cancel: 'Cancel',
    linked: (character: string): string => `You are **${character}** now.`,
    next: 'Try /profile, /credits balance or /galaxy systems. /logout ends the link.',
    waiting: 'The command that needed it can go on now.',
    runAgain: 'Run it again',
    canceled: 'Nothing was linked, and the permission was given back.',
    lost: 'I renewed your login with the game but couldn’t save it, because my database is unavailable. Please log in again.',
  },

  logout: {
    description: 'End the link to your game character and erase its tokens',
    done: 'Logged out. The game took the permission back, and nothing of it is kept here.',
    doneHere:
      'Logged out here: nothing is kept. The game could not be told, so the permission ends there by itself; you can also take it back in your account on the game’s site.',
    notLinked: 'There was no link, so there is nothing to end.',
  },

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

  pages,
};

/** This catalogue goes into the commands' folders, area by area. */
export type Words = Messages<typeof en>;
