import type { Reference } from '../game/wire.ts';
import { button, buttons, divider, type MessageView, type ModalView, message, modal, text } from './message.ts';
import { plain, timestamp } from './text.ts';
import type { Words } from './words/wordsFor.ts';

/** A transfer as it was asked for. */
export type Transfer = {
  sender: { uid: string; name: string };
  recipient: { uid: string; name: string };
  /** Whole credits. */
  amount: number;
  reason?: string | undefined;
};

/** The field of {@link typedConfirmationModal}. */
export const AMOUNT_FIELD = 'amount';

const MAX_CANDIDATES = 5;

/** What would happen, before it does. `confirmId` sends, or opens the modal in which the amount is typed. */
export function previewView(
  words: Words,
  transfer: Transfer,
  {
    balance,
    expiresAt,
    mustType,
    ids,
  }: { balance: number; expiresAt: number; mustType: boolean; ids: { confirm: string; cancel: string } },
): MessageView {
  const { transfers } = words;
  return message(
    'warning',
    text(`## ${transfers.previewTitle}`),
    text(...factsOf(words, transfer)),
    text(
      `**${transfers.balanceNow}:** ${words.credits(balance)}`,
      `**${transfers.balanceAfter}:** ${words.credits(balance - transfer.amount)}`,
    ),
    divider(),
    text(transfers.cannotBeUndone(timestamp(new Date(expiresAt), 'R'))),
    buttons(
      button(mustType ? transfers.typeToConfirm : transfers.confirm(transfer.amount), ids.confirm, { style: 'danger' }),
      button(transfers.cancel, ids.cancel),
    ),
  );
}

/** Typing the amount, for large transfers. */
export function typedConfirmationModal({ transfers }: Words, amount: number, customId: string): ModalView {
  const label = transfers.typedLabel(amount).slice(0, 45);
  return modal(transfers.typedTitle, customId, { customId: AMOUNT_FIELD, label, minLength: 1, maxLength: 20 });
}

/** While the request is under way: nothing to press. */
export function sendingView(words: Words, transfer: Transfer): MessageView {
  return message('neutral', text(`## ${words.transfers.sending}`), text(...factsOf(words, transfer)));
}

/** What became of a transfer: answered, or by what the credit log says after an answer that was lost. */
export type TransferOutcome =
  | { outcome: 'sent'; balance?: number | undefined }
  | { outcome: 'found'; transactionId: string }
  /** New entries that it may be, among transfers made elsewhere. */
  | { outcome: 'maybe'; transactionIds: string[] }
  | { outcome: 'notFound' | 'unreadable' };

/** While a lost answer is looked up. */
export function lostTransferView(words: Words, transfer: Transfer): MessageView {
  const { transfers } = words;
  return message('bad', text(`## ${transfers.unknownTitle}`, transfers.unknown), text(...factsOf(words, transfer)));
}

/** The receipt, or what is known in its place; `lookAgainId` leads to another look. */
export function transferOutcomeView(
  words: Words,
  transfer: Transfer,
  result: TransferOutcome,
  lookAgainId: string,
): MessageView {
  const { transfers } = words;
  const facts = factsOf(words, transfer);
  switch (result.outcome) {
    case 'sent':
      if (result.balance !== undefined) facts.push(`**${transfers.balanceNow}:** ${words.credits(result.balance)}`);
      return message('good', text(`## ${transfers.receiptTitle}`), text(...facts));
    case 'found': {
      const sentence = transfers.found(plain(result.transactionId));
      return message('good', text(`## ${transfers.foundTitle}`, sentence), text(...facts));
    }
    case 'maybe': {
      const sentence = transfers.maybe(
        result.transactionIds
          .slice(0, MAX_CANDIDATES)
          .map((id) => plain(id, 30))
          .join(', '),
      );
      return message('warning', text(`## ${transfers.maybeTitle}`, sentence), text(...facts));
    }
    case 'notFound':
    case 'unreadable': {
      const [title, sentence] =
        result.outcome === 'notFound'
          ? [transfers.notFoundTitle, transfers.notFound]
          : [transfers.unknownTitle, transfers.logUnreadable];
      const again = button(transfers.lookAgain, lookAgainId, { style: 'primary' });
      return message('warning', text(`## ${title}`, sentence), text(...facts), buttons(again));
    }
  }
}

function factsOf(words: Words, { sender, recipient, amount, reason }: Transfer): (string | false)[] {
  const { transfers } = words;
  return [
    `**${transfers.from}:** ${toParty(sender)}`,
    `**${transfers.to}:** ${toParty(recipient)}`,
    `**${transfers.amountLabel}:** ${words.credits(amount)}`,
    reason !== undefined && `**${transfers.reasonLabel}:** ${plain(reason, 500)}`,
  ];
}

function toParty({ name, uid }: Reference): string {
  return `${plain(name, 100)} (${plain(uid ?? '', 30)})`;
}
