import type { PageCallName, PageCalls } from '../../discord/people/pageProtocol.ts';
import { emptyConversation, withMessages } from './conversation.ts';
import type { Store } from './pageState.ts';
import { readPlace, writePlace } from './place.ts';

/** A call to the server; its failure was shown already and is undefined here. */
export type Attempt = <Name extends PageCallName>(
  name: Name,
  params: PageCalls[Name]['params'],
) => Promise<PageCalls[Name]['result'] | undefined>;

/** Who one is, which channel is open, and what is loaded of it. */
export interface Visiting {
  become: (personId: string) => Promise<void>;
  openChannel: (channelId: string) => Promise<void>;
  openDm: (userId: string) => Promise<void>;
  loadOlder: () => Promise<void>;
  markRead: () => void;
  loadCommands: () => Promise<void>;
}

const historyLimit = 50;

/** Whoever one becomes, everything of the one before is forgotten; the address keeps the place. */
export function createVisiting(store: Store, attempt: Attempt): Visiting {
  const { state } = store;

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

  async function openDm(userId: string): Promise<void> {
    const channel = await attempt('openDm', { userId });
    if (channel === undefined) return;
    state.channels.set(channel.id, channel);
    await openChannel(channel.id);
  }

  return { become, openChannel, openDm, loadOlder, markRead, loadCommands };
}
