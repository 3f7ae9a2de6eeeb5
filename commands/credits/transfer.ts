import { z } from 'zod';
import type { Game } from '../../src/game/client.ts';
import { type CreditLogEntry, WINDOW_LENGTH } from '../../src/game/credits.ts';
import { decodeEntities } from '../../src/game/entities.ts';
import { party } from '../../src/game/parameters.ts';
import { idOf, readNewestForSure, toTime } from './readLog.ts';

/** Whole credits. `offeredAt` (ms): since then the credit log must not show a transfer like it.
 * `recipientForm`: how the request names the recipient; by UID if missing. */
export const transfer = z.object({
  sender: party,
  recipient: party,
  recipientForm: z.enum(['uid', 'handle']).optional(),
  amount: z.number(),
  reason: z.string().optional(),
  offeredAt: z.number(),
});
export type OfferedTransfer = z.output<typeof transfer>;
export type Transfer = Omit<OfferedTransfer, 'offeredAt'>;

/** What the game answered or its log shows; older releases didn't store `checkedAt` (ms). */
export const transferOutcome = z.discriminatedUnion('outcome', [
  z.object({ outcome: z.literal('sent'), balance: z.number().optional() }),
  z.object({ outcome: z.literal('found'), transactionId: z.string() }),
  z.object({ outcome: z.literal('maybe'), transactionIds: z.array(z.string()) }),
  z.object({ outcome: z.enum(['notFound', 'unreadable']), checkedAt: z.number().optional() }),
]);
export type TransferOutcome = z.output<typeof transferOutcome>;

/** What a credit log held `at` (ms), before a transfer: the ids of the entries like it. */
export const logBefore = z.object({ at: z.number(), alikeIds: z.array(z.string()), newestId: z.string().optional() });
export type LogBefore = z.output<typeof logBefore>;

/** An entry later than this may be another transfer, such as the next try. */
const DONE_WITHIN_MS = 20_000;

/** What tells a transfer from earlier ones, and the id of one like it since it was offered. */
export async function readLogBefore(game: Game, asked: OfferedTransfer) {
  const at = Date.now();
  const entries = await readNewestForSure({ game, me: asked.sender });
  const alike = entries.filter(isLike(asked));
  // The log counts in seconds.
  const since = Math.floor(asked.offeredAt / 1_000) * 1_000;
  const [sinceThen] = alike.filter((entry) => toTime(entry) >= since).map(idOf);
  return { before: { at, alikeIds: alike.map(idOf), newestId: entries[0] && idOf(entries[0]) }, sinceThen };
}

/** Looks for a transfer whose answer was lost: an entry like it that wasn't there before. */
export async function findTransfer(game: Game, asked: Transfer, before: LogBefore): Promise<TransferOutcome> {
  const checkedAt = Date.now();
  const entries = await readNewestForSure({ game, me: asked.sender }).catch(() => undefined);
  if (!entries) return { outcome: 'unreadable', checkedAt };
  // Without the newest entry of before, the log shows neither that it was done nor that it wasn't.
  const isKnown = (entry: CreditLogEntry): boolean => idOf(entry) === before.newestId;
  const isWhole = before.newestId === undefined ? entries.length < WINDOW_LENGTH : entries.some(isKnown);
  if (!isWhole) return { outcome: 'unreadable', checkedAt };
  const found = entries.filter((entry) => isLike(asked)(entry) && !before.alikeIds.includes(idOf(entry)));
  const [first] = found;
  if (first) {
    const isInTime = toTime(first) <= before.at + DONE_WITHIN_MS;
    return isInTime && found.length === 1 && holdsReason(first, asked)
      ? { outcome: 'found', transactionId: idOf(first) }
      : { outcome: 'maybe', transactionIds: found.map(idOf) };
  }
  return { outcome: 'notFound', checkedAt };
}

function isLike({ amount, recipient }: Transfer): (entry: CreditLogEntry) => boolean {
  return (entry) => entry.amount === -amount && entry.counterparty?.uid === recipient.uid;
}

/** The service may add to the reason, or write it differently. An entity that a person typed was
 * decoded in the log. */
function holdsReason({ description }: CreditLogEntry, { reason = '' }: Transfer): boolean {
  const toKey = (text: string): string =>
    decodeEntities(text)
      .normalize('NFKD')
      .replace(/[^\p{L}\p{N}]/gu, '')
      .toLowerCase();
  return toKey(description).includes(toKey(reason));
}
