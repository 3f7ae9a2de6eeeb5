import { z } from 'zod';
import { GameError, isGameError } from '../../../src/game/errors.ts';
import { party } from '../../../src/game/parameters.ts';
import { type CreditLogEntry, WINDOW_LENGTH } from '../../../src/game/resources/credits.ts';
import { moment, plain, timestamp } from '../../../src/view/text.ts';
import type { PaidUpTo } from '../../../src/writes/change.ts';
import type { Actor, LeftOut, ListKind, ListWords, LoggedPayment, PreviewRequest } from '../../../src/writes/kind.ts';
import { warnOfSimilar } from '../../characters/contacts.ts';
import { DAY_MS } from '../../characters/known.ts';
import { PAY_CODES } from '../codes.ts';
import { type CreditsTexts, TEXTS } from '../en.ts';
import { logIds } from '../ids.ts';
import { sendCredits } from '../logChange.ts';
import { toLoggedPayments } from '../loggedPayments.ts';
import { idOf, readNewestForSure, toTime } from '../readLog.ts';
import { toSum } from '../requests/request.ts';
import { transfer } from '../transfer.ts';
import { toPaidLine } from '../transferView.ts';
import { TRANSFER } from '../transferWrite.ts';

/** `recipientForm`: a UID by default. `code` marks the payment's entry in the credit log. */
const payment = transfer.pick({ recipient: true, recipientForm: true, amount: true, reason: true }).extend({
  code: z.string(),
  /** When the name was last known to be the recipient's (ms), if more than a day before. */
  namedAt: z.number().optional(),
});
export type Payment = z.output<typeof payment>;

/** A payment that the log shows. `at`: its time there, in ms. */
const loggedPayment = z.object({
  id: z.string(),
  uid: z.string(),
  amount: z.number(),
  codes: z.array(z.string()).readonly(),
  at: z.number(),
});
/** The newest log entries. `gaps`: entries without content. `coded`: payments with a code; income
 * is negative. `isShapeless`: the response had no list. `sent`: all payments; never stored. */
const logView = z.object({
  sent: z.array(loggedPayment).optional(),
  isShapeless: z.literal(true).optional(),
  ...{ newestId: z.string().optional(), isWhole: z.boolean(), gaps: z.number(), ids: z.array(z.string()) },
  coded: z.array(party.pick({ uid: true }).extend({ code: z.string(), amount: z.number() })),
});
export type LogView = z.output<typeof logView>;
export type Log = { entries: readonly CreditLogEntry[]; gaps: number; isShapeless?: true | undefined };

const MAX_SHOWN_NAME = 60;
/** Max age of a similar payment that a preview mentions. */
const SIMILAR_WITHIN_MS = 30 * DAY_MS;

export function toLogView({ entries, gaps, isShapeless }: Log): LogView {
  const coded = entries.flatMap(({ amount, counterparty: { uid } = {}, description }) =>
    uid !== undefined ? PAY_CODES.find(description).map((code) => ({ code, uid, amount: -amount })) : [],
  );
  const isWhole = entries.length + gaps < WINDOW_LENGTH;
  return {
    newestId: entries[0] && idOf(entries[0]),
    isWhole,
    gaps,
    ids: entries.map(idOf),
    coded,
    isShapeless,
    sent: toLoggedPayments(entries),
  };
}

/** The payments of a reading after this point: newer than the entry that was the newest, or if the
 * log doesn't show that one, made since it was read. */
function findSentSince({ ids, sent = [] }: LogView, { newestId, readAt = 0 }: PaidUpTo): LoggedPayment[] {
  const end = newestId === undefined ? -1 : ids.indexOf(newestId);
  if (end >= 0) {
    const newer = new Set(ids.slice(0, end));
    return sent.filter(({ id }) => newer.has(id));
  }
  // The log counts in seconds.
  const since = Math.floor(readAt / 1_000) * 1_000;
  return sent.filter(({ at }) => at >= since);
}

/** Payments to many. The log proves each one by the code in its reason. */
export const PAY: ListKind<Payment, LogView> = {
  name: 'credits.pay',
  row: payment,
  baseline: logView,
  words: (language) => toWords(TEXTS[language]),
  scope: 'CREDITS_WRITE',
  isImmediate: false,
  read: async (acting) => toLogView(await readNewestForSure(acting)),
  /** A missing row only counts as unpaid if the log reaches back to `before` or shows an earlier
   * row: rows are sent in order. New gaps could hide any row. A response without a list
   * only counts as an empty log if `before` was one, too. */
  compare(rows, before, { ids, isWhole, gaps, coded, isShapeless }) {
    const mayBeEmpty = isWhole && (!isShapeless || before.isShapeless === true);
    const reachesBack = before.newestId === undefined ? mayBeEmpty : ids.includes(before.newestId);
    const isShown = rows.map(({ data }) => isPaid(data, { coded }));
    // Another batch may have sent what is still planned here, in another order.
    const newest = rows.findLastIndex(({ state }, index) => isShown[index] && state !== 'planned');
    const says = (index: number): boolean => gaps <= before.gaps && (reachesBack || (newest >= 0 && index > newest));
    return isShown.map((isDone, index) => isDone || (says(index) ? false : undefined));
  },
  toBaseline: ({ isShapeless: _, sent: __, ...shown }) => ({ ...shown, ids: [], coded: [] }),
  payment: ({ recipient, amount, code }) => ({ recipient, amount, code }),
  paidSince: findSentSince,
  newestOf: ({ newestId }) => newestId,
  async send(acting, row) {
    await sendCredits(acting, acting.me.uid, { ...row, reason: toReason(row) }).catch((cause: unknown) => {
      if (!isGameError(cause, 'not_found')) throw cause;
      throw new GameError({ code: 'refused', reason: 'recipient_not_found' }, { cause });
    });
  },
  isReadBack: false,
  // A UID refusal may mean that the game wants handles.
  isAbout: (reason, { recipientForm }) => recipientForm === 'handle' && /recipient/i.test(reason),
  affectsAll: (reason) => /available credits/i.test(reason),
  async ask(acting, rows) {
    const reading = acting.game.character.credits.get({ uid: acting.me.uid });
    const [log, balance] = await Promise.all([readNewestForSure(acting), reading]);
    return await toAsked(acting, rows, { log, balance });
  },
  invert: () => undefined,
  isDestructive: () => true,
  numberToType: toSum,
  alike: toPayKey,
  covers({ kind, data }, { recipient, amount }) {
    const single = kind === TRANSFER.name ? transfer.safeParse(data).data : undefined;
    return single?.recipient.uid === recipient.uid && single.amount === amount;
  },
  back: () => logIds.log(),
  record: ({ recipient, amount }) => ({ action: 'credits.transfer', target: recipient, detail: String(amount) }),
  toReason,
};

function isPaid({ code, recipient, amount }: Payment, { coded }: Pick<LogView, 'coded'>): boolean {
  return coded.some((entry) => entry.code === code && entry.uid === recipient.uid && entry.amount === amount);
}

function toPayKey({ recipient, amount }: Pick<Payment, 'recipient' | 'amount'>): string {
  return `${recipient.uid} ${amount}`;
}

/** The payments with the balance they leave, and similar ones in the log: how many were `paid`.
 * `leavesPaid`: those are left out. */
export async function toAsked(
  acting: Actor,
  given: readonly Payment[],
  { log, balance, leavesPaid = false }: { log: Log; balance: number; leavesPaid?: boolean },
): Promise<PreviewRequest<Payment, LogView> & { leftOut: LeftOut[]; paid: number }> {
  const texts = TEXTS[acting.language];
  const { pay } = texts;
  const shown = toLogView(log);
  const since = acting.game.now() - SIMILAR_WITHIN_MS;
  const recent = log.entries.filter((entry) => toTime(entry) >= since);
  const entries = Map.groupBy(recent, ({ counterparty: { uid = '' } = {}, amount }) =>
    toPayKey({ recipient: { uid, name: '' }, amount: -amount }),
  );
  // Each entry is one payment.
  const paid = given.flatMap((row) => {
    const entry = isPaid(row, shown) ? undefined : entries.get(toPayKey(row))?.shift();
    if (!entry?.timestamp) return [];
    const name = plain(row.recipient.name, 60);
    const why = pay.paidBefore(name, row.amount, plain(idOf(entry), 30), moment(texts, entry.timestamp));
    return [{ row, name, why }];
  });
  const all = new Set(paid.map(({ row }) => row));
  const rows = leavesPaid ? given.filter((row) => !all.has(row)) : given;
  const unpaid = rows.filter((row) => !isPaid(row, shown));
  const total = toSum(unpaid);
  const sum = pay.paidOf(paid.length, unpaid.length, toSum([...all]));
  const told = leavesPaid ? [] : [...(paid.length > 1 ? [sum] : []), ...paid.map(({ why }) => `⚠ ${why}`)];
  const oldest = log.entries.at(-1)?.timestamp;
  const isCut = log.entries.length + log.gaps >= WINDOW_LENGTH && recent.length === log.entries.length;
  const recipients = unpaid.map(({ recipient }) => recipient);
  const notes = [
    ...(await warnOfSimilar(acting, recipients)),
    pay.balance(total, balance),
    ...(balance < total ? [pay.tooLittle(total - balance)] : []),
    ...(isCut && oldest ? [pay.windowEnds(moment(texts, oldest))] : []),
    ...told,
  ];
  return { rows, shown, notes, leftOut: leavesPaid ? paid : [], paid: paid.length };
}

export function toReason({ reason, code }: Payment): string {
  return [reason, PAY_CODES.toMark(code)].filter(Boolean).join(' ');
}

function toWords(texts: CreditsTexts): ListWords<Payment> {
  const { pay, labels, credits, outcome } = texts;
  return {
    title: (rows) => pay.title(pay.count(rows.length), toSum(rows)),
    heading: ({ recipient: { name, uid }, recipientForm, namedAt }) =>
      [
        `**${plain(name, MAX_SHOWN_NAME)}** (${plain(uid, 30)})`,
        recipientForm ? labels.byHandle : [],
        namedAt === undefined ? [] : pay.asOf(timestamp(new Date(namedAt), 'R')),
      ]
        .flat()
        .join(', '),
    line: (row) => `${credits(row.amount)}: ${plain(toReason(row), 200)}`,
    warnings: (rows) =>
      [...Map.groupBy(rows, toPayKey).values()].flatMap(([row, ...others]) =>
        row && others[0] ? pay.twice(plain(row.recipient.name, MAX_SHOWN_NAME), row.amount, others.length + 1) : [],
      ),
    refusal: (reason) => (/^recipient[\W_]+not[\W_]+found/i.test(reason) ? pay.noRecipient : reason),
    already: pay.already,
    alike: (row, alike) => toPaidLine(texts, row, alike),
    back: outcome.openLog,
  };
}
