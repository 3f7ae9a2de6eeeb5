import { z } from 'zod';
import type { AuditedChange } from '../../src/account/audit.ts';
import type { HandlerContext } from '../../src/bot/context.ts';
import { withPostingNotice } from '../../src/bot/postingNotice.ts';
import { forgetRecent } from '../../src/bot/recentMessages.ts';
import type { TicketKind } from '../../src/bot/tickets.ts';
import { isGameError } from '../../src/game/errors.ts';
import { Mistake } from '../../src/view/errorView.ts';
import type { MessageView } from '../../src/view/message.ts';
import { correspondentOf, type Deletion, deleteQuestionView, deletionView } from '../../src/view/messageViews.ts';
import { findMessage, MODES, type Place, toUnknownMessage } from './read.ts';

type Context = HandlerContext<['MESSAGES_DELETE', 'MESSAGES_READ']>;
type ReadContext = HandlerContext<['MESSAGES_READ']>;
type Asked = z.output<typeof asked>;

const QUESTION_MS = 10 * 60_000;
const LOOK_AGAIN_MS = 24 * 60 * 60_000;

const asked = z.object({
  messageId: z.string(),
  ownerUid: z.string(),
  correspondent: z.string().optional(),
  place: z.object({ mode: z.enum(MODES), page: z.number() }).optional(),
});
/** A question that can be answered once. */
const QUESTION: TicketKind<Asked> = { name: 'delete-message', schema: asked, ttlMs: QUESTION_MS };
/** A deletion whose answer did not arrive. */
const UNKNOWN: TicketKind<Asked> = { name: 'unknown-deletion', schema: asked, ttlMs: LOOK_AGAIN_MS };

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
  const ids = { confirm: idFor('confirm', ticketId), keep: idFor('keep', ticketId) };
  const view = deleteQuestionView(words, me, message, { expiresAt: Date.now() + QUESTION_MS, ids });
  return await withPostingNotice(context, view);
}

/** Deletes. Whoever takes the ticket does it, once; every other press finds it gone. */
export async function confirmDeletion(context: Context, ticketId = ''): Promise<MessageView> {
  const { services, person, me, game, words, showMeanwhile } = context;
  const taken = await services.tickets.take(QUESTION, ticketId, person.id);
  // Somebody may have linked another character since: the question was about this one's message.
  if (!taken || taken.ownerUid !== me.uid) throw new Mistake(({ messages }) => messages.deletion.gone);
  const { messageId } = taken;
  try {
    await services.audit.around(toChange(context, taken), () =>
      game.character.messages.delete({ uid: me.uid, messageId }),
    );
  } catch (error) {
    if (!isGameError(error, 'outcome_unknown')) throw toUnknownMessage(error, messageId);
    await showMeanwhile(deletionView(words, 'unknown'));
    const lookId = await services.tickets.issue(UNKNOWN, person.id, taken).catch(() => undefined);
    return await lookUp(context, taken, lookId);
  } finally {
    await forgetRecent(services, context);
  }
  return toView(context, 'deleted', taken);
}

export async function keepMessage(context: HandlerContext<undefined>, ticketId = ''): Promise<MessageView> {
  const taken = await context.services.tickets.take(QUESTION, ticketId, context.person.id);
  if (!taken) throw new Mistake(({ messages }) => messages.deletion.gone);
  return toView(context, 'kept', taken);
}

/** Looks once more whether a message whose deletion was not answered is there. Deletes nothing. */
export async function lookForDeleted(context: ReadContext, ticketId = ''): Promise<MessageView> {
  const found = await context.services.tickets.look(UNKNOWN, ticketId, context.person.id);
  if (!found || found.ownerUid !== context.me.uid) throw new Mistake(({ messages }) => messages.deletion.gone);
  return await lookUp(context, found, ticketId);
}

async function lookUp(context: ReadContext, question: Asked, ticketId: string | undefined): Promise<MessageView> {
  const { me, game, services, person } = context;
  const deletion = await game.character.messages.get({ uid: me.uid, messageId: question.messageId }).then(
    (): Deletion => 'stillThere',
    (error: unknown): Deletion => (isGameError(error, 'not_found') ? 'foundDeleted' : 'unreadable'),
  );
  if (deletion !== 'foundDeleted' || ticketId === undefined) return toView(context, deletion, question, ticketId);
  // The first to find it writes it down.
  const isFirst = (await services.tickets.take(UNKNOWN, ticketId, person.id)) !== undefined;
  if (isFirst) await services.audit.record({ ...toChange(context, question), result: 'done' });
  return toView(context, deletion, question);
}

function toView(
  { words, idFor }: Pick<ReadContext, 'words' | 'idFor'>,
  deletion: Deletion,
  { place }: Asked,
  lookTicketId?: string,
): MessageView {
  return deletionView(words, deletion, {
    look: lookTicketId === undefined ? undefined : idFor('lookDeleted', lookTicketId),
    back: place && idFor('page', place.mode, place.page),
  });
}

function toChange({ person, me, server }: ReadContext, { messageId, correspondent }: Asked): AuditedChange {
  return {
    discordUserId: person.id,
    character: me,
    action: 'message.delete',
    targets: correspondent === undefined ? [] : [{ name: correspondent }],
    detail: messageId,
    ...(server && { guildId: server.id, guildLocale: server.locale }),
  };
}
