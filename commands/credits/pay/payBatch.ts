import { GameError, isGameError } from '../../../src/game/errors.ts';
import { WIRE_FORMS } from '../../../src/game/wire/wireForms.ts';
import { plain } from '../../../src/view/text.ts';
import type { BatchKind, BatchWords } from '../../../src/writes/batch/batchKind.ts';
import { type CreditsTexts, TEXTS } from '../en.ts';
import { ids } from '../ids.ts';
import { sendCredits } from '../logChange.ts';
import { readNewestForSure } from '../readLog.ts';
import { transfer } from '../transfer.ts';
import { TRANSFER } from '../transferWrite.ts';
import {
  type LogView,
  logView,
  type Payment,
  payment,
  refusesRecipient,
  toLogView,
  toReason,
  toTotal,
} from './payment.ts';
import { askForRest } from './rest.ts';

const MAX_SHOWN_NAME = 60;
const MAX_WARNED = 5;
/** How a refusal is called for which the game gave a 404. */
const NOT_FOUND = 'recipient_not_found';

/** Payments to many. Each has a code in its reason, by which the log shows that it was made. */
export const PAY: BatchKind<Payment, LogView> = {
  name: 'credits.pay',
  row: payment,
  baseline: logView,
  words: { en: toWords(TEXTS.en), de: toWords(TEXTS.de) },
  readingCost: () => 1,
  read: async (acting) => toLogView(await readNewestForSure(acting)),
  /** A log without the newest entry of before wasn't read, or doesn't reach back to then. But rows
   * leave in their order, so it shows all that left after one that it shows. One that lacks the
   * content of more entries than before may have any of the rows. */
  compare(rows, before, { ids, isWhole, gaps, coded }) {
    const reachesBack = before.newestId === undefined ? isWhole : ids.includes(before.newestId);
    const isShown = rows.map(({ data: { code, recipient, amount } }) =>
      coded.some((entry) => entry.code === code && entry.uid === recipient.uid && entry.amount === amount),
    );
    const newest = isShown.lastIndexOf(true);
    const says = (index: number): boolean => gaps <= before.gaps && (reachesBack || (newest >= 0 && index > newest));
    return isShown.map((isDone, index) => isDone || (says(index) ? false : undefined));
  },
  toBaseline: (shown) => ({ ...shown, ids: [], coded: [] }),
  async send({ me, services, ...acting }, row) {
    const { recipient, recipientForm, amount } = row;
    const named = recipientForm === 'handle' ? recipient.name : recipient.uid;
    const asked = { uid: me.uid, amount, recipient: named, reason: toReason(row) };
    await sendCredits({ services, ...acting }, asked).catch((cause: unknown) => {
      if (!isGameError(cause, 'not_found')) throw cause;
      throw new GameError({ code: 'refused', reason: NOT_FOUND }, { operation: 'character.credits.transfer', cause });
    });
    // A form that has worked; without the store, a refusal shows it once more.
    if (recipientForm)
      await services
        .kept(WIRE_FORMS, 'recipient')
        .set(recipientForm)
        .catch(() => {});
  },
  isReadBack: false,
  // By UID, it may be that the game wants handles of all.
  isAbout: (reason, row) => row.recipientForm === 'handle' && refusesRecipient(reason, row),
  meetsAll: (reason) => /available credits/i.test(reason),
  invert: () => undefined,
  isDestructive: () => true,
  toType: toTotal,
  rest: askForRest,
  covers({ kind, data }, { recipient, amount }) {
    const single = kind === TRANSFER.name ? transfer.safeParse(data).data : undefined;
    return single?.recipient.uid === recipient.uid && single.amount === amount;
  },
  back: () => ids.log(),
  record: ({ recipient, amount }) => ({ action: 'credits.transfer', target: recipient, detail: String(amount) }),
  toCell: (row) => `${row.amount}: ${toReason(row)}`,
};

function toWords(texts: CreditsTexts): BatchWords<Payment> {
  const { pay, labels, credits } = texts;
  return {
    title: (rows) => pay.title(pay.count(rows.length), toTotal(rows)),
    count: pay.count,
    heading: ({ recipient: { name, uid }, recipientForm }) =>
      `**${plain(name, MAX_SHOWN_NAME)}** (${plain(uid, 30)})${recipientForm ? `, ${labels.byHandle}` : ''}`,
    line: (row) => `${credits(row.amount)}: ${plain(toReason(row), 200)}`,
    warnings(rows) {
      const alike = Map.groupBy(rows, ({ recipient, amount }) => `${recipient.uid} ${amount}`);
      const twice = [...alike.values()].filter(({ length }) => length > 1);
      const lines = twice.slice(0, MAX_WARNED).flatMap(([row, ...others]) => {
        return row ? [pay.twice(plain(row.recipient.name, MAX_SHOWN_NAME), row.amount, others.length + 1)] : [];
      });
      return twice.length > MAX_WARNED ? [...lines, '…'] : lines;
    },
    refusal: (reason) => (/^recipient[\W_]+not[\W_]+found/i.test(reason) ? pay.noRecipient : reason),
    already: pay.already,
    back: texts.outcome.openLog,
  };
}
