const numbers = new Intl.NumberFormat('en-US');

/** Words of the area "messages", in English. */
export const messages = {
  description: 'Messages in the game: send, read, delete',
  noSubject: 'No subject',
  nobody: 'nobody named',
  from: (name: string): string => `from ${name}`,
  to: (name: string): string => `to ${name}`,
  back: 'Back to the list',
  lookAgain: 'Look again',

  send: {
    description: 'Send a message to one or more characters',
    to: 'Handles of the recipients, separated by semicolons, such as Pell;Dorn Hesk',
    text: 'What to say; leave it out to write several lines in a window',
    modalTitle: 'Send a message in the game',
    toLabel: 'To: handles, separated by semicolons',
    textLabel: 'Message',
    sent: 'Sent',
    sentPartly: 'Sent, but not to everybody',
    notSent: 'Nobody got it',
    delivered: 'Got it',
    failed: 'Did not get it',
    reasons: 'The game says',
    checkHandles:
      'Check the spelling: a handle is the whole name, and semicolons stand between several. Try `to: Pell;Dorn Hesk`.',
    unknownTitle: 'Not known yet',
    unknown:
      'The connection broke before the game answered. I look into your sent messages now; I never send a message twice.',
    found: 'The connection broke, but your sent messages have it. It was sent, once.',
    foundPartly: 'The connection broke. Your sent messages have it for some of the recipients so far.',
    notFoundTitle: 'Not sent so far',
    notFound:
      'The connection broke, and your sent messages do not have it: so far it was not sent. Look again before you send anew.',
    unreadable:
      'The connection broke, and I cannot read your sent messages right now. Look again before you send anew.',
    missing: 'Not found so far',
    gone: 'This was looked up already, or is too old. /msg list with `mode: sent` shows what you sent.',
  },

  list: {
    description: 'Your messages, the newest first',
    mode: 'Sent, received or both; both if left out',
    page: 'The page to begin with',
    modes: { sent: 'sent', received: 'received', both: 'both' },
    titles: { sent: 'Sent messages', received: 'Received messages', both: 'Messages' },
    empty: {
      sent: 'You have no sent messages. /msg send writes the first one.',
      received: 'You have no received messages.',
      both: 'You have no messages. /msg send writes the first one.',
    },
    open: 'Open a message',
  },

  read: {
    description: 'Read one message',
    message: 'Type a name or a subject to find it among your newest messages',
    from: 'From',
    to: 'To',
    noText: 'This message has no text.',
    whole: 'That is only the beginning; the file has all of it.',
    reply: 'Reply',
    writeAgain: 'Write again',
    delete: 'Delete',
  },

  deletion: {
    description: 'Delete one message, after a question',
    title: 'Delete this message?',
    explanation: (until: string): string =>
      `Your copy is deleted for good; the other side keeps theirs. This question ends ${until}.`,
    confirm: 'Delete it',
    keep: 'Keep it',
    kept: 'Nothing was deleted.',
    deleted: 'The message is deleted.',
    unknown: 'The connection broke before the game answered. I look whether the message is still there.',
    foundDeleted: 'The connection broke, but the message is gone: it was deleted.',
    stillThere:
      'The connection broke, and the message is still there: so far it was not deleted. Look again, or delete it anew.',
    unreadable: 'The connection broke, and I cannot look whether the message is still there right now.',
    gone: 'This question was already answered, or its time is over. /msg list shows what is there.',
  },

  menu: {
    send: 'Send game message',
    writeTo: (mention: string, name: string): string => `${mention} is **${name}** in the game.`,
    write: 'Write a message',
  },

  mistakes: {
    nobody: 'Name at least one recipient by handle. Try `to: Pell;Dorn Hesk`.',
    tooMany: (count: number, most: number): string =>
      `A message can have at most ${most} recipients, and you named ${numbers.format(count)}. Send it in several parts, each like \`to: Pell;Dorn Hesk\`.`,
    uid: (uid: string): string =>
      `“${uid}” is a UID, but messages go to handles, the names of characters. Try \`to: Dorn Hesk\`.`,
    emptyText: 'The message has no text. Try `text: We leave at dawn`.',
    tooLong: (length: number, most: number): string =>
      `The message has ${numbers.format(length)} characters, and at most ${numbers.format(most)} are possible. Send it in several parts.`,
    unknownMessage: (named: string): string =>
      `You have no message “${named}”: it was deleted, or never was yours. Type a name or a subject into \`message\` and choose from the suggestions, or open one from /msg list.`,
  },
};
