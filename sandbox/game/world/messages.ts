import type { Named } from './characters.ts';
import type { Database } from './database.ts';

export type Message = {
  id: number;
  sender: Named;
  receiver: Named;
  /** Unix seconds. */
  sentAt: number;
  subject: string;
  communication: string;
};

export type MessageMode = 'sent' | 'received';

/** A range of a list; `startIndex` counts from 1. */
export type Slice = { startIndex: number; itemCount: number };

/** `total` is the length of the whole list. */
export type Page<Item> = { total: number; items: Item[] };

type NewMessage = { sender: string; receiver: string; communication: string; sentAt: number };
type Row = Omit<Message, 'sender' | 'receiver'> & Record<'sender' | 'senderName' | 'receiver' | 'receiverName', string>;

const MAX_SUBJECT_LENGTH = 60;
const VISIBLE = {
  sent: '(sender = ?1 AND deleted_by_sender = 0)',
  received: '(receiver = ?1 AND deleted_by_receiver = 0)',
};
const SELECT = `SELECT id, sender, senders.handle AS senderName, receiver, receivers.handle AS receiverName,
    sent_at AS sentAt, subject, communication
  FROM messages JOIN characters AS senders ON senders.uid = sender
  JOIN characters AS receivers ON receivers.uid = receiver`;

/** The first nonblank line of the text, shortened (docs/interface.md, "Records"). */
export function toSubject(communication: string): string {
  const firstLine = communication.split(/\r\n|\r|\n/u).find((line) => line.trim() !== '') ?? '';
  return [...firstLine.trim()].slice(0, MAX_SUBJECT_LENGTH).join('').trim();
}

/** A message has two copies, the sender's and the receiver's; each deletes their own. */
export function createMessages(database: Database) {
  const toMessage = ({ sender, senderName, receiver, receiverName, ...rest }: Row): Message => ({
    ...rest,
    sender: { uid: sender, name: senderName },
    receiver: { uid: receiver, name: receiverName },
  });
  const seenBy = (mode?: MessageMode) => (mode ? VISIBLE[mode] : `(${VISIBLE.sent} OR ${VISIBLE.received})`);
  return {
    /** Newest first; without a mode, both kinds. */
    list: (owner: string, mode: MessageMode | undefined, { startIndex, itemCount }: Slice): Page<Message> => {
      const sql = `${SELECT} WHERE ${seenBy(mode)} ORDER BY id DESC LIMIT ?2 OFFSET ?3`;
      const items = database.all<Row>(sql, owner, itemCount, startIndex - 1).map(toMessage);
      return { total: database.count(`messages WHERE ${seenBy(mode)}`, owner), items };
    },
    find: (owner: string, id: number): Message | undefined =>
      database.all<Row>(`${SELECT} WHERE ${seenBy()} AND id = ?2`, owner, id).map(toMessage)[0],
    /** Delivers one message and returns its id. */
    send: ({ sentAt, ...message }: NewMessage) =>
      database.insert('messages', { ...message, sent_at: sentAt, subject: toSubject(message.communication) }),
    delete: (owner: string, id: number) =>
      database.run(
        `UPDATE messages SET deleted_by_sender = deleted_by_sender OR sender = ?1,
           deleted_by_receiver = deleted_by_receiver OR receiver = ?1
         WHERE ${seenBy()} AND id = ?2`,
        owner,
        id,
      ),
  };
}
