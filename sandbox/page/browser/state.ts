import { computed, type Signal, signal } from '@preact/signals';
import type { APIUser } from 'discord-api-types/v10';
import type {
  GameCondition,
  GameRequestEvent,
  InteractionEvent,
  ModalEvent,
  PageChannel,
  PageCommand,
  PageMember,
  PagePerson,
  Welcome,
} from '../../discord/people/pageProtocol.ts';
import { type Conversation, EMPTY_CONVERSATION } from './conversation.ts';

/** A command of this person without a message yet; some never get one. */
export type CommandRun = {
  interactionId: string;
  channelId: string;
  name: string;
  at: string;
  state: 'sent' | 'didNotRespond';
};

/** A component that waits for the bot, or that the bot didn't respond to. */
export type ComponentUse = { state: 'waiting'; customId: string } | { state: 'failed' };

/** One line of the panel "Behind the scenes", in chronological order. */
export type TraceEntry = { number: number } & (InteractionEvent | GameRequestEvent);

export type Notice = {
  id: number;
  level: 'info' | 'error';
  text: string;
  /** The channel that its button opens. */
  channelId?: string;
};

/**
 * The page's whole state, as signals: a view that reads one is redrawn when it changes. Only
 * events.ts and session.ts write them. Maps and lists are replaced, never changed in place.
 */
export const connection = signal<'connecting' | 'open' | 'lost'>('connecting');
export const people = signal<readonly PagePerson[]>([]);
export const welcome = signal<Welcome | undefined>(undefined);
export const botOnline = signal(true);
/** Null if this world has no switch that breaks the game. */
export const gameCondition = signal<GameCondition | null>(null);
export const channels = signal<ReadonlyMap<string, PageChannel>>(new Map());
/** Empty until a channel is open. */
export const currentChannelId = signal('');
export const conversations = signal<ReadonlyMap<string, Conversation>>(new Map());
/** The commands of the open channel. */
export const commands = signal<readonly PageCommand[]>([]);
export const commandRuns = signal<ReadonlyMap<string, CommandRun>>(new Map());
/** Uses by message. While one component waits, the others of its message are disabled. */
export const componentUses = signal<ReadonlyMap<string, ComponentUse>>(new Map());
export const modal = signal<ModalEvent | undefined>(undefined);
/** The newest entries; they stay when the person changes. */
export const trace = signal<readonly TraceEntry[]>([]);
export const notices = signal<readonly Notice[]>([]);
/** A command that the composer should open, by its default name (`credits balance`). */
export const wantedCommand = signal<string | undefined>(undefined);

export const currentChannel = computed(() => channels.value.get(currentChannelId.value));
export const conversation = computed(() => conversations.value.get(currentChannelId.value) ?? EMPTY_CONVERSATION);
export const messagesById = computed(() => new Map(conversation.value.messages.map((one) => [one.id, one])));
export const me = computed(() => welcome.value?.person);
export const locale = computed(() => welcome.value?.locale);

export function findMember(userId: string): PageMember | undefined {
  return welcome.value?.members.find(({ id }) => id === userId);
}

export function shownName(user: APIUser): string {
  return findMember(user.id)?.displayName ?? user.global_name ?? user.username;
}

export function setEntry<Key, Value>(map: Signal<ReadonlyMap<Key, Value>>, key: Key, value: Value | undefined): void {
  const copy = new Map(map.value);
  if (value === undefined) copy.delete(key);
  else copy.set(key, value);
  map.value = copy;
}
