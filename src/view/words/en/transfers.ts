const numbers = new Intl.NumberFormat('en-US', { maximumFractionDigits: 2 });
const credits = (value: number): string => `${numbers.format(value)} credits`;

/** Of a part of the credit log: the oldest or the newest entries, of how many. */
type Extent = { isOldest: boolean; count?: number; isLeast?: boolean };

/** Words of transfers and the credit log, in English. */
export const transfers = {
  description: 'Send credits to another character; you confirm before anything moves',
  amount: 'How many credits: a whole number, such as 1500',
  recipient: 'A character by handle, or by UID such as 1:1002',
  reason: 'Stands in both credit logs',

  previewTitle: 'Send credits?',
  from: 'From',
  to: 'To',
  amountLabel: 'Amount',
  reasonLabel: 'Reason',
  balanceNow: 'Balance now',
  balanceAfter: 'Balance after',
  cannotBeUndone: (until: string): string => `**This cannot be undone.** The offer ends ${until}.`,
  confirm: (amount: number): string => `Send ${credits(amount)}`,
  typeToConfirm: 'Type the amount to send',
  cancel: 'Cancel',
  typedTitle: 'Confirm a large transfer',
  typedLabel: (amount: number): string => `Type ${amount} to send ${numbers.format(amount)}`,
  typedWrong: (typed: string, amount: number): string =>
    `You typed “${typed}”, but the transfer is of ${numbers.format(amount)}. Nothing was sent. Press the button again and type \`${amount}\`.`,
  canceled: 'Nothing was sent.',
  sending: 'Sending…',

  receiptTitle: 'Sent',
  refused: (reason: string): string => `The game did not send it: ${reason}`,
  gone: 'This transfer was already answered, or its two minutes are over. Look into /credits log before you send again.',

  unknownTitle: 'Not known yet',
  unknown: 'The connection broke before the game answered. I look into the credit log now; I never send twice.',
  foundTitle: 'Sent',
  found: (transactionId: string): string =>
    `The connection broke, but the credit log has it: entry ${transactionId}. The credits were sent, once.`,
  notFoundTitle: 'Not done so far',
  notFound:
    'The connection broke, and the credit log does not have it: so far the credits were not sent. Look again before you send anew.',
  maybeTitle: 'Probably sent',
  maybe: (transactionIds: string): string =>
    `The connection broke. Your credit log has new transfers like this one, and one of these may be it: ${transactionIds}. Check the log before you send again.`,
  sentMeanwhile: (transactionId: string): string =>
    `Nothing was sent this time: your credit log already shows this transfer, made after the offer (entry ${transactionId}). To send it once more, run /credits transfer again.`,
  logUnreadable: 'The connection broke, and I cannot read the credit log right now. Look again before you send anew.',
  lookAgain: 'Look again',

  mistakes: {
    amount: (given: string): string =>
      `${given} is no amount of credits: it must be a whole number, 1 or more. Try \`amount: 1500\`.`,
    balance: (amount: number, balance: number): string =>
      `You cannot send ${credits(amount)}: you have ${numbers.format(balance)}. Try \`amount: ${Math.max(1, balance)}\` or less.`,
    oneself: (other: string): string =>
      `You cannot send credits to yourself. Name somebody else, such as \`recipient: ${other}\`.`,
    reason: (length: number, most: number): string =>
      `The reason has ${numbers.format(length)} characters, at most ${most} are possible. Try \`reason: Fuel for the convoy\`.`,
  },

  log: {
    description: 'Your credit log, the newest entries first',
    oldest: 'The oldest 1000 entries rather than the newest',
    title: 'Credit log',
    titleOldest: 'Credit log: the oldest entries',
    empty: 'Your credit log is empty: nothing was paid or received yet.',
    incoming: (name: string): string => `from ${name}`,
    outgoing: (name: string): string => `to ${name}`,
    export: 'All entries as CSV',
    exporting: (done: number, total: number): string =>
      `Fetching entries: ${numbers.format(done)} of ${numbers.format(total)}…`,
    rangeOfWindow: (from: number, to: number, total: number, isOldest: boolean): string =>
      `${numbers.format(from)}–${numbers.format(to)} of the ${isOldest ? 'oldest' : 'newest'} ${numbers.format(total)}`,
    exportWindow: (count: number): string => `These ${numbers.format(count)} entries as CSV`,
    exportedAll: (count: number): string =>
      count === 1 ? 'The one entry of your credit log.' : `All ${numbers.format(count)} entries of your credit log.`,
    exportedPart: (count: number, { isOldest, count: all, isLeast = false }: Extent): string => {
      const part = `The ${isOldest ? 'oldest' : 'newest'} ${numbers.format(count)}`;
      if (all === undefined) return `${part} entries of your credit log; how many there are in all could not be asked.`;
      return `${part} of ${isLeast ? 'at least ' : ''}${numbers.format(all)} entries of your credit log.`;
    },
    fromTo: (first: string, last: string): string => `From ${first} to ${last}.`,
    windows: (isOldest: boolean, count: number): string =>
      `The game gives out the newest ${numbers.format(count)} entries and the oldest, and no others. ${
        isOldest ? 'The newest come with `/credits log`.' : 'The oldest come with `/credits log oldest: True`.'
      }`,
    columns: {
      transactionId: 'transaction',
      time: 'time (UTC)',
      gameTime: 'game time',
      amount: 'amount',
      counterparty: 'counterparty',
      counterpartyUid: 'counterparty UID',
      description: 'description',
    },
  },
};
