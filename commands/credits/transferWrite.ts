import { WIRE_FORMS } from '../../src/game/wire/wireForms.ts';
import { UserError } from '../../src/view/errorView.ts';
import { plain } from '../../src/view/text.ts';
import type { AuditedChange, SingleKind } from '../../src/writes/kind.ts';
import { type CreditsTexts, TEXTS } from './en.ts';
import { sendCredits } from './logChange.ts';
import { findRequest } from './requests/keptRequests.ts';
import {
  type ConfirmableTransfer,
  findEntry,
  findTransfer,
  type LogSnapshot,
  logSnapshot,
  readLogSnapshot,
  type TransferOutcome,
  transfer,
  transferOutcome,
} from './transfer.ts';
import { lostTransferView, sendingView, transferOutcomeView, tryAgainRow } from './transferView.ts';

export const TRANSFER: SingleKind<ConfirmableTransfer, LogSnapshot, TransferOutcome, CreditsTexts> = {
  name: 'credits.transfer',
  scope: 'CREDITS_WRITE',
  texts: TEXTS,
  row: transfer,
  baseline: logSnapshot,
  outcome: transferOutcome,
  payment: ({ recipient, amount }) => ({ recipient, amount }),
  async before(context, data) {
    const { language, services } = context;
    const { request } = data;
    if (request && !(await findRequest(services, request.from, request.code)))
      throw new UserError(TEXTS[language].requests.gone);
    const { before, sinceThen, paid } = await readLogSnapshot(context, data);
    // An earlier try that arrived after all isn't a question: nothing is sent.
    const hasArrived = data.isSecondTry === true && sinceThen !== undefined;
    if (!hasArrived) await context.requireUnpaid?.(paid);
    // The store forgot that the confirmation was used, or an earlier try was sent after all.
    if (sinceThen !== undefined) throw new UserError(TEXTS[language].confirmation.sentSince(plain(sinceThen)));
    return before;
  },
  sendingView,
  async send(acting, asked) {
    await sendCredits(acting, asked.sender.uid, asked);
    // Remembers the form that worked.
    const form = acting.services.kept(WIRE_FORMS, 'recipient');
    if (asked.recipientForm) await form.set(asked.recipientForm).catch(() => {});
    return { outcome: 'sent' };
  },
  async identify(context, data, before, answered) {
    return { ...answered, transactionId: await findEntry(context, data, before) } as TransferOutcome;
  },
  entries(result) {
    const id = 'transactionId' in result ? result.transactionId : undefined;
    return { ids: id === undefined ? [] : [id], isAll: id !== undefined };
  },
  lostView: lostTransferView,
  lookUp: findTransfer,
  isOpen: ({ outcome }) => outcome === 'notFound' || outcome === 'unreadable',
  async after({ game }, { sender }, result) {
    if (result.outcome !== 'sent') return result;
    return { ...result, balance: await game.character.credits.get({ uid: sender.uid }) };
  },
  changes({ recipient, amount, reason }, outcome): AuditedChange[] {
    const result = outcome?.outcome === 'sent' || outcome?.outcome === 'found' ? 'done' : 'unknown';
    return [{ action: 'credits.transfer', targets: [recipient], detail: String(amount), reason, result }];
  },
  notDone: ({ confirmation }) => confirmation.canceled,
  gone: ({ confirmation }) => confirmation.gone,
  retry: tryAgainRow,
  expired: ({ confirmation }) => confirmation.expired,
  view: transferOutcomeView,
};
