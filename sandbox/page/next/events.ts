import { batch } from '@preact/signals';
import type { APIMessage } from 'discord-api-types/v10';
import type {
  GameRequestEvent,
  InteractionEvent,
  MessageCreateEvent,
  PageEvent,
  TypingEvent,
} from '../../discord/people/pageProtocol.ts';
import { EMPTY_CONVERSATION, withMessages, withoutMessage } from './conversation.ts';
import * as state from './state.ts';

const TYPING_MS = 10_000;
const MAX_TRACE = 300;
const MAX_NOTICES = 4;

let lastNumber = 0;

/** Writes what the server tells unasked into the state. `people` and `commandsChanged` are the session's. */
export function applyEvent(event: PageEvent): void {
  batch(() => {
    switch (event.type) {
      case 'messageCreate':
        applyMessageCreate(event);
        return;
      case 'messageUpdate':
        putMessages(event.channelId, [event.message]);
        if (state.componentUses.value.get(event.message.id)?.state === 'failed') setUse(event.message.id, undefined);
        return;
      case 'messageDelete': {
        const before = state.conversations.value.get(event.channelId) ?? EMPTY_CONVERSATION;
        const after = withoutMessage(before, event.messageId);
        state.conversations.value = state.changed(state.conversations.value, event.channelId, after);
        return;
      }
      case 'channel':
        state.channels.value = state.changed(state.channels.value, event.channel.id, event.channel);
        return;
      case 'interaction':
        applyInteraction(event);
        return;
      case 'gameRequest':
        addToTrace(event);
        return;
      case 'modal':
        state.modal.value = event;
        return;
      case 'typing':
        applyTyping(event);
        return;
      case 'locale':
        if (state.welcome.value) state.welcome.value = { ...state.welcome.value, locale: event.locale };
        return;
      case 'toast':
        notify(event.level, event.text);
        return;
      case 'botPresence':
        state.botOnline.value = event.online;
        return;
      case 'gameCondition':
        state.gameCondition.value = event.condition;
        return;
    }
  });
}

/** Puts messages into a channel's conversation, each in its place. */
export function putMessages(channelId: string, messages: APIMessage[], more?: { hasMore: boolean }): void {
  const before = state.conversations.value.get(channelId) ?? EMPTY_CONVERSATION;
  const after = { ...withMessages(before, messages), ...(more && { hasMore: more.hasMore, loaded: true }) };
  state.conversations.value = state.changed(state.conversations.value, channelId, after);
}

/** Shows a notice in a corner of the page. One about a channel takes the place of the one before about it. */
export function notify(level: state.Notice['level'], text: string, channelId?: string): void {
  const others = state.notices.value.filter((notice) => channelId === undefined || notice.channelId !== channelId);
  lastNumber += 1;
  const notice = { id: lastNumber, level, text, ...(channelId !== undefined && { channelId }) };
  state.notices.value = [...others, notice].slice(-MAX_NOTICES);
}

export function closeNotice(id: number): void {
  state.notices.value = state.notices.value.filter((notice) => notice.id !== id);
}

/** Sets what became of the use of a message's component. */
export function setUse(messageId: string, use: state.ComponentUse | undefined): void {
  state.componentUses.value = state.changed(state.componentUses.value, messageId, use);
}

function applyMessageCreate({ channelId, message }: MessageCreateEvent): void {
  putMessages(channelId, [message]);
  state.typing.value = state.changed(state.typing.value, message.author.id, undefined);
  const isElsewhere = channelId !== state.currentChannelId.value && message.author.id !== state.me.value?.id;
  if (isElsewhere && state.channels.value.get(channelId)?.kind === 'dm') {
    notify('info', `${message.author.global_name ?? message.author.username} sent you a direct message`, channelId);
  }
}

function applyTyping(event: TypingEvent): void {
  const { id } = event.user;
  if (id === state.me.value?.id) return;
  state.typing.value = state.changed(state.typing.value, id, event);
  setTimeout(() => {
    if (state.typing.value.get(id) === event) state.typing.value = state.changed(state.typing.value, id, undefined);
  }, TYPING_MS);
}

function applyInteraction(event: InteractionEvent): void {
  addToTrace(event);
  if (event.userId !== state.me.value?.id) return;
  const { interactionId, channelId, name, at, kind, messageId, state: step } = event;
  if (kind === 'command') {
    const startedAt = state.commandRuns.value.get(interactionId)?.at ?? at;
    const run =
      step === 'sent' || step === 'didNotRespond'
        ? { interactionId, channelId, name, at: startedAt, state: step }
        : undefined;
    state.commandRuns.value = state.changed(state.commandRuns.value, interactionId, run);
  } else if (messageId !== null && step !== 'sent') {
    setUse(messageId, step === 'didNotRespond' ? { state: 'failed' } : undefined);
  }
}

function addToTrace(event: InteractionEvent | GameRequestEvent): void {
  lastNumber += 1;
  const entries = [...state.trace.value, { ...event, number: lastNumber }];
  // A request is told of when it ends, and belongs where it began.
  entries.sort((one, other) => Date.parse(one.at) - Date.parse(other.at) || rankOf(one) - rankOf(other));
  state.trace.value = entries.slice(-MAX_TRACE);
}

/** Which comes first within a millisecond. */
function rankOf(entry: state.TraceEntry): number {
  return entry.type === 'gameRequest' ? 2 : { sent: 0, thinking: 1, answered: 3, didNotRespond: 3 }[entry.state];
}
