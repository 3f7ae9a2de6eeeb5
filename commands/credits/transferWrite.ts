import { z } from 'zod';
import type { Change, WriteKind } from '../../src/discord/writeKind.ts';
import { UserError } from '../../src/view/errorView.ts';
import { inLanguage } from '../../src/view/language.ts';
import { plain } from '../../src/view/text.ts';
import { de } from './de.ts';
import { findTransfer, readLogBefore } from './findTransfer.ts';
import { type CreditsMessages, en } from './messages.ts';
import { type OfferedTransfer, type TransferOutcome, transfer, transferOutcome } from './transfer.ts';
import { lostTransferView, sendingView, transferOutcomeView } from './transferView.ts';

const baseline = z.object({ at: z.number(), alikeIds: z.array(z.string()), newestId: z.string().optional() });

/** Moves credits, which can't be undone. */
export const TRANSFER: WriteKind<OfferedTransfer, z.output<typeof baseline>, TransferOutcome, CreditsMessages> = {
  name: 'credits.transfer',
  messages: { en, de },
  command: 'credits',
  data: transfer,
  baseline,
  outcome: transferOutcome,
  async before({ game, language }, data) {
    const { sinceThen, ...before } = await readLogBefore(game, data, data.offeredAt);
    // The confirmation was used and the store lost that, or an earlier try came through after all.
    if (sinceThen !== undefined)
      throw new UserError(inLanguage({ en, de }, language).offer.sentSince(plain(sinceThen)));
    return before;
  },
  sendingView,
  async send({ game }, { sender, recipient, amount, reason }) {
    await game.character.credits.transfer({ uid: sender.uid, amount, recipient: recipient.uid, reason });
    return { outcome: 'sent' };
  },
  lostView: lostTransferView,
  lookUp: ({ game }, data, before) => findTransfer(game, data, before),
  isOpen: ({ outcome }) => outcome === 'notFound' || outcome === 'unreadable',
  async after({ game }, { sender }, result) {
    return result.outcome === 'sent'
      ? { ...result, balance: await game.character.credits.get({ uid: sender.uid }) }
      : result;
  },
  changes({ recipient, amount, reason }, result): Change[] {
    const isDone = result?.outcome === 'sent' || result?.outcome === 'found';
    return [
      {
        action: 'credits.transfer',
        targets: [recipient],
        detail: String(amount),
        ...(reason !== undefined && { reason }),
        result: isDone ? 'done' : 'unknown',
      },
    ];
  },
  notDone: ({ offer }) => offer.canceled,
  gone: ({ offer }) => offer.gone,
  view: (messages, { id, data, outcome, startedAt }, idFor) =>
    transferOutcomeView(messages, data, outcome, {
      startedAt,
      ids: { log: idFor('log'), check: idFor('check', { id }), startOver: idFor('startOver', { id }) },
    }),
};
