import { en as kit } from '../../../view/en.ts';
import { type Texts, translate } from '../../../view/language.ts';

const { number } = kit;

export const en = {
  /** About many changes that are confirmed once. */
  batch: {
    leftOut: (count: number): string => `${number(count)} skipped:`,
    alreadySet: (count: number): string =>
      count === 1 ? '1 is already set that way.' : `${number(count)} are already set that way.`,
    more: (count: number): string => `… and ${number(count)} more`,
    nothing: "Everything is already set that way, so there's nothing to change.",
    tooMany: (count: number, max: number): string =>
      `That's ${number(count)} changes, but I can make at most ${number(max)} at once. Split them into several commands.`,
    cost: (cost: number, left: number): string =>
      `This takes about ${number(cost)} requests. You have ${number(left)} available for it.`,
    endsAt: (when: string): string =>
      `That's more than you have left, so I'd wait in between and finish around ${when}.`,
    expires: (when: string): string => `Nothing changes until you confirm. Expires at ${when}.`,
    typeToConfirm: 'Type the total to confirm',
    typedLabel: (total: number): string => `Type ${number(total)} to confirm`,
    typedWrong: (typed: string, total: number): string =>
      `You typed “${typed}”, but the total is ${number(total)}. Nothing was done. Press the button again and type \`${total}\`.`,
    confirm: (count: number): string => (count === 1 ? 'Confirm 1 change' : `Confirm ${number(count)} changes`),
    cancel: 'Cancel',
    canceled: 'Nothing was changed.',
    expired: 'This confirmation has expired. Nothing was changed.',
    other: 'You already have changes in progress. Wait until they finish, or cancel them in </account>.',
    stale: "You've confirmed other changes since this preview, so nothing was done. Make a new one.",
    gap: "The game no longer shows entries from that far back, so I can't tell what was already done. Check it by hand, then make a new list of what's missing.",
    gone: "That's no longer possible: the changes are too old, or you confirmed them as another character.",

    progress: (done: number, total: number): string => `${number(done)} of ${number(total)} processed`,
    pause: 'Pause',
    resume: 'Continue',
    stop: 'Cancel the rest',
    pausing: 'Pausing after the current change…',
    stopping: 'Canceling the rest after the current change. If I was just restarted, this takes up to a minute.',
    settling: "I was restarted during a change, so I'm checking what became of it. This takes up to a minute.",
    resuming: 'Continuing in a few seconds…',
    waits: {
      requests: "You've used up your share of requests for this.",
      shared: 'The requests that everyone here shares are used up for this.',
      game: "The game isn't responding properly.",
      asked: 'Paused.',
      token: 'The game no longer accepts your login, or a permission is missing. Log in again, then continue.',
      character: "You're now linked to another character. I'll only continue as the one who confirmed.",
      frozen: 'Changes to the game are paused for everyone right now. Continue later.',
      refused: 'The first change was refused, and the others probably would be too.',
      gap: "The game no longer shows entries from that far back, so I can't tell what was already done. Check in the game before you cancel the rest.",
      replica: "My database isn't fully available, so I can't send anything safely right now.",
    },
    refusedLater: 'A change was refused, and the others probably would be too.',
    goesOnAt: (when: string): string => `I'll continue automatically at ${when}.`,
    endsBy: (when: string): string => `Anything not done by ${when} will be canceled.`,

    ended: "Finished. I've sent the report in a new message.",
    ...{ all: 'All done', some: 'Partly done', none: 'Nothing was changed', unsure: 'Not known yet', undone: 'Undone' },
    undo: 'Undo',
    undoUntil: (when: string): string => `You can undo this until ${when}.`,
    rest: 'Do the rest',
    /** As in “3 refused by the game”. */
    states: {
      ...{ planned: 'not done yet', sending: 'in progress', done: 'done', found: 'done (confirmed afterwards)' },
      ...{ already: 'already set', refused: 'refused by the game', failed: 'not done', unknown: 'not known yet' },
      canceled: 'canceled',
    },
    elsewhere: (state: string): string => `${state} in another list`,
    unknown: 'I never repeat a change whose response was lost. Check again in a few minutes, or check in the game.',
    columns: ['target', 'UID', 'action', 'change', 'from', 'to', 'result', 'reason', 'undo of'],
    actions: {
      ...{ 'message.send': 'send', 'message.delete': 'delete', 'credits.transfer': 'pay' },
      ...{ 'privilege.grant': 'grant', 'privilege.revoke': 'revoke' },
    },
    ...{ granted: 'granted', notGranted: 'not granted' },
    by: (character: string): string => `As **${character}**`,
  },
};

export type ChangesTexts = Texts<typeof en>;

export const TEXTS = await translate(en, import.meta.url);
