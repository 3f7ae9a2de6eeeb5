import { z } from 'zod';
import { checkWrite, get, path, read, toPage, write } from '../operation.ts';
import { freeText, isUid, paging, pathPart, toHandleKey, uid } from '../parameters.ts';
import { present, toDate } from '../wire/records.ts';
import { at, fieldOf, type Reference, required, textAt, toList, toReference, toText } from '../wire/wire.ts';

/** A message. In a list `body` is absent. */
export type Message = ReturnType<typeof toMessage>;

/** `failed`: the handles, as given, that didn't get the message. */
export type SentMessage = { delivered: Reference[]; failed: string[]; reasons: string[] };

export function isSentBy({ uid }: { uid: string }, { sender }: Message): boolean {
  return sender?.uid === uid;
}

/** The other party: the receiver of a sent message, else the sender. */
export function correspondentOf(me: { uid: string }, message: Message): Reference | undefined {
  return isSentBy(me, message) ? message.receiver : message.sender;
}

/** Sorts messages, newest first; the service promises no order. */
export function newestFirst<M extends Message>(messages: readonly M[]): M[] {
  return messages.toSorted((a, b) => (b.sentAt?.getTime() ?? 0) - (a.sentAt?.getTime() ?? 0));
}

/** Max receivers that the service accepts. */
export const MAX_RECEIVERS = 25;
/** Max length of a subject that is made from the text's first line. */
export const MAX_SUBJECT_LENGTH = 60;

/** Handles; the wire separates them by semicolons. */
const receivers = z
  .array(
    freeText
      .trim()
      .refine((name) => !isUid(name), { error: ({ input }) => `must be handles, not UIDs such as ${input}` })
      .refine((name) => !name.includes(';'), 'must be handles without semicolons'),
    'must be a list of handles',
  )
  .min(1, 'must name at least one recipient')
  .max(MAX_RECEIVERS, `must name at most ${MAX_RECEIVERS} recipients`);

const messageParams = z.strictObject({ uid, messageId: pathPart });

export const messageOperations = {
  'character.messages.list': read({
    scope: 'MESSAGES_READ',
    params: z.strictObject({
      uid,
      mode: z.enum(['Sent', 'Received'], 'must be Sent or Received').optional(),
      ...paging(50),
    }),
    request: ({ uid, mode, ...page }) =>
      get(path`character/${uid}/messages` + (mode ? `/${mode.toLowerCase()}` : ''), page),
    record: ({ payload }, params) => toPage(payload, 'message', params, toMessage),
  }),
  'character.messages.get': read({
    scope: 'MESSAGES_READ',
    params: messageParams,
    request: ({ uid, messageId }) => get(path`character/${uid}/messages/${messageId}`),
    record: ({ payload }) => toMessage(payload),
  }),
  'character.messages.create': write({
    scope: 'MESSAGES_SEND',
    params: z.strictObject({ uid, receivers, communication: freeText }),
    request: ({ uid, receivers, communication }) => ({
      method: 'PUT',
      path: path`character/${uid}/messages`,
      form: { receivers: receivers.join(';'), communication },
    }),
    record: ({ payload }, { receivers }) => toSentMessage(payload, receivers),
  }),
  'character.messages.delete': write({
    scope: 'MESSAGES_DELETE',
    params: messageParams,
    request: ({ uid, messageId }) => ({ method: 'DELETE', path: path`character/${uid}/messages/${messageId}` }),
    record: checkWrite,
  }),
};

function toMessage(wire: unknown) {
  const body = toText(at(wire, 'communication'));
  return {
    messageId: required(fieldOf(wire, 'uid'), 'message uid'),
    subject: textAt(wire, 'subject') ?? firstLine(body ?? ''),
    ...present({
      sender: toReference(at(wire, 'sender')),
      receiver: toReference(at(wire, 'receiver')),
      sentAt: toDate(at(wire, 'time')),
      body,
    }),
  };
}

/** The first line of a text that isn't blank, cut to a subject's length. */
export function firstLine(text: string): string {
  const line = text.split(/\r\n|[\n\r]/).find((candidate) => candidate.trim() !== '') ?? '';
  return [...line.trim().slice(0, 2 * MAX_SUBJECT_LENGTH)].slice(0, MAX_SUBJECT_LENGTH).join('');
}

/** `receivers`: the requested handles. Those that aren't among a result's successes failed. If the
 * service only returns the created message, all were reached. */
function toSentMessage(wire: unknown, receivers: readonly string[]): SentMessage {
  const delivered = toList(at(wire, 'data', 'successes')).flatMap((success) => toReference(success) ?? []);
  const hasFailed = toText(at(wire, 'status'))?.toLowerCase() === 'failed';
  if (delivered.length === 0 && !hasFailed) {
    const uid = required(fieldOf(wire, 'uid'), 'recipients');
    return { delivered: receivers.map((name) => ({ uid, name })), failed: [], reasons: [] };
  }
  const reached = new Set(delivered.map(({ name }) => toHandleKey(name)));
  return {
    delivered,
    failed: receivers.filter((handle) => !reached.has(toHandleKey(handle))),
    reasons: toList(at(wire, 'data', 'failures')).flatMap((failure) => textAt(failure) ?? []),
  };
}
