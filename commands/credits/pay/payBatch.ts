import { z } from 'zod';
import { GameError, isGameError } from '../../../src/game/errors.ts';
import { party } from '../../../src/game/parameters.ts';
import { type CreditLogEntry, WINDOW_LENGTH } from '../../../src/game/resources/credits.ts';
import { plain } from '../../../src/view/text.ts';
import type { ListKind, ListWords } from '../../../src/writes/kind.ts';
import { PAY_CODES } from '../codes.ts';
import { type CreditsTexts, TEXTS } from '../en.ts';
import { logIds } from '../ids.ts';
import { sendCredits } from '../logChange.ts';
import { idOf, readNewestForSure } from '../readLog.ts';
import { transfer } from '../transfer.ts';
import { TRANSFER } from '../transferWrite.ts';

/** `recipientForm`: how the request names the recipient (default: by UID). `code` marks its entry in
 * the credit log. */
const payment = transfer.pick({ recipient: true, recipientForm: true, amount: true, reason: true }).extend({
  code: z.string(),
});
export type Payment = z.output<typeof payment>;

/** The newest entries of the credit log. `gaps`: how many came without their content. `coded`: what was
 * paid with a code; of incomes, less than 0. `isShapeless`: nothing came in place of the list. */
const logView = z.object({
  isShapeless: z.literal(true).optional(),
  ...{ newestId: z.string().optional(), isWhole: z.boolean(), gaps: z.number(), ids: z.array(z.string()) },
  coded: z.array(party.pick({ uid: true }).extend({ code: z.string(), amount: z.number() })),
});
export type LogView = z.output<typeof logView>;
export type Log = { entries: readonly CreditLogEntry[]; gaps: number; isShapeless?: true | undefined };

const MAX_SHOWN_NAME = 60;

export function toLogView({ entries, gaps, isShapeless }: Log): LogView {
  const coded = entries.flatMap(({ amount, counterparty: { uid } = {}, description }) =>
    uid !== undefined ? PAY_CODES.find(description).map((code) => ({ code, uid, amount: -amount })) : [],
  );
  const isWhole = entries.length + gaps < WINDOW_LENGTH;
  return { newestId: entries[0] && idOf(entries[0]), isWhole, gaps, ids: entries.map(idOf), coded, isShapeless };
}

/** Payments to many. Each has a code in its reason, by which the log shows that it was made. */
export const PAY: ListKind<Payment, LogView> = {
  name: 'credits.pay',
  row: payment,
  baseline: logView,
  words: { en: toWords(TEXTS.en), de: toWords(TEXTS.de) },
  scope: 'CREDITS_WRITE',
  isImmediate: false,
  read: async (acting) => toLogView(await readNewestForSure(acting)),
  /** A log without the newest entry of before wasn't read, or doesn't reach back to then. But a batch
   * sends its rows in order, so it shows all that left after one that it shows. One that lacks the
   * content of more entries than before may have any of the rows. Nothing in place of the log
   * only counts before the first row. */
  compare(rows, before, { ids, isWhole, gaps, coded, isShapeless }) {
    const mayBeEmpty = isWhole && (!isShapeless || before.isShapeless === true);
    const reachesBack = before.newestId === undefined ? mayBeEmpty : ids.includes(before.newestId);
    const isShown = rows.map(({ data: { code, recipient, amount } }) =>
      coded.some((entry) => entry.code === code && entry.uid === recipient.uid && entry.amount === amount),
    );
    // What is still planned here may have been sent by another batch, in another order.
    const newest = rows.findLastIndex(({ state }, index) => isShown[index] && state !== 'planned');
    const says = (index: number): boolean => gaps <= before.gaps && (reachesBack || (newest >= 0 && index > newest));
    return isShown.map((isDone, index) => isDone || (says(index) ? false : undefined));
  },
  toBaseline: ({ isShapeless: _, ...shown }) => ({ ...shown, ids: [], coded: [] }),
  async send(acting, row) {
    await sendCredits(acting, acting.me.uid, { ...row, reason: toReason(row) }).catch((cause: unknown) => {
      if (!isGameError(cause, 'not_found')) throw cause;
      throw new GameError({ code: 'refused', reason: 'recipient_not_found' }, { cause });
    });
  },
  isReadBack: false,
  // By UID, it may be that the game wants handles of all.
  isAbout: (reason, { recipientForm }) => recipientForm === 'handle' && /recipient/i.test(reason),
  affectsAll: (reason) => /available credits/i.test(reason),
  invert: () => undefined,
  isDestructive: () => true,
  toType: toTotal,
  covers({ kind, data }, { recipient, amount }) {
    const single = kind === TRANSFER.name ? transfer.safeParse(data).data : undefined;
    return single?.recipient.uid === recipient.uid && single.amount === amount;
  },
  back: () => logIds.log(),
  record: ({ recipient, amount }) => ({ action: 'credits.transfer', target: recipient, detail: String(amount) }),
  toCell: (row) => `${row.amount}: ${toReason(row)}`,
};

export function toTotal(rows: readonly Pick<Payment, 'amount'>[]): number {
  return rows.reduce((total, { amount }) => total + amount, 0);
}

/** The reason as the log will have it. */
export function toReason({ reason, code }: Payment): string {
  return [reason, PAY_CODES.toMark(code)].filter(Boolean).join(' ');
}

function toWords({ pay, labels, credits, outcome }: CreditsTexts): ListWords<Payment> {
  return {
    title: (rows) => pay.title(pay.count(rows.length), toTotal(rows)),
    count: pay.count,
    heading: ({ recipient: { name, uid }, recipientForm }) =>
      `**${plain(name, MAX_SHOWN_NAME)}** (${plain(uid, 30)})${recipientForm ? `, ${labels.byHandle}` : ''}`,
    line: (row) => `${credits(row.amount)}: ${plain(toReason(row), 200)}`,
    warnings: (rows) =>
      [...Map.groupBy(rows, ({ recipient, amount }) => `${recipient.uid} ${amount}`).values()].flatMap(
        ([row, ...others]) =>
          row && others[0] ? pay.twice(plain(row.recipient.name, MAX_SHOWN_NAME), row.amount, others.length + 1) : [],
      ),
    refusal: (reason) => (/^recipient[\W_]+not[\W_]+found/i.test(reason) ? pay.noRecipient : reason),
    already: pay.already,
    back: outcome.openLog,
  };
}
