import { z } from 'zod';
import type { AuditedChange } from '../../src/account/audit.ts';
import { noteContacts } from '../../src/bot/contacts.ts';
import type { HandlerContext, IdFor } from '../../src/bot/context.ts';
import { findCharacter } from '../../src/bot/findCharacter.ts';
import { findTransfer, readNewestIds } from '../../src/bot/findTransfer.ts';
import { withPostingNotice } from '../../src/bot/postingNotice.ts';
import type { TicketKind } from '../../src/bot/tickets.ts';
import { isGameError } from '../../src/game/errors.ts';
import { Mistake, noticeView } from '../../src/view/errorView.ts';
import type { MessageView, ModalView } from '../../src/view/message.ts';
import { plain } from '../../src/view/text.ts';
import {
  AMOUNT_FIELD,
  previewView,
  receiptView,
  sendingView,
  type Transfer,
  typedConfirmationModal,
  unknownView,
} from '../../src/view/transferViews.ts';
import type { Words } from '../../src/view/words/wordsFor.ts';

type Context = HandlerContext<['CREDITS_WRITE', 'CHARACTER_CREDITS']>;

const OFFER_MS = 2 * 60_000;
const LOOK_AGAIN_MS = 24 * 60 * 60_000;
const LONGEST_REASON = 200;
/** Recipients to name as an example; whoever is one of them is shown the other. */
const EXAMPLES = ['Marshal Iri Tosk', 'Vael Ondar'];

const party = z.object({ uid: z.string(), name: z.string() });
const transfer = z.object({ sender: party, recipient: party, amount: z.number(), reason: z.string().optional() });

/** An offer that can be confirmed once. */
const OFFER: TicketKind<Transfer> = { name: 'transfer', schema: transfer, ttlMs: OFFER_MS };
/** A transfer whose answer did not arrive, with the entries that the log held before. */
const UNKNOWN: TicketKind<{ transfer: Transfer; knownIds: string[] }> = {
  name: 'unknown-transfer',
  schema: z.object({ transfer, knownIds: z.array(z.string()) }),
  ttlMs: LOOK_AGAIN_MS,
};

/** Checks everything that can be known beforehand and shows what would happen. Moves nothing. */
export async function offerTransfer(
  { me, game, words, services, server, person, idFor }: Context,
  { amount, recipient, reason }: { amount: number; recipient: string; reason?: string | undefined },
): Promise<MessageView> {
  if (!Number.isSafeInteger(amount) || amount < 1)
    throw new Mistake(({ transfers, number }) => transfers.mistakes.amount(number(amount)));
  const length = [...(reason ?? '')].length;
  if (length > LONGEST_REASON) throw new Mistake(({ transfers }) => transfers.mistakes.reason(length, LONGEST_REASON));
  const found = await findCharacter(game, recipient);
  if (found.uid === me.uid) {
    const other = EXAMPLES.find((name) => name !== found.name) ?? '';
    throw new Mistake(({ transfers }) => transfers.mistakes.oneself(other));
  }
  await noteContacts({ person, me, services }, [found]);
  const balance = await game.character.credits.get({ uid: me.uid });
  if (amount > balance) throw new Mistake(({ transfers }) => transfers.mistakes.balance(amount, balance));

  const offer: Transfer = { sender: me, recipient: found, amount, ...(reason?.trim() && { reason: reason.trim() }) };
  const ticket = await services.tickets.issue(OFFER, person.id, offer);
  const mustType = amount > services.settings.typedConfirmationAbove;
  const confirm = mustType ? idFor('type', ticket, amount) : idFor('confirm', ticket);
  const ids = { confirm, cancel: idFor('cancel', ticket) };
  const preview = previewView(words, offer, { balance, expiresAt: Date.now() + OFFER_MS, mustType, ids });
  return await withPostingNotice({ words, server, services }, preview);
}

/** The modal in which the amount of a large transfer is typed. */
export function typeAmount(words: Words, idFor: IdFor, [ticket = '', amount = '']: string[]): ModalView {
  return typedConfirmationModal(words, Number(amount), idFor('typed', ticket));
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
  if (!offer) throw new Mistake(({ transfers }) => transfers.gone);
  if (offer.amount > services.settings.typedConfirmationAbove) checkTyped(fields?.[AMOUNT_FIELD] ?? '', offer.amount);
  // Somebody may have linked another character since: the offer was about this one's credits.
  if (offer.sender.uid !== me.uid) throw new Mistake(({ transfers }) => transfers.gone);
  const taken = await services.tickets.take(OFFER, ticketId, person.id);
  if (!taken) throw new Mistake(({ transfers }) => transfers.gone);
  return await send(context, taken);
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
export async function lookAgain(context: HandlerContext<['CHARACTER_CREDITS']>, ticketId = ''): Promise<MessageView> {
  const { services, person } = context;
  const unknown = await services.tickets.look(UNKNOWN, ticketId, person.id);
  if (!unknown) throw new Mistake(({ transfers }) => transfers.gone);
  return await lookUp(context, unknown.transfer, unknown.knownIds, ticketId);
}

function checkTyped(typed: string, amount: number): void {
  // Grouped as people write it: 1,500,000 or 1.500.000 or 1 500 000.
  const digits = typed.trim().replace(/(?<=\d)[,.'’\s](?=\d{3}(\D|$))/g, '');
  if (digits !== String(amount)) throw new Mistake(({ transfers }) => transfers.typedWrong(plain(typed, 30), amount));
}

async function send(context: Context, offer: Transfer): Promise<MessageView> {
  const { game, words, services, person, showMeanwhile } = context;
  const { sender, recipient, amount, reason } = offer;
  let knownIds: string[] = [];
  try {
    await showMeanwhile(sendingView(words, offer));
    knownIds = await readNewestIds(game, sender.uid);
    await services.audit.around(toChange(context, offer), () =>
      game.character.credits.transfer({ uid: sender.uid, amount, recipient: recipient.uid, reason }),
    );
  } catch (error) {
    if (!isGameError(error, 'outcome_unknown')) {
      // Certainly not done: the reason is said beside this message, which must not go on saying "Sending".
      await showMeanwhile(noticeView(words.transfers.canceled));
      throw error;
    }
    const ticketId = await services.tickets
      .issue(UNKNOWN, person.id, { transfer: offer, knownIds })
      .catch(() => undefined);
    await showMeanwhile(unknownView(words, offer, undefined, undefined));
    return await lookUp(context, offer, knownIds, ticketId);
  }
  const balance = await game.character.credits.get({ uid: sender.uid }).catch(() => undefined);
  return receiptView(words, offer, balance);
}

async function lookUp(
  context: HandlerContext<['CHARACTER_CREDITS']>,
  offer: Transfer,
  knownIds: readonly string[],
  ticketId: string | undefined,
): Promise<MessageView> {
  const { game, words, services, person, idFor } = context;
  const looked = await findTransfer(game, offer, knownIds);
  // The first to find it writes it down.
  const isFirst =
    ticketId !== undefined && looked.outcome === 'found' && (await services.tickets.take(UNKNOWN, ticketId, person.id));
  if (isFirst) await services.audit.record({ ...toChange(context, offer), result: 'done' });
  return unknownView(words, offer, looked, ticketId && idFor('look', ticketId));
}

function toChange(
  { person, server }: Pick<Context, 'person' | 'server'>,
  { sender, recipient, amount, reason }: Transfer,
): AuditedChange {
  return {
    discordUserId: person.id,
    character: sender,
    action: 'credits.transfer',
    targets: [recipient],
    detail: String(amount),
    ...(reason && { reason }),
    ...(server && { guildId: server.id, guildLocale: server.locale }),
  };
}
