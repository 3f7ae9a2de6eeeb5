import { ServiceError } from '../errors.ts';
import { toWireTime } from '../wire/gameTime.ts';
import { toWireReference } from '../wire/reference.ts';
import type { Character } from '../world/characters.ts';
import type { Message, MessageMode } from '../world/messages.ts';
import { type Answer, type Call, type Operation, ownCharacterOf, required } from './call.ts';
import { stretchOf } from './paging.ts';

const mostReceivers = 25;
const mostItems = 50;
const longestCommunication = 10_000;
const messageUidType = 38;

const toMessageUid = (id: number): string => `${messageUidType}:${id}`;

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
    const stretch = stretchOf(call, mostItems);
    const { total, items } = call.world.messages.list(owner, mode, stretch);
    const message = items.map((item) => {
      const uid = toMessageUid(item.id);
      return {
        attributes: { uid, href: call.hrefs.below(`character/${owner}/messages/${uid}`) },
        ...parties(call, item),
      };
    });
    return {
      payload: { messages: { attributes: { start: stretch.startIndex, total, count: items.length }, message } },
    };
  };
}

/** The message in the path, of which the caller has a copy. Of another's message the service does not even say that it exists. */
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
  if (receivers.length > mostReceivers) {
    throw new ServiceError(400, `A message can have at most ${mostReceivers} receivers, not ${receivers.length}`);
  }
  if (communication.trim() === '') throw new ServiceError(400, 'Parameter communication is empty');
  if ([...communication].length > longestCommunication) {
    throw new ServiceError(400, `Parameter communication can have at most ${longestCommunication} characters`);
  }
  // One UID spoils the whole send (docs/interface.md, "Parameters"): no one gets the message.
  const uids = receivers.filter((name) => /^\d+:\d+$/u.test(name));
  if (uids.length > 0)
    return sendResult(
      communication,
      [],
      uids.map((uid) => `Receivers are given by handle, not by uid: ${uid}`),
    );

  const found = new Map<string, Character>();
  const failures: string[] = [];
  for (const name of receivers) {
    const receiver = call.world.characters.byHandle(name);
    if (receiver) found.set(receiver.uid, receiver);
    else failures.push(`No character has the handle ${name}`);
  }
  const successes = [...found.values()].map((receiver) => {
    const id = call.world.messages.send({
      sender: sender.uid,
      receiver: receiver.uid,
      communication,
      sentAt: call.now,
    });
    return { attributes: { uid: toMessageUid(id) }, value: receiver.handle };
  });
  return sendResult(communication, successes, failures);
}

/** The result, and with it the documented created message; there is one for each receiver. */
function sendResult(
  communication: string,
  successes: readonly { attributes: { uid: string }; value: string }[],
  failures: readonly string[],
): Answer {
  const [first] = successes;
  const value = first ? 'created' : 'failed';
  return {
    payload: {
      result: {
        ...(first && { uid: first.attributes.uid, communication }),
        status: { value },
        data: { successes, failures, attributes: { totalcreated: successes.length } },
      },
    },
  };
}

function remove(call: Call): Answer {
  const owner = ownCharacterOf(call).uid;
  call.world.messages.delete(owner, messageOf(call, owner).id);
  return {};
}

/** Messages (docs/interface.md, "Operations"). */
export const messageOperations: readonly Operation[] = [
  {
    name: 'character.messages.list',
    method: 'GET',
    path: 'character/:uid/messages',
    scope: 'MESSAGES_READ',
    answer: list(undefined),
  },
  {
    name: 'character.messages.list',
    method: 'GET',
    path: 'character/:uid/messages/sent',
    scope: 'MESSAGES_READ',
    answer: list('sent'),
  },
  {
    name: 'character.messages.list',
    method: 'GET',
    path: 'character/:uid/messages/received',
    scope: 'MESSAGES_READ',
    answer: list('received'),
  },
  {
    name: 'character.messages.get',
    method: 'GET',
    path: 'character/:uid/messages/:messageId',
    scope: 'MESSAGES_READ',
    answer: read,
  },
  {
    name: 'character.messages.create',
    method: 'PUT',
    path: 'character/:uid/messages',
    scope: 'MESSAGES_SEND',
    answer: send,
  },
  {
    name: 'character.messages.delete',
    method: 'DELETE',
    path: 'character/:uid/messages/:messageId',
    scope: 'MESSAGES_DELETE',
    answer: remove,
  },
];
