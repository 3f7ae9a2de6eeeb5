import type { z } from 'zod';
import type { HandlerContext } from '../../src/discord/context.ts';
import { withPostingNotice } from '../../src/discord/postingNotice.ts';
import type { TicketKind } from '../../src/discord/tickets.ts';
import { correspondentOf } from '../../src/game/messages.ts';
import { Mistake } from '../../src/view/errorView.ts';
import type { MessageView } from '../../src/view/message.ts';
import { deleteQuestionView, deletionView } from '../../src/view/messageViews.ts';
import { DELETION, deletion } from './deletionWrite.ts';
import { findMessage, type Place } from './read.ts';

type Context = HandlerContext<['MESSAGES_DELETE', 'MESSAGES_READ']>;
type Asked = z.output<typeof deletion>;

const QUESTION_MS = 10 * 60_000;

/** A question that can be answered once. */
const QUESTION: TicketKind<Asked> = { name: 'delete-message', schema: deletion, ttlMs: QUESTION_MS };

/** Asks whether to delete the message. Deletes nothing. */
export async function askToDelete(context: Context, messageId: string, place?: Place): Promise<MessageView> {
  const { me, words, services, person, idFor } = context;
  const message = await findMessage(context, messageId);
  const question: Asked = {
    messageId: message.messageId,
    ownerUid: me.uid,
    correspondent: correspondentOf(me, message)?.name,
    place,
  };
  const ticketId = await services.tickets.issue(QUESTION, person.id, question);
  const ids = { confirm: idFor('confirm', { ticket: ticketId }), keep: idFor('keep', { ticket: ticketId }) };
  const view = deleteQuestionView(words, me, message, { expiresAt: Date.now() + QUESTION_MS, ids });
  return await withPostingNotice(context, view);
}

/** Deletes. Of any number of presses, one does it; the others are shown what became of it. */
export async function confirmDeletion(context: Context, ticketId = ''): Promise<MessageView> {
  const { services, person, me } = context;
  const question = await services.tickets.look(QUESTION, ticketId, person.id);
  if (!question) return await services.writes.show(context, DELETION, ticketId);
  // Somebody may have linked another character since: the question was about this one's message.
  if (question.ownerUid !== me.uid) throw new Mistake(({ messages }) => messages.deletion.gone);
  return await services.writes.once(context, DELETION, question, {
    id: ticketId,
    take: async () => (await services.tickets.take(QUESTION, ticketId, person.id)) !== undefined,
  });
}

export async function keepMessage(context: HandlerContext<undefined>, ticketId = ''): Promise<MessageView> {
  const { services, person, words, idFor } = context;
  const taken = await services.tickets.take(QUESTION, ticketId, person.id);
  if (!taken) throw new Mistake(({ messages }) => messages.deletion.gone);
  const { place } = taken;
  return deletionView(words, 'kept', { back: place && idFor('page', place) });
}

/** Looks once more whether a message whose deletion was not answered is there. Deletes nothing. */
export async function lookForDeleted(context: HandlerContext<['MESSAGES_READ']>, id = ''): Promise<MessageView> {
  return await context.services.writes.lookAgain(context, DELETION, id);
}
