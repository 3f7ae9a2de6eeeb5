import { type APIMessage, MessageFlags, MessageType } from 'discord-api-types/v10';
import { problems } from './problem.ts';
import { toTimestamp } from './snowflake.ts';
import type { Account, Channel, World } from './world.ts';

export type StoredMessage = {
  message: APIMessage;
  channel: Channel;
  /** The only user who sees an ephemeral message; null: everyone in the channel. */
  onlyFor: string | null;
};

export type MessageChange = {
  kind: 'create' | 'update' | 'delete';
  stored: StoredMessage;
};

export class MessageBoard {
  readonly #world: World;
  readonly #messages = new Map<string, StoredMessage>();
  readonly #listeners = new Set<(change: MessageChange) => void>();

  constructor(world: World) {
    this.#world = world;
  }

  subscribe(listener: (change: MessageChange) => void): void {
    this.#listeners.add(listener);
  }

  /** Posts a message of `author`. `fields` replace those of an empty message. */
  post(author: Account, channel: Channel, fields: Partial<APIMessage>, onlyFor: string | null = null): StoredMessage {
    const flags = (fields.flags ?? 0) | (onlyFor ? MessageFlags.Ephemeral : 0);
    const message: APIMessage = {
      id: this.#world.newId(),
      channel_id: channel.id,
      author: author.user,
      content: '',
      timestamp: toTimestamp(this.#world.clock.now()),
      edited_timestamp: null,
      tts: false,
      mention_everyone: false,
      mentions: [],
      mention_roles: [],
      attachments: [],
      embeds: [],
      components: [],
      pinned: false,
      type: MessageType.Default,
      ...fields,
      flags,
    };
    const stored: StoredMessage = { message, channel, onlyFor };
    this.#messages.set(message.id, stored);
    if (!onlyFor) channel.lastMessageId = message.id;
    this.#notify({ kind: 'create', stored });
    return stored;
  }

  /** `silent` doesn't set the time of editing, like the first edit of "thinking…". */
  edit(stored: StoredMessage, fields: Partial<APIMessage>, silent = false): StoredMessage {
    const edited = silent ? {} : { edited_timestamp: toTimestamp(this.#world.clock.now()) };
    stored.message = { ...stored.message, ...fields, ...edited };
    this.#notify({ kind: 'update', stored });
    return stored;
  }

  remove(stored: StoredMessage): void {
    if (!this.#messages.delete(stored.message.id)) return;
    this.#notify({ kind: 'delete', stored });
  }

  /** @throws DiscordProblem 10008 if it's deleted, in another channel, or for another person */
  find(channelId: string, messageId: string, userId: string | null): StoredMessage {
    const stored = this.get(messageId, userId);
    if (stored?.channel.id !== channelId) throw problems.unknownMessage();
    return stored;
  }

  /** The message if this user sees it; null sees every message that isn't ephemeral. */
  get(messageId: string, userId: string | null): StoredMessage | undefined {
    const stored = this.#messages.get(messageId);
    return stored?.onlyFor && stored.onlyFor !== userId ? undefined : stored;
  }

  has(stored: StoredMessage): boolean {
    return this.#messages.has(stored.message.id);
  }

  /** The messages of a channel that this user sees, oldest first. */
  list(channelId: string, userId: string | null): StoredMessage[] {
    return [...this.#messages.values()].filter(
      ({ channel, onlyFor }) => channel.id === channelId && (onlyFor === null || onlyFor === userId),
    );
  }

  #notify(change: MessageChange): void {
    for (const listener of [...this.#listeners]) listener(change);
  }
}
