import type { APIMessage } from 'discord-api-types/v10';

/** Snowflakes in order of time: longer is later, then by digits. */
export function compareIds(one: string, other: string): number {
  return one.length - other.length || (one < other ? -1 : one > other ? 1 : 0);
}

/** The messages of one channel as far as they are loaded, oldest first. */
export type Conversation = { messages: APIMessage[]; hasMore: boolean; loaded: boolean };

export const EMPTY_CONVERSATION: Conversation = { messages: [], hasMore: false, loaded: false };

/** Puts messages in their places by id; one that is there already is replaced by the newer form. */
export function withMessages(conversation: Conversation, messages: APIMessage[]): Conversation {
  const [first] = messages;
  const newest = conversation.messages.at(-1);
  if (messages.length === 1 && first && newest && compareIds(first.id, newest.id) > 0) {
    return { ...conversation, messages: [...conversation.messages, first] };
  }
  const byId = new Map(conversation.messages.map((message) => [message.id, message] as const));
  for (const message of messages) byId.set(message.id, message);
  return { ...conversation, messages: [...byId.values()].sort((one, other) => compareIds(one.id, other.id)) };
}

/** Takes a message out; those that refer to it know that it is gone. */
export function withoutMessage(conversation: Conversation, messageId: string): Conversation {
  const messages = conversation.messages
    .filter(({ id }) => id !== messageId)
    .map((message) =>
      message.message_reference?.message_id === messageId ? { ...message, referenced_message: null } : message,
    );
  return { ...conversation, messages };
}

const GROUP_GAP_MS = 7 * 60_000;

/**
 * Whether a message goes under the one before it without a heading of its own: same author, within seven minutes, neither a reply
 * nor the answer to a command, and both visible to the same people.
 */
export function continuesGroup(previous: APIMessage | undefined, message: APIMessage): boolean {
  return (
    previous !== undefined &&
    previous.author.id === message.author.id &&
    Date.parse(message.timestamp) - Date.parse(previous.timestamp) < GROUP_GAP_MS &&
    message.message_reference === undefined &&
    message.interaction_metadata === undefined &&
    ((previous.flags ?? 0) & 64) === ((message.flags ?? 0) & 64)
  );
}
