import type {
  CommandInput,
  ModalValue,
  PageCallName,
  PageCalls,
  PageEvent,
  Upload,
} from '../../discord/pageProtocol.ts';
import { CallFailure, type Connection, openConnection } from './connection.ts';
import { emptyConversation, withMessages } from './conversation.ts';
import { applyEvent, type EventReactions } from './events.ts';
import type { Store } from './pageState.ts';
import { readPlace, writePlace } from './place.ts';

/** What a person can do on the page. Failures are shown as toasts; a promise that tells of success resolves to false then. */
export interface Session {
  become: (personId: string) => Promise<void>;
  openChannel: (channelId: string) => Promise<void>;
  openDm: (userId: string) => Promise<void>;
  loadOlder: () => Promise<void>;
  markRead: () => void;
  loadCommands: () => Promise<void>;
  run: (input: CommandInput) => Promise<boolean>;
  runOn: (commandId: string, targetId: string) => void;
  autocomplete: (input: CommandInput, focused: string) => Promise<PageCalls['autocomplete']['result']['choices']>;
  press: (messageId: string, customId: string, path: string) => void;
  select: (messageId: string, customId: string, path: string, values: string[]) => void;
  submitModal: (modalId: string, fields: Record<string, ModalValue>) => Promise<boolean>;
  closeModal: (modalId: string) => void;
  send: (content: string, uploadIds: string[]) => Promise<boolean>;
  upload: (file: File) => Promise<Upload | undefined>;
  dismiss: (messageId: string) => void;
  dismissRun: (interactionId: string) => void;
  setDmsOpen: (open: boolean) => void;
  tellTyping: () => void;
  setReplyTo: (reply: { messageId: string; authorName: string } | undefined) => void;
  retryConnection: () => void;
}

const historyLimit = 50;
const typingPauseMs = 8000;

/** Connects the store to the server: opens the socket, becomes whom the address names, and offers what a person can do. */
export function createSession(store: Store, reactions: Omit<EventReactions, 'commandsChanged'>): Session {
  const { state } = store;
  const socketUrl = new URL('/page-api/socket', location.href);
  socketUrl.protocol = socketUrl.protocol === 'https:' ? 'wss:' : 'ws:';
  let lastTypingAtMs = 0;

  const connection: Connection = openConnection({
    url: socketUrl.href,
    onEvent: (event) => receive(event),
    onState: (next) => {
      state.connection = next;
      if (next === 'lost') {
        state.pendingComponents.clear();
        state.commandRuns.clear();
      }
      store.changed('connection', 'messages');
    },
  });

  function receive(event: PageEvent): void {
    if (event.type === 'people') {
      state.people = event.people;
      store.changed('people');
      const wanted = state.welcome?.person.id ?? readPlace(event.people).personId;
      if (wanted !== undefined) void become(wanted);
      return;
    }
    applyEvent(store, event, { ...reactions, commandsChanged: () => void loadCommands() }, Date.now());
  }

  async function attempt<Name extends PageCallName>(
    name: Name,
    params: PageCalls[Name]['params'],
  ): Promise<PageCalls[Name]['result'] | undefined> {
    try {
      return await connection.call(name, params);
    } catch (error) {
      reactions.toast('error', error instanceof CallFailure ? error.message : 'Something went wrong on this page.');
      return undefined;
    }
  }

  async function become(personId: string): Promise<void> {
    const welcome = await attempt('become', { personId });
    if (welcome === undefined) return;
    const samePerson = state.welcome?.person.id === personId;
    const previousChannelId = samePerson ? state.currentChannelId : undefined;
    state.welcome = welcome;
    state.channels = new Map(welcome.channels.map((channel) => [channel.id, channel]));
    state.conversations.clear();
    state.commands.clear();
    state.commandRuns.clear();
    state.pendingComponents.clear();
    state.failedComponents.clear();
    state.typing.clear();
    if (!samePerson) state.trace = [];
    state.modal = undefined;
    state.replyTo = undefined;
    store.changed('person', 'channels', 'modal', 'typing', 'reply', 'commands', 'trace');
    const wanted = [previousChannelId, readPlace(state.people).channelId].find((id) => id && state.channels.has(id));
    const first = welcome.channels.find(({ kind }) => kind === 'text') ?? welcome.channels[0];
    const channelId = wanted ?? first?.id;
    if (channelId !== undefined) await openChannel(channelId);
  }

  async function openChannel(channelId: string): Promise<void> {
    state.currentChannelId = channelId;
    state.replyTo = undefined;
    writePlace(state.welcome?.person, channelId);
    store.changed('current', 'channels', 'messages', 'typing', 'reply');
    void loadCommands();
    if (!state.conversations.get(channelId)?.loaded) {
      const page = await attempt('history', { channelId, limit: historyLimit });
      if (page === undefined) return;
      const conversation = withMessages(state.conversations.get(channelId) ?? emptyConversation, page.messages);
      state.conversations.set(channelId, { ...conversation, hasMore: page.hasMore, loaded: true });
      store.changed('messages');
    }
    markRead();
  }

  async function loadOlder(): Promise<void> {
    const channelId = state.currentChannelId;
    const conversation = channelId === undefined ? undefined : state.conversations.get(channelId);
    const before = conversation?.messages[0]?.id;
    if (channelId === undefined || before === undefined || !conversation?.hasMore) return;
    const page = await attempt('history', { channelId, before, limit: historyLimit });
    if (page === undefined) return;
    const current = state.conversations.get(channelId) ?? emptyConversation;
    state.conversations.set(channelId, { ...withMessages(current, page.messages), hasMore: page.hasMore });
    store.changed('messages');
  }

  function markRead(): void {
    const channel = state.channels.get(state.currentChannelId ?? '');
    if (channel === undefined || channel.unread === 0 || document.visibilityState !== 'visible') return;
    state.channels.set(channel.id, { ...channel, unread: 0 });
    store.changed('channels');
    void attempt('read', { channelId: channel.id });
  }

  async function loadCommands(): Promise<void> {
    const channelId = state.currentChannelId;
    if (channelId === undefined || state.commands.has(channelId)) return;
    const commands = await attempt('commands', { channelId });
    if (commands === undefined) return;
    state.commands.set(channelId, commands);
    store.changed('commands');
  }

  async function useComponent(
    messageId: string,
    path: string,
    call: (channelId: string) => Promise<unknown>,
  ): Promise<void> {
    const channelId = state.currentChannelId;
    if (channelId === undefined || state.pendingComponents.has(messageId)) return;
    state.pendingComponents.set(messageId, path);
    state.failedComponents.delete(messageId);
    store.changed('messages');
    if ((await call(channelId)) !== undefined) return;
    state.pendingComponents.delete(messageId);
    store.changed('messages');
  }

  return {
    become,
    openChannel,
    loadOlder,
    markRead,
    loadCommands,
    async openDm(userId) {
      const channel = await attempt('openDm', { userId });
      if (channel === undefined) return;
      state.channels.set(channel.id, channel);
      await openChannel(channel.id);
    },
    run: async (input) => (await attempt('run', input)) !== undefined,
    runOn(commandId, targetId) {
      if (state.currentChannelId === undefined) return;
      void attempt('runOn', { channelId: state.currentChannelId, commandId, targetId });
    },
    autocomplete: async (input, focused) => (await connection.call('autocomplete', { ...input, focused })).choices,
    press: (messageId, customId, path) =>
      void useComponent(messageId, path, (channelId) => attempt('press', { channelId, messageId, customId })),
    select: (messageId, customId, path, values) =>
      void useComponent(messageId, path, (channelId) => attempt('select', { channelId, messageId, customId, values })),
    submitModal: async (modalId, fields) => (await attempt('submitModal', { modalId, fields })) !== undefined,
    closeModal(modalId) {
      state.modal = undefined;
      store.changed('modal');
      void attempt('closeModal', { modalId });
    },
    async send(content, uploadIds) {
      if (state.currentChannelId === undefined) return false;
      const replyToId = state.replyTo?.messageId;
      const message = await attempt('send', {
        channelId: state.currentChannelId,
        content,
        ...(replyToId === undefined ? {} : { replyToId }),
        ...(uploadIds.length === 0 ? {} : { uploadIds }),
      });
      if (message !== undefined && state.replyTo !== undefined) {
        state.replyTo = undefined;
        store.changed('reply');
      }
      return message !== undefined;
    },
    async upload(file) {
      const url = `/page-api/uploads?filename=${encodeURIComponent(file.name)}`;
      const headers = { 'content-type': file.type || 'application/octet-stream' };
      try {
        const response = await fetch(url, { method: 'POST', body: file, headers });
        if (response.ok) return (await response.json()) as Upload;
        reactions.toast(
          'error',
          response.status === 413 ? 'This file is too large.' : 'This file could not be uploaded.',
        );
      } catch {
        reactions.toast('error', 'This file could not be uploaded: not connected.');
      }
      return undefined;
    },
    dismiss(messageId) {
      if (state.currentChannelId !== undefined)
        void attempt('dismiss', { channelId: state.currentChannelId, messageId });
    },
    dismissRun(interactionId) {
      state.commandRuns.delete(interactionId);
      store.changed('messages');
    },
    setDmsOpen(open) {
      if (state.welcome === undefined) return;
      state.welcome = { ...state.welcome, dmsOpen: open };
      void attempt('setDmsOpen', { open });
    },
    tellTyping() {
      if (state.currentChannelId === undefined || Date.now() - lastTypingAtMs < typingPauseMs) return;
      lastTypingAtMs = Date.now();
      connection.call('typing', { channelId: state.currentChannelId }).catch(() => {});
    },
    setReplyTo(reply) {
      state.replyTo = reply;
      store.changed('reply');
    },
    retryConnection: connection.retryNow,
  };
}
