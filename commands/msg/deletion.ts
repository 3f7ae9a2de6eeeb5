import { z } from 'zod';
import type { ActionContext } from '../../src/discord/command.ts';
import type { HandlerContext, Needs } from '../../src/discord/context.ts';
import type { IdFor } from '../../src/discord/customId.ts';
import { withPostingNotice } from '../../src/discord/postingNotice.ts';
import { correspondentOf, type Message } from '../../src/game/messages.ts';
import { UserError } from '../../src/view/errorView.ts';
import type { Messages } from '../../src/view/language.ts';
import { button, buttons, type MessageView, message, text } from '../../src/view/message.ts';
import { timestamp } from '../../src/view/text.ts';
import { DELETION, deletion } from './deletionWrite.ts';
import { deleteButton, type Place, START } from './ids.ts';
import type { MsgMessages } from './messages.ts';
import { toLines } from './messageViews.ts';
import { findMessage } from './read.ts';

export const DELETING = ['MESSAGES_DELETE', 'MESSAGES_READ'] as const;
/** The ticket of a question is the id of its deletion too. */
export const TICKET = { ticket: 'text' } as const;

type Said = Messages<MsgMessages>;
type OnTicket<N extends Needs = typeof DELETING> = ActionContext<MsgMessages, N, typeof TICKET>;

const ANSWERABLE_MS = 10 * 60_000;

const question = deletion.extend({ expiresAt: z.number() });
/** A question to answer once. It outlives `expiresAt` (ms), so that a late press learns that it expired. */
const QUESTION = { name: 'delete-message', schema: question, ttlMs: 24 * 60 * 60_000 };

/** Asks whether to delete the message. Deletes nothing. */
export async function askToDelete(
  context: HandlerContext<typeof DELETING, MsgMessages>,
  id: string,
  place = START,
): Promise<MessageView> {
  const { me, messages, services, person, idFor } = context;
  const message = await findMessage(context, id);
  const expiresAt = Date.now() + ANSWERABLE_MS;
  const ticket = await services.tickets.issue(QUESTION, person.id, {
    messageId: message.messageId,
    ownerUid: me.uid,
    correspondent: correspondentOf(me, message)?.name,
    place,
    expiresAt,
  });
  return await withPostingNotice(context, deleteQuestionView(messages, me, message, { ticket, expiresAt }, idFor));
}

/** Asks before a message is deleted; `expiresAt` in ms. */
export function deleteQuestionView(
  messages: Said,
  me: { uid: string },
  item: Message,
  { ticket, expiresAt }: { ticket: string; expiresAt: number },
  idFor: IdFor,
): MessageView {
  const { deletion } = messages;
  return message(
    'warning',
    text(`## ${deletion.title}`),
    text(toLines(messages, me, item)),
    text(deletion.explanation(timestamp(new Date(expiresAt), 't'))),
    buttons(
      button(deletion.confirm, idFor('confirm', { ticket }), { style: 'danger' }),
      button(deletion.keep, idFor('keep', { ticket })),
    ),
  );
}

/** Deletes. Of any number of presses, one does it; the others are shown what became of it. */
export async function confirmDeletion(context: OnTicket): Promise<MessageView> {
  const { services, person, me, messages, idFor, args } = context;
  const asked = await services.tickets.look(QUESTION, args.ticket, person.id);
  if (!asked) return await services.writes.show(context, DELETION, args.ticket);
  const { expiresAt, ...data } = asked;
  // The person may have linked another character since: the question was about this one's message.
  if (data.ownerUid !== me.uid) throw new UserError(messages.deletion.gone);
  if (Date.now() >= expiresAt) {
    const askAgain = deleteButton(idFor, messages.deletion.askAgain, data, { style: 'primary' });
    return message('neutral', text(messages.deletion.expired), buttons(askAgain, toList(context, data)));
  }
  return await services.writes.once(context, DELETION, data, {
    id: args.ticket,
    take: async () => (await services.tickets.take(QUESTION, args.ticket, person.id)) !== undefined,
  });
}

/** Uses the question up. */
export async function keepMessage(context: OnTicket<undefined>): Promise<MessageView> {
  const { services, person, messages, args } = context;
  const asked = await services.tickets.take(QUESTION, args.ticket, person.id);
  if (!asked) throw new UserError(messages.deletion.gone);
  return message('neutral', text(messages.deletion.kept), buttons(toList(context, asked)));
}

function toList({ messages, idFor }: Pick<OnTicket<undefined>, 'messages' | 'idFor'>, { place }: { place: Place }) {
  return button(messages.showList, idFor('page', place));
}
