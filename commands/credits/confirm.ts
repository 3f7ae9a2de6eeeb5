import type { ModalContext } from '../../src/discord/command.ts';
import type { HandlerContext } from '../../src/discord/context.ts';
import { UserError } from '../../src/view/errorView.ts';
import type { MessageView, ModalView } from '../../src/view/message.ts';
import { plain } from '../../src/view/text.ts';
import type { CreditsMessages } from './messages.ts';
import { OFFER, type Offer, type OnTicket, type WRITING } from './offer.ts';
import { AMOUNT_FIELD, expiredOfferView, typedConfirmationModal } from './transferView.ts';
import { TRANSFER } from './transferWrite.ts';

type Context = HandlerContext<typeof WRITING, CreditsMessages> & { fields: Readonly<Record<string, string>> };

/** The modal for typing the amount of a large transfer. */
export function typeAmount({
  messages,
  idFor,
  args: { ticket, amount },
}: ModalContext<CreditsMessages> & { args: { ticket: string; amount: number } }): ModalView {
  return typedConfirmationModal(messages, amount, idFor('confirm', { ticket }));
}

/**
 * Sends. Only the press that takes the ticket in time sends; every other press, in any process,
 * finds it gone or expired. The ticket, not the button, says whether the amount must be typed.
 */
export async function confirmOffer(context: OnTicket<Context>): Promise<MessageView> {
  const { services, person, me, messages, fields, idFor } = context;
  const { ticket } = context.args;
  const offer = await services.tickets.look(OFFER, ticket, person.id);
  if (!offer) return await services.writes.show(context, TRANSFER, ticket);
  // Another character may have been linked since; the offer was about this one's credits.
  if (offer.sender.uid !== me.uid) throw new UserError(messages.offer.gone);
  if (hasExpired(offer)) return expiredOfferView(messages, offer, idFor('again', { ticket }));
  if (offer.amount > services.settings.typedConfirmationAbove) {
    checkTyped(messages, fields[AMOUNT_FIELD] ?? '', offer.amount);
  }
  return await services.writes.once(context, TRANSFER, offer, {
    id: ticket,
    take: async () => {
      // Not used up when it expired while the credit log was read: the next press offers it again.
      if (hasExpired(offer)) throw new UserError(messages.offer.expired);
      const taken = await services.tickets.take(OFFER, ticket, person.id);
      return taken !== undefined && !hasExpired(taken);
    },
  });
}

function hasExpired({ expiresAt }: Offer): boolean {
  return Date.now() >= expiresAt;
}

function checkTyped({ offer }: CreditsMessages, typed: string, amount: number): void {
  // Grouped as people write it: 1,500,000 or 1.500.000 or 1 500 000.
  const digits = typed.trim().replace(/(?<=\d)[,.'’\s](?=\d{3}(\D|$))/g, '');
  if (digits !== String(amount)) throw new UserError(offer.typedWrong(plain(typed, 30), amount));
}
