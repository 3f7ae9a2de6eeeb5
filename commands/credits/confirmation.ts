import type { ActionContext } from '../../src/discord/declare/command.ts';
import type { HandlerContext, Needs } from '../../src/discord/declare/context.ts';
import { findProposal } from '../../src/discord/declare/findProposal.ts';
import { withPostingNotice } from '../../src/discord/declare/postingNotice.ts';
import { GameError } from '../../src/game/errors.ts';
import { WIRE_FORMS } from '../../src/game/wire/wireForms.ts';
import { mayMean } from '../../src/view/amount.ts';
import { noneIfUsed, noticeView, UserError } from '../../src/view/errorView.ts';
import type { MessageView } from '../../src/view/message.ts';
import { plain } from '../../src/view/text.ts';
import { type AlikePayment, toAllPaid } from '../../src/writes/findAlike.ts';
import { nextIdOf } from '../../src/writes/immediate.ts';
import { PaidMeanwhile } from '../../src/writes/paidMeanwhile.ts';
import { noteContacts, warnOfSimilar } from '../characters/contacts.ts';
import { findCharacter } from '../characters/findCharacter.ts';
import { noteCharacters } from '../characters/known.ts';
import { PAY_CODES } from './codes.ts';
import type { CreditsTexts } from './en.ts';
import { showPayment } from './requests/card.ts';
import type { ConfirmableTransfer } from './transfer.ts';
import {
  AMOUNT_FIELD,
  confirmationView,
  type EarlierTry,
  expiredConfirmationView,
  longMissingAt,
} from './transferView.ts';
import { TRANSFER } from './transferWrite.ts';

export const WRITE_SCOPES = ['CREDITS_WRITE', 'CHARACTER_CREDITS'] as const;

type Context = HandlerContext<typeof WRITE_SCOPES, CreditsTexts>;
export type OnTicket<N extends Needs = typeof WRITE_SCOPES> = ActionContext<CreditsTexts, N, { ticket: string }>;

const CONFIRMABLE_MS = 2 * 60_000;
const MAX_REASON = 200;

/** Previews a transfer. Sends nothing. */
export async function askToConfirm(
  context: Context & { options: { amount: number; recipient: string; reason?: string | undefined } },
): Promise<MessageView> {
  const { me, texts, options } = context;
  const { amount } = options;
  const reason = options.reason?.trim() ?? '';
  const length = [...reason].length;
  if (length > MAX_REASON) throw new UserError(texts.longReason(length, MAX_REASON));
  // Such a code would look like proof that a pay list's payment was made.
  if (PAY_CODES.removeFrom(reason) !== reason) throw new UserError(texts.codeInReason);
  const recipient = await findCharacter(context, options.recipient);
  if (recipient.uid === me.uid) throw new UserError(texts.toOneself);
  await noteContacts(context, [recipient]);
  await noteCharacters(context, me.uid, [{ ...recipient, lookedUpAt: context.services.now() }]);
  const offeredAt = context.game.now();
  return await previewTransfer(context, { sender: me, recipient, amount, ...(reason && { reason }), offeredAt });
}

export async function askAgain(context: OnTicket): Promise<MessageView> {
  const { texts, args } = context;
  const asked = await findProposal(context, TRANSFER, args.ticket);
  const outcome = asked.change?.outcome ?? {};
  if (asked.isUsed && !('failed' in outcome)) throw new UserError(texts.confirmation.gone);
  return await previewTransfer(context, asked.data);
}

/** Previews a transfer; shows the request's earlier payment instead if that may have been sent. */
export async function previewTransfer(
  context: Context,
  asked: ConfirmableTransfer,
  earlier: EarlierTry = {},
): Promise<MessageView> {
  const { me, game, texts, services, person } = context;
  const id = asked.request && (await findFreeId(context, toFirstId(asked), earlier.missingAt));
  if (id?.isUsed) return await services.writes.checkAgain(context, TRANSFER, id.id);
  const form = asked.recipientForm ?? (await services.kept(WIRE_FORMS, 'recipient').get());
  const shown = form === 'handle' ? await byHandle(context, asked) : asked;
  const { amount } = shown;
  const balance = await game.character.credits.get({ uid: me.uid });
  if (amount > balance) throw new UserError(texts.tooMuch(amount, balance));
  const expiresAt = services.now() + CONFIRMABLE_MS;
  const { position, named } = await services.writes.findPaid(context, TRANSFER, shown);
  const ticket = await services.writes.ask(context, TRANSFER, shown, { expiresAt, id: id?.id, position });
  const mustType = amount > services.settings.typedConfirmationAbove;
  const similar = await warnOfSimilar(context, [shown.recipient]);
  const paid = earlier.paidSince ? toAllPaid(earlier.paidSince, named) : named;
  const facts = { ticket, balance, expiresAt, mustType, similar, ...earlier, paid };
  const expired = expiredConfirmationView(texts, shown, ticket);
  const expiry = services.writes.toExpiry(person, ticket, expiresAt, expired);
  return await withPostingNotice(context, { ...confirmationView(texts, shown, facts), expiry });
}

/** The same id for all previews of a request's open amount, so that only one of them is sent. */
function toFirstId({ sender, recipient, request }: ConfirmableTransfer): string {
  return nextIdOf(JSON.stringify([sender.uid, recipient.uid, request]));
}

async function findFreeId(context: Context, id: string, missingAt?: number): Promise<{ id: string; isUsed: boolean }> {
  const kept = await context.services.writes.peek(context, TRANSFER, id).catch(noneIfUsed);
  const isOver = kept && (!kept.outcome || (missingAt !== undefined && kept.outcome.outcome === 'notFound'));
  return isOver ? await findFreeId(context, nextIdOf(id), missingAt) : { id, isUsed: kept !== undefined };
}

/** The transfer by handle, looked up again: a faction could have the same name. */
async function byHandle({ game, texts }: Context, asked: ConfirmableTransfer): Promise<ConfirmableTransfer> {
  const { uid, name } = asked.recipient;
  const found = await game.character.getByHandle({ handle: name });
  if (found.uid !== uid) throw new UserError(texts.confirmation.otherHandle(plain(name, 100), plain(uid, 30)));
  return { ...asked, recipient: { uid, name: found.handle }, recipientForm: 'handle' };
}

/** True if the game certainly sent nothing because it doesn't know this UID. */
function refusesRecipient(error: unknown, { uid }: { uid: string }): boolean {
  if (!(error instanceof GameError) || error.operation !== 'character.credits.transfer') return false;
  const { failure } = error;
  if (failure.code !== 'refused') return failure.code === 'not_found';
  return /recipient/i.test(failure.reason) || failure.reason.includes(uid);
}

/** Sends the transfer unless it was sent or has expired. Large amounts must be typed. */
export async function confirmTransfer(context: OnTicket): Promise<MessageView> {
  const { services, language, texts, fields } = context;
  const { ticket } = context.args;
  const asked = await findProposal(context, TRANSFER, ticket);
  const { data, expiresAt, isUsed } = asked;
  if (!isUsed && services.now() >= expiresAt) return expiredConfirmationView(texts, data, ticket, true);
  if (!isUsed && data.amount > services.settings.typedConfirmationAbove) {
    const typed = fields[AMOUNT_FIELD] ?? '';
    if (!mayMean(typed, data.amount, language))
      throw new UserError(texts.batch.typedWrong(plain(typed, 30), data.amount));
  }
  try {
    const receipt = await services.writes.confirm(context, TRANSFER, asked);
    if (data.request) context.afterReply(() => showPayment(context, ticket));
    return receipt;
  } catch (error) {
    if (error instanceof PaidMeanwhile) return await askOncePaid(context, data, error.payments);
    if (data.recipientForm === 'handle' || !refusesRecipient(error, data.recipient)) throw error;
    return await previewTransfer(context, { ...data, recipientForm: 'handle' }, { isUidRefused: true });
  }
}

/** Previews a transfer that was confirmed, and says what was paid since. The new preview has a time
 * of its own: else, these payments would stop it again. */
async function askOncePaid(
  context: Context,
  data: ConfirmableTransfer,
  paidSince: readonly AlikePayment[],
): Promise<MessageView> {
  const { namedIds: before = [] } = data;
  const namedIds = [...before, ...paidSince.flatMap(({ entryId }) => entryId ?? [])];
  // A second try keeps its time: if the first one arrives, nothing is sent.
  const offeredAt = data.isSecondTry ? data.offeredAt : context.game.now();
  return await previewTransfer(context, { ...data, offeredAt, namedIds }, { paidSince });
}

export async function cancelTransfer({ me: _, ...context }: OnTicket<undefined>): Promise<MessageView> {
  const { services, texts, args } = context;
  const isDropped = await services.writes.drop(context, args.ticket);
  if (isDropped === false) throw new UserError(texts.confirmation.gone);
  return noticeView(isDropped ? texts.confirmation.canceled : texts.confirmation.expired);
}

/** Previews a missing transfer again, with its original time: if it arrived, nothing is sent. */
export async function startOver(context: OnTicket): Promise<MessageView> {
  const { services, args } = context;
  const checked = await services.writes.checkAgain(context, TRANSFER, args.ticket);
  const { data, outcome, startedAt } = await services.writes.peek(context, TRANSFER, args.ticket);
  const missingAt = outcome && longMissingAt(outcome, startedAt);
  if (missingAt === undefined) return checked;
  return await previewTransfer(context, { ...data, isSecondTry: true }, { missingAt });
}
