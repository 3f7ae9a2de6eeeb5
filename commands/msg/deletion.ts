import { z } from 'zod';
import type { HandlerContext } from '../../src/discord/context.ts';
import { withPostingNotice } from '../../src/discord/postingNotice.ts';
import type { TicketKind } from '../../src/discord/tickets.ts';
import { correspondentOf } from '../../src/game/messages.ts';
import { UserError } from '../../src/view/errorView.ts';
import type { MessageView } from '../../src/view/message.ts';
import { deleteQuestionView, deletionView } from './deletionView.ts';
import { DELETION, deletion } from './deletionWrite.ts';
import { toDeleteId } from './ids.ts';
import type { MsgMessages } from './messages.ts';
import { START } from './place.ts';
import { findMessage } from './read.ts';

type Context = HandlerContext<['MESSAGES_DELETE', 'MESSAGES_READ'], MsgMessages>;

const QUESTION_MS = 10 * 60_000;

const question = z.object({ ...deletion.shape, expiresAt: z.number() });
/** A question to answer once. It outlives `expiresAt`, so that a late press learns that it expired. */
const QUESTION: TicketKind<z.output<typeof question>> = {
  name: 'delete-message',
  schema: question,
  ttlMs: 24 * 60 * 60_000,
};

/** Asks whether to delete the message. Deletes nothing. */
export async function askToDelete(context: Context, messageId: string, place = START): Promise<MessageView> {
  const { me, messages, services, person, idFor } = context;
  const message = await findMessage(context, messageId);
  const expiresAt = Date.now() + QUESTION_MS;
  const ticket = await services.tickets.issue(QUESTION, person.id, {
    messageId: message.messageId,
    ownerUid: me.uid,
    correspondent: correspondentOf(me, message)?.name,
    place,
    expiresAt,
  });
  const ids = { confirm: idFor('confirm', { ticket }), keep: idFor('keep', { ticket }) };
  return await withPostingNotice(context, deleteQuestionView(messages, me, message, { expiresAt, ids }));
}

/** Deletes. Of any number of presses, one does it; the others are shown what became of it. */
export async function confirmDeletion({ args: { ticket }, ...context }: Context & Ticket): Promise<MessageView> {
  const { services, person, me, messages, idFor } = context;
  const asked = await services.tickets.look(QUESTION, ticket, person.id);
  if (!asked) return await services.writes.show(context, DELETION, ticket);
  const { expiresAt, ...data } = asked;
  // The person may have linked another character since: the question was about this one's message.
  if (data.ownerUid !== me.uid) throw new UserError(messages.deletion.gone);
  if (Date.now() >= expiresAt)
    return deletionView(messages, 'expired', {
      ids: { askAgain: toDeleteId(idFor, data.messageId, data.place), list: idFor('page', data.place) },
    });
  return await services.writes.once(context, DELETION, data, {
    id: ticket,
    take: async () => (await services.tickets.take(QUESTION, ticket, person.id)) !== undefined,
  });
}

export async function keepMessage(context: HandlerContext<undefined, MsgMessages> & Ticket): Promise<MessageView> {
  const { services, person, messages, idFor, args } = context;
  const asked = await services.tickets.take(QUESTION, args.ticket, person.id);
  if (!asked) throw new UserError(messages.deletion.gone);
  return deletionView(messages, 'kept', { ids: { list: idFor('page', asked.place) } });
}

type Ticket = { args: { ticket: string } };
