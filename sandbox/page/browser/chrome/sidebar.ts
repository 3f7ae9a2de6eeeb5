import type { PageChannel } from '../../../discord/people/pageProtocol.ts';
import { avatar } from '../avatar.ts';
import type { Context } from '../context.ts';
import { compareIds } from '../conversation.ts';
import { toInitials } from '../defaultAvatar.ts';
import { type Child, h } from '../dom/h.ts';
import { icon } from '../dom/icon.ts';
import { createKeyedList, type KeyedItem } from '../dom/keyedList.ts';
import { findMember } from '../pageState.ts';
import { createPersonPanel } from './personPanel.ts';

/** The server's channels, the direct messages with their unread marks, and below who one is. */
export function createSidebar(context: Context, onPicked: () => void): HTMLElement {
  const { store, session } = context;
  const serverName = h('h1', { class: 'server-name' });
  const channels = h('ul', { class: 'channel-list', 'aria-label': 'Channels' });
  const dms = h('ul', { class: 'channel-list', 'aria-label': 'Direct messages' });
  const noDms = h('p', { class: 'channel-empty' }, 'None yet. A bot’s messages to you alone appear here.');
  const channelRows = createKeyedList(channels, refocus);
  const dmRows = createKeyedList(dms, refocus);

  function refocus(_focused: Element, next: HTMLElement): void {
    next.querySelector('button')?.focus();
  }

  function toRow(channel: PageChannel): KeyedItem {
    const current = channel.id === store.state.currentChannelId;
    const unread = current && document.visibilityState === 'visible' ? 0 : channel.unread;
    return {
      key: channel.id,
      version: `${channel.name} ${unread} ${current}`,
      draw: () =>
        h(
          'li',
          {},
          h(
            'button',
            {
              type: 'button',
              class: `channel${unread > 0 ? ' unread' : ''}`,
              'aria-current': current ? 'page' : null,
              'data-channel-id': channel.id,
              onclick: () => {
                onPicked();
                void session.openChannel(channel.id);
              },
            },
            picture(channel),
            h('span', { class: 'channel-name' }, channel.name),
            unread > 0 &&
              h('span', { class: 'unread-mark' }, unread, h('span', { class: 'visually-hidden' }, ' unread')),
          ),
        ),
    };
  }

  function picture(channel: PageChannel): Child {
    if (channel.kind === 'text') return icon('hash');
    const member = findMember(store.state, channel.recipientId ?? '');
    return avatar({ id: channel.recipientId ?? channel.id, name: channel.name, avatarUrl: member?.avatarUrl ?? null });
  }

  function update(): void {
    const all = [...store.state.channels.values()];
    const direct = all
      .filter(({ kind }) => kind === 'dm')
      .sort((one, other) => compareIds(other.lastMessageId ?? '', one.lastMessageId ?? ''));
    channelRows.update(all.filter(({ kind }) => kind === 'text').map(toRow));
    dmRows.update(direct.map(toRow));
    noDms.hidden = direct.length > 0;
    const unread = all.reduce(
      (sum, { unread: count, id }) => sum + (id === store.state.currentChannelId ? 0 : count),
      0,
    );
    const name = store.state.welcome?.server.name ?? 'Commlink sandbox';
    document.title = unread > 0 ? `(${unread}) ${name}` : name;
    serverName.replaceChildren(
      h('span', { class: 'server-icon', 'aria-hidden': 'true' }, toInitials(name)),
      h('span', {}, name),
    );
  }

  store.subscribe(['channels', 'current', 'person'], update);
  return h(
    'nav',
    { class: 'sidebar', id: 'sidebar', 'aria-label': 'Channels and direct messages' },
    serverName,
    h(
      'div',
      { class: 'sidebar-lists' },
      h('h2', { class: 'list-heading' }, 'Channels'),
      channels,
      h('h2', { class: 'list-heading' }, 'Direct messages'),
      dms,
      noDms,
    ),
    createPersonPanel(context),
  );
}
