import { z } from 'zod';
import { findTransfer, readLogBefore } from '../../src/discord/findTransfer.ts';
import type { Change, WriteKind } from '../../src/discord/writeKind.ts';
import { Mistake } from '../../src/view/errorView.ts';
import { plain } from '../../src/view/text.ts';
import {
  lostTransferView,
  sendingView,
  type TransferOutcome,
  transferOutcomeView,
} from '../../src/view/transferViews.ts';
import { WORDS } from '../../src/view/words/wordsFor.ts';

const party = z.object({ uid: z.string(), name: z.string() });

/** A transfer as it was offered; `offeredAt` in ms since the epoch. */
export const offer = z.object({
  sender: party,
  recipient: party,
  amount: z.number(),
  reason: z.string().optional(),
  offeredAt: z.number(),
});
export type Offer = z.output<typeof offer>;

const baseline = z.object({ at: z.number(), alikeIds: z.array(z.string()), newestId: z.string().optional() });

const outcome = z.discriminatedUnion('outcome', [
  z.object({ outcome: z.literal('sent'), balance: z.number().optional() }),
  z.object({ outcome: z.literal('found'), transactionId: z.string() }),
  z.object({ outcome: z.literal('maybe'), transactionIds: z.array(z.string()) }),
  z.object({ outcome: z.enum(['notFound', 'unreadable']) }),
]);

/** Moves credits, which nothing moves back. */
export const TRANSFER: WriteKind<Offer, z.output<typeof baseline>, TransferOutcome, typeof WORDS.en> = {
  name: 'credits.transfer',
  messages: WORDS,
  command: 'credits',
  data: offer,
  baseline,
  outcome,
  async before({ game }, data) {
    const { sinceThen, ...before } = await readLogBefore(game, data, data.offeredAt);
    // The confirmation was used, and the store forgot it.
    if (sinceThen !== undefined) throw new Mistake(({ transfers }) => transfers.sentMeanwhile(plain(sinceThen)));
    return before;
  },
  sendingView,
  async send({ game }, { sender, recipient, amount, reason }) {
    await game.character.credits.transfer({ uid: sender.uid, amount, recipient: recipient.uid, reason });
    return { outcome: 'sent' };
  },
  lostView: lostTransferView,
  lookUp: ({ game }, data, before) => findTransfer(game, data, before),
  isOpen: (result) => result.outcome === 'notFound' || result.outcome === 'unreadable',
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
  notDone: ({ transfers }) => transfers.canceled,
  gone: ({ transfers }) => transfers.gone,
  view: (words, { id, data, outcome }, idFor) => transferOutcomeView(words, data, outcome, idFor('look', { id })),
};
