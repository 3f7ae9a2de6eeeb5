import { batch } from '@preact/signals';
import type { APIMessage } from 'discord-api-types/v10';
import type { GameRequestEvent, InteractionEvent, PageEvent } from '../../discord/people/pageProtocol.ts';
import { EMPTY_CONVERSATION, withMessages, withoutMessage } from './conversation.ts';
import * as state from './state.ts';

const MAX_TRACE = 300;
const MAX_NOTICES = 4;

let lastNumber = 0;

const handlers: { [Type in PageEvent['type']]?: (event: PageEvent & { type: Type }) => void } = {
  messageCreate({ channelId, message }) {
    putMessages(channelId, [message]);
    const isElsewhere = channelId !== state.currentChannelId.value && message.author.id !== state.me.value?.id;
    if (isElsewhere && state.channels.value.get(channelId)?.kind === 'dm') {
      notify('info', `${state.shownName(message.author)} sent you a direct message`, channelId);
    }
  },
  messageUpdate({ channelId, message }) {
    putMessages(channelId, [message]);
    if (state.componentUses.value.get(message.id)?.state === 'failed') setUse(message.id, undefined);
  },
  messageDelete({ channelId, messageId }) {
    const before = state.conversations.value.get(channelId) ?? EMPTY_CONVERSATION;
    state.setEntry(state.conversations, channelId, withoutMessage(before, messageId));
  },
  channel({ channel }) {
    state.setEntry(state.channels, channel.id, channel);
  },
  interaction(event) {
    addToTrace(event);
    if (event.userId === state.me.value?.id) applyInteraction(event);
  },
  gameRequest: addToTrace,
  modal(event) {
    state.modal.value = event;
  },
  locale({ locale }) {
    if (state.welcome.value) state.welcome.value = { ...state.welcome.value, locale };
  },
  botPresence({ online }) {
    state.botOnline.value = online;
  },
  gameCondition({ condition }) {
    state.gameCondition.value = condition;
  },
};

/** Applies the server's events to the state. The session handles `people` and `commandsChanged`. */
export function applyEvent(event: PageEvent): void {
  const apply = handlers[event.type] as ((event: PageEvent) => void) | undefined;
  batch(() => apply?.(event));
}

export function putMessages(channelId: string, messages: APIMessage[], more?: { hasMore: boolean }): void {
  const before = state.conversations.value.get(channelId) ?? EMPTY_CONVERSATION;
  const after = { ...withMessages(before, messages), ...(more && { hasMore: more.hasMore, loaded: true }) };
  state.setEntry(state.conversations, channelId, after);
}

/** Shows a notice. One about a channel replaces the previous one about it. */
export function notify(level: state.Notice['level'], text: string, channelId?: string): void {
  const others = state.notices.value.filter((notice) => channelId === undefined || notice.channelId !== channelId);
  lastNumber += 1;
  const notice = { id: lastNumber, level, text, ...(channelId !== undefined && { channelId }) };
  state.notices.value = [...others, notice].slice(-MAX_NOTICES);
}

export function closeNotice(id: number): void {
  state.notices.value = state.notices.value.filter((notice) => notice.id !== id);
}

export function setUse(messageId: string, use: state.ComponentUse | undefined): void {
  state.setEntry(state.componentUses, messageId, use);
}

function applyInteraction(event: InteractionEvent): void {
  const { interactionId, channelId, name, at, kind, messageId, state: step } = event;
  if (kind === 'command') {
    const startedAt = state.commandRuns.value.get(interactionId)?.at ?? at;
    const isOpen = step === 'sent' || step === 'didNotRespond';
    const run = isOpen ? { interactionId, channelId, name, at: startedAt, state: step } : undefined;
    state.setEntry(state.commandRuns, interactionId, run);
  } else if (messageId !== null && step !== 'sent') {
    setUse(messageId, step === 'didNotRespond' ? { state: 'failed' } : undefined);
  }
}

function addToTrace(event: InteractionEvent | GameRequestEvent): void {
  lastNumber += 1;
  const entries = [...state.trace.value, { ...event, number: lastNumber }];
  // A request is reported when it ends, but listed by its start.
  entries.sort((one, other) => Date.parse(one.at) - Date.parse(other.at) || rankOf(one) - rankOf(other));
  state.trace.value = entries.slice(-MAX_TRACE);
}

/** The order within a millisecond. */
function rankOf(entry: state.TraceEntry): number {
  return entry.type === 'gameRequest' ? 2 : { sent: 0, thinking: 1, answered: 3, didNotRespond: 3 }[entry.state];
}
