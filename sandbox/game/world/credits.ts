import type { Named } from './characters.ts';
import type { Database } from './database.ts';
import type { Page, Slice } from './messages.ts';

/**
 * One entry of the ledger. `amount` is positive, `madeAt` unix seconds. A missing party is the game
 * itself.
 */
export type Transaction = {
  id: number;
  sender?: Named;
  receiver?: Named;
  amount: number;
  madeAt: number;
  communication: string;
};

type Transfer = { sender: string; recipient: string; amount: number; communication: string; madeAt: number };
type TransferOutcome = 'done' | 'recipient_not_found' | 'over_balance';
type Row = Omit<Transaction, 'sender' | 'receiver'> &
  Record<'sender' | 'senderName' | 'receiver' | 'receiverName', string | null>;

const WINDOW_LENGTH = 1000;
const OF_CHARACTER = '(sender = ?1 OR receiver = ?1)';

/** All credits, and the ledger from which each character's credit log is read. */
export function createCredits(database: Database) {
  const toParty = (uid: string | null, name: string | null): Named | undefined =>
    uid === null ? undefined : { uid, name: name ?? uid };
  const toTransaction = ({ sender, senderName, receiver, receiverName, ...rest }: Row): Transaction => {
    const from = toParty(sender, senderName);
    const to = toParty(receiver, receiverName);
    return { ...rest, ...(from && { sender: from }), ...(to && { receiver: to }) };
  };
  return {
    balanceOf: (uid: string) =>
      database.first<{ credits: number }>('SELECT credits FROM characters WHERE uid = ?', uid)?.credits ?? 0,
    /** The number of entries in a character's whole credit log. */
    lengthOf: (uid: string) => database.count(`transactions WHERE ${OF_CHARACTER}`, uid),
    /** Moves the credits and writes the entry that both parties see, or does neither. */
    transfer: ({ sender, recipient, amount, communication, madeAt }: Transfer) =>
      database.atomically((): TransferOutcome => {
        if (!database.first('SELECT uid FROM characters WHERE uid = ?', recipient)) return 'recipient_not_found';
        const take = 'UPDATE characters SET credits = credits - ?2 WHERE uid = ?1 AND credits >= ?2';
        if (database.run(take, sender, amount) === 0) return 'over_balance';
        database.run('UPDATE characters SET credits = credits + ?2 WHERE uid = ?1', recipient, amount);
        database.insert('transactions', { sender, receiver: recipient, amount, made_at: madeAt, communication });
        return 'done';
      }),
    paidBy: (uid: string): string[] =>
      database
        .all<{ communication: string }>('SELECT communication FROM transactions WHERE sender = ?', uid)
        .map(({ communication }) => communication),
    /** Adds this many entries of `amount` credits each, from the game itself. */
    earn: (receiver: string, count: number, madeAt: number, amount = 1): void =>
      database.atomically(() => {
        for (let nth = 1; nth <= count; nth += 1)
          database.insert('transactions', { receiver, amount, made_at: madeAt, communication: 'Tip' });
        database.run('UPDATE characters SET credits = credits + ?2 WHERE uid = ?1', receiver, count * amount);
      }),
    /**
     * A range of a window of at most 1,000 entries. With `startId` 0, the window has the newest
     * 1,000, otherwise the oldest 1,000 from transaction id `startId` on. `total` is its length.
     */
    log: (uid: string, startId: number, { startIndex, itemCount }: Slice, oldestFirst = false): Page<Transaction> => {
      const window = `(SELECT * FROM transactions WHERE ${OF_CHARACTER} AND id >= ?2
        ORDER BY id ${startId === 0 ? 'DESC' : 'ASC'} LIMIT ${WINDOW_LENGTH})`;
      const rows = database.all<Row>(
        `SELECT entries.id, sender, senders.handle AS senderName, receiver, receivers.handle AS receiverName, amount,
           made_at AS madeAt, communication
         FROM ${window} AS entries LEFT JOIN characters AS senders ON senders.uid = sender
         LEFT JOIN characters AS receivers ON receivers.uid = receiver
         ORDER BY entries.id ${oldestFirst ? 'ASC' : 'DESC'} LIMIT ?3 OFFSET ?4`,
        uid,
        startId,
        itemCount,
        startIndex - 1,
      );
      return { total: database.count(window, uid, startId), items: rows.map(toTransaction) };
    },
  };
}
