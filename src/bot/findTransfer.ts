import type { Game } from '../game/client.ts';
import type { CreditLogEntry } from '../game/records.ts';
import type { LookedUp, Transfer } from '../view/transferViews.ts';

const NEWEST = { start_index: 1, item_count: 50 };

/** The ids of the newest entries of a credit log, read before a transfer, so that what is new afterwards can be told. */
export async function readNewestIds(game: Game, uid: string): Promise<string[]> {
  const { items } = await game.character.creditlog.list({ uid, ...NEWEST });
  return items.map(({ transactionId }) => transactionId);
}

/** Looks for a transfer whose answer did not arrive: an entry that was not there before, to that recipient, of that amount. */
export async function findTransfer(game: Game, transfer: Transfer, knownIds: readonly string[]): Promise<LookedUp> {
  const known = new Set(knownIds);
  const isIt = ({ transactionId, amount, counterparty }: CreditLogEntry): boolean =>
    !known.has(transactionId) && amount === -transfer.amount && counterparty?.uid === transfer.recipient.uid;
  try {
    const { items } = await game.character.creditlog.list({ uid: transfer.sender.uid, ...NEWEST });
    const entry = items.find(isIt);
    return entry ? { outcome: 'found', transactionId: entry.transactionId } : { outcome: 'notFound' };
  } catch {
    return { outcome: 'unreadable' };
  }
}
