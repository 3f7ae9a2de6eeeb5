import { batch } from '@preact/signals';
import type { Locale } from 'discord-api-types/v10';
import type {
  CommandInput,
  GameCondition,
  ModalValue,
  PageCallName,
  PageCalls,
  PageEvent,
  PagePerson,
  Upload,
} from '../../discord/people/pageProtocol.ts';
import { openConnection } from './connection.ts';
import { applyEvent, notify, putMessages, setUse } from './events.ts';
import * as state from './state.ts';

/** Actions of a person. Failures become notices; then results are false or undefined. */

const HISTORY_LIMIT = 50;

/**
 * The address has the person and channel (`?as=<username>&channel=<id>`): a reload or bookmark
 * leads back, and two people can be in two windows.
 */
export function addressOf({ username }: PagePerson, channelId?: string): string {
  return `/?${new URLSearchParams({ as: username, ...(channelId !== undefined && { channel: channelId }) })}`;
}

const readPlace = (name: 'as' | 'channel') => new URLSearchParams(location.search).get(name);

const call = openConnection({
  url: new URL('/page-api/socket', location.href).href.replace(/^http/, 'ws'),
  onEvent: receive,
  onState(next) {
    batch(() => {
      state.connection.value = next;
      if (next !== 'lost') return;
      state.componentUses.value = new Map();
      state.commandRuns.value = new Map();
    });
  },
});

function receive(event: PageEvent): void {
  if (event.type === 'people') {
    state.people.value = event.people;
    const wanted = state.me.value?.username ?? readPlace('as');
    const person = event.people.find(({ username }) => username === wanted);
    if (person !== undefined) void become(person.id);
  } else if (event.type === 'commandsChanged') {
    void loadCommands();
  } else {
    applyEvent(event);
  }
}

async function attempt<Name extends PageCallName>(
  name: Name,
  params: PageCalls[Name]['params'],
): Promise<PageCalls[Name]['result'] | undefined> {
  try {
    return await call(name, params);
  } catch (error) {
    notify('error', (error as Error).message);
    return undefined;
  }
}

/** Forgets the previous person's state except "Behind the scenes"; the address stays. */
export async function become(personId: string): Promise<void> {
  const welcome = await attempt('become', { personId });
  if (welcome === undefined) return;
  batch(() => {
    state.welcome.value = welcome;
    state.gameCondition.value = welcome.gameCondition;
    state.channels.value = new Map(welcome.channels.map((channel) => [channel.id, channel]));
    for (const map of [state.conversations, state.commandRuns, state.componentUses]) map.value = new Map();
    state.commands.value = [];
    state.modal.value = undefined;
    state.notices.value = [];
  });
  const channel = state.channels.value.get(readPlace('channel') ?? '') ?? welcome.channels[0];
  if (channel !== undefined) await openChannel(channel.id);
}

export async function openChannel(channelId: string): Promise<void> {
  batch(() => {
    state.currentChannelId.value = channelId;
    state.notices.value = state.notices.value.filter((notice) => notice.channelId !== channelId);
  });
  if (state.me.value) history.replaceState(null, '', addressOf(state.me.value, channelId));
  void loadCommands();
  if (!state.conversations.value.get(channelId)?.loaded) {
    const page = await attempt('history', { channelId, limit: HISTORY_LIMIT });
    if (page === undefined) return;
    putMessages(channelId, page.messages, page);
  }
  markRead();
}

export async function openDm(userId: string): Promise<void> {
  const channel = await attempt('openDm', { userId });
  if (channel === undefined) return;
  state.setEntry(state.channels, channel.id, channel);
  await openChannel(channel.id);
}

export async function loadOlder(): Promise<void> {
  const channelId = state.currentChannelId.value;
  const { messages, hasMore } = state.conversation.value;
  const before = messages[0]?.id;
  if (before === undefined || !hasMore) return;
  const page = await attempt('history', { channelId, before, limit: HISTORY_LIMIT });
  if (page) putMessages(channelId, page.messages, page);
}

export function markRead(): void {
  const channel = state.currentChannel.value;
  if (channel === undefined || channel.unread === 0 || document.visibilityState !== 'visible') return;
  state.setEntry(state.channels, channel.id, { ...channel, unread: 0 });
  void attempt('read', { channelId: channel.id });
}

async function loadCommands(): Promise<void> {
  const channelId = state.currentChannelId.value;
  const commands = await attempt('commands', { channelId });
  if (commands && channelId === state.currentChannelId.value) state.commands.value = commands;
}

/** Rejects with an error: the form shows its message at the option that caused it. */
export async function run(input: CommandInput): Promise<void> {
  await call('run', input);
}

export function runOn(commandId: string, targetId: string): void {
  void attempt('runOn', { channelId: state.currentChannelId.value, commandId, targetId });
}

export async function autocomplete(input: CommandInput, focused: string) {
  return (await call('autocomplete', { ...input, focused })).choices;
}

export function press(messageId: string, customId: string): void {
  void useComponent(messageId, customId, (component) => attempt('press', component));
}

export function select(messageId: string, customId: string, values: string[]): void {
  void useComponent(messageId, customId, (component) => attempt('select', { ...component, values }));
}

async function useComponent(
  messageId: string,
  customId: string,
  use: (component: PageCalls['press']['params']) => Promise<unknown>,
): Promise<void> {
  if (state.componentUses.value.get(messageId)?.state === 'waiting') return;
  setUse(messageId, { state: 'waiting', customId });
  if ((await use({ channelId: state.currentChannelId.value, messageId, customId })) === undefined)
    setUse(messageId, undefined);
}

export async function submitModal(modalId: string, fields: Record<string, ModalValue>): Promise<void> {
  const isSent = (await attempt('submitModal', { modalId, fields })) !== undefined;
  if (isSent && state.modal.value?.modalId === modalId) state.modal.value = undefined;
}

export function closeModal(modalId: string): void {
  state.modal.value = undefined;
  void attempt('closeModal', { modalId });
}

export async function send(content: string, uploadIds: string[]): Promise<boolean> {
  const channelId = state.currentChannelId.value;
  return (await attempt('send', { channelId, content, uploadIds })) !== undefined;
}

export async function upload(file: File): Promise<Upload | undefined> {
  const url = `/page-api/uploads?filename=${encodeURIComponent(file.name)}`;
  const headers = { 'content-type': file.type || 'application/octet-stream' };
  try {
    const response = await fetch(url, { method: 'POST', body: file, headers });
    if (response.ok) return (await response.json()) as Upload;
  } catch {
    // The notice says that it isn't connected.
  }
  notify('error', `${file.name} couldn't be uploaded.`);
  return undefined;
}

export function dismiss(messageId: string): void {
  void attempt('dismiss', { channelId: state.currentChannelId.value, messageId });
}

export function dismissRun(interactionId: string): void {
  state.setEntry(state.commandRuns, interactionId, undefined);
}

export function setDmsOpen(open: boolean): void {
  if (state.welcome.value) state.welcome.value = { ...state.welcome.value, dmsOpen: open };
  void attempt('setDmsOpen', { open });
}

export function chooseLanguage(locale: Locale): void {
  void attempt('setLocale', { locale });
}

export function setGameCondition(condition: GameCondition): void {
  void attempt('setGameCondition', { condition });
}

export async function restartBot(): Promise<void> {
  if ((await attempt('restartBot', {})) === null) notify('info', 'The bot is back. You can continue.');
}
