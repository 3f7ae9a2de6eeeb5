import type { CreditLogEntry } from '../../src/game/resources/credits.ts';
import type { LoggedPayment } from '../../src/writes/kind.ts';
import { PAY_CODES } from './codes.ts';
import { idOf, toTime } from './readLog.ts';

/** The payments among a log's entries, in their order. */
export function toLoggedPayments(entries: readonly CreditLogEntry[]): LoggedPayment[] {
  return entries.flatMap((entry) => {
    const { amount, counterparty, description } = entry;
    if (amount >= 0 || counterparty?.uid === undefined) return [];
    const { uid } = counterparty;
    return [{ id: idOf(entry), uid, amount: -amount, codes: PAY_CODES.find(description), at: toTime(entry) }];
  });
}
