import type { Scope } from '../game/scopes.ts';
import type { Language } from './languages.ts';

const numbers = new Intl.NumberFormat('en-US', { maximumFractionDigits: 2 });

type LoginFacts = { triesLeft?: number | undefined; linkedAs?: string | undefined };

/** The texts that commands share; each command's own are in its folder. */
export const en = {
  /** For HTML's `lang`. */
  language: 'en' as Language,
  number: (value: number): string => numbers.format(value),
  credits: (value: number): string => `${numbers.format(value)} ${value === 1 ? 'credit' : 'credits'}`,
  gameTime: ({ year, day }: { year: number; day: number }): string => `Year ${year} Day ${day}`,
  shortGameTime: ({ year, day }: { year: number; day: number }): string => `Y${year} D${day}`,
  /** Permissions by scope, after “Commlink may …”; at most 100 characters, for Discord's menus. */
  permissions: {
    CHARACTER_READ:
      'see your character: name, faction, biography; if the game shows them, location, credits and health',
    CHARACTER_LOCATION: 'see where your character is',
    CHARACTER_SKILLS: 'see your skills',
    CHARACTER_CREDITS: 'see your credits and your credit log',
    CREDITS_WRITE: 'send your credits to others',
    CHARACTER_PRIVILEGES: 'see and change faction privileges',
    MESSAGES_READ: 'read your messages',
    MESSAGES_SEND: 'send messages in your name',
    MESSAGES_DELETE: 'delete your messages',
  } satisfies Record<Scope, string>,

  afterExpiry: (isRenewed: boolean): string =>
    isRenewed ? 'then renewed automatically' : 'then you have to log in again',

  amounts: {
    unreadable: (typed: string, option: string): string =>
      `“${typed}” isn't a valid amount. Enter a whole number of at least 1, such as \`${option}: 1500\`, \`1,500\`, \`10k\` or \`2.5m\`.`,
    which: (typed: string, meanings: string): string => `You typed “${typed}”. Do you mean ${meanings}?`,
    either: (one: string, other: string): string => `${one} or ${other}`,
    another: 'Enter another amount',
    /** Suffixes of numbers, as in “10k”, by their number of zeros. */
    units: { 3: 'k', 6: 'm', 9: 'b, bn' },
    /** Words for credits after a number. */
    creditsWords: 'credit, credits, cr',
  },
  /** Words in a day that people type, such as “7 days ago”, “Nov 5th” or “Year 27 Day 88”. */
  typedDays: {
    ...{ today: 'today', yesterday: 'yesterday', days: 'd, day, days', weeks: 'w, week, weeks', ago: 'ago' },
    ...{ ordinal: 'st, nd, rd, th', gameYear: 'y, year', gameDay: 'd, day' },
  },

  /** For commands that couldn't run. */
  again: {
    correct: 'Correct and try again',
    correctAndSend: 'Correct and send again',
    tryAgain: 'Try again',
    proceed: 'Continue',
    inFile: (max: number): string =>
      `What you typed is in the file. A form only holds the first ${numbers.format(max)} characters.`,
  },

  /** Between the cells of a CSV file, as spreadsheets in this language expect. */
  csvSeparator: ',',

  openInGame: 'Open in the game',
  steps: {
    ...{ profile: 'Profile', skills: 'Skills' },
    ...{ 'credits balance': 'Balance', 'credits log': 'Credit log', 'credits report': 'Monthly report' },
    'credits transfer': 'Send credits…',
    ...{ 'galaxy near': 'Near me', 'galaxy bookmarks': 'Bookmarks', 'galaxy map': 'Map' },
  },

  /** Texts of several commands. */
  shared: {
    fromName: (name: string): string => `from ${name}`,
    toName: (name: string): string => `to ${name}`,
    from: 'From',
    to: 'To',
    sent: 'Sent',
    notFoundYet: 'Not found yet',
    outcomeUnknown: 'Not known yet',
    page: 'Page to start on',
    back: 'Back',
    cancel: 'Cancel',
    changePermissions: 'Change permissions',
    showProfile: 'Show profile',
    writeMessage: 'Write a message',
    showEveryone: 'Show everyone',
  },

  pager: {
    position: (page: number, pages: number): string => `${numbers.format(page)} / ${numbers.format(pages)}`,
    range: (from: number, to: number, total?: number): string =>
      `${numbers.format(from)}–${numbers.format(to)}${total === undefined ? '' : ` of ${numbers.format(total)}`}`,
    jumpTitle: 'Go to a page',
    jumpLabel: (pages: number): string => `Page, 1 to ${numbers.format(pages)}`,
    notAPage: (typed: string, pages: number): string =>
      `“${typed}” isn't a page here. Enter a number from 1 to ${numbers.format(pages)}.`,
    empty: 'Nothing here yet.',
    pastTheEnd: (page: number, pages: number): string =>
      `Page ${numbers.format(page)} doesn't exist. Try \`page: ${pages}\`.`,
  },

  /** About a write whose outcome isn't known yet. */
  recheck: {
    again: 'Check again',
    last: (time: string): string => `Last checked at ${time}.`,
    startOver: 'Start over',
  },

  quota: {
    used: (used: number, limit: number, left: number): string =>
      `${numbers.format(used)} of ${numbers.format(limit)} used this hour, ${numbers.format(left)} left for you`,
    shared: 'everyone here shares these',
    scarce: (left: number): string =>
      left === 0
        ? 'No requests left this hour'
        : `${numbers.format(left)} ${left === 1 ? 'request' : 'requests'} left this hour`,
    next: (when: string, left: number): string =>
      left === 0 ? `next request available at ${when}` : `more at ${when}`,
    allFree: (when: string): string => `all available by ${when}`,
    cached: (count: number): string => `${numbers.format(count)} served from cache`,
  },

  errors: {
    logIn: 'Log in',
    logInAgain: 'Log in again',
    addPermission: 'Add this permission',
    notLinked: "You haven't linked a game character yet. Log in once.",
    tokenRejected: 'The game no longer accepts your login: it expired or was revoked. Log in again.',
    scopeMissing: (permission: string): string => `I need your permission to ${permission}. Add it first.`,
    runAgain: 'Then try again.',
    kept: "I'll keep what you entered for 30 minutes, so you can continue with one click after you log in.",
    notFound: "The game doesn't know that name or ID. Check the spelling.",
    invalid: (parameter: string, reason: string): string => `The ${parameter} ${reason}.`,
    rateLimited: (until: string, isShared = false): string =>
      `${isShared ? 'The game requests that everyone here shares are used up' : "You've used up your share of game requests"} for now. Next one at ${until}.`,
    refused: (reason: string): string => `The game refused: ${reason}`,
    serviceUnavailable: "The game isn't responding properly. Nothing was changed.",
    unreadable:
      "The game is sending something I can't read. It may be under maintenance. Nothing was changed. Try again in a few minutes, and tell the bot's owner if it keeps happening.",
    blocked:
      "The game's site turned me away, so I couldn't reach the game. Nothing was changed. Try again later, and tell the bot's owner if it keeps happening.",
    outcomeUnknown:
      "The connection was lost before the game responded, so I don't know whether it worked. I won't repeat it. Check before you try again.",
    slow: 'The game is slow right now. Still waiting for its response…',
    stillChecking: "I'm still checking whether this worked. I'll update this message when I know. Don't send it again.",
    /** Stands in other sentences, unless something may have been done. */
    nothingChanged: 'Nothing was changed.',
    mayBeDone: 'It may have been done, so check before you try again.',
    partMayBeDone: 'Part of it may have been done, so check before you try again.',
    tooSlow: 'This took too long, so I stopped. Nothing was changed.',
    frozen:
      "Changes to the game are paused for everyone right now, so I didn't do this. You can still look things up. Please try again later.",
    underWay:
      "You already confirmed this change together with others, so I didn't do it twice. Follow it in </account>.",
    storeUnavailable: 'My database is unavailable. Nothing was changed. Please try again in a few minutes.',
    refreshUnderWay: 'Your login is being renewed. Please try again in a few seconds.',
    unopened:
      "Some of what's saved here can't be read: its key is missing, or it's damaged. Ask the bot owner. You can delete your own in </account>.",
    sealBroken: "I can't read your saved login anymore. Please log in again.",
    unknown: (reference: string): string =>
      `Something went wrong. If it keeps happening, give the bot owner this code: \`${reference}\``,
    notADay: (typed: string, option: string): string =>
      `“${typed}” isn't a day in the past. Try \`${option}: 2026-11-05\`, \`Nov 5\`, \`November\` or \`7 days\`.`,
    aheadOfNow: (day: string, option: string, past: string): string =>
      `${day} hasn't begun yet: days begin at 00:00 UTC. Enter an earlier day, such as \`${option}: ${past}\`.`,
    otherCharacter: (previous: string, current: string): string =>
      `This was for **${previous}**, but you're linked as **${current}** now, so I didn't do it. Run the command again.`,
    ticketGone: 'This was already used or has expired.',
    interrupted: 'A restart interrupted this. Nothing was changed. Please try again.',
    stillConfirmable: 'A restart interrupted this. Nothing was changed. You can still confirm.',
    restored:
      "I was restored from a backup, so I don't know whether this worked. I won't repeat it. Check before you try again.",
    aboutCommand: (when: string): string => `About the command you ran on ${when}:`,
    notYours: (command: string): string => `These buttons belong to someone else. Use ${command} for your own.`,
    outdated: 'This button is outdated. Check what happened before you start over.',
    unknownCommand: 'This command no longer exists. Discord will remove it soon.',
  },

  audit: {
    actions: {
      'message.send': (to: string): string => `sent a message to ${to}`,
      'message.delete': (from: string): string => `deleted a message from ${from}`,
      'credits.transfer': (to: string): string => `sent credits to ${to}`,
      'privilege.grant': (to: string): string => `granted a privilege to ${to}`,
      'privilege.revoke': (from: string): string => `revoked a privilege from ${from}`,
      batch: (targets: string): string => `made several changes for ${targets}`,
    },
    results: {
      pending: 'being checked',
      done: 'done',
      partly: 'partly done',
      refused: 'refused by the game',
      lacking: 'not done, because a login, a permission or requests were missing',
      failed: 'not done',
      unknown: 'not known yet',
    },
    undoOf: (title: string, when: string): string => `undo of “${title}” (${when})`,
    willBePosted: (channel: string): string =>
      `This will be posted in ${channel} and logged for 95 days, without reasons or message texts.`,
  },

  /** For many changes with one confirmation. */
  batch: {
    leftOut: (count: number): string => `${numbers.format(count)} skipped:`,
    moreInFile: (count: number): string => `… and ${numbers.format(count)} more, in the file`,
    skipped: 'skipped',
    alreadySet: (count: number): string =>
      count === 1 ? '1 is already set that way.' : `${numbers.format(count)} are already set that way.`,
    more: (count: number): string => `… and ${numbers.format(count)} more`,
    nothing: "Everything is already set that way, so there's nothing to change.",
    tooMany: (count: number, max: number): string =>
      `That's ${numbers.format(count)} changes, but I can make at most ${numbers.format(max)} at once. Split them into several commands.`,
    cost: (cost: number, left: number): string =>
      `This takes about ${numbers.format(cost)} requests. You have ${numbers.format(left)} left for this.`,
    endsAt: (when: string): string =>
      `That's more than you have left, so I'd pause along the way and finish around ${when}.`,
    expires: (when: string): string => `Nothing changes until you confirm. Expires at ${when}.`,
    typedLabel: (total: number): string => `Type ${numbers.format(total)} to confirm`,
    typedWrong: (typed: string, total: number): string =>
      `You typed “${typed}”, but the amount is ${numbers.format(total)}. Nothing was done. Press the button again and type \`${total}\`.`,
    confirm: (count: number): string => (count === 1 ? 'Confirm 1 change' : `Confirm ${numbers.format(count)} changes`),
    read: (count: number): string => `Read ${numbers.format(count)}`,
    ...{ cancel: 'Cancel', canceled: 'Nothing was done.', typeToConfirm: 'Type the amount to confirm' },
    expired: 'This confirmation has expired. Nothing was done.',
    beforeRestore:
      "I was restored from a backup since then, so I don't know whether you confirmed this. Nothing was done now. Check, then start over.",
    notBegun: "My database didn't respond in time, so this didn't begin. Nothing was changed. Here it is again.",
    unsettled:
      "My database isn't responding, so I don't know yet whether this has begun. Check again in a minute. I'll tell you when it ends.",
    pressUnknown: "My database isn't responding, so I don't know whether this was saved. Press the button again.",
    other: 'You already have changes in progress. Wait until they finish, or cancel them in </account>.',
    overlaps:
      'Changes of yours that are waiting have some of these, too. Wait until they finish, or cancel them in </account>.',
    doFirst: 'Do this first',
    goesBefore: (title: string): string =>
      `⏸ “${title}” is waiting. If you do this first, that reads the game again and continues afterwards. It's still canceled 24 hours after you confirmed it.`,
    onlyFirst: (count: number, all: number): string =>
      `These are the first ${numbers.format(count)} of ${numbers.format(all)} changes. When they're done, run the same command again for more.`,
    stale: "You've confirmed other changes since this preview, so nothing was done. Create a new preview.",
    gap: "Your credit log no longer goes back that far, so I can't tell what was already done. Check it by hand, then make a new list of what's missing.",
    paidMeanwhile: '**Nothing was sent yet**, because the same was paid since your last preview:',
    payAgain: 'Confirm only if you want to pay it once more.',
    gone: "That's no longer possible: the changes are too old, or you confirmed them as another character.",

    progress: (done: number, total: number): string => `${numbers.format(done)} of ${numbers.format(total)} processed`,
    ...{
      pause: 'Pause',
      resume: 'Continue',
      stop: 'Cancel the rest',
      leaveOut: 'Leave these out',
      undo: 'Undo',
      rest: 'Do the rest',
    },
    stopping: 'Canceling the rest after the current change. If I was just restarted, this takes up to a minute.',
    lost: "My database lost track of this list. I'll send nothing more of it. I'm reading what the game shows, and I'll tell you in about a minute.",
    settling: "I was restarted during a change, so I'm checking whether it worked. This takes up to a minute.",
    ...{ pausing: 'Pausing after the current change…', resuming: 'Continuing in a few seconds…' },
    waits: {
      requests: "You've used up your share of requests for this.",
      shared: 'The requests that everyone here shares are used up for this.',
      first: 'Changes that you put first are in progress. I continue when they end.',
      ...{ asked: 'Paused.', game: "The game isn't responding properly." },
      token: 'The game no longer accepts your login, or a permission is missing. Log in again, then continue.',
      character: "You're now linked to another character. I'll only continue as the character that confirmed.",
      frozen: 'Changes to the game are paused for everyone right now. Continue later.',
      refused: 'The first change was refused, and the others probably would be too.',
      gap: "Your credit log no longer goes back that far, so I can't tell what was already done. Check in the game before you cancel the rest.",
      replica: "My database isn't fully available, so I can't send anything safely right now.",
      paid: 'Some of these payments were made meanwhile. Continue pays them once more, or you leave them out.',
    },
    refusedLater: 'A change was refused, and the others probably would be too.',
    goesOnAt: (when: string): string => `I'll continue automatically at ${when}.`,
    endsBy: (when: string): string => `Anything not done by ${when} will be canceled.`,

    ended: "Finished. I've sent the report in a new message.",
    ...{ all: 'All done', some: 'Partly done', none: 'Nothing was done', unsure: 'Not known yet', undone: 'Undone' },
    undoUntil: (when: string): string => `You can undo this until ${when}.`,
    /** After a number, as in “3 refused by the game”. */
    states: {
      ...{ planned: 'not done yet', sending: 'in progress', done: 'done', found: 'done (confirmed afterwards)' },
      ...{ already: 'already set', refused: 'refused by the game', failed: 'not done', unknown: 'not known yet' },
      canceled: 'canceled',
    },
    elsewhere: (state: string): string => `${state} in another list`,
    unknown: 'I never repeat a change whose response was lost. Check again in a few minutes, or check in the game.',
    columns: [
      'target',
      'UID',
      'action',
      'amount',
      'reason',
      'change',
      'from',
      'to',
      'result',
      'explanation',
      'undo of',
    ],
    actions: { 'credits.transfer': 'pay', 'privilege.grant': 'grant', 'privilege.revoke': 'revoke' },
    ...{ granted: 'granted', notGranted: 'not granted' },
    by: (character: string): string => `As **${character}**`,
  },

  loginProblems: {
    expired: 'This login link has expired or is invalid. Login links work for ten minutes.',
    link_used: 'This login link has already been used. It works only once.',
    code_entered: 'The code has already been entered in Discord.',
    already_linked: ({ linkedAs }: LoginFacts): string =>
      linkedAs === undefined
        ? 'This login link has already been used to link a character. It works only once.'
        : `You've already used this login link to link ${linkedAs}. It works only once.`,
    wrong_browser: 'This login was started in another browser and can only continue there.',
    denied: "You declined on the game's page, so nothing was linked.",
    rejected: "This login couldn't be verified. Nothing was linked.",
    inactive_client:
      "The game's staff hasn't activated this bot yet, so no one can log in with it. Nothing was linked. Please tell the bot's owner.",
    unavailable: "The game isn't responding, so the login can't continue. Please try again in a few minutes.",
    not_signed_in: 'Open the login page first and sign in there. It shows you the code.',
    other_character: 'That form was for a different character. Nothing was linked.',
    wrong_code: ({ triesLeft = 0 }: LoginFacts): string =>
      `That isn't the code on the login page. You have ${triesLeft} ${triesLeft === 1 ? 'try' : 'tries'} left.`,
    too_many_tries: 'That was the fifth wrong code, so this login has ended. Nothing was linked.',
  },

  /** Names of options that several commands share. */
  sharedNames: { character: 'character', page: 'page', name: 'name', from: 'from', delete: 'delete' },
};

export type KitTexts = typeof en;
