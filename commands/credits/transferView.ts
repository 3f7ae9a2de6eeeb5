import type { Messages } from '../../src/view/language.ts';
import {
  button,
  buttons,
  divider,
  type MessageView,
  type ModalView,
  message,
  modal,
  text,
} from '../../src/view/message.ts';
import { plain, timestamp } from '../../src/view/text.ts';
import type { CreditsMessages } from './messages.ts';
import type { Transfer, TransferOutcome } from './transfer.ts';

type Said = Messages<CreditsMessages>;

/** The field of {@link typedConfirmationModal}. */
export const AMOUNT_FIELD = 'amount';

/** How long a transfer must be missing in the credit log before it can be started over. */
const START_OVER_AFTER_MS = 5 * 60_000;
const MAX_CANDIDATES = 5;

/**
 * Times in ms; `missingAt`: when an earlier try was not in the credit log. The confirm button
 * sends, or opens the modal in which the amount is typed.
 */
type OfferFacts = {
  balance: number;
  expiresAt: number;
  missingAt?: number | undefined;
  mustType: boolean;
  ids: { confirm: string; cancel: string };
};

/** What would happen, before it does. */
export function offerView(messages: Said, transfer: Transfer, facts: OfferFacts): MessageView {
  const { offer, labels, credits } = messages;
  const { balance, expiresAt, missingAt, mustType, ids } = facts;
  const confirm = mustType ? offer.typeToConfirm : offer.confirm(transfer.amount);
  return message(
    'warning',
    text(`## ${offer.title}`),
    missingAt !== undefined && text(offer.earlierIsMissing(timestamp(new Date(missingAt), 't'))),
    text(...factsOf(messages, transfer)),
    text(
      `**${labels.balanceNow}:** ${credits(balance)}`,
      `**${labels.balanceAfter}:** ${credits(balance - transfer.amount)}`,
    ),
    divider(),
    text(offer.cannotBeUndone(timestamp(new Date(expiresAt), 't'))),
    buttons(button(confirm, ids.confirm, { style: 'danger' }), button(offer.cancel, ids.cancel)),
  );
}

/** An offer that was confirmed too late. */
export function expiredOfferView(messages: Said, transfer: Transfer, againId: string): MessageView {
  const { offer } = messages;
  const again = button(offer.offerAgain, againId, { style: 'primary' });
  return message('warning', text(offer.expired), text(...factsOf(messages, transfer)), buttons(again));
}

/** Typing the amount, for large transfers. */
export function typedConfirmationModal({ offer }: Said, amount: number, customId: string): ModalView {
  const label = offer.typedLabel(amount).slice(0, 45);
  return modal(offer.typedTitle, customId, { customId: AMOUNT_FIELD, label, minLength: 1, maxLength: 20 });
}

/** While the request is on its way: nothing to press. */
export function sendingView(messages: Said, transfer: Transfer): MessageView {
  return message('neutral', text(`## ${messages.outcome.sending}`), text(...factsOf(messages, transfer)));
}

/** While the credit log is checked after the answer was lost. */
export function lostTransferView(messages: Said, transfer: Transfer): MessageView {
  const { outcome } = messages;
  return message('bad', text(`## ${outcome.unknown}`, outcome.lost), text(...factsOf(messages, transfer)));
}

/** The receipt, or what is known instead, and the next step. `startedAt` (ms): when confirmed. */
export function transferOutcomeView(
  messages: Said,
  transfer: Transfer,
  result: TransferOutcome,
  { startedAt, ids }: { startedAt: number; ids: { log: string; check: string; startOver: string } },
): MessageView {
  const { outcome, labels, credits } = messages;
  const facts = factsOf(messages, transfer);
  const openLog = buttons(button(outcome.openLog, ids.log));
  switch (result.outcome) {
    case 'sent':
      if (result.balance !== undefined) facts.push(`**${labels.balanceNow}:** ${credits(result.balance)}`);
      return message('good', text(`## ${outcome.sent}`), text(...facts), openLog);
    case 'found': {
      const sentence = outcome.found(plain(result.transactionId));
      return message('good', text(`## ${outcome.sent}`, sentence), text(...facts), openLog);
    }
    case 'maybe': {
      const candidates = result.transactionIds.slice(0, MAX_CANDIDATES).map((id) => plain(id, 30));
      const sentence = outcome.maybe(candidates.join(', '));
      return message('warning', text(`## ${outcome.probablySent}`, sentence), text(...facts), openLog);
    }
    default: {
      const { checkedAt } = result;
      const mayStartOver = longMissingAt(result, startedAt) !== undefined;
      const isMissing = result.outcome === 'notFound';
      const missing = mayStartOver ? outcome.stillMissing : outcome.missing;
      const check = button(outcome.checkAgain, ids.check, { style: 'primary' });
      return message(
        'warning',
        text(`## ${isMissing ? outcome.notSentYet : outcome.unknown}`, isMissing ? missing : outcome.unreadable),
        text(...facts),
        checkedAt !== undefined && text(`-# ${outcome.checkedAt(timestamp(new Date(checkedAt), 'T'))}`),
        buttons(check, ...(mayStartOver ? [button(outcome.startOver, ids.startOver)] : [])),
      );
    }
  }
}

/** When (ms) the credit log still didn't have it, if that is long after its start. */
export function longMissingAt(result: TransferOutcome, startedAt: number): number | undefined {
  const checkedAt = result.outcome === 'notFound' ? result.checkedAt : undefined;
  return checkedAt !== undefined && checkedAt - startedAt >= START_OVER_AFTER_MS ? checkedAt : undefined;
}

function factsOf({ labels, credits }: Said, { sender, recipient, amount, reason }: Transfer): (string | false)[] {
  return [
    `**${labels.from}:** ${toParty(sender)}`,
    `**${labels.to}:** ${toParty(recipient)}`,
    `**${labels.amount}:** ${credits(amount)}`,
    reason !== undefined && `**${labels.reason}:** ${plain(reason, 500)}`,
  ];
}

function toParty({ name, uid }: Transfer['sender']): string {
  return `${plain(name, 100)} (${plain(uid, 30)})`;
}
