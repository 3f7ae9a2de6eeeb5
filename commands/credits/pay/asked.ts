import type { CreditLogEntry } from '../../../src/game/resources/credits.ts';
import { WINDOW_LENGTH } from '../../../src/game/resources/credits.ts';
import { moment, plain } from '../../../src/view/text.ts';
import type { Asked } from '../../../src/writes/batch/batchKind.ts';
import type { Acting } from '../../../src/writes/kind.ts';
import { DAY_MS } from '../../characters/known.ts';
import { type CreditsTexts, TEXTS } from '../en.ts';
import { idOf, readNewestForSure, toTime } from '../readLog.ts';
import { type Log, type LogView, type Payment, toLogView, toTotal } from './payment.ts';

export type Account = { log: Log; balance: number };

/** How long ago a payment like another is told. */
const ALIKE_MS = 30 * DAY_MS;
const MAX_TOLD = 4;

/** Two requests: the newest entries of the log, and the balance. */
export async function readAccount(acting: Acting): Promise<Account> {
  const { game, me } = acting;
  const [log, balance] = await Promise.all([readNewestForSure(acting), game.character.credits.get({ uid: me.uid })]);
  return { log, balance };
}

/** These payments with what they leave, and those like them that the log shows. */
export function toAsked(acting: Acting, rows: readonly Payment[], account: Account): Asked<Payment, LogView> {
  const texts = TEXTS[acting.language];
  const { pay } = texts;
  const { log, balance } = account;
  const { entries } = log;
  const total = toTotal(rows);
  const since = acting.game.now() - ALIKE_MS;
  const oldest = entries.at(-1);
  const isCut = entries.length >= WINDOW_LENGTH && oldest?.timestamp && toTime(oldest) > since;
  const notes = [
    pay.balance(total, balance),
    balance < total && pay.tooLittle(total - balance),
    ...tellAlike(
      texts,
      rows,
      entries.filter((entry) => toTime(entry) >= since),
    ),
    isCut && oldest.timestamp && pay.windowEnds(moment(texts, oldest.timestamp)),
  ];
  return { rows, shown: toLogView(log), notes: notes.filter((note) => typeof note === 'string') };
}

function tellAlike(texts: CreditsTexts, rows: readonly Payment[], entries: readonly CreditLogEntry[]): string[] {
  const keyOf = (uid: string | undefined, amount: number): string => `${uid} ${amount}`;
  const paid = new Map(entries.map((entry) => [keyOf(entry.counterparty?.uid, -entry.amount), entry]));
  const alike = new Map(rows.map((row) => [keyOf(row.recipient.uid, row.amount), row]));
  const told = [...alike].flatMap(([key, { recipient, amount }]) => {
    const entry = paid.get(key);
    const when = entry?.timestamp && moment(texts, entry.timestamp);
    return entry ? [texts.pay.paidBefore(plain(recipient.name, 60), amount, plain(idOf(entry), 30), when ?? '–')] : [];
  });
  return told.length > MAX_TOLD ? [...told.slice(0, MAX_TOLD), texts.pay.morePaid(told.length - MAX_TOLD)] : told;
}
