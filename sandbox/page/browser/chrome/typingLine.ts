import type { Context } from '../context.ts';
import { h } from '../dom/h.ts';
import { findMember } from '../pageState.ts';

/** "Ada is typing…" under the composer, for ten seconds or until the message comes. */
export function createTypingLine(context: Context): HTMLElement {
  const { store } = context;
  const element = h('p', { class: 'typing', 'aria-live': 'polite' });
  function update(): void {
    const names = [...store.state.typing.values()]
      .filter(({ channelId, endsAtMs }) => channelId === store.state.currentChannelId && endsAtMs > Date.now())
      .map(({ user }) => findMember(store.state, user.id)?.displayName ?? user.global_name ?? user.username);
    const text = names.length === 0 ? '' : `${names.join(' and ')} ${names.length === 1 ? 'is' : 'are'} typing…`;
    if (element.textContent !== text) element.textContent = text;
  }
  store.subscribe(['typing', 'current', 'person'], update);
  setInterval(update, 1000);
  return element;
}
