import { type Texts, translate } from '../../src/view/language.ts';

export const en = {
  description: 'Send, read and delete your messages in the game',
  noSubject: 'No subject',
  unnamed: 'Unknown',
  gone: 'This was already used or has expired. </msg list> shows the messages you have.',
  showList: 'Show the list',

  send: {
    description: 'Send a message to one or more characters; leave out the text to write it in a form',
    to: 'Handles or mentions of the recipients, separated by commas, such as Jane Doe, John Roe',
    text: 'Your message, up to 4,000 characters',
    modalTitle: 'Send a message in the game',
    toHint: 'Handles, separated by commas, semicolons or line breaks',
    textLabel: 'Message',
    sentPartly: 'Sent, but not to everyone',
    notSent: 'Not delivered',
    delivered: 'Delivered to',
    failed: 'Not delivered to',
    reasons: 'The game says',
    checkHandles:
      'Check the spelling. A handle is the whole name. Commas, semicolons or line breaks separate several; a name that contains one goes in quotes: `to: Jane Doe, John Roe`.',
    showSent: 'Show sent messages',
    checking:
      "The connection was lost before the game responded. I'm checking your sent messages now. I never send a message twice.",
    found: 'The connection was lost, but the message is in your sent messages. It was sent once.',
    notFound:
      "The connection was lost, and I can't find the message in your sent messages yet. Check again before you retry.",
    unreadable: "The connection was lost, and I can't read your sent messages right now. Check again before you retry.",
    maybe: 'Maybe delivered to',
    sameMessage:
      'Your sent messages show one that may be this message or another one you sent to the same person. Check them before you retry.',
    startOver: 'You can send it again now. If the first message still goes through, it will arrive twice.',
    writeAgain: 'Write again',
  },

  list: {
    description: 'List your messages',
    mode: 'Sent, received or both (default: both)',
    modes: { sent: 'sent', received: 'received', both: 'both' },
    titles: { sent: 'Sent messages', received: 'Received messages', both: 'Messages' },
    empty: {
      sent: "You haven't sent any messages. Write one with </msg send>.",
      received: 'You have no received messages.',
      both: 'You have no messages. Write one with </msg send>.',
    },
    open: 'Open a message',
    newestFirst: 'newest first',
    isNew: 'new',
  },

  read: {
    description: 'Read a message',
    message: 'Type a name or a subject to search your recent messages',
    noText: 'This message has no text.',
    cut: 'The full text is in the file.',
    reply: 'Reply',
    delete: 'Delete',
  },

  deletion: {
    description: 'Delete a message (asks first)',
    title: 'Delete this message?',
    explanation: (time: string): string =>
      `Your copy will be deleted permanently. The other character keeps theirs. Expires at ${time}.`,
    confirm: 'Delete it',
    keep: 'Keep it',
    kept: 'Nothing was deleted.',
    expired: 'This confirmation has expired.',
    deleted: 'The message was deleted.',
    checking: "The connection was lost before the game responded. I'm checking whether the message is still there.",
    foundDeleted: 'The connection was lost, but the message is gone: it was deleted.',
    stillThere: 'The connection was lost. The message is still there. Check again before you retry.',
    unreadable:
      "The connection was lost, and I can't check right now whether the message is still there. Check again before you retry.",
  },

  menu: 'Send game message',

  problems: {
    noRecipient: 'Please enter at least one handle. Try `to: Jane Doe;John Roe`.',
    tooMany: (count: string, max: number): string =>
      `A message can have at most ${max} recipients, and you entered ${count}. Send it in several parts.`,
    uid: (uid: string): string =>
      `“${uid}” is a UID, but messages go to handles, the names of characters. Try \`to: Jane Doe\`.`,
    emptyText: 'The message has no text. Try `text: We leave at dawn`.',
    tooLong: (length: string, max: string): string =>
      `The message has ${length} characters, but the limit is ${max}. Send it in several parts.`,
    unknownMessage: (typed: string): string =>
      `No message “${typed}”. Pick a suggestion, or open one from </msg list>.`,
  },
};

export type MsgTexts = Texts<typeof en>;

export const TEXTS = await translate(en, import.meta.url);
