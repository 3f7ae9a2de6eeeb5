import type { Named } from './characters.ts';
import type { Database } from './database.ts';

/** A message as the world keeps it; `sentAt` in unix seconds. */
export interface Message {
  id: number;
  sender: Named;
  receiver: Named;
  sentAt: number;
  subject: string;
  communication: string;
}

/** Which messages of a character are meant; without one, both. */
export type MessageMode = 'sent' | 'received';

/** A stretch of a list: `startIndex` counts from 1. */
export interface Stretch {
  startIndex: number;
  itemCount: number;
}

/** A stretch of a list, and how long the whole list is. */
export interface Page<Item> {
  total: number;
  items: Item[];
}

/** The messages of all characters. One message has two copies, the sender's and the receiver's: each deletes their own. */
export interface Messages {
  /** Newest first. */
  list(owner: string, mode: MessageMode | undefined, stretch: Stretch): Page<Message>;
  /** The message, when `owner` has a copy of it. */
  find(owner: string, id: number): Message | undefined;
  /** Delivers one message and gives its id. */
  send(message: { sender: string; receiver: string; communication: string; sentAt: number }): number;
  /** Deletes the copy of `owner`; false when there was none. */
  delete(owner: string, id: number): boolean;
}

const longestSubject = 60;

/**
 * A message's subject: the first line of its text that isn't blank, at most 60 characters
 * (docs/interface.md, "Records").
 */
export function toSubject(communication: string): string {
  const firstLine = communication.split(/\r\n|\r|\n/u).find((line) => line.trim() !== '') ?? '';
  return [...firstLine.trim()].slice(0, longestSubject).join('').trim();
}

const visible = {
  sent: '(sender = $owner AND deleted_by_sender = 0)',
  received: '(receiver = $owner AND deleted_by_receiver = 0)',
};

/** Messages, as kept in `database`. */
export function createMessages(database: Database): Messages {
  type Row = Omit<Message, 'sender' | 'receiver'> &
    Record<'sender' | 'senderName' | 'receiver' | 'receiverName', string>;
  const toMessage = ({ sender, senderName, receiver, receiverName, ...rest }: Row): Message => ({
    ...rest,
    sender: { uid: sender, name: senderName },
    receiver: { uid: receiver, name: receiverName },
  });
  const select = `SELECT id, sender, senders.handle AS senderName, receiver, receivers.handle AS receiverName, sent_at AS sentAt, subject,
    communication FROM messages JOIN characters AS senders ON senders.uid = sender JOIN characters AS receivers ON receivers.uid = receiver`;
  const seenBy = (mode?: MessageMode) =>
    (mode ? visible[mode] : `(${visible.sent} OR ${visible.received})`).replaceAll('$owner', '?1');

  return {
    list: (owner, mode, { startIndex, itemCount }) => ({
      total:
        database.first<{ total: number }>(`SELECT count(*) AS total FROM messages WHERE ${seenBy(mode)}`, owner)
          ?.total ?? 0,
      items: database
        .all<Row>(
          `${select} WHERE ${seenBy(mode)} ORDER BY id DESC LIMIT ?2 OFFSET ?3`,
          owner,
          itemCount,
          startIndex - 1,
        )
        .map(toMessage),
    }),
    find: (owner, id) => {
      const row = database.first<Row>(`${select} WHERE ${seenBy()} AND id = ?2`, owner, id);
      return row && toMessage(row);
    },
    send: ({ sender, receiver, communication, sentAt }) =>
      database.run(
        'INSERT INTO messages (sender, receiver, sent_at, subject, communication) VALUES (?, ?, ?, ?, ?)',
        sender,
        receiver,
        sentAt,
        toSubject(communication),
        communication,
      ).lastId,
    delete: (owner, id) =>
      database.run(
        `UPDATE messages SET deleted_by_sender = deleted_by_sender OR sender = ?1, deleted_by_receiver = deleted_by_receiver OR receiver = ?1
         WHERE ${seenBy()} AND id = ?2`,
        owner,
        id,
      ).changes > 0,
  };
}
