import { ServiceError } from '../errors.ts';
import { toWireTime } from '../wire/gameTime.ts';
import { toWireReference } from '../wire/reference.ts';
import type { Character } from '../world/characters.ts';
import type { Message, MessageMode } from '../world/messages.ts';
import { type Answer, type Call, type Operation, operation, ownCharacterOf, required } from './call.ts';
import { toSlice } from './paging.ts';

const MAX_RECEIVERS = 25;
const MAX_ITEMS = 50;
const MAX_LENGTH = 10_000;

const toMessageUid = (id: number): string => `38:${id}`;

function parties(call: Call, { sender, receiver, sentAt, subject }: Message) {
  return {
    sender: toWireReference(call.hrefs, sender, 'character'),
    receiver: toWireReference(call.hrefs, receiver, 'character'),
    time: toWireTime(sentAt),
    subject,
  };
}

function list(mode: MessageMode | undefined): Operation['answer'] {
  return (call) => {
    const owner = ownCharacterOf(call).uid;
    const slice = toSlice(call, MAX_ITEMS);
    const { total, items } = call.world.messages.list(owner, mode, slice);
    const attributes = { start: slice.startIndex, total, count: items.length };
    const message = items.map((item) => {
      const uid = toMessageUid(item.id);
      const href = call.hrefs.below(`character/${owner}/messages/${uid}`);
      return { attributes: { uid, href }, ...parties(call, item) };
    });
    return { payload: { messages: { attributes, message } } };
  };
}

/** The message in the path. One that the caller has no copy of is a 404, as if it didn't exist. */
function messageOf(call: Call, owner: string): Message {
  const uid = call.params['messageId'] ?? '';
  const [, id] = /^38:([1-9]\d{0,14})$/u.exec(uid) ?? [];
  const message = id === undefined ? undefined : call.world.messages.find(owner, Number(id));
  if (!message) throw new ServiceError(404, `No message has the uid ${uid}`);
  return message;
}

function read(call: Call): Answer {
  const message = messageOf(call, ownCharacterOf(call).uid);
  const { communication } = message;
  return { payload: { message: { uid: toMessageUid(message.id), ...parties(call, message), communication } } };
}

function send(call: Call): Answer {
  const sender = ownCharacterOf(call);
  const receivers = required(call.form, 'receivers')
    .split(';')
    .map((name) => name.trim())
    .filter((name) => name !== '');
  const communication = required(call.form, 'communication');
  if (receivers.length === 0) throw new ServiceError(400, 'Parameter receivers names no one');
  if (receivers.length > MAX_RECEIVERS) {
    throw new ServiceError(400, `A message can have at most ${MAX_RECEIVERS} receivers, not ${receivers.length}`);
  }
  if (communication.trim() === '') throw new ServiceError(400, 'Parameter communication is empty');
  if ([...communication].length > MAX_LENGTH) {
    throw new ServiceError(400, `Parameter communication can have at most ${MAX_LENGTH} characters`);
  }
  // One UID makes the whole send fail (docs/interface.md, "Parameters").
  const uids = receivers.filter((name) => /^\d+:\d+$/u.test(name));
  const reasons = uids.map((uid) => `Receivers are given by handle, not by uid: ${uid}`);
  if (uids.length > 0) return sendResult(communication, [], reasons);

  const found = new Map<string, Character>();
  const failures: string[] = [];
  for (const name of receivers) {
    const receiver = call.world.characters.byHandle(name);
    if (receiver) found.set(receiver.uid, receiver);
    else failures.push(`No character has the handle ${name}`);
  }
  const successes = [...found.values()].map((receiver) => {
    const message = { sender: sender.uid, receiver: receiver.uid, communication, sentAt: call.now };
    return { attributes: { uid: toMessageUid(call.world.messages.send(message)) }, value: receiver.handle };
  });
  return sendResult(communication, successes, failures);
}

/** The result with the documented created message; each receiver has one. */
function sendResult(
  communication: string,
  successes: readonly { attributes: { uid: string }; value: string }[],
  failures: readonly string[],
): Answer {
  const [first] = successes;
  const result = {
    ...(first && { uid: first.attributes.uid, communication }),
    status: { value: first ? 'created' : 'failed' },
    data: { successes, failures, attributes: { totalcreated: successes.length } },
  };
  return { payload: { result } };
}

function remove(call: Call): Answer {
  const owner = ownCharacterOf(call).uid;
  call.world.messages.delete(owner, messageOf(call, owner).id);
  return {};
}

export const messageOperations: readonly Operation[] = [
  operation('character.messages.list', 'GET character/:uid/messages', 'MESSAGES_READ', list(undefined)),
  operation('character.messages.list', 'GET character/:uid/messages/sent', 'MESSAGES_READ', list('sent')),
  operation('character.messages.list', 'GET character/:uid/messages/received', 'MESSAGES_READ', list('received')),
  operation('character.messages.get', 'GET character/:uid/messages/:messageId', 'MESSAGES_READ', read),
  operation('character.messages.create', 'PUT character/:uid/messages', 'MESSAGES_SEND', send),
  operation('character.messages.delete', 'DELETE character/:uid/messages/:messageId', 'MESSAGES_DELETE', remove),
];
