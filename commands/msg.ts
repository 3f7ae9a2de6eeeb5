import type { Options } from '../src/discord/options.ts';
import { anyKind } from '../src/discord/writeKind.ts';
import { COMPOSE_FIELDS, composeModal, LONGEST_TO } from '../src/view/sentMessageViews.ts';
import type { WORDS } from '../src/view/words/wordsFor.ts';
import { group, modal, pages, reply, subcommand, update } from './declare.ts';
import { askToDelete, confirmDeletion, keepMessage, lookForDeleted } from './msg/deletion.ts';
import { DELETION } from './msg/deletionWrite.ts';
import { MODES, showMessage, showMessages, toMode, toPlace } from './msg/read.ts';
import { suggestMessages } from './msg/recent.ts';
import { canSendTo, suggestRecipients } from './msg/recipients.ts';
import { lookForSent, sendMessage } from './msg/send.ts';
import { SEND } from './msg/sendWrite.ts';

const messageOptions = {
  message: {
    kind: 'text',
    description: ({ messages }) => messages.read.message,
    required: true,
    maxLength: 100,
    autocomplete: suggestMessages,
  },
} as const satisfies Options<typeof WORDS.en>;

export const msg = group({
  name: 'msg',
  writes: [anyKind(SEND), anyKind(DELETION)],
  description: ({ messages }) => messages.description,
  subcommands: {
    send: subcommand({
      description: ({ messages }) => messages.send.description,
      // Reading, too: what was sent before is what tells a message that got no answer from one that was not sent.
      needs: ['MESSAGES_SEND', 'MESSAGES_READ'],
      writes: anyKind(SEND),
      options: {
        to: {
          kind: 'text',
          description: ({ messages }) => messages.send.to,
          required: true,
          maxLength: LONGEST_TO,
          autocomplete: suggestRecipients,
        },
        text: { kind: 'text', description: ({ messages }) => messages.send.text },
      },
      // What is wrong with the recipients is said before a long text is written.
      modal: ({ options: { to, text }, messages, idFor }) =>
        text === undefined && canSendTo(to) ? composeModal(messages, idFor('send'), to) : undefined,
      run: ({ options: { to, text = '' }, ...context }) => sendMessage(context, { to, text }),
    }),

    list: subcommand({
      description: ({ messages }) => messages.list.description,
      needs: ['MESSAGES_READ'],
      options: {
        mode: {
          kind: 'text',
          description: ({ messages }) => messages.list.mode,
          choices: MODES.map((mode) => ({ value: mode, label: ({ messages }) => messages.list.modes[mode] })),
        },
        page: { kind: 'integer', description: ({ messages }) => messages.list.page, min: 1, max: 100_000 },
      },
      run: ({ options: { mode, page = 1 }, ...context }) => showMessages(context, { mode: toMode(mode), page }),
    }),

    read: subcommand({
      description: ({ messages }) => messages.read.description,
      needs: ['MESSAGES_READ'],
      options: messageOptions,
      run: ({ options: { message }, ...context }) => showMessage(context, message),
    }),

    delete: subcommand({
      description: ({ messages }) => messages.deletion.description,
      needs: ['MESSAGES_DELETE', 'MESSAGES_READ'],
      options: messageOptions,
      run: ({ options: { message }, ...context }) => askToDelete(context, message),
    }),
  },

  actions: {
    compose: modal({
      args: { handle: 'text' },
      run: ({ args, messages, idFor }) => composeModal(messages, idFor('send'), args.handle),
    }),
    // As the command itself, so that what was written waits when a permission is missing.
    send: reply({
      writes: anyKind(SEND),
      run: ({ fields, runCommand }) =>
        runCommand(['msg', 'send'], {
          to: fields[COMPOSE_FIELDS.to] ?? '',
          text: fields[COMPOSE_FIELDS.text] ?? '',
        }),
    }),
    look: update({
      needs: ['MESSAGES_READ'],
      args: { id: 'text' },
      run: (context) => lookForSent(context, context.args.id),
    }),

    ...pages('page', {
      args: { mode: MODES },
      needs: ['MESSAGES_READ'],
      show: ({ args, ...context }) => showMessages(context, args),
    }),
    open: update({
      needs: ['MESSAGES_READ'],
      args: { mode: MODES, page: 'integer' },
      run: ({ args, values: [messageId = ''], ...context }) => showMessage(context, messageId, args),
    }),

    delete: update({
      needs: ['MESSAGES_DELETE', 'MESSAGES_READ'],
      args: { messageId: 'text', place: 'list' },
      run: ({ args: { messageId, place }, ...context }) => askToDelete(context, messageId, toPlace(place)),
    }),
    confirm: update({
      needs: ['MESSAGES_DELETE', 'MESSAGES_READ'],
      args: { ticket: 'text' },
      run: (context) => confirmDeletion(context, context.args.ticket),
    }),
    keep: update({ args: { ticket: 'text' }, run: (context) => keepMessage(context, context.args.ticket) }),
    lookDeleted: update({
      needs: ['MESSAGES_READ'],
      args: { id: 'text' },
      run: (context) => lookForDeleted(context, context.args.id),
    }),
  },
});
