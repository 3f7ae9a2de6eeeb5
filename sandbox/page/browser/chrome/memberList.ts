import type { PageMember } from '../../../discord/people/pageProtocol.ts';
import { avatar } from '../avatar.ts';
import type { Context } from '../context.ts';
import { h } from '../dom/h.ts';

/** Everybody on the server; a press opens the person's menu. */
export function createMemberList(context: Context): HTMLElement {
  const { store } = context;
  const element = h('aside', { class: 'members', id: 'members', 'aria-label': 'Members' });
  store.subscribe(['person', 'connection'], () => {
    const members = store.state.welcome?.members ?? [];
    const bots = members.filter(({ bot }) => bot);
    const people = members.filter(({ bot }) => !bot);
    element.replaceChildren(...group('Apps', bots), ...group('People', people));
  });

  function group(name: string, members: PageMember[]): HTMLElement[] {
    if (members.length === 0) return [];
    return [
      h('h2', { class: 'list-heading' }, `${name} — ${members.length}`),
      h(
        'ul',
        { class: 'channel-list' },
        members.map((member) => h('li', {}, row(member))),
      ),
    ];
  }

  function row(member: PageMember): HTMLElement {
    const offline = member.bot && !store.state.botOnline;
    const button = h(
      'button',
      {
        type: 'button',
        class: `channel member${offline ? ' offline' : ''}`,
        'aria-haspopup': 'menu',
        onclick: () => context.openUserMenu(member.id, button),
        oncontextmenu: (event: MouseEvent) => {
          event.preventDefault();
          context.openUserMenu(member.id, { x: event.clientX, y: event.clientY });
        },
      },
      avatar({ id: member.id, name: member.displayName, avatarUrl: member.avatarUrl }),
      h(
        'span',
        { class: 'person-text' },
        h('span', { class: 'person-name' }, member.displayName, member.bot && h('span', { class: 'app-badge' }, 'APP')),
        h('span', { class: 'person-role' }, offline ? 'offline' : member.role),
      ),
    );
    return button;
  }

  return element;
}
