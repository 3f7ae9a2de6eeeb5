import { en as kit } from '../../src/view/en.ts';
import { type Texts, translate } from '../../src/view/language.ts';

const { number, credits } = kit;
const signed = (amount: number) => `${amount < 0 ? '−' : '+'}${number(Math.abs(amount))}`;
const entries = (count: number) => `${number(count)} ${count === 1 ? 'entry' : 'entries'}`;

/** Total credits; `outgoing` is positive. */
type Sums = { incoming: number; outgoing: number; net: number };

export const en = {
  descriptions: {
    credits: 'Show your balance, send credits, read your credit log',
    balance: 'Show your balance',
    transfer: 'Send credits to another character (asks first)',
    log: 'Show your credit log, newest entries first',
    amount: 'How many credits, such as 1500, 1,500 or 10k',
    recipient: 'A character by handle, or by UID such as 1:12345',
    reason: 'Shown in both credit logs',
    oldest: 'Show the oldest 1,000 entries instead of the newest',
    with: 'Only entries with this character or faction: a name, a part of it, or a UID',
    ...{ direction: 'Only incoming or only outgoing entries', text: 'Only entries whose description contains this' },
    since: 'Only entries since a day (UTC), such as 2026-11-05, Nov 5, 7 days or Year 27 Day 88',
    minimum: 'Only entries of at least this many credits, such as 10k',
    report: 'One month of your credit log by counterparty, and your balance over time',
    month: 'A month, such as November or 2026-11; this month if you leave it out',
  },

  menu: 'Send credits',
  signed,
  balanceOf: (name: string) => `${name}'s balance`,
  labels: {
    byHandle: 'by handle',
    amount: 'Amount',
    reason: 'Reason',
    time: 'Time',
    entry: 'Log entry',
    balanceNow: 'Balance now',
    balanceAfter: 'Balance after',
  },

  tooMuch: (amount: number, balance: number) =>
    balance < 1
      ? `You can't send ${credits(amount)} because you don't have any credits.`
      : `You can't send ${credits(amount)} because you only have ${number(balance)}. Try \`amount: ${balance}\` or less.`,
  toOneself: "You can't send credits to yourself. Enter another character, such as `recipient: Jane Doe`.",
  codeInReason: 'The reason contains or may hide a code that I use to recognize pay list payments. Remove it.',
  longReason: (length: number, max: number) =>
    `The reason has ${number(length)} characters, but the limit is ${max}. Try \`reason: Fuel for the convoy\`.`,

  confirmation: {
    title: 'Send credits?',
    cannotBeUndone: (until: string) => `**This can't be undone.** Expires at ${until}.`,
    earlierIsMissing: (at: string) => `The earlier transfer wasn't in your credit log at ${at}.`,
    uidRefused: "The game didn't find the recipient by UID, so nothing was sent. You can send to the handle instead.",
    otherHandle: (name: string, uid: string) =>
      `The game wants the recipient's handle, but “${name}” isn't the handle of ${uid} anymore. Nothing was sent. Run </credits transfer> again.`,
    confirm: (amount: number) => `Send ${credits(amount)}`,
    canceled: 'Nothing was sent.',
    expired: 'This confirmation has expired.',
    checkFirst: 'If you already confirmed it, check </credits log> before you send again.',
    gone: 'This confirmation was already used or has expired. Check </credits log> before you send again.',
    sentSince: (transactionId: string) =>
      `Nothing was sent. Your credit log already shows this transfer as entry ${transactionId}. To send it a second time, run </credits transfer>.`,
  },

  paid: {
    wasSent: (name: string, amount: number, when: string) =>
      `A payment of ${credits(amount)} to **${name}** was sent at ${when}.`,
    isBeingSent: (name: string, amount: number) =>
      `A payment of ${credits(amount)} to **${name}** is being sent. It isn't known to be done yet.`,
  },

  pay: {
    description: 'Pay many people at once from a list that you paste or attach (asks first)',
    list: 'A single line, name | amount | reason; leave it out to paste or attach a list',
    name: 'Name of the list, such as Salaries',
    ...{ menu: 'Use as pay list', lists: 'Saved pay lists', save: 'Save a pay list under a name' },
    ...{ listAll: 'Show the names of your saved pay lists', show: 'Show a saved pay list' },
    ...{ delete: 'Delete a saved pay list', paySaved: 'Pay a saved pay list (asks first)' },
    ...{ modalTitle: 'Pay many at once', saveTitle: 'Save a pay list', nameLabel: 'Name of the list' },
    listLabel: 'One payment per line',
    listHint: 'name | amount | reason',
    placeholder: 'Jane Doe | 1500 | Salary',
    fileLabel: 'Or a text file or CSV',
    fileDescription: 'Up to 256 KB, UTF-8 or UTF-16; a CSV needs a header: name,amount,reason',
    /** Headings of a table. Those of amounts begin with the likeliest, and one such word within a
     * heading is enough. */
    columns: {
      uid: 'uid, character uid',
      name: 'name, handle, character, recipient, to, player, member, payee',
      amount:
        'payout, pay, payment, payable, net, due, owed, reward, prize, cut, share, bonus, bonuses, salary, salaries, stipend, wage, compensation, commission, dividend, earned, earnings, winnings, loot, split, take, fee, grant, refund, reimbursement, srp, transfer, send, amount, sum, total, price, value, credits',
      reason: 'reason, description, note, comment, memo, purpose',
    },
    /** Words in a heading whose amounts are never paid. */
    neverPaid: 'balance, balances, wallet, savings',
    /** Headings that are only sure if no other column has amounts. */
    weakColumns: 'credits, total, sum, value, price',
    /** Words in a heading of amounts that may make it something else. */
    doubtfulColumns:
      'count, points, kills, rate, hour, hours, hourly, each, unit, units, per, date, day, days, level, grade, id, no, number, place, rank, left, hand, bank, current, already, last, previous, paid, received, tax, deduction, multiplier, max, min',
    /** Units in a heading, as in “Pay (k)” or “Pay in millions”. */
    unitsInHeading: 'k, thousand, thousands, m, mil, mill, mio, million, millions, b, bn, billion, billions',
    /** Names of a last line that adds up the others. */
    totals: 'total, totals, sum, grand total, subtotal, sum total',
    ...{ fix: 'Fix lines', addUp: 'Add up per person', keepApart: 'Keep lines separate', payList: 'Preview and pay' },
    ...{ leaveOut: 'Leave these out', round: 'Round to whole credits' },

    title: (count: string, total: number) => `Make ${count} totaling ${credits(total)}`,
    count: (count: number) => (count === 1 ? '1 payment' : `${number(count)} payments`),
    inLine: (line: number, what: string) => `Line ${number(line)}, ${what}`,
    balance: (total: number, balance: number) =>
      `**Total:** ${credits(total)} · **Balance now:** ${number(balance)} · **After:** ${number(balance - total)}`,
    tooLittle: (missing: number) =>
      `⚠ You're ${credits(missing)} short. I'd stop at the first payment that you can't afford.`,
    twice: (name: string, amount: number, times: number) =>
      `⚠ ${times} × ${credits(amount)} for **${name}** in this list.`,
    paidBefore: (name: string, amount: number, entry: string, when: string) =>
      `You already paid **${name}** ${credits(amount)} on ${when}, entry ${entry}.`,
    paidOf: (count: number, of: number, sum: number) =>
      `⚠ **You already made ${number(count)} of these ${number(of)} in the last 30 days, totaling ${credits(sum)}:**`,
    windowEnds: (since: string) => `-# I can only check for earlier payments back to ${since}.`,
    already: (count: number) =>
      `Your log already shows ${count} of them, so I left ${count === 1 ? 'it' : 'them'} out.`,
    noRecipient:
      "The game doesn't know this recipient. It may only accept handles: cancel the rest, send one payment with </credits transfer>, then preview the list again.",
    ...{ wantsHandle: 'the game wants a handle here, not a UID', noAmount: 'no amount, or 0', toOneself: "that's you" },
    othersHandle: "that's another character's handle now",

    problems: (count: number) => (count === 1 ? "1 line can't be used" : `${number(count)} lines can't be used`),
    nothingYet: (others: number) =>
      ['Nothing was paid.', 'Nothing was paid. The other line is fine.'][others] ??
      `Nothing was paid. The other ${number(others)} lines are fine.`,
    tooLongForForm: 'The list is too long for the form. Edit this file and attach it.',
    wrong: {
      separator: 'add `|`, `;` or a tab after the name',
      comma: 'commas only work below a header line, such as `name,amount,reason`',
      name: 'the name is missing or longer than 100 characters',
      quotes: "a quotation mark isn't closed or is in the wrong place",
      cells: 'it has more columns than the first line, or more than 50',
      section: "it has one cell only. Separate its cells like the first line's, or remove it if it's a heading",
      secondHeader: 'it names columns again. Make a list of its own from what follows',
      beforeHeader: "it's above the line that names the columns. Remove it, or move it below",
      uid: "the UID isn't a character's, such as `1:12345`",
      unitBeside: 'the next column has a unit. Write the amount in full, or with `k` or `m`',
      secondTable: 'two tables stand side by side. Make a list of each',
      unit: 'the heading says that amounts are thousands or millions. Write them in full, or with `k` or `m`',
      noPay: 'none of its columns has amounts to pay',
      amount: "the amount isn't a whole number of credits",
      longReason: 'the reason is longer than 188 characters',
      nested: 'the reason may hide a code, because it has many entities such as `&amp;`, or one in another',
      tooMany: 'I can pay at most 300 lines at once',
    },
    unclear: (meanings: string) => `the amount could mean ${meanings}`,
    fraction: 'a fraction of a credit',
    /** After a sentence about a table without amounts. */
    hasColumns: (columns: string) => `It has ${columns}.`,

    /** Small print of a preview: how the list was read. */
    reading: {
      fields: { uid: 'UID', name: 'name', amount: 'amount', reason: 'reason' },
      quoted: (heading: string) => `“${heading}”`,
      columns: (used: string) => `Columns: ${used}.`,
      ignored: (columns: string) => `Ignored: ${columns}.`,
      more: (count: number) => `${number(count)} more`,
      notRead: (lines: string) => `Lines not read: ${lines}.`,
      comments: (count: number) => (count === 1 ? '1 comment' : `${number(count)} comments`),
      rule: 'the line below the header',
      titles: (lines: string) => `${lines}, above the header`,
      total: (line: string) => `the total in ${line}`,
      places: (count: number) => (count === 1 ? '1 place' : `${number(count)} places`),
      disabled: (count: number) => `${number(count)} switched off with \`#\``,
      line: (line: number, content: string) => `line ${number(line)}, ${content}`,
    },
    /** Questions about a list that can be read in two ways. */
    ask: {
      nothingPaid: 'Nothing is paid yet. Your answer counts for the whole list.',
      amount: 'Which column has the amounts?',
      name: 'Which column has the names?',
      reason: 'Which column has the reasons?',
      uid: 'Which column has the UIDs?',
      unknown: (columns: string) => `I don't know the headings ${columns}.`,
      several: (columns: string) => `It could be ${columns}.`,
      withoutHeader: 'Without a header, the second column has the amounts, but another column has only amounts, too.',
      column: (position: number) => `Column ${position}`,
      choose: 'Choose a column',
      moreColumns: 'More columns…',
      commas: 'One number or two columns?',
      commasText: 'In these lines, commas may separate columns or thousands:',
      one: (amount: string) => `**One number:** ${amount}`,
      two: (amount: string, next: string) => `**Two columns:** ${amount} and “${next}”`,
      oneNumber: 'One number',
      twoColumns: 'Two columns',
      places: (count: number): string => (count === 1 ? 'Is this a place?' : 'Are these places?'),
      placesText: 'These lines begin with `#` and a number:',
      readPlaces: 'Read without the number',
      leaveOut: (count: number) => (count === 1 ? 'Leave it out' : `Leave ${number(count)} out`),
      disabled: (count: number) => (count === 1 ? 'Pay this line, too?' : `Pay these ${number(count)} lines, too?`),
      disabledText: 'A `#` in front may switch them off:',
      pay: (count: number) => (count === 1 ? 'Pay it' : `Pay ${number(count)}`),
      total: 'Is the last line a total?',
      totalText: (line: string, sum: string) => `The others add up to ${sum}, but there is ${line}.`,
      payAnyway: (name: string) => `Pay “${name}”`,
      uids: 'The UID or the name?',
      uidsText: "In these lines, the UID is another character's:",
      uidsLine: (line: number, name: string, uid: string, owner: string) =>
        `Line ${number(line)}: ${name}, but ${uid} is ${owner}`,
      uidsOther: (line: number, name: string, uid: string) => `Line ${number(line)}: ${name}, whose UID isn't ${uid}`,
      theUids: 'The UIDs are right',
      theNames: 'The names are right',
      changed: 'This list reads differently now',
      changedText: (name: string, before: string, now: string) =>
        `When you saved **${name}**, it had ${before}. Now it has ${now}. Check the preview before you confirm.`,
      preview: 'Preview',
    },
    unnamed: 'Give the list a name with at least one visible character.',
    empty: 'There are no payments in it. Write one per line, such as `Jane Doe | 1500 | Salary`.',
    both: 'Use either the text or one file. Nothing was paid.',
    tooLarge: (name: string) => `${name} is larger than 256 KB.`,
    notText: (name: string) => `${name} isn't UTF-8 or UTF-16 text. Save it as a text or CSV file in UTF-8.`,
    unavailable: (name: string) => `I couldn't get ${name} from Discord. Please attach it again.`,
    lookUp: (count: number) => `Look up ${number(count)} ${count === 1 ? 'name' : 'names'}`,
    asOf: (when: string) => `as of ${when}`,
    namedLongAgo: (count: number) =>
      `⚠ I last looked up ${count === 1 ? '1 name' : `${number(count)} names`} more than a day ago. Look ${count === 1 ? 'it' : 'them'} up again if someone may have changed names.`,
    lookUpText: (count: number, left: number) =>
      `I don't know them yet. That takes ${number(count)} requests, and you have ${number(left)} left this hour. Nothing is paid yet.`,

    saved: (name: string, count: string) => `Saved **${name}** with ${count}. Pay it with </credits paylist pay>.`,
    replaced: (name: string, count: string) => `Replaced **${name}**. It now has ${count}.`,
    deleted: 'Deleted. It contained:',
    full: (max: number) => `You already have ${max} lists. Delete one with </credits paylist delete> first.`,
    noLists: 'You have no saved pay lists. Save one with </credits paylist save>.',
    unknownList: (name: string) => `You have no pay list “${name}”. </credits paylist list> shows yours.`,
    tooMuchToSave: 'Your lists would take more than 1 MB. Make room with </credits paylist delete>.',
  },

  requests: {
    ...{ title: 'Payment request', own: 'Your payment requests', toYou: 'Payment requests to you' },
    description: 'Ask others for credits. They get a button to pay',
    amount: 'How many credits from each, such as 1500, 1,500 or 10k',
    from: 'A character by handle or UID. Leave it out to ask several at once',
    asks: (name: string, who: string, amount: string) => `${name} asks ${who} for ${amount}`,
    people: (count: number) => `${count} people`,
    partly: (paid: number, of: string, left: number) => `${number(paid)} of ${of} paid, ${number(left)} left`,
    atLeast: (paid: number, of: number, by: number, people: number) =>
      `At least ${number(paid)} of ${number(of)} paid${people > 1 ? `, by ${by} of ${people}` : ''}`,
    paid: (amount: string, over: number) => `${amount}, paid ✓${over > 0 ? `, overpaid by ${number(over)}` : ''}`,
    notCounted: (name: string, amount: number, id: string, isOfSeveral: boolean) =>
      `${credits(amount)} paid by ${name}, not counted: entry ${id}${isOfSeveral ? ' has the codes of several requests' : ''}`,
    unseen: (since: string) => `The credit log only goes back to ${since}. Check by hand for earlier payments.`,
    byHand: (mark: string) => `-# To pay without the button, write ${mark} in the reason.`,
    ...{ pay: 'Pay…', check: 'Check', withdraw: 'Withdraw', withdrawn: 'Withdrawn' },
    ...{ post: 'Post in this channel', open: 'Open one of your requests…' },
    gone: "This request was withdrawn or is too old. Don't pay it.",
    notAsked: (name: string) => `You're linked as ${name}, and this request isn't for that character.`,
    paidAlready: (amount: number, name: string) =>
      `You've already sent ${credits(amount)} for this. It will show as paid once ${name} checks.`,
    unclear: (question: string) => `${question}\nNothing was requested. Change the list so that it's clear.`,
    fence: (line: number, content: string) =>
      `Line ${number(line)}, ${content}: put the name on a line of its own. Nothing was requested.`,
    full: (max: number) => `You have ${max} open requests. Withdraw one in </credits requests> first.`,
    lines: (max: number) => `Enter 1 to ${max} characters, one per line, such as: Jane Doe | 500`,
    twice: (name: string) => `${name} is in the list twice.`,
    oneself: "You can't ask yourself.",
  },

  outcome: {
    sending: 'Sending…',
    openLog: 'Open the credit log',
    lost: "The connection was lost before the game responded. I'm checking your credit log now. I never send twice.",
    found: (transactionId: string) =>
      `The connection was lost, but your credit log shows the transfer as entry ${transactionId}. The credits were sent once.`,
    probablySent: 'Probably sent',
    maybe: (transactionIds: string) =>
      `The connection was lost. Similar new transfers in your credit log: ${transactionIds}. One may be yours. Check the log before you retry.`,
    missing: "The connection was lost, and your credit log doesn't show the transfer. Check again before you retry.",
    stillMissing: "The connection was lost, and your credit log still doesn't show the transfer. You can start over.",
    unreadable: "The connection was lost, and I can't read your credit log right now. Check again before you retry.",
  },

  log: {
    title: 'Credit log',
    titleOldest: 'Credit log: oldest entries',
    order: { newest: 'newest first', oldest: 'oldest first' },
    empty: "Your credit log is empty. You haven't paid or received anything yet.",
    rangeOfWindow: (from: number, to: number, total: number, isOldest: boolean) =>
      `${number(from)}–${number(to)} of the ${isOldest ? 'oldest' : 'newest'} ${number(total)}`,
    nothing: 'No entries match. Remove a filter, or press Refresh.',
    sums: (count: number, { incoming, outgoing, net }: Sums) =>
      `**${entries(count)}:** in ${number(incoming)}, out ${number(outgoing)}, net ${signed(net)}`,
    ...{ refresh: 'Refresh', whole: 'This is your whole log.', directions: { in: 'incoming', out: 'outgoing' } },
    readAt: (time: string) => `Read at ${time}.`,
    backTo: (date: string) => `The log goes back to ${date}: older entries aren't shown.`,
    upTo: (date: string) => `The log goes up to ${date}: newer entries aren't shown.`,
    unknown: 'The game may not have sent all entries.',
    gaps: (count: number) => `The game sent ${entries(count)} without content. They aren't counted.`,
    withName: (name: string) => `with ${name}`,
    withPart: (part: string) => `with a name that contains “${part}”`,
    quoted: (part: string) => `“${part}”`,
    since: (day: string) => `since ${day} (UTC)`,
    onlyFrom: (day: string) => `shown from ${day}`,
    onlyTo: (day: string) => `shown to ${day}`,
    inMonth: (month: string) => `${month} (UTC)`,
    atLeast: (amount: string) => `at least ${amount}`,
  },

  report: {
    title: (month: string) => `Report: ${month}`,
    from: (day: string) => `from ${day}`,
    soFar: 'so far',
    ...{ utc: 'Months begin at 00:00 UTC.', sorted: 'Sorted by credits moved, in and out' },
    ...{ noParty: 'No counterparty', choose: 'Show the entries with…', entries: 'Show the entries' },
    rows: ['Count', 'In', 'Out', 'Net'],
    on: (balance: string, day: string) => `${balance} on ${day}`,
    balance: (first: string, last: string, lowest: string, highest: string) =>
      `Balance: ${first}; ${last}. Lowest: ${lowest}. Highest: ${highest}.`,
    outside: "Your log doesn't go back to this month, so I can't report on it.",
    noBalance: "I can't tell your balance over time, because the log's entries don't add up to it.",
    others: (count: number) => `${number(count)} ${count === 1 ? 'other' : 'others'}`,
    incoming: (amount: number) => `in ${number(amount)}`,
    outgoing: (amount: number) => `out ${number(amount)}`,
    count: entries,
  },

  csv: {
    ...{ export: 'Export as CSV', exportThese: 'Export these' },
    these: (count: number) => `The ${entries(count)} that you chose`,
    reading: (count: number) => `Reading your credit log: ${number(count)} entries so far…`,
    all: (count: number) =>
      count === 1 ? 'The only entry in your credit log' : `All ${number(count)} entries in your credit log`,
    newest: (count: number) => `The newest ${number(count)} entries in your credit log`,
    oldest: (count: number) => `The oldest ${number(count)} entries in your credit log`,
    fromTo: (first: string, last: string) => `from ${first} to ${last}`,
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
