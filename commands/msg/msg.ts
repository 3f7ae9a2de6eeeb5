import { commandsIn, type FormContext } from '../../src/discord/declare/command.ts';
import type { Options } from '../../src/discord/declare/options.ts';
import { toHandleKey } from '../../src/game/parameters.ts';
import { otherSpelling, parseNames } from '../../src/input/names.ts';
import { noneIfUsed, UserError } from '../../src/view/errorView.ts';
import { nextIdOf } from '../../src/writes/immediate.ts';
import { findByHandle, findTarget, type ReadContext, toTarget } from '../characters/findCharacter.ts';
import { composeModal, findProblem, joinRecipients, MAX_TO_LENGTH, suggestRecipients } from './compose.ts';
import { askToDelete, confirmDeletion, DELETE_SCOPES, DELETION, keepMessage } from './deletion.ts';
import { type MsgTexts, TEXTS } from './en.ts';
import { splitRecipients } from './findSent.ts';
import { ids, MODES, START } from './ids.ts';
import { showMessage, showMessages, suggestMessages } from './read.ts';
import { SEND } from './sending.ts';

const { group, subcommand, menu, on, update, reply, recheck, modal, pages } = commandsIn(TEXTS);

const messageOptions = {
  message: {
    kind: 'text',
    description: ({ read }) => read.message,
    required: true,
    maxLength: 100,
    autocomplete: suggestMessages,
  },
} as const satisfies Options<MsgTexts>;

export const msg = group({
  name: 'msg',
  main: 'list',
  writes: [SEND, DELETION],
  description: ({ description }) => description,
  subcommands: {
    send: subcommand({
      description: ({ send }) => send.description,
      // Only the sent messages show whether a message without a response was sent.
      needs: ['MESSAGES_SEND', 'MESSAGES_READ'],
      writes: SEND,
      options: {
        to: {
          kind: 'text',
          description: ({ send }) => send.to,
          required: true,
          maxLength: MAX_TO_LENGTH,
          autocomplete: suggestRecipients,
          keepsTyped: true,
        },
        text: { kind: 'text', description: ({ send }) => send.text },
      },
      // Problems with recipients are reported before a long text is written.
      modal: ({ options: { to, text }, texts }) => {
        const recipients = parseNames(to);
        if (text !== undefined || findProblem(texts, recipients) !== undefined) return undefined;
        return composeModal(texts, recipients);
      },
      run: async ({ options: { to, text = '' }, ...context }) => {
        const recipients = parseNames(to);
        const problem = findProblem(context.texts, recipients, text);
        if (problem !== undefined) throw new UserError(problem);
        const handles = await Promise.all(recipients.map((name) => toHandle(context, name)));
        return await context.services.writes.once(context, SEND, { recipients: [...new Set(handles)], text });
      },
    }),

    list: subcommand({
      description: ({ list }) => list.description,
      needs: ['MESSAGES_READ'],
      options: {
        mode: {
          kind: 'choice',
          description: ({ list }) => list.mode,
          choices: MODES,
          labels: ({ list }) => list.modes,
        },
        page: { kind: 'integer', description: ({ shared }) => shared.page, min: 1, max: 100_000 },
      },
      run: ({ options: { mode = START.mode, page = START.page }, ...context }) => showMessages(context, { mode, page }),
    }),

    read: subcommand({
      description: ({ read }) => read.description,
      needs: ['MESSAGES_READ'],
      options: messageOptions,
      run: ({ options: { message }, ...context }) => showMessage(context, message),
    }),

    delete: subcommand({
      description: ({ deletion }) => deletion.description,
      needs: DELETE_SCOPES,
      options: messageOptions,
      run: ({ options: { message }, ...context }) => askToDelete(context, message),
    }),
  },

  actions: on(ids, {
    compose: modal({ isForAnyone: true, run: ({ args, texts }) => composeModal(texts, args.to) }),
    // Runs the command itself, so that the text isn't lost when a permission is missing.
    send: reply({
      writes: SEND,
      subcommand: 'send',
      run: ({ fields: { to = '', text = '' }, runCommand }) => runCommand(['msg', 'send'], { to, text }),
    }),
    correct: modal({
      run: async ({ args, ...context }) => {
        const { id, data, outcome } = await findLastTry(context, args.id);
        return composeModal(context.texts, splitRecipients(data, outcome).without, data.text, ids.resend({ id }));
      },
    }),
    // Only one retry can be sent, and only to those who don't have it.
    resend: reply({
      writes: SEND,
      confirms: ({ id }) => nextIdOf(id),
      run: async ({ args: { id }, fields: { to = '', text = '' }, services, runCommand, ...context }) => {
        const { data, outcome } = await services.writes.peek(context, SEND, id);
        const delivered = splitRecipients(data, outcome).delivered.map(({ name }) => toHandleKey(name));
        const left = parseNames(to).filter((handle) => !delivered.includes(toHandleKey(handle)));
        const confirmed = { id: nextIdOf(id), take: async () => true };
        return await runCommand(['msg', 'send'], { to: joinRecipients(left), text }, confirmed);
      },
    }),
    sent: reply({ needs: ['MESSAGES_READ'], run: (context) => showMessages(context, { mode: 'sent', page: 1 }) }),
    check: recheck(SEND, ['MESSAGES_READ']),

    ...pages(ids, 'page', { needs: ['MESSAGES_READ'], show: ({ args, ...context }) => showMessages(context, args) }),
    open: update({
      needs: ['MESSAGES_READ'],
      run: ({ args, values: [messageId = ''], ...context }) => showMessage(context, messageId, args),
    }),

    delete: update({
      needs: DELETE_SCOPES,
      run: ({ args: { messageId, ...position }, ...context }) => askToDelete(context, messageId, position),
    }),
    confirm: update({ needs: DELETE_SCOPES, writes: DELETION, confirms: ({ ticket }) => ticket, run: confirmDeletion }),
    keep: update({ run: keepMessage }),
    checkDeletion: recheck(DELETION, ['MESSAGES_READ']),
  }),
});

/** The handle for a recipient. A Discord mention and a name that was probably typed otherwise are
 * looked up, because a message can't be taken back. */
async function toHandle(context: ReadContext, named: string): Promise<string> {
  const mustBeFound = toTarget(named) !== undefined || otherSpelling(named) !== undefined;
  return mustBeFound ? (await findByHandle(context, named)).handle : named;
}

/** The last retry that got a response, or the first try. */
async function findLastTry(context: Pick<FormContext, 'services' | 'person' | 'language'>, id: string) {
  const peek = async (id: string) => ({ ...(await context.services.writes.peek(context, SEND, id)), id });
  let last = await peek(id);
  for (;;) {
    const next = await peek(nextIdOf(last.id)).catch(noneIfUsed);
    if (next?.outcome?.outcome !== 'answered') return last;
    last = next;
  }
}

export const sendGameMessage = menu({
  of: 'user',
  name: 'sendGameMessage',
  label: ({ menu }) => menu,
  needs: ['MESSAGES_SEND', 'MESSAGES_READ'],
  modal: async ({ target, texts, ...context }) => composeModal(texts, [(await findTarget(context, target)).name]),
});
