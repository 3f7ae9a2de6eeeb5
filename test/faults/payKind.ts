import { z } from 'zod';
import type { BatchKind } from '../../src/writes/batch/batchKind.ts';

const payment = z.object({ to: z.string(), amount: z.number(), reason: z.string() });
const shown = z.object({ reasons: z.array(z.string()) });

export type Payment = z.output<typeof payment>;

const words = {
  title: (rows: readonly Payment[]) => `Pay ${rows.length} times`,
  count: (count: number) => `${count} payments`,
  heading: ({ to }: Payment) => to,
  line: ({ amount, reason }: Payment) => `${amount} ${reason}`,
  warnings: () => [],
  refusal: (reason: string) => reason,
};

/** Transfers whose reasons are all different, and of the same length. */
export const PAY: BatchKind<Payment, z.output<typeof shown>> = {
  name: 'faults.pay',
  row: payment,
  baseline: shown,
  words: { en: words, de: words },
  readingCost: () => 1,
  async read({ game, me }) {
    const reasons: string[] = [];
    for (let isMore = true; isMore; ) {
      const page = { start_index: reasons.length + 1, item_count: 50 };
      const { items, hasMore } = await game.character.creditlog.list({ uid: me.uid, start_id: 0, ...page });
      reasons.push(...items.map(({ description }) => description));
      isMore = hasMore;
    }
    return { reasons };
  },
  compare: (rows, before, now) => {
    const isIn = (reasons: readonly string[], { reason }: Payment) => reasons.some((one) => one.startsWith(reason));
    return rows.map(({ data }) => isIn(now.reasons, data) && !isIn(before.reasons, data));
  },
  async send({ game, me }, { to, amount, reason }) {
    await game.character.credits.transfer({ uid: me.uid, recipient: to, amount, reason });
  },
  isReadBack: false,
  isAbout: () => false,
  invert: () => undefined,
  isDestructive: () => false,
  record: ({ to, reason }) => ({ action: 'credits.transfer', target: { uid: to, name: to }, detail: reason }),
};
