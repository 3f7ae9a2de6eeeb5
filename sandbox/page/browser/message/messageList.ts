import { type APIMessage, MessageType } from 'discord-api-types/v10';
import type { PageCommand } from '../../../discord/people/pageProtocol.ts';
import { shownCommandName } from '../commandName.ts';
import type { Context } from '../context.ts';
import { compareIds, continuesGroup, emptyConversation } from '../conversation.ts';
import { h } from '../dom/h.ts';
import { icon } from '../dom/icon.ts';
import { createKeyedList, type KeyedItem } from '../dom/keyedList.ts';
import { type CommandRun, currentChannel, type PageState } from '../pageState.ts';
import { formatTimestamp, isSameDay } from '../text/timestamp.ts';
import { commandRunView } from './commandRunView.ts';
import type { MessageContext } from './contextLine.ts';
import { previewOf } from './messagePreview.ts';
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
  let lastTop = 0;
  let loadingOlder = false;
  let shownChannelId: string | undefined;

  scroller.addEventListener(
    'scroll',
    () => {
      const movedUp = scroller.scrollTop < lastTop;
      lastTop = scroller.scrollTop;
      // A picture that has just come makes the end move away: only whoever goes up leaves it.
      if (scroller.scrollHeight - scroller.scrollTop - scroller.clientHeight < nearEdgePx) atEnd = true;
      else if (movedUp) atEnd = false;
      jump.hidden = atEnd;
      if (atEnd) session.markRead();
      if (scroller.scrollTop < nearEdgePx) void loadOlder();
    },
    { passive: true },
  );
  const follow = new ResizeObserver(() => {
    if (atEnd) scroller.scrollTop = scroller.scrollHeight;
  });
  follow.observe(rows);
  follow.observe(scroller);

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

  store.subscribe(['messages', 'person', 'current', 'commands'], update);
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
  const commands = state.commands.get(channel.id) ?? [];
  const byId = new Map(conversation.messages.map((message) => [message.id, message]));
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
    const above = contextOf(message, byId, commands);
    items.push(messageRow(message, continuesGroup(previous, message), above, context));
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
  above: MessageContext | undefined,
  context: Context,
): KeyedItem {
  const { state } = context.store;
  const reader = `${state.welcome?.person.id} ${state.welcome?.locale}`;
  const commands = state.commands.get(message.channel_id) ?? [];
  const pendingPath = state.pendingComponents.get(message.id);
  const failed = state.failedComponents.has(message.id);
  const said = above?.kind === 'reference' && above.message ? previewOf(above.message, state) : undefined;
  const line = above?.kind === 'reference' ? `${above.isListed} ${said}` : above?.command;
  const json = JSON.stringify(message);
  return {
    key: message.id,
    version: `${continues} ${pendingPath} ${failed} ${reader} ${line} ${mentionedCommands(json, commands)} ${json}`,
    draw: () => messageView(message, { continues, pendingPath, failed, above }, context),
  };
}

/** How the commands that a message mentions are shown: they are known later than the messages, and the language can change. */
function mentionedCommands(text: string, commands: readonly PageCommand[]): string {
  return [...text.matchAll(/<(\/[^:>]+):\d+>/g)].map(([, name]) => shownCommandName(name ?? '', commands)).join();
}

function runRow(run: CommandRun, me: string, context: Context): KeyedItem {
  return {
    key: `run ${run.interactionId}`,
    version: `${run.state} ${me}`,
    draw: () => commandRunView(run, context),
  };
}

/** What stands above a message: for the answer to a command its name, for a reply, of a person or of a component, what it refers to. */
function contextOf(
  message: APIMessage,
  byId: ReadonlyMap<string, APIMessage>,
  commands: readonly PageCommand[],
): MessageContext | undefined {
  const { type, interaction_metadata: used, interaction, message_reference: reference } = message;
  if (type === MessageType.ChatInputCommand || type === MessageType.ContextMenuCommand) {
    if (used === undefined) return undefined;
    const name = interaction && (type === MessageType.ChatInputCommand ? `/${interaction.name}` : interaction.name);
    const command = name === undefined ? 'a command' : shownCommandName(name, commands);
    return { kind: 'command', user: used.user, command };
  }
  if (reference?.message_id === undefined) return undefined;
  const listed = byId.get(reference.message_id);
  return { kind: 'reference', message: listed ?? message.referenced_message, isListed: listed !== undefined };
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
