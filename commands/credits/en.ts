import { en as kit } from '../../src/view/en.ts';
import { type Texts, translate } from '../../src/view/language.ts';

const { number, credits } = kit;

export const en = {
  descriptions: {
    credits: 'Show your balance, send credits, read your credit log',
    balance: 'Show your balance',
    transfer: 'Send credits to another character (asks first)',
    log: 'Show your credit log, newest entries first',
    amount: 'How many credits, such as 1500, 1,500 or 10k',
    recipient: 'A character by handle, or by UID such as 1:12345',
    reason: 'Shown in both credit logs',
    oldest: 'The oldest 1,000 entries, from the first one on',
  },

  balanceOf: (name: string): string => `${name}'s balance`,
  labels: {
    from: 'From',
    to: 'To',
    byHandle: 'by handle',
    amount: 'Amount',
    reason: 'Reason',
    time: 'Time',
    entry: 'Log entry',
    balanceNow: 'Balance now',
    balanceAfter: 'Balance after',
  },

  tooMuch: (amount: number, balance: number): string =>
    balance < 1
      ? `You can't send ${credits(amount)} because you don't have any credits.`
      : `You can't send ${credits(amount)} because you only have ${number(balance)}. Try \`amount: ${balance}\` or less.`,
  toOneself: "You can't send credits to yourself. Enter another character, such as `recipient: Jane Doe`.",
  longReason: (length: number, max: number): string =>
    `The reason has ${number(length)} characters, but the limit is ${max}. Try \`reason: Fuel for the convoy\`.`,

  confirmation: {
    title: 'Send credits?',
    cannotBeUndone: (until: string): string => `**This can't be undone.** Expires at ${until}.`,
    earlierIsMissing: (at: string): string => `The earlier transfer wasn't in your credit log at ${at}.`,
    uidRefused: "The game didn't find the recipient by UID, so nothing was sent. You can send to the handle instead.",
    otherHandle: (name: string, uid: string): string =>
      `The game wants the recipient's handle, but “${name}” isn't the handle of ${uid} anymore. Nothing was sent. Run </credits transfer> again.`,
    confirm: (amount: number): string => `Send ${credits(amount)}`,
    typeToConfirm: 'Type the amount to confirm',
    cancel: 'Cancel',
    typedTitle: 'Confirm a large transfer',
    typedLabel: (amount: number): string => `Type ${amount} to send ${number(amount)}`,
    typedWrong: (typed: string, amount: number): string =>
      `You typed “${typed}”, but the transfer is for ${credits(amount)}. Nothing was sent. Press the button again and type \`${amount}\`.`,
    canceled: 'Nothing was sent.',
    expired: 'This confirmation has expired. If you already confirmed it, check </credits log> first.',
    askAgain: 'Review again',
    gone: 'This confirmation was already used or has expired. Check </credits log> before you send again.',
    sentSince: (transactionId: string): string =>
      `Nothing was sent. Your credit log already shows this transfer as entry ${transactionId}. To send it a second time, run </credits transfer>.`,
  },

  outcome: {
    sending: 'Sending…',
    sent: 'Sent',
    openLog: 'Open the credit log',
    unknown: 'Outcome unknown',
    lost: "The connection was lost before the game responded. I'm checking your credit log now. I never send twice.",
    found: (transactionId: string): string =>
      `The connection was lost, but your credit log shows the transfer as entry ${transactionId}. The credits were sent once.`,
    probablySent: 'Probably sent',
    maybe: (transactionIds: string): string =>
      `The connection was lost. Similar new transfers in your credit log: ${transactionIds}. One may be yours. Check the log before you retry.`,
    notSentYet: 'Not found yet',
    missing: "The connection was lost, and your credit log doesn't show the transfer. Check again before you retry.",
    stillMissing: "The connection was lost, and your credit log still doesn't show the transfer. You can start over.",
    unreadable: "The connection was lost, and I can't read your credit log right now. Check again before you retry.",
  },

  log: {
    title: 'Credit log',
    titleOldest: 'Credit log: oldest entries',
    order: { newest: 'newest first', oldest: 'oldest first' },
    empty: "Your credit log is empty. You haven't paid or received anything yet.",
    incoming: (name: string): string => `from ${name}`,
    outgoing: (name: string): string => `to ${name}`,
    rangeOfWindow: (from: number, to: number, total: number, isOldest: boolean): string =>
      `${number(from)}–${number(to)} of the ${isOldest ? 'oldest' : 'newest'} ${number(total)}`,
  },

  csv: {
    export: 'Export as CSV',
    reading: (count: number): string => `Reading your credit log: ${number(count)} entries so far…`,
    all: (count: number): string =>
      count === 1 ? 'The only entry in your credit log' : `All ${number(count)} entries in your credit log`,
    newest: (count: number): string => `The newest ${number(count)} entries in your credit log`,
    oldest: (count: number): string => `The oldest ${number(count)} entries in your credit log`,
    fromTo: (first: string, last: string): string => `from ${first} to ${last}`,
    missing: {
      notProvided: "The game doesn't provide the others.",
      tooMany: 'The other entries are missing because there are too many for one export.',
      interrupted: "The other entries are missing because I couldn't read them in time. Try again later.",
    },
    columns: ['transaction', 'time (UTC)', 'game time', 'amount', 'counterparty', 'counterparty UID', 'description'],
  },
};

export type CreditsTexts = Texts<typeof en>;

export const TEXTS = await translate(en, import.meta.url);
