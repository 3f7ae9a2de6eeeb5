import type { Reference } from '../game/records.ts';
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

/** What was done; `balance` as read back afterwards. */
export function receiptView(words: Words, transfer: Transfer, balance: number | undefined): MessageView {
  const { transfers } = words;
  return message(
    'good',
    text(`## ${transfers.receiptTitle}`),
    text(
      ...factsOf(words, transfer),
      balance !== undefined && `**${transfers.balanceNow}:** ${words.credits(balance)}`,
    ),
  );
}

/** What the credit log says after an answer that did not arrive. */
export type LookedUp = { outcome: 'found'; transactionId: string } | { outcome: 'notFound' | 'unreadable' };

/** The state of an unknown outcome: before the look into the log, and after it. */
export function unknownView(
  words: Words,
  transfer: Transfer,
  looked: LookedUp | undefined,
  lookAgainId: string | undefined,
): MessageView {
  const { transfers } = words;
  const facts = text(...factsOf(words, transfer));
  if (looked === undefined) return message('bad', text(`## ${transfers.unknownTitle}`, transfers.unknown), facts);
  if (looked.outcome === 'found') {
    return message('good', text(`## ${transfers.foundTitle}`, transfers.found(plain(looked.transactionId))), facts);
  }
  const sentence = looked.outcome === 'notFound' ? transfers.notFound : transfers.logUnreadable;
  const title = looked.outcome === 'notFound' ? transfers.notFoundTitle : transfers.unknownTitle;
  return message(
    'warning',
    text(`## ${title}`, sentence),
    facts,
    lookAgainId !== undefined && buttons(button(transfers.lookAgain, lookAgainId, { style: 'primary' })),
  );
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
