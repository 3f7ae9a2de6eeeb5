import type { APIUser } from 'discord-api-types/v10';
import type {
  GameRequestEvent,
  InteractionEvent,
  ModalEvent,
  PageChannel,
  PageCommand,
  PageMember,
  PagePerson,
  Welcome,
} from '../../discord/people/pageProtocol.ts';
import type { Conversation } from './conversation.ts';

/** A command that this person ran and that has no message of its own yet, or never will. */
export interface CommandRun {
  interactionId: string;
  channelId: string;
  name: string;
  at: string;
  state: 'sent' | 'didNotRespond';
}

/** Something one of the people did through the bot, for the panel "Behind the scenes". */
export interface TraceEntry {
  interactionId: string;
  /** `You`, or the name of someone else. */
  who: string;
  name: string;
  /** What is written on what was used, for an eye to which `name`, a custom id, says nothing. */
  label: string;
  kind: InteractionEvent['kind'];
  steps: { state: InteractionEvent['state']; at: string }[];
}

/** A request of anybody that reached the game, numbered as they came. */
export interface TracedRequest extends GameRequestEvent {
  number: number;
}

/** Everything the page shows. */
export interface PageState {
  connection: 'connecting' | 'open' | 'lost';
  people: PagePerson[];
  welcome: Welcome | undefined;
  botOnline: boolean;
  channels: Map<string, PageChannel>;
  currentChannelId: string | undefined;
  conversations: Map<string, Conversation>;
  /** Commands by channel; absent: not asked yet. */
  commands: Map<string, PageCommand[]>;
  commandRuns: Map<string, CommandRun>;
  /** The pressed component's path by message, while its interaction waits for an answer. */
  pendingComponents: Map<string, string>;
  /** Messages whose last pressed component was not answered. */
  failedComponents: Set<string>;
  modal: ModalEvent | undefined;
  typing: Map<string, { channelId: string; user: APIUser; endsAtMs: number }>;
  replyTo: { messageId: string; authorName: string } | undefined;
  trace: TraceEntry[];
  /** The newest ones, oldest first; they stay when one becomes somebody else, since they are everybody's. */
  gameRequests: TracedRequest[];
}

/** What changed, so that each view draws only for what it shows. */
export type Topic =
  | 'people'
  | 'person'
  | 'connection'
  | 'channels'
  | 'current'
  | 'messages'
  | 'commands'
  | 'modal'
  | 'typing'
  | 'reply'
  | 'trace';

/** The page's state and who wants to hear of its changes. Changed by the session and by events only. */
export interface Store {
  readonly state: PageState;
  changed: (...topics: Topic[]) => void;
  subscribe: (topics: Topic[], listener: () => void) => void;
}

/** An empty store, as before the first word from the server. Listeners of several changed topics are called once. */
export function createStore(): Store {
  const listeners: { topics: Topic[]; listener: () => void }[] = [];
  return {
    state: {
      connection: 'connecting',
      people: [],
      welcome: undefined,
      botOnline: true,
      channels: new Map(),
      currentChannelId: undefined,
      conversations: new Map(),
      commands: new Map(),
      commandRuns: new Map(),
      pendingComponents: new Map(),
      failedComponents: new Set(),
      modal: undefined,
      typing: new Map(),
      replyTo: undefined,
      trace: [],
      gameRequests: [],
    },
    changed(...changedTopics) {
      for (const { topics, listener } of listeners)
        if (topics.some((topic) => changedTopics.includes(topic))) listener();
    },
    subscribe(topics, listener) {
      listeners.push({ topics, listener });
    },
  };
}

/** The member with that id: one of the people, or the bot. */
export function findMember(state: PageState, userId: string): PageMember | undefined {
  return state.welcome?.members.find(({ id }) => id === userId);
}

/** The channel that is open. */
export function currentChannel(state: PageState): PageChannel | undefined {
  return state.currentChannelId === undefined ? undefined : state.channels.get(state.currentChannelId);
}
