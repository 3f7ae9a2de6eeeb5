import type { Scope } from '../../game/scopes.ts';
import { account } from './en/account.ts';
import { messages } from './en/messages.ts';
import { names } from './en/names.ts';
import { pages } from './en/pages.ts';
import { privileges } from './en/privileges.ts';
import { server } from './en/server.ts';
import { transfers } from './en/transfers.ts';

const numbers = new Intl.NumberFormat('en-US', { maximumFractionDigits: 2 });

/** What is known of a problem with a login. */
type LoginFacts = { triesLeft?: number | undefined; linkedAs?: string | undefined };

/** What a scope allows, to complete "Commlink may …". */
const permissions: Record<Scope, string> = {
  CHARACTER_READ: 'see your character: name, faction, location',
  CHARACTER_SKILLS: 'see your skills',
  CHARACTER_CREDITS: 'see your credits and your credit log',
  CREDITS_WRITE: 'send your credits to others',
  CHARACTER_PRIVILEGES: 'see and change faction privileges',
  MESSAGES_READ: 'read your messages',
  MESSAGES_SEND: 'send messages in your name',
  MESSAGES_DELETE: 'delete your messages',
};

/** Every word that people read, in English. Other languages have the same shape, which the type checker keeps complete. */
export const en = {
  /** As in HTML's `lang`. */
  language: 'en',
  number: (value: number): string => numbers.format(value),
  credits: (value: number): string => `${numbers.format(value)} credits`,
  gameTime: ({ year, day }: { year: number; day: number }): string => `Year ${year} Day ${day}`,
  permissions,
  account,
  messages,
  names,
  privileges,
  server,
  transfers,

  pager: {
    first: 'First',
    previous: 'Previous',
    next: 'Next',
    last: 'Last',
    position: (page: number, pages: number): string => `${numbers.format(page)} / ${numbers.format(pages)}`,
    range: (from: number, to: number, total: number): string =>
      `${numbers.format(from)}–${numbers.format(to)} of ${numbers.format(total)}`,
    jumpTitle: 'Go to a page',
    jumpLabel: (pages: number): string => `Page, from 1 to ${numbers.format(pages)}`,
    noPage: (typed: string): string => `“${typed}” is no page: type a whole number from 1 on, such as 3.`,
    empty: 'There is nothing here.',
    pastTheEnd: (page: number, pages: number): string =>
      `There is no page ${numbers.format(page)}: the last one is ${numbers.format(pages)}. Try \`page: ${pages}\`.`,
  },

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
    logIn: 'Log in',
    logInAgain: 'Log in again',
    addPermission: 'Add this permission',
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

  balance: {
    description: 'Your credits',
    show: 'Show your balance',
    of: (name: string): string => `Balance of ${name}`,
  },

  lookup: {
    description: 'Find a character by handle; needs no login',
    handle: 'The character’s name in the game',
    found: (handle: string): string => `**${handle}** is a character of the game.`,
    uid: 'UID',
    unknown: (handle: string): string =>
      `Nobody in the game has the handle “${handle}”. Check the spelling: a handle is the whole name, spaces included.`,
    unknownUid: (uid: string): string =>
      `Nobody in the game has the UID “${uid}”. Check the number, or name the character by handle.`,
    notByUid: (uid: string): string =>
      `“${uid}” is a UID, and this command finds characters by handle, the name in the game. Try \`handle: Marshal Iri Tosk\`; /profile takes a UID, too.`,
    nobodyNamed: 'Nobody is named there. Type the handle of a character, such as Marshal Iri Tosk.',
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

  errors: {
    notLinked: 'You have no game character linked yet. Log in once, then run the command again.',
    tokenRejected:
      'The game no longer accepts your login: it has expired or was taken back. Log in again, then run the command again.',
    scopeMissing: (permission: string): string =>
      `For this I need your permission to ${permission}. Add it, then run the command again.`,
    notFound: 'The game knows nothing of that name or id. Check the spelling.',
    invalid: (parameter: string, reason: string): string => `The ${parameter} ${reason}.`,
    rateLimited: (until: string): string => `The game’s hourly limit is used up. The next request can go out ${until}.`,
    refused: (reason: string): string => `The game said no: ${reason}`,
    serviceUnavailable:
      'The game does not answer sensibly right now. Nothing was changed. Please try again in a while.',
    outcomeUnknown:
      'The connection broke before the game answered, so I do not know whether it was done. I will not repeat it by myself: look before you try again.',
    restarting: "I'm restarting, and this was still waiting. Please try again in a minute.",
    storeUnavailable: 'I cannot reach my own memory right now. Nothing was changed. Please try again in a while.',
    refreshUnderWay: 'Your login is being renewed right now. Please try again in a few seconds.',
    sealBroken: 'Your login cannot be read any more: the keys here have changed. Log in again.',
    unknown: (reference: string): string =>
      `Something went wrong on this side. If it goes on, tell whoever runs this bot the reference \`${reference}\`.`,
    ticketGone: 'This was already answered, or its time is over. Run the command again if you still want it.',
    interrupted: 'The bot was restarted before it could carry out your command. Nothing was changed. Please try again.',
    aboutCommand: (when: string): string => `About the command you ran ${when}:`,
    notYours: 'These buttons belong to somebody else. Run the command yourself to get your own.',
    outdated: 'This button is from an older version. Run the command again.',
    unknownCommand: 'This command is not known here any more. Discord will forget it soon.',
  },

  audit: {
    actions: {
      'message.send': 'sent a message to',
      'message.delete': 'deleted a message of',
      'credits.transfer': 'sent credits to',
      'privilege.grant': 'granted a privilege to',
      'privilege.revoke': 'revoked a privilege of',
    },
    results: {
      pending: 'being checked',
      done: 'done',
      refused: 'refused by the game',
      failed: 'not done',
      unknown: 'outcome unknown',
    },
  },

  loginProblems: {
    expired: 'This login is over, or there never was one: a login takes ten minutes at most.',
    link_used: 'This login link has been used already, and it works only once.',
    code_entered: 'The code was entered in Discord already.',
    already_linked: ({ linkedAs }: LoginFacts): string =>
      linkedAs === undefined
        ? 'This login link has been used, and a character was linked with it. It works only once.'
        : `This login link has been used: you linked ${linkedAs} with it. It works only once.`,
    wrong_browser: 'This login was begun in another browser, and only that one can go on with it.',
    denied: 'You declined on the game’s page, so nothing was linked.',
    rejected:
      'The game did not accept this login: its answer was used before, or was not made for it. Nothing was linked.',
    inactive_client:
      'The game’s staff hasn’t activated this bot yet, so nobody can log in with it. Nothing was linked. Please tell the bot’s owner.',
    unavailable: 'The game does not answer right now, so the login cannot go on. Please try again in a while.',
    not_signed_in: 'First open the login page and sign in there: it shows you the code.',
    wrong_code: ({ triesLeft = 0 }: LoginFacts): string =>
      `That is not the code on the login page. You have ${triesLeft} ${triesLeft === 1 ? 'try' : 'tries'} left.`,
    too_many_tries: 'That was the fifth wrong code, so this login is over and nothing was linked.',
  },

  pages,
};

export type Words = typeof en;
