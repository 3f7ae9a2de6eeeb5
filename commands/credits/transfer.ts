import { z } from 'zod';

const party = z.object({ uid: z.string(), name: z.string() });

/** Whole credits. `offeredAt` (ms): since then the credit log must not show a transfer like it. */
export const transfer = z.object({
  sender: party,
  recipient: party,
  amount: z.number(),
  reason: z.string().optional(),
  offeredAt: z.number(),
});
export type OfferedTransfer = z.output<typeof transfer>;
export type Transfer = Omit<OfferedTransfer, 'offeredAt'>;

/**
 * What became of a transfer: the game's answer, or what the credit log showed after that was lost.
 * `maybe` lists new entries, any of which it may be. `checkedAt` in ms; missing in outcomes that an
 * older release stored.
 */
export const transferOutcome = z.discriminatedUnion('outcome', [
  z.object({ outcome: z.literal('sent'), balance: z.number().optional() }),
  z.object({ outcome: z.literal('found'), transactionId: z.string() }),
  z.object({ outcome: z.literal('maybe'), transactionIds: z.array(z.string()) }),
  z.object({ outcome: z.enum(['notFound', 'unreadable']), checkedAt: z.number().optional() }),
]);
export type TransferOutcome = z.output<typeof transferOutcome>;
