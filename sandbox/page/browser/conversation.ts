import type { APIMessage } from 'discord-api-types/v10';

/** Orders snowflakes by time: longer ones are later, then by digits. */
export function compareIds(one: string, other: string): number {
  return one.length - other.length || (one < other ? -1 : one > other ? 1 : 0);
}

/** The loaded messages of one channel, oldest first. */
export type Conversation = { messages: APIMessage[]; hasMore: boolean; loaded: boolean };

export const EMPTY_CONVERSATION: Conversation = { messages: [], hasMore: false, loaded: false };

/** Inserts messages by id; an existing one is replaced. */
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

/** Removes a message, and marks it as deleted in those that refer to it. */
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
 * True if a message follows the one before without its own heading: same author, within seven
 * minutes, neither a reply nor a command's response, both visible to the same people.
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
