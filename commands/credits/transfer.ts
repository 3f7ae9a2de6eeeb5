import type { HandlerContext } from '../../src/discord/context.ts';
import type { IdFor } from '../../src/discord/customId.ts';
import { withPostingNotice } from '../../src/discord/postingNotice.ts';
import type { TicketKind } from '../../src/discord/tickets.ts';
import { Mistake, noticeView } from '../../src/view/errorView.ts';
import type { MessageView, ModalView } from '../../src/view/message.ts';
import { plain } from '../../src/view/text.ts';
import { AMOUNT_FIELD, previewView, typedConfirmationModal } from '../../src/view/transferViews.ts';
import type { Words } from '../../src/view/words/wordsFor.ts';
import { noteContacts } from '../characters/contacts.ts';
import { findCharacter } from '../characters/findCharacter.ts';
import { type Offer, offer, TRANSFER } from './transferWrite.ts';

type Context = HandlerContext<['CREDITS_WRITE', 'CHARACTER_CREDITS']>;

const OFFER_MS = 2 * 60_000;
const LONGEST_REASON = 200;
/** Recipients to name as an example; whoever is one of them is shown the other. */
const EXAMPLES = ['Marshal Iri Tosk', 'Vael Ondar'];

/** An offer that can be confirmed once. */
const OFFER: TicketKind<Offer> = { name: 'transfer', schema: offer, ttlMs: OFFER_MS };

/** Checks everything that can be known beforehand and shows what would happen. Moves nothing. */
export async function offerTransfer(
  { me, game, words, language, services, server, person, idFor }: Context,
  { amount, recipient, reason }: { amount: number; recipient: string; reason?: string | undefined },
): Promise<MessageView> {
  if (!Number.isSafeInteger(amount) || amount < 1)
    throw new Mistake(({ transfers, number }) => transfers.mistakes.amount(number(amount)));
  const length = [...(reason ?? '')].length;
  if (length > LONGEST_REASON) throw new Mistake(({ transfers }) => transfers.mistakes.reason(length, LONGEST_REASON));
  const found = await findCharacter({ game, language }, recipient);
  if (found.uid === me.uid) {
    const other = EXAMPLES.find((name) => name !== found.name) ?? '';
    throw new Mistake(({ transfers }) => transfers.mistakes.oneself(other));
  }
  await noteContacts({ person, me, services }, [found]);
  const balance = await game.character.credits.get({ uid: me.uid });
  if (amount > balance) throw new Mistake(({ transfers }) => transfers.mistakes.balance(amount, balance));

  const made: Offer = {
    sender: { uid: me.uid, name: me.name },
    recipient: found,
    amount,
    ...(reason?.trim() && { reason: reason.trim() }),
    offeredAt: Date.now(),
  };
  const ticket = await services.tickets.issue(OFFER, person.id, made);
  const mustType = amount > services.settings.typedConfirmationAbove;
  const confirm = mustType ? idFor('type', { ticket, amount }) : idFor('confirm', { ticket });
  const ids = { confirm, cancel: idFor('cancel', { ticket }) };
  const preview = previewView(words, made, { balance, expiresAt: Date.now() + OFFER_MS, mustType, ids });
  return await withPostingNotice({ messages: words, server, services }, preview);
}

/** The modal in which the amount of a large transfer is typed. */
export function typeAmount(
  words: Words,
  idFor: IdFor,
  { ticket, amount }: { ticket: string; amount: number },
): ModalView {
  return typedConfirmationModal(words, amount, idFor('typed', { ticket }));
}

/**
 * Sends. Whoever takes the ticket sends, once; every other press, in any process, finds it gone. Large amounts must have
 * been typed; the ticket says whether, not the button.
 */
export async function confirmTransfer(
  context: Context,
  ticketId = '',
  fields?: Readonly<Record<string, string>>,
): Promise<MessageView> {
  const { services, person, me } = context;
  const offer = await services.tickets.look(OFFER, ticketId, person.id);
  if (!offer) return await services.writes.show(context, TRANSFER, ticketId);
  if (offer.amount > services.settings.typedConfirmationAbove) checkTyped(fields?.[AMOUNT_FIELD] ?? '', offer.amount);
  // Somebody may have linked another character since: the offer was about this one's credits.
  if (offer.sender.uid !== me.uid) throw new Mistake(({ transfers }) => transfers.gone);
  return await services.writes.once(context, TRANSFER, offer, {
    id: ticketId,
    take: async () => (await services.tickets.take(OFFER, ticketId, person.id)) !== undefined,
  });
}

export async function cancelTransfer(
  { services, person, words }: HandlerContext<undefined>,
  ticketId = '',
): Promise<MessageView> {
  const taken = await services.tickets.take(OFFER, ticketId, person.id);
  if (!taken) throw new Mistake(({ transfers }) => transfers.gone);
  return noticeView(words.transfers.canceled);
}

/** Looks once more for a transfer whose outcome is unknown. Sends nothing. */
export async function lookAgain(context: HandlerContext<['CHARACTER_CREDITS']>, id = ''): Promise<MessageView> {
  return await context.services.writes.lookAgain(context, TRANSFER, id);
}

function checkTyped(typed: string, amount: number): void {
  // Grouped as people write it: 1,500,000 or 1.500.000 or 1 500 000.
  const digits = typed.trim().replace(/(?<=\d)[,.'’\s](?=\d{3}(\D|$))/g, '');
  if (digits !== String(amount)) throw new Mistake(({ transfers }) => transfers.typedWrong(plain(typed, 30), amount));
}
