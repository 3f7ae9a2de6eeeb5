import { z } from 'zod';
import type { AuditedChange } from '../../src/account/audit.ts';
import type { HandlerContext } from '../../src/bot/context.ts';
import { forgetRecent } from '../../src/bot/recentMessages.ts';
import type { TicketKind } from '../../src/bot/tickets.ts';
import { GameError, isGameError } from '../../src/game/errors.ts';
import type { SentMessage } from '../../src/game/records.ts';
import { Mistake } from '../../src/view/errorView.ts';
import type { MessageView } from '../../src/view/message.ts';
import { LONGEST_TEXT, sentView, unknownSentView } from '../../src/view/sentMessageViews.ts';
import { findSent, readSentIds, toFirstLine } from './findSent.ts';
import { parseRecipients } from './recipients.ts';

type Context = HandlerContext<['MESSAGES_SEND', 'MESSAGES_READ']>;
type ReadContext = HandlerContext<['MESSAGES_READ']>;
type Unknown = z.output<typeof unknown>;

const LOOK_AGAIN_MS = 24 * 60 * 60_000;

/** A message whose answer did not arrive: whom it was for, how it begins, and what was sent before. */
const unknown = z.object({
  sender: z.object({ uid: z.string(), name: z.string() }),
  found: z.array(z.string()),
  missing: z.array(z.string()),
  firstLine: z.string(),
  knownIds: z.array(z.string()),
});
const UNKNOWN: TicketKind<Unknown> = { name: 'unknown-message', schema: unknown, ttlMs: LOOK_AGAIN_MS };

/** The service answered that nobody got the message. */
class NobodyReached extends GameError {
  readonly sent: SentMessage;

  constructor(sent: SentMessage) {
    super({ code: 'refused', reason: sent.reasons.join(' ') }, { operation: 'character.messages.create' });
    this.sent = sent;
  }
}

/**
 * Sends a message, once, and shows who got it. When the answer does not arrive it looks into the sent messages instead and
 * shows what it found. Throws a {@link Mistake} before anything is sent when it cannot be sent like that.
 */
export async function sendMessage(context: Context, asked: { to: string; text: string }): Promise<MessageView> {
  const { me, game, words, services, person, showMeanwhile } = context;
  const recipients = parseRecipients(asked.to);
  const communication = checkText(asked.text);
  const knownIds = await readSentIds(game, me.uid);
  try {
    const sent = await create(context, recipients, communication);
    return sentView(words, sent, communication);
  } catch (error) {
    if (error instanceof NobodyReached) return sentView(words, error.sent, communication);
    if (!isGameError(error, 'outcome_unknown')) throw error;
    await showMeanwhile(unknownSentView(words, recipients, undefined, undefined));
    const firstLine = toFirstLine(communication);
    const lost: Unknown = { sender: me, found: [], missing: recipients, firstLine, knownIds };
    // Without a ticket there is no looking again, but still this first look.
    const ticketId = await services.tickets.issue(UNKNOWN, person.id, lost).catch(() => undefined);
    return await lookUp(context, lost, ticketId);
  } finally {
    await forgetRecent(services, context);
  }
}

/** Looks once more for a message whose outcome is unknown. Sends nothing. */
export async function lookForSent(context: ReadContext, ticketId = ''): Promise<MessageView> {
  const lost = await context.services.tickets.look(UNKNOWN, ticketId, context.person.id);
  // Another character's sent messages do not have it.
  if (!lost || lost.sender.uid !== context.me.uid) throw new Mistake(({ messages }) => messages.send.gone);
  return await lookUp(context, lost, ticketId);
}

function checkText(text: string): string {
  if (text.trim() === '') throw new Mistake(({ messages }) => messages.mistakes.emptyText);
  const { length } = [...text];
  if (length > LONGEST_TEXT) throw new Mistake(({ messages }) => messages.mistakes.tooLong(length, LONGEST_TEXT));
  return text;
}

/** The one request, in the audit trail with those it reached and those it did not. */
async function create(context: Context, recipients: string[], communication: string): Promise<SentMessage> {
  const { me, game, services } = context;
  const change = toChange(context, recipients);
  const sent = await services.audit.around(
    change,
    async () => {
      const result = await game.character.messages.create({
        uid: me.uid,
        receivers: recipients.join(';'),
        communication,
      });
      if (result.delivered.length === 0) throw new NobodyReached(result);
      return result;
    },
    ({ delivered }) => ({ targets: delivered }),
  );
  if (sent.failed.length > 0)
    await services.audit.record({ ...change, targets: toTargets(sent.failed), result: 'refused' });
  return sent;
}

async function lookUp(context: ReadContext, lost: Unknown, ticketId: string | undefined): Promise<MessageView> {
  const { game, words, services, person, idFor } = context;
  const { sender, found: foundBefore, missing: missingBefore, firstLine, knownIds } = lost;
  const everybody = [...foundBefore, ...missingBefore];
  const toLookId = (id: string | undefined): string | undefined => (id === undefined ? undefined : idFor('look', id));
  const newlyFound = await findSent(game, sender.uid, { recipients: missingBefore, firstLine, knownIds });
  if (newlyFound === undefined) return unknownSentView(words, everybody, 'unreadable', toLookId(ticketId));
  const missing = missingBefore.filter((handle) => !newlyFound.includes(handle));
  const looked = { found: [...foundBefore, ...newlyFound], missing };
  if (newlyFound.length === 0) return unknownSentView(words, everybody, looked, toLookId(ticketId));

  // The first to find it writes it down; those still missing get a ticket of their own.
  const isFirst = ticketId !== undefined && (await services.tickets.take(UNKNOWN, ticketId, person.id)) !== undefined;
  if (isFirst) await services.audit.record({ ...toChange(context, newlyFound), result: 'done' });
  const rest =
    isFirst && missing.length > 0 ? services.tickets.issue(UNKNOWN, person.id, { ...lost, ...looked }) : undefined;
  return unknownSentView(words, everybody, looked, toLookId(await rest));
}

function toChange({ person, me, server }: ReadContext, recipients: readonly string[]): AuditedChange {
  return {
    discordUserId: person.id,
    character: me,
    action: 'message.send',
    targets: toTargets(recipients),
    detail: '',
    ...(server && { guildId: server.id, guildLocale: server.locale }),
  };
}

function toTargets(handles: readonly string[]): { name: string }[] {
  return handles.map((name) => ({ name }));
}
