import { UserError } from '../../src/view/errorView.ts';
import type { MessageView } from '../../src/view/message.ts';
import { plain } from '../../src/view/text.ts';
import { makeOffer, OFFER, type OnTicket } from './offer.ts';
import { AMOUNT_FIELD, expiredOfferView, longMissingAt } from './transferView.ts';
import { TRANSFER } from './transferWrite.ts';

/**
 * Sends. Only the press that takes the ticket in time sends; every other press, in any process,
 * finds it gone or expired. The ticket, not the button, says whether the amount must be typed.
 */
export async function confirmOffer(context: OnTicket): Promise<MessageView> {
  const { services, person, me, messages, fields, idFor } = context;
  const { ticket } = context.args;
  const offer = await services.tickets.look(OFFER, ticket, person.id);
  if (!offer) return await services.writes.show(context, TRANSFER, ticket);
  // Another character may have been linked since; the offer was about this one's credits.
  if (offer.sender.uid !== me.uid) throw new UserError(messages.offer.gone);
  const hasExpired = (): boolean => Date.now() >= offer.expiresAt;
  if (hasExpired()) return expiredOfferView(messages, offer, idFor('again', { ticket }));
  if (offer.amount > services.settings.typedConfirmationAbove) {
    const typed = fields[AMOUNT_FIELD] ?? '';
    // Grouped as people write it: 1,500,000 or 1.500.000 or 1 500 000.
    const digits = typed.trim().replace(/(?<=\d)[,.'’\s](?=\d{3}(\D|$))/g, '');
    if (digits !== String(offer.amount)) throw new UserError(messages.offer.typedWrong(plain(typed, 30), offer.amount));
  }
  return await services.writes.once(context, TRANSFER, offer, {
    id: ticket,
    take: async () => {
      // Not used up when it expired while the credit log was read: the next press offers it again.
      if (hasExpired()) throw new UserError(messages.offer.expired);
      const taken = await services.tickets.take(OFFER, ticket, person.id);
      return taken !== undefined && !hasExpired();
    },
  });
}

/**
 * Offers a transfer again that the credit log still doesn't have, after checking once more. The
 * new offer keeps the time of the first one: if that comes through after all, this one isn't sent.
 */
export async function startOver(context: OnTicket): Promise<MessageView> {
  const { services, args } = context;
  const checked = await services.writes.lookAgain(context, TRANSFER, args.ticket);
  const { data, outcome, startedAt } = await services.writes.find(context, TRANSFER, args.ticket);
  const missingAt = longMissingAt(outcome, startedAt);
  return missingAt === undefined ? checked : await makeOffer(context, data, missingAt);
}
