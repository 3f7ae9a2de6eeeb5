import type {
  GameRequestEvent,
  InteractionEvent,
  MessageCreateEvent,
  PageEvent,
} from '../../discord/people/pageProtocol.ts';
import { emptyConversation, withMessages, withoutMessage } from './conversation.ts';
import { findMember, type PageState, type Store } from './pageState.ts';

const typingMs = 10_000;
const longestTrace = 100;
const mostGameRequests = 200;

/** What a view outside the store does on an event. */
export interface EventReactions {
  toast: (level: 'info' | 'error', text: string) => void;
  /** A message of somebody else came into a channel that is not open. */
  messageElsewhere: (event: MessageCreateEvent) => void;
  /** Commands are to be asked for again. */
  commandsChanged: () => void;
}

/** Writes what the server tells unasked into the store. `people` is left to the session: it decides whom to be. */
export function applyEvent(store: Store, event: PageEvent, reactions: EventReactions, nowMs: number): void {
  const { state } = store;
  switch (event.type) {
    case 'people':
      return;
    case 'messageCreate':
      applyMessageCreate(store, event, reactions);
      return;
    case 'messageUpdate':
      changeConversation(state, event.channelId, (conversation) => withMessages(conversation, [event.message]));
      state.failedComponents.delete(event.message.id);
      store.changed('messages');
      return;
    case 'messageDelete':
      changeConversation(state, event.channelId, (conversation) => withoutMessage(conversation, event.messageId));
      store.changed('messages');
      return;
    case 'channel':
      state.channels.set(event.channel.id, event.channel);
      store.changed('channels');
      return;
    case 'interaction':
      applyInteraction(state, event);
      store.changed('messages', 'trace');
      return;
    case 'modal':
      state.modal = event;
      store.changed('modal');
      return;
    case 'typing':
      if (event.user.id === state.welcome?.person.id) return;
      state.typing.set(event.user.id, { channelId: event.channelId, user: event.user, endsAtMs: nowMs + typingMs });
      store.changed('typing');
      return;
    case 'commandsChanged':
      state.commands.clear();
      reactions.commandsChanged();
      return;
    case 'locale':
      if (state.welcome !== undefined) state.welcome = { ...state.welcome, locale: event.locale };
      store.changed('person');
      return;
    case 'toast':
      reactions.toast(event.level, event.text);
      return;
    case 'botPresence':
      state.botOnline = event.online;
      store.changed('connection');
      return;
    case 'gameRequest':
      applyGameRequest(state, event);
      store.changed('trace');
      return;
    case 'gameCondition':
      if (state.welcome !== undefined) state.welcome = { ...state.welcome, gameCondition: event.condition };
      return;
  }
}

function applyMessageCreate(store: Store, event: MessageCreateEvent, reactions: EventReactions): void {
  const { state } = store;
  changeConversation(state, event.channelId, (conversation) => withMessages(conversation, [event.message]));
  state.typing.delete(event.message.author.id);
  if (event.channelId !== state.currentChannelId && event.message.author.id !== state.welcome?.person.id) {
    reactions.messageElsewhere(event);
  }
  store.changed('messages', 'typing');
}

function changeConversation(
  state: PageState,
  channelId: string,
  change: (conversation: typeof emptyConversation) => typeof emptyConversation,
): void {
  const conversation = state.conversations.get(channelId) ?? emptyConversation;
  state.conversations.set(channelId, change(conversation));
}

function applyInteraction(state: PageState, event: InteractionEvent): void {
  const { interactionId, channelId, name, at, kind, messageId } = event;
  applyTrace(state, event);
  if (event.userId !== state.welcome?.person.id) return;
  if (kind === 'command') {
    if (event.state === 'sent' || event.state === 'didNotRespond') {
      const startedAt = state.commandRuns.get(interactionId)?.at ?? at;
      state.commandRuns.set(interactionId, { interactionId, channelId, name, at: startedAt, state: event.state });
    } else {
      state.commandRuns.delete(interactionId);
    }
    return;
  }
  if (messageId === null || event.state === 'sent') return;
  state.pendingComponents.delete(messageId);
  if (event.state === 'didNotRespond') state.failedComponents.add(messageId);
  else state.failedComponents.delete(messageId);
}

function applyTrace(state: PageState, event: InteractionEvent): void {
  const { interactionId, userId, name, label, kind, state: step, at } = event;
  const who = userId === state.welcome?.person.id ? 'You' : (findMember(state, userId)?.displayName ?? 'Someone');
  const known = state.trace.find((entry) => entry.interactionId === interactionId);
  if (known) known.steps.push({ state: step, at });
  else state.trace.push({ interactionId, who, name, label, kind, steps: [{ state: step, at }] });
  if (state.trace.length > longestTrace) state.trace.shift();
}

function applyGameRequest(state: PageState, event: GameRequestEvent): void {
  const number = (state.gameRequests.at(-1)?.number ?? 0) + 1;
  state.gameRequests.push({ ...event, number });
  if (state.gameRequests.length > mostGameRequests) state.gameRequests.shift();
}
