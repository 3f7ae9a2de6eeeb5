import { gameButton } from '../../src/view/gameSite.ts';
import { button, buttons, divider, message, modal, type Tone, text } from '../../src/view/message.ts';
import { lastChecked, mayStartOver } from '../../src/view/recheck.ts';
import { countdown, moment, plain, timestamp } from '../../src/view/text.ts';
import type { Alike } from '../../src/writes/change.ts';
import type { AlikePayment } from '../../src/writes/findAlike.ts';
import type { Finished } from '../../src/writes/kind.ts';
import type { CreditsTexts } from './en.ts';
import { ids, logIds } from './ids.ts';
import type { Transfer, TransferOutcome } from './transfer.ts';

export const AMOUNT_FIELD = 'amount';

const MAX_CANDIDATES = 5;
/** Max length of a name in a line about another payment. */
const MAX_PAID_NAME = 60;

/** `missingAt` (ms): an earlier try wasn't in the log. `unseenUntil` (ms): the log begins later.
 * `paidSince`: why it wasn't sent when it was confirmed. */
export type EarlierTry = {
  missingAt?: number;
  isUidRefused?: boolean;
  unseenUntil?: number | undefined;
  paidSince?: readonly AlikePayment[];
};

/** Times in ms. */
export function confirmationView(
  texts: CreditsTexts,
  transfer: Transfer,
  facts: {
    ticket: string;
    balance: number;
    expiresAt: number;
    mustType: boolean;
    similar?: string[];
    paid?: readonly AlikePayment[];
  } & EarlierTry,
) {
  const { confirmation, labels, credits } = texts;
  const { amount } = transfer;
  const { ticket, balance, expiresAt, missingAt, isUidRefused, unseenUntil, mustType, similar = [] } = facts;
  const { paid = [], paidSince } = facts;
  const confirm = mustType
    ? button(texts.batch.typeToConfirm, ids.type({ ticket, amount }), { style: 'danger' })
    : button(confirmation.confirm(amount), ids.confirm({ ticket }), { style: 'danger' });
  return message(
    'warning',
    text(
      `## ${confirmation.title}`,
      paidSince && texts.batch.paidMeanwhile,
      ...paid.slice(0, MAX_CANDIDATES).map((each) => `⚠ ${toPaidLine(texts, transfer, each)}`),
      paidSince && texts.batch.payAgain,
      missingAt !== undefined && confirmation.earlierIsMissing(timestamp(new Date(missingAt), 't')),
      isUidRefused && confirmation.uidRefused,
      unseenUntil !== undefined && `⚠ ${texts.requests.unseen(timestamp(new Date(unseenUntil)))}`,
      ...similar,
    ),
    factsOf(texts, transfer),
    text(`**${labels.balanceNow}:** ${credits(balance)}`, `**${labels.balanceAfter}:** ${credits(balance - amount)}`),
    divider(),
    text(confirmation.cannotBeUndone(countdown(expiresAt))),
    buttons(confirm, button(texts.shared.cancel, ids.cancel({ ticket }))),
  );
}

/** Says that a payment like this one was made, or may have been. */
export function toPaidLine(
  { paid }: CreditsTexts,
  { recipient, amount }: Pick<Transfer, 'recipient' | 'amount'>,
  alike: Alike,
) {
  const name = plain(recipient.name, MAX_PAID_NAME);
  if (!alike.isSent) return paid.isBeingSent(name, amount);
  return paid.wasSent(name, amount, timestamp(new Date(alike.at), 't'));
}

/** `isLate`: the button was pressed, maybe not for the first time. */
export function expiredConfirmationView(texts: CreditsTexts, transfer: Transfer, ticket: string, isLate = false) {
  const { expired, checkFirst } = texts.confirmation;
  return message('warning', text(expired, isLate && checkFirst), factsOf(texts, transfer), tryAgainRow(texts, ticket));
}

export const tryAgainRow = ({ again }: CreditsTexts, ticket: string) =>
  buttons(button(again.tryAgain, ids.again({ ticket }), { style: 'primary' }));

export function typedConfirmationModal({ batch }: CreditsTexts, amount: number, ticket: string) {
  const [label, description] = [batch.typeToConfirm, batch.typedLabel(amount)];
  const field = { customId: AMOUNT_FIELD, label, description, minLength: 1, maxLength: 20 };
  return modal(label, ids.confirm({ ticket }), field);
}

export function sendingView(texts: CreditsTexts, transfer: Transfer) {
  return message('neutral', text(`## ${texts.outcome.sending}`), factsOf(texts, transfer));
}

/** Shown while the log is checked for a transfer without a response. */
export function lostTransferView(texts: CreditsTexts, transfer: Transfer) {
  return message('bad', text(`## ${texts.shared.outcomeUnknown}`, texts.outcome.lost), factsOf(texts, transfer));
}

export function transferOutcomeView(
  texts: CreditsTexts,
  { id: ticket, data, outcome: result, startedAt }: Finished<Transfer, TransferOutcome>,
) {
  const { outcome, recheck, shared } = texts;
  const receipt = (tone: Tone, title: string, sentence?: string, known?: Known) =>
    message(
      tone,
      text(`## ${title}`, sentence),
      factsOf(texts, data, { ...known, sentAt: new Date(startedAt) }),
      buttons(button(outcome.openLog, logIds.log()), gameButton(texts.openInGame, { page: 'credits' })),
    );
  switch (result.outcome) {
    case 'sent':
      return receipt('good', shared.sent, undefined, result);
    case 'found':
      return receipt('good', shared.sent, outcome.found(plain(result.transactionId)), result);
    case 'maybe': {
      const candidates = result.transactionIds.slice(0, MAX_CANDIDATES).map((id) => plain(id, 30));
      return receipt('warning', outcome.probablySent, outcome.maybe(candidates.join(', ')));
    }
    default: {
      const { checkedAt } = result;
      const isLongMissing = longMissingAt(result, startedAt) !== undefined;
      const missing = isLongMissing ? outcome.stillMissing : outcome.missing;
      const isMissing = result.outcome === 'notFound';
      return message(
        'warning',
        text(`## ${isMissing ? shared.notFoundYet : shared.outcomeUnknown}`, isMissing ? missing : outcome.unreadable),
        factsOf(texts, data),
        text(lastChecked(texts, checkedAt)),
        buttons(
          button(recheck.again, ids.check({ id: ticket }), { style: 'primary' }),
          isLongMissing && button(recheck.startOver, ids.startOver({ ticket })),
        ),
      );
    }
  }
}

/** The time (ms) of the last check that didn't find it, if that was long after the start. */
export function longMissingAt(result: TransferOutcome, startedAt: number): number | undefined {
  return result.outcome === 'notFound' && mayStartOver(startedAt, result.checkedAt) ? result.checkedAt : undefined;
}

/** `balance`: the sender's afterwards. `transactionId`: the log entry's. */
type Known = { balance?: number | undefined; transactionId?: string | undefined; sentAt?: Date };

function factsOf(
  texts: CreditsTexts,
  { sender, recipient, recipientForm, amount, reason }: Transfer,
  { balance, transactionId, sentAt }: Known = {},
) {
  const { labels, shared, credits } = texts;
  const toParty = ({ name, uid }: Transfer['sender']): string => `${plain(name, 100)} (${plain(uid, 30)})`;
  return text(
    `**${shared.from}:** ${toParty(sender)}`,
    `**${shared.to}:** ${toParty(recipient)}${recipientForm === 'handle' ? `, ${labels.byHandle}` : ''}`,
    `**${labels.amount}:** ${credits(amount)}`,
    reason !== undefined && `**${labels.reason}:** ${plain(reason, 500)}`,
    sentAt && `**${labels.time}:** ${moment(texts, sentAt)}`,
    transactionId !== undefined && `**${labels.entry}:** ${plain(transactionId, 30)}`,
    balance !== undefined && `**${labels.balanceNow}:** ${credits(balance)}`,
  );
}
