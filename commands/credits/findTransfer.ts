import type { Game } from '../../src/game/client.ts';
import type { CreditLogEntry } from '../../src/game/credits.ts';
import { readWindow, toTime, WINDOW_LENGTH } from './readLog.ts';
import type { Transfer, TransferOutcome } from './transfer.ts';

/** An entry later than this may be another transfer, such as the next try. */
const DONE_WITHIN_MS = 20_000;

/**
 * What a credit log held before a transfer, and when (ms): the ids of the entries like it, and the
 * newest id of all.
 */
export type LogBefore = { at: number; alikeIds: string[]; newestId?: string | undefined };

/** Reads what tells a transfer from earlier ones, and the id of one like it since `since` (ms). */
export async function readLogBefore(
  game: Game,
  transfer: Transfer,
  since: number,
): Promise<LogBefore & { sinceThen?: string | undefined }> {
  const at = Date.now();
  const entries = await readWindow({ game, me: transfer.sender }, 'newest');
  const alike = entries.filter(isLike(transfer));
  // The log counts in seconds.
  const sinceThen = alike.find((entry) => toTime(entry) >= Math.floor(since / 1_000) * 1_000);
  return {
    at,
    alikeIds: alike.map(({ transactionId }) => transactionId),
    newestId: entries[0]?.transactionId,
    sinceThen: sinceThen?.transactionId,
  };
}

/** Looks for a transfer whose answer was lost: an entry like it that wasn't there before. */
export async function findTransfer(game: Game, transfer: Transfer, before: LogBefore): Promise<TransferOutcome> {
  const checkedAt = Date.now();
  const entries = await readWindow({ game, me: transfer.sender }, 'newest').catch(() => undefined);
  if (!entries) return { outcome: 'unreadable', checkedAt };
  const known = new Set(before.alikeIds);
  const found = entries.filter((entry) => isLike(transfer)(entry) && !known.has(entry.transactionId));
  const [only, ...others] = found;
  const isInTime = only && toTime(only) <= before.at + DONE_WITHIN_MS;
  if (only && isInTime && others.length === 0 && holdsReason(only, transfer)) {
    return { outcome: 'found', transactionId: only.transactionId };
  }
  if (only) return { outcome: 'maybe', transactionIds: found.map(({ transactionId }) => transactionId) };
  // A log that doesn't reach back to the start of the transfer doesn't show that it wasn't done.
  const isWhole =
    entries.length < WINDOW_LENGTH || entries.some(({ transactionId }) => transactionId === before.newestId);
  return { outcome: isWhole ? 'notFound' : 'unreadable', checkedAt };
}

function isLike({ amount, recipient }: Transfer): (entry: CreditLogEntry) => boolean {
  return (entry) => entry.amount === -amount && entry.counterparty?.uid === recipient.uid;
}

/** The service may add to the reason, or write it differently. */
function holdsReason({ description }: CreditLogEntry, { reason = '' }: Transfer): boolean {
  const toKey = (text: string): string =>
    text
      .normalize('NFKD')
      .replace(/[^\p{L}\p{N}]/gu, '')
      .toLowerCase();
  return toKey(description).includes(toKey(reason));
}
