import { type APIMessage, InteractionType } from 'discord-api-types/v10';
import type { Context } from '../context.ts';
import { compareIds, continuesGroup, emptyConversation } from '../conversation.ts';
import { h } from '../dom/h.ts';
import { icon } from '../dom/icon.ts';
import { createKeyedList, type KeyedItem } from '../dom/keyedList.ts';
import { type CommandRun, currentChannel, type PageState } from '../pageState.ts';
import { formatTimestamp, isSameDay } from '../text/timestamp.ts';
import { commandRunView } from './commandRunView.ts';
import { messageView } from './messageView.ts';
import { restoreFocus } from './restoreFocus.ts';

const nearEdgePx = 80;

/**
 * The open channel's messages, as a log. It stays at the end while one is there; whoever scrolled up stays where they read. Older messages are
 * fetched when the top comes near.
 */
export function createMessageList(context: Context): HTMLElement {
  const { store, session } = context;
  const rows = h('div', { class: 'message-rows' });
  const jump = h(
    'button',
    { type: 'button', class: 'jump', hidden: true, onclick: toEnd },
    'Jump to newest',
    icon('down'),
  );
  const scroller = h('div', { class: 'message-scroller', role: 'log', 'aria-label': 'Messages', tabindex: 0 }, rows);
  const element = h('div', { class: 'message-list' }, scroller, jump);
  const list = createKeyedList(rows, restoreFocus);
  let atEnd = true;
  let loadingOlder = false;
  let shownChannelId: string | undefined;

  scroller.addEventListener(
    'scroll',
    () => {
      atEnd = scroller.scrollHeight - scroller.scrollTop - scroller.clientHeight < nearEdgePx;
      jump.hidden = atEnd;
      if (atEnd) session.markRead();
      if (scroller.scrollTop < nearEdgePx) void loadOlder();
    },
    { passive: true },
  );
  new ResizeObserver(() => {
    if (atEnd) scroller.scrollTop = scroller.scrollHeight;
  }).observe(rows);
  new ResizeObserver(() => {
    if (atEnd) scroller.scrollTop = scroller.scrollHeight;
  }).observe(scroller);

  function toEnd(): void {
    atEnd = true;
    jump.hidden = true;
    scroller.scrollTop = scroller.scrollHeight;
  }

  async function loadOlder(): Promise<void> {
    if (loadingOlder) return;
    loadingOlder = true;
    const fromEnd = scroller.scrollHeight - scroller.scrollTop;
    await session.loadOlder();
    if (!atEnd) scroller.scrollTop = scroller.scrollHeight - fromEnd;
    loadingOlder = false;
  }

  function update(): void {
    const { state } = store;
    const sameChannel = state.currentChannelId === shownChannelId;
    shownChannelId = state.currentChannelId;
    list.update(toRows(state, context));
    if (!sameChannel || atEnd) toEnd();
    if (atEnd) session.markRead();
  }

  store.subscribe(['messages', 'person', 'current'], update);
  store.subscribe(['channels'], () => {
    if (atEnd) session.markRead();
  });
  return element;
}

function toRows(state: PageState, context: Context): KeyedItem[] {
  const channel = currentChannel(state);
  if (channel === undefined) return [];
  const conversation = state.conversations.get(channel.id) ?? emptyConversation;
  const me = state.welcome?.person.id ?? '';
  const items: KeyedItem[] = [];
  if (conversation.loaded && !conversation.hasMore) {
    items.push({
      key: `start ${channel.id}`,
      version: channel.name,
      draw: () => channelStart(channel.kind, channel.name),
    });
  }
  let previous: APIMessage | undefined;
  for (const message of conversation.messages) {
    if (previous === undefined || !isSameDay(Date.parse(previous.timestamp), Date.parse(message.timestamp))) {
      const day = formatTimestamp(Date.parse(message.timestamp), 'D', Date.now());
      items.push({
        key: `day ${day}`,
        version: '',
        draw: () => h('div', { class: 'day', role: 'separator' }, h('span', {}, day)),
      });
      previous = undefined;
    }
    items.push(messageRow(message, continuesGroup(previous, message), me, state, context));
    previous = message;
  }
  const runs = [...state.commandRuns.values()].filter(({ channelId }) => channelId === channel.id);
  return [
    ...items,
    ...runs
      .sort((one, other) => compareIds(one.interactionId, other.interactionId))
      .map((run) => runRow(run, me, context)),
  ];
}

function messageRow(
  message: APIMessage,
  continues: boolean,
  me: string,
  state: PageState,
  context: Context,
): KeyedItem {
  const pendingPath = state.pendingComponents.get(message.id);
  const failed = state.failedComponents.has(message.id);
  const usedBy = commandOf(message, state);
  return {
    key: message.id,
    version: `${continues} ${pendingPath} ${failed} ${me} ${usedBy} ${JSON.stringify(message)}`,
    draw: () => messageView(message, { continues, pendingPath, failed, usedBy }, context),
  };
}

function runRow(run: CommandRun, me: string, context: Context): KeyedItem {
  return {
    key: `run ${run.interactionId}`,
    version: `${run.state} ${me}`,
    draw: () => commandRunView(run, context),
  };
}

/** The command that a message answers, as its user typed it; undefined when it answers none. */
function commandOf(message: APIMessage, state: PageState): string | undefined {
  const used = message.interaction_metadata;
  if (used?.type !== InteractionType.ApplicationCommand) return undefined;
  const traced = state.trace.find(({ interactionId }) => interactionId === used.id)?.name;
  const name = traced ?? message.interaction?.name;
  if (name === undefined) return 'a command';
  return name.startsWith('/') || used.target_user !== undefined ? name : `/${name}`;
}

function channelStart(kind: 'text' | 'dm', name: string): HTMLElement {
  const title = kind === 'text' ? `Welcome to #${name}!` : name;
  const text =
    kind === 'text'
      ? 'This is the start of the channel. Type / to see what the bot can do.'
      : `This is the beginning of your direct messages with ${name}.`;
  return h(
    'div',
    { class: 'channel-start' },
    h('span', { class: 'channel-start-icon' }, icon(kind === 'text' ? 'hash' : 'at')),
    h('h2', {}, title),
    h('p', {}, text),
  );
}
