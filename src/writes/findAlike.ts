import type { Alike, PaidUpTo } from './change.ts';
import type { LoggedPayment, Payment } from './kind.ts';

/** Another payment to one of the recipients, of the same amount. */
export type AlikePayment = Alike & {
  uid: string;
  amount: number;
  /** Its entry in the log, if that shows it. */
  entryId?: string | undefined;
};

/** A row of another change in the character's list of payments. */
export type JudgedRow = {
  /** The change's key. */
  change: string;
  position: number;
  uid: string;
  amount: number;
  /** Marks its entry in the log. Single changes claim theirs instead. */
  code?: string | undefined;
  /** `none`: certainly not sent. `open`: it may have been, or may be yet. */
  fate: 'none' | 'open' | 'sent';
  /** The time that people are told, in ms. */
  at: number;
  /** The change's end; infinite while it's open. */
  endedAt: number;
};

/** A payment in the game's log. `owner`: the key of the change that has claimed it. */
export type OwnedPayment = LoggedPayment & { owner?: string | undefined };

/** A change, its payments, and how far it knows what was paid. */
type Own = { key: string; payments: readonly Payment[]; from: PaidUpTo };

/** The payments like those of a change that were made after its preview, or may have been. A row
 * and its own entry in the log count once. What the preview knew doesn't count. */
export function findAlike(own: Own, rows: readonly JudgedRow[], logged: readonly OwnedPayment[]): AlikePayment[] {
  const ownCodes = new Set(own.payments.map(({ code }) => code));
  const others = logged.filter(({ codes, owner }) => owner !== own.key && !codes.some((code) => ownCodes.has(code)));
  const entryOf = pair(own, rows, others);
  const paired = new Set(entryOf.values());
  const unpaired = others.filter((entry) => !paired.has(entry));
  const counting = rows.filter((row) => {
    if (row.fate === 'none') return entryOf.has(row);
    return row.position > own.from.position;
  });
  return [
    ...counting.map((row) => toAlike(row, entryOf.get(row))),
    ...unpaired.map(({ uid, amount, at, id }) => ({ uid, amount, isSent: true, at, entryId: id })),
  ];
}

/** Gives rows their entries in the log: by code or claim, and else one that it may have made. */
function pair(own: Own, rows: readonly JudgedRow[], logged: readonly OwnedPayment[]): Map<JudgedRow, OwnedPayment> {
  const entryOf = new Map<JudgedRow, OwnedPayment>();
  const give = (entry: OwnedPayment, isIts: (row: JudgedRow) => boolean): void => {
    const row = rows.find((one) => !entryOf.has(one) && toPayKey(one) === toPayKey(entry) && isIts(one));
    if (row) entryOf.set(row, entry);
  };
  const isProven = ({ codes, owner }: OwnedPayment): boolean => codes.length > 0 || owner !== undefined;
  for (const entry of logged.filter(isProven))
    give(entry, ({ code, change }) => (code === undefined ? entry.owner === change : entry.codes.includes(code)));
  // An entry that no one has claimed yet may be that of a single change whose response was lost.
  // Only if that counts itself: else it would hide what someone paid by hand.
  const mayBeItsOwn = ({ code, fate, position }: JudgedRow): boolean =>
    code === undefined && fate !== 'none' && position > own.from.position;
  for (const entry of logged.filter((one) => !isProven(one))) give(entry, mayBeItsOwn);
  return entryOf;
}

function toAlike({ uid, amount, fate, at }: JudgedRow, entry: OwnedPayment | undefined): AlikePayment {
  if (entry) return { uid, amount, isSent: true, at: entry.at, entryId: entry.id };
  return { uid, amount, isSent: fate === 'sent', at };
}

/** The same for payments of the same amount to the same recipient. */
export function toPayKey({ uid, amount }: { uid: string; amount: number }): string {
  return `${uid} ${amount}`;
}

/** Which of these payments have to be asked about: each of the others is like one of them. */
export function assignAlike(
  own: readonly (Payment | undefined)[],
  others: readonly AlikePayment[],
): (Alike | undefined)[] {
  const left = [...others];
  return own.map((payment) => {
    if (!payment) return undefined;
    const key = toPayKey({ uid: payment.recipient.uid, amount: payment.amount });
    const at = left.findIndex((one) => toPayKey(one) === key);
    const [found] = at < 0 ? [] : left.splice(at, 1);
    return found && { isSent: found.isSent, at: found.at };
  });
}

/** The payments that a new preview names: those that its rows weren't sent for, and those that
 * aren't done by now. */
export function toAllPaid<T extends Pick<Alike, 'isSent'>>(found: readonly T[], named: readonly T[]): readonly T[] {
  const all = [...found.filter(({ isSent }) => isSent), ...named.filter(({ isSent }) => !isSent)];
  // What was being sent may be done or refused meanwhile.
  return all.length > 0 ? all : found;
}
