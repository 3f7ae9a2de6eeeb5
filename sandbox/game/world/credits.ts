import type { Named } from './characters.ts';
import type { Database } from './database.ts';
import type { Page, Stretch } from './messages.ts';

/** One entry of the ledger. `amount` is a positive number of credits, `madeAt` unix seconds; no party means the game itself. */
export interface Transaction {
  id: number;
  sender?: Named;
  receiver?: Named;
  amount: number;
  madeAt: number;
  communication: string;
}

/** A move of credits that is asked for. */
export interface Transfer {
  sender: string;
  recipient: string;
  amount: number;
  communication: string;
  madeAt: number;
}

/** How a transfer ended: done, or not done at all. */
export type TransferOutcome = 'done' | 'recipient_not_found' | 'over_balance';

/** Everybody's credits, and the one ledger from which each character's credit log is read. */
export interface Credits {
  balanceOf(uid: string): number;
  /** How many entries a character's credit log has in all. */
  lengthOf(uid: string): number;
  /** Moves the credits and writes the entry that both parties see, or does neither. */
  transfer(transfer: Transfer): TransferOutcome;
  /**
   * A stretch of a window of at most 1000 entries, newest first unless told otherwise. `startId` 0: the window is the newest 1000; another: the oldest 1000 of those
   * whose transaction id is `startId` or higher (so 1 means the oldest 1000 of all). `total` is the length of the window.
   */
  log(uid: string, startId: number, stretch: Stretch, oldestFirst?: boolean): Page<Transaction>;
}

const windowLength = 1000;

/** Credits, as kept in `database`. */
export function createCredits(database: Database): Credits {
  interface Row extends Omit<Transaction, 'sender' | 'receiver'> {
    sender: string | null;
    senderName: string | null;
    receiver: string | null;
    receiverName: string | null;
  }
  const toParty = (uid: string | null, name: string | null): Named | undefined =>
    uid === null ? undefined : { uid, name: name ?? uid };
  const toTransaction = ({ sender, senderName, receiver, receiverName, ...rest }: Row): Transaction => {
    const from = toParty(sender, senderName);
    const to = toParty(receiver, receiverName);
    return { ...rest, ...(from ? { sender: from } : {}), ...(to ? { receiver: to } : {}) };
  };
  const balanceOf = (uid: string): number =>
    database.first<{ credits: number }>('SELECT credits FROM characters WHERE uid = ?', uid)?.credits ?? 0;
  const window = (startId: number) =>
    `SELECT * FROM transactions WHERE (sender = ?1 OR receiver = ?1) AND id >= ?2
     ORDER BY id ${startId === 0 ? 'DESC' : 'ASC'} LIMIT ${windowLength}`;

  return {
    balanceOf,
    lengthOf: (uid) =>
      database.first<{ total: number }>(
        'SELECT count(*) AS total FROM transactions WHERE sender = ?1 OR receiver = ?1',
        uid,
      )?.total ?? 0,
    transfer: ({ sender, recipient, amount, communication, madeAt }) =>
      database.atomically(() => {
        if (!database.first('SELECT uid FROM characters WHERE uid = ?', recipient)) return 'recipient_not_found';
        const { changes } = database.run(
          'UPDATE characters SET credits = credits - ?2 WHERE uid = ?1 AND credits >= ?2',
          sender,
          amount,
        );
        if (changes === 0) return 'over_balance';
        database.run('UPDATE characters SET credits = credits + ?2 WHERE uid = ?1', recipient, amount);
        database.run(
          'INSERT INTO transactions (sender, receiver, amount, made_at, communication) VALUES (?, ?, ?, ?, ?)',
          sender,
          recipient,
          amount,
          madeAt,
          communication,
        );
        return 'done';
      }),
    log: (uid, startId, { startIndex, itemCount }, oldestFirst = false) => ({
      total:
        database.first<{ total: number }>(`SELECT count(*) AS total FROM (${window(startId)})`, uid, startId)?.total ??
        0,
      items: database
        .all<Row>(
          `SELECT entries.id, sender, senders.handle AS senderName, receiver, receivers.handle AS receiverName, amount, made_at AS madeAt,
             communication
           FROM (${window(startId)}) AS entries LEFT JOIN characters AS senders ON senders.uid = sender
           LEFT JOIN characters AS receivers ON receivers.uid = receiver 
           ORDER BY entries.id ${oldestFirst ? 'ASC' : 'DESC'} LIMIT ?3 OFFSET ?4`,
          uid,
          startId,
          itemCount,
          startIndex - 1,
        )
        .map(toTransaction),
    }),
  };
}
