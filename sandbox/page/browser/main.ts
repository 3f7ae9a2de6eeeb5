import { createChannelHeader } from './chrome/channelHeader.ts';
import { createConnectionBanner } from './chrome/connectionBanner.ts';
import { createMemberList } from './chrome/memberList.ts';
import { createPersonChooser } from './chrome/personChooser.ts';
import { listenForRegionKeys } from './chrome/regionKeys.ts';
import { createSidebar } from './chrome/sidebar.ts';
import { createSidePanels } from './chrome/sidePanels.ts';
import { applyTheme } from './chrome/theme.ts';
import { createTracePanel } from './chrome/tracePanel.ts';
import { createTypingLine } from './chrome/typingLine.ts';
import { openUserMenu } from './chrome/userMenu.ts';
import { createComposer } from './composer/composer.ts';
import type { Context } from './context.ts';
import { h } from './dom/h.ts';
import { createMessageList } from './message/messageList.ts';
import { createModalHost } from './modal/modalView.ts';
import { createStore } from './pageState.ts';
import { createToasts } from './popup/toast.ts';
import { createSession } from './session.ts';
import { keepTimestampsFresh } from './text/timestampView.ts';

/** Builds the page: the store, the connection, and the views that show the one and use the other. */
function start(): void {
  applyTheme();
  matchMedia('(prefers-color-scheme: light)').addEventListener('change', applyTheme);

  const store = createStore();
  const toast = createToasts(document.body);
  /** Ways to take back the notices of direct messages: whoever opens the channel needs none any more. */
  const noticesByChannel = new Map<string, () => void>();
  store.subscribe(['current'], () => {
    const channelId = store.state.currentChannelId ?? '';
    noticesByChannel.get(channelId)?.();
    noticesByChannel.delete(channelId);
  });
  const session = createSession(store, {
    toast,
    messageElsewhere: ({ channelId, message }) => {
      const channel = store.state.channels.get(channelId);
      if (channel?.kind !== 'dm') return;
      const name = message.author.global_name ?? message.author.username;
      const takeBack = toast('info', `${name} sent you a direct message`, {
        label: 'Open',
        run: () => void session.openChannel(channelId),
      });
      noticesByChannel.get(channelId)?.();
      noticesByChannel.set(channelId, takeBack);
    },
  });
  const context: Context = {
    store,
    session,
    toast,
    chooseCommand: (name) => composer.chooseCommand(name),
    openUserMenu: (userId, anchor) => openUserMenu(userId, anchor, context),
    focusComposer: () => composer.focus(),
  };
  const composer = createComposer(context);
  const chooser = createPersonChooser(context);
  const page = createPage(context, composer.element);
  createModalHost(context);
  keepTimestampsFresh();

  document.body.prepend(chooser);
  store.subscribe(['person'], () => {
    if (page.isConnected) return;
    chooser.replaceWith(page);
  });
  document.addEventListener('visibilitychange', () => session.markRead());
  document.addEventListener('keydown', (event) => {
    if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || !page.isConnected) return;
    const target = event.target as Element;
    if (target.closest('input, textarea, dialog, [role="menu"]') !== null) return;
    composer.focus();
  });
}

function createPage(context: Context, composer: HTMLElement): HTMLElement {
  const sidebar = createSidebar(context, () => panels.uncover(sidebar));
  const members = createMemberList(context);
  const trace = createTracePanel(context);
  const scrim = h('div', { class: 'sidebar-backdrop' });
  const panels = createSidePanels({ left: sidebar, scrim, right: [trace, members] });
  const header = createChannelHeader(context, {
    toggleSidebar: () => panels.toggle(sidebar),
    toggleMembers: () => panels.toggle(members),
    toggleTrace: () => panels.toggle(trace),
  });
  const messages = createMessageList(context);
  listenForRegionKeys([sidebar, header, messages, composer, trace, members]);
  return h(
    'div',
    { class: 'page' },
    sidebar,
    scrim,
    h(
      'main',
      { class: 'main' },
      header,
      createConnectionBanner(context),
      h('div', { class: 'conversation' }, messages, composer, createTypingLine(context)),
    ),
    trace,
    members,
  );
}

start();
