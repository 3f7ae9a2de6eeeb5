import type { Context } from '../context.ts';
import { h } from '../dom/h.ts';
import { icon } from '../dom/icon.ts';
import { currentChannel } from '../pageState.ts';

/** The open channel's name and topic, and the buttons for the panels at both sides. */
export function createChannelHeader(
  context: Context,
  panels: {
    toggleSidebar: () => void;
    toggleMembers: () => void;
    toggleTrace: () => void;
  },
): HTMLElement {
  const { store } = context;
  const title = h('h2', { class: 'channel-title' });
  const topic = h('p', { class: 'channel-topic' });
  store.subscribe(['current', 'channels', 'person'], () => {
    const channel = currentChannel(store.state);
    if (channel === undefined) return;
    title.replaceChildren(icon(channel.kind === 'dm' ? 'at' : 'hash'), h('span', {}, channel.name));
    topic.textContent = channel.topic;
  });
  const members = h(
    'button',
    {
      type: 'button',
      class: 'icon-button members-toggle',
      'aria-label': 'Members',
      'aria-controls': 'members',
      'aria-expanded': String(innerWidth >= 1100),
      onclick: panels.toggleMembers,
    },
    icon('people'),
  );
  const trace = h(
    'button',
    {
      type: 'button',
      class: 'icon-button',
      'aria-label': 'Behind the scenes',
      'aria-controls': 'trace',
      'aria-expanded': 'false',
      onclick: panels.toggleTrace,
    },
    icon('eye'),
  );
  return h(
    'header',
    { class: 'channel-header' },
    h(
      'button',
      {
        type: 'button',
        class: 'icon-button sidebar-toggle',
        'aria-label': 'Open channel list',
        'aria-controls': 'sidebar',
        'aria-expanded': 'false',
        onclick: panels.toggleSidebar,
      },
      icon('menu'),
    ),
    title,
    topic,
    trace,
    members,
  );
}
