import { z } from 'zod';
import { party } from '../../../src/game/parameters.ts';
import { type CreditLogEntry, WINDOW_LENGTH } from '../../../src/game/resources/credits.ts';
import { PAY_CODES } from '../codes.ts';
import { idOf } from '../readLog.ts';

export const payment = z.object({
  recipient: party,
  /** How the request names the recipient (default: by UID). */
  recipientForm: z.literal('handle').optional(),
  amount: z.number(),
  reason: z.string().optional(),
  /** Marks the payment's entry in the credit log. */
  code: z.string(),
});
export type Payment = z.output<typeof payment>;

/** The newest entries of the credit log. `gaps`: how many came without their content. `coded`: those
 * that were paid with a code. */
export const logView = z.object({
  newestId: z.string().optional(),
  isWhole: z.boolean(),
  gaps: z.number(),
  ids: z.array(z.string()),
  coded: z.array(z.object({ code: z.string(), uid: z.string(), amount: z.number() })),
});
export type LogView = z.output<typeof logView>;
export type Log = { entries: readonly CreditLogEntry[]; gaps: number };

export function toLogView({ entries, gaps }: Log): LogView {
  const coded = entries.flatMap(({ amount, counterparty, description }) => {
    if (amount >= 0 || counterparty?.uid === undefined) return [];
    const { uid } = counterparty;
    return PAY_CODES.find(description).map((code) => ({ code, uid, amount: -amount }));
  });
  const isWhole = entries.length + gaps < WINDOW_LENGTH;
  return { newestId: entries[0] && idOf(entries[0]), isWhole, gaps, ids: entries.map(idOf), coded };
}

export function toTotal(rows: readonly Pick<Payment, 'amount'>[]): number {
  return rows.reduce((total, { amount }) => total + amount, 0);
}

/** The reason as the log will have it. */
export function toReason({ reason, code }: Payment): string {
  return [reason, PAY_CODES.toMark(code)].filter(Boolean).join(' ');
}

/** Whether the refusal says that the game doesn't know the recipient. */
export function refusesRecipient(reason: string, { recipient: { uid, name } }: Payment): boolean {
  return /recipient/i.test(reason) || reason.includes(uid) || reason.includes(name);
}
