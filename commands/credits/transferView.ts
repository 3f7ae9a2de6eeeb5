import type { Reference } from '../../src/game/wire.ts';
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

/** How long after its start a transfer must be missing in the credit log before a new one is offered. */
const START_OVER_AFTER_MS = 5 * 60_000;

const MAX_CANDIDATES = 5;

/**
 * What would happen, before it does. `ids.confirm` sends, or opens the modal in which the amount is
 * typed. Times in ms; `missingAt`: when an earlier try was not in the credit log.
 */
export function offerView(
  messages: Said,
  transfer: Transfer,
  {
    balance,
    expiresAt,
    missingAt,
    mustType,
    ids,
  }: {
    balance: number;
    expiresAt: number;
    missingAt?: number | undefined;
    mustType: boolean;
    ids: { confirm: string; cancel: string };
  },
): MessageView {
  const { offer, transfer: said } = messages;
  return message(
    'warning',
    text(`## ${offer.title}`),
    missingAt !== undefined && text(offer.earlierIsMissing(toTime(missingAt))),
    text(...factsOf(messages, transfer)),
    text(
      `**${said.balanceNow}:** ${messages.credits(balance)}`,
      `**${said.balanceAfter}:** ${messages.credits(balance - transfer.amount)}`,
    ),
    divider(),
    text(offer.cannotBeUndone(toTime(expiresAt))),
    buttons(
      button(mustType ? offer.typeToConfirm : offer.confirm(transfer.amount), ids.confirm, { style: 'danger' }),
      button(offer.cancel, ids.cancel),
    ),
  );
}

/** An offer that was confirmed too late. */
export function expiredOfferView(messages: Said, transfer: Transfer, againId: string): MessageView {
  const { offer } = messages;
  return message(
    'warning',
    text(offer.expired),
    text(...factsOf(messages, transfer)),
    buttons(button(offer.offerAgain, againId, { style: 'primary' })),
  );
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

type OutcomeIds = { log: string; check: string; startOver: string };

/** The receipt, or what is known instead, with the next step; `startedAt` (ms): when it was confirmed. */
export function transferOutcomeView(
  messages: Said,
  transfer: Transfer,
  result: TransferOutcome,
  { startedAt, ids }: { startedAt: number; ids: OutcomeIds },
): MessageView {
  const { outcome, transfer: said } = messages;
  const facts = factsOf(messages, transfer);
  const openLog = buttons(button(outcome.openLog, ids.log));
  switch (result.outcome) {
    case 'sent':
      if (result.balance !== undefined) facts.push(`**${said.balanceNow}:** ${messages.credits(result.balance)}`);
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
    case 'notFound':
    case 'unreadable': {
      const { checkedAt } = result;
      const mayStartOver = longMissingAt(result, startedAt) !== undefined;
      const [title, sentence] =
        result.outcome === 'unreadable'
          ? [outcome.unknown, outcome.unreadable]
          : [outcome.notSentYet, mayStartOver ? outcome.stillMissing : outcome.missing];
      return message(
        'warning',
        text(`## ${title}`, sentence),
        text(...facts),
        checkedAt !== undefined && text(`-# ${outcome.checkedAt(timestamp(new Date(checkedAt), 'T'))}`),
        buttons(
          button(outcome.checkAgain, ids.check, { style: 'primary' }),
          ...(mayStartOver ? [button(outcome.startOver, ids.startOver)] : []),
        ),
      );
    }
  }
}

/** When (ms) the credit log still didn't have it, minutes after its start: then a new offer can be made. */
export function longMissingAt(result: TransferOutcome, startedAt: number): number | undefined {
  const checkedAt = result.outcome === 'notFound' ? result.checkedAt : undefined;
  return checkedAt !== undefined && checkedAt - startedAt >= START_OVER_AFTER_MS ? checkedAt : undefined;
}

function factsOf(messages: Said, { sender, recipient, amount, reason }: Transfer): (string | false)[] {
  const { transfer } = messages;
  return [
    `**${transfer.from}:** ${toParty(sender)}`,
    `**${transfer.to}:** ${toParty(recipient)}`,
    `**${transfer.amountLabel}:** ${messages.credits(amount)}`,
    reason !== undefined && `**${transfer.reasonLabel}:** ${plain(reason, 500)}`,
  ];
}

function toTime(ms: number): string {
  return timestamp(new Date(ms), 't');
}

function toParty({ name, uid }: Reference): string {
  return `${plain(name, 100)} (${plain(uid ?? '', 30)})`;
}
