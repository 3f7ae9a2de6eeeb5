import { z } from 'zod';
import type { HandlerContext } from '../../src/discord/context.ts';
import { withPostingNotice } from '../../src/discord/postingNotice.ts';
import type { TicketKind } from '../../src/discord/tickets.ts';
import { noticeView, UserError } from '../../src/view/errorView.ts';
import type { MessageView } from '../../src/view/message.ts';
import { noteContacts } from '../characters/contacts.ts';
import { findCharacter } from '../characters/findCharacter.ts';
import type { CreditsMessages } from './messages.ts';
import { type OfferedTransfer, transfer } from './transfer.ts';
import { offerView } from './transferView.ts';

export const WRITING = ['CREDITS_WRITE', 'CHARACTER_CREDITS'] as const;
export const TICKET = { ticket: 'text' } as const;

type Context = HandlerContext<typeof WRITING, CreditsMessages>;
export type OnTicket<C> = C & { args: { ticket: string } };

/** `expiresAt` in ms: the last moment at which it can be confirmed. */
export type Offer = OfferedTransfer & { expiresAt: number };

const CONFIRMABLE_MS = 2 * 60_000;
const MAX_REASON = 200;

/** An offer can be confirmed once, and for an hour be made again after it has expired. */
export const OFFER: TicketKind<Offer> = {
  name: 'transfer',
  schema: transfer.extend({ expiresAt: z.number() }),
  ttlMs: 60 * 60_000,
};

/** Checks what can be checked and shows what would happen. Sends nothing. */
export async function offerTransfer(
  context: Context & { options: { amount: number; recipient: string; reason?: string | undefined } },
): Promise<MessageView> {
  const { me, messages, options } = context;
  const { amount, recipient } = options;
  if (!Number.isSafeInteger(amount) || amount < 1) throw new UserError(messages.notAnAmount(messages.number(amount)));
  const reason = options.reason?.trim() ?? '';
  const length = [...reason].length;
  if (length > MAX_REASON) throw new UserError(messages.longReason(length, MAX_REASON));
  const found = await findCharacter(context, recipient);
  if (found.uid === me.uid) throw new UserError(messages.toOneself);
  await noteContacts(context, [found]);
  const parties = { sender: { uid: me.uid, name: me.name }, recipient: found };
  return await makeOffer(context, { ...parties, amount, ...(reason && { reason }), offeredAt: Date.now() });
}

/** Offers an expired transfer again. */
export async function offerAgain(context: OnTicket<Context>): Promise<MessageView> {
  const { services, person, me, messages, args } = context;
  const offer = await services.tickets.look(OFFER, args.ticket, person.id);
  if (offer?.sender.uid !== me.uid) throw new UserError(messages.offer.gone);
  return await makeOffer(context, offer);
}

/** The offer as a message; `missingAt` (ms): when an earlier try was not in the credit log. */
export async function makeOffer(context: Context, offered: OfferedTransfer, missingAt?: number): Promise<MessageView> {
  const { me, game, messages, services, person, idFor } = context;
  const { amount } = offered;
  const balance = await game.character.credits.get({ uid: me.uid });
  if (amount > balance) throw new UserError(messages.tooMuch(amount, balance));
  const expiresAt = Date.now() + CONFIRMABLE_MS;
  const ticket = await services.tickets.issue(OFFER, person.id, { ...offered, expiresAt });
  const mustType = amount > services.settings.typedConfirmationAbove;
  const confirm = mustType ? idFor('type', { ticket, amount }) : idFor('confirm', { ticket });
  const ids = { confirm, cancel: idFor('cancel', { ticket }) };
  const view = offerView(messages, offered, { balance, expiresAt, missingAt, mustType, ids });
  return await withPostingNotice(context, view);
}

/** Uses the offer up. */
export async function cancelOffer(context: OnTicket<HandlerContext<undefined, CreditsMessages>>): Promise<MessageView> {
  const { services, person, messages, args } = context;
  const taken = await services.tickets.take(OFFER, args.ticket, person.id);
  if (!taken) throw new UserError(messages.offer.gone);
  return noticeView(messages.offer.canceled);
}
