import { type APIMessage, MessageFlags } from 'discord-api-types/v10';
import type { MessageBoard, MessageChange, StoredMessage } from '../messages.ts';
import { problems } from '../problem.ts';
import type { Services } from '../rest/route.ts';
import { compareSnowflakes } from '../snowflake.ts';
import type { Account, Channel, World } from '../world.ts';
import type { PageChannel, PageEvent } from './pageProtocol.ts';
import { Refusal } from './refusal.ts';

/** The channels and messages that one person sees, their unread counts and events. */
export class PersonView {
  readonly #account: Account;
  readonly #world: World;
  readonly #board: MessageBoard;
  readonly #listeners = new Set<(event: PageEvent) => void>();
  readonly #lastRead = new Map<string, string>();
  readonly #dismissed = new Set<string>();

  constructor(account: Account, { world, board }: Services) {
    this.#account = account;
    this.#world = world;
    this.#board = board;
    board.subscribe((change) => this.#onChange(change));
  }

  /** Returns a function that unsubscribes. */
  subscribe(listener: (event: PageEvent) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  notify(event: PageEvent): void {
    for (const listener of [...this.#listeners]) listener(event);
  }

  now(): string {
    return new Date(this.#world.clock.now()).toISOString();
  }

  /** Finds a channel by id, name (`general`, `The crew`), or `dm`. @throws DiscordProblem */
  channel(name: string): Channel {
    const { id } = this.#account.user;
    if (name === 'dm') return this.#world.dm(this.#world.bot.user.id, id);
    const named = this.#world.channelsOf(id).find((channel) => channel.name === name && name !== '');
    return named ?? this.#world.channelFor(id, name);
  }

  /** Oldest first. */
  messages(channel: Channel): APIMessage[] {
    return this.#board
      .list(channel.id, this.#account.user.id)
      .filter(({ message }) => !this.#dismissed.has(message.id))
      .map(({ message }) => this.#asSeen(message));
  }

  message(channelId: string, messageId: string): StoredMessage {
    if (this.#dismissed.has(messageId)) throw problems.unknownMessage();
    return this.#board.find(this.channel(channelId).id, messageId, this.#account.user.id);
  }

  /** @throws Refusal if the message isn't ephemeral */
  dismiss(channelId: string, messageId: string): void {
    const stored = this.message(channelId, messageId);
    if (!stored.onlyFor) throw new Refusal('not_allowed', 'Only messages that no one else sees can be dismissed');
    this.#dismissed.add(messageId);
    this.notify({ type: 'messageDelete', channelId: stored.channel.id, messageId });
  }

  read(channel: Channel): void {
    const last = this.messages(channel).at(-1);
    if (!last || this.#lastRead.get(channel.id) === last.id) return;
    this.#lastRead.set(channel.id, last.id);
    this.notify({ type: 'channel', channel: this.describe(channel) });
  }

  describe(channel: Channel): PageChannel {
    const me = this.#account.user.id;
    const others = channel.participants.filter((id) => id !== me);
    const otherId = (others.length === 1 && others[0]) || null;
    const other = otherId ? this.#world.account(otherId).user : null;
    const readUpTo = this.#lastRead.get(channel.id) ?? '0';
    const messages = this.messages(channel);
    return {
      id: channel.id,
      kind: channel.kind,
      name: other ? (other.global_name ?? other.username) : channel.name,
      topic: channel.topic,
      recipientId: otherId,
      unread: messages.filter(({ id, author }) => author.id !== me && compareSnowflakes(id, readUpTo) > 0).length,
      lastMessageId: messages.at(-1)?.id ?? null,
    };
  }

  channels(): PageChannel[] {
    return this.#world.channelsOf(this.#account.user.id).map((channel) => this.describe(channel));
  }

  #onChange({ kind, stored }: MessageChange): void {
    const { message, channel, onlyFor } = stored;
    const me = this.#account.user.id;
    if (!this.#world.canSee(me, channel) || (onlyFor !== null && onlyFor !== me) || this.#dismissed.has(message.id))
      return;
    const channelId = channel.id;
    if (kind === 'delete') this.notify({ type: 'messageDelete', channelId, messageId: message.id });
    if (kind === 'update') this.notify({ type: 'messageUpdate', channelId, message: this.#asSeen(message) });
    if (kind !== 'create') return;
    if (message.author.id === me || (message.flags ?? 0) & MessageFlags.Ephemeral)
      this.#lastRead.set(channelId, message.id);
    if (this.#listeners.size === 0) return;
    this.notify({ type: 'channel', channel: this.describe(channel) });
    this.notify({ type: 'messageCreate', channelId, message: this.#asSeen(message) });
  }

  /** Adds the message that it refers to in its current state; null if that is deleted. */
  #asSeen(message: APIMessage): APIMessage {
    const id = message.message_reference?.message_id;
    if (id === undefined) return message;
    const stored = this.#dismissed.has(id) ? undefined : this.#board.get(id, this.#account.user.id);
    if (!stored) return { ...message, referenced_message: null };
    const { referenced_message: _inner, ...referenced } = stored.message;
    return { ...message, referenced_message: referenced };
  }
}
