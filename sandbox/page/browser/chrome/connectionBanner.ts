import type { Context } from '../context.ts';
import { h } from '../dom/h.ts';
import { icon } from '../dom/icon.ts';

/** A bar that says that the connection is lost, or that no bot is connected. */
export function createConnectionBanner(context: Context): HTMLElement {
  const { store, session } = context;
  const element = h('div', { class: 'banner-slot', role: 'status' });
  store.subscribe(['connection'], () => {
    const { connection, botOnline } = store.state;
    if (connection === 'lost') {
      element.replaceChildren(
        h(
          'div',
          { class: 'banner error' },
          icon('warning'),
          h('span', {}, 'Connection lost. Trying again…'),
          h('button', { type: 'button', class: 'button secondary small', onclick: session.retryConnection }, 'Try now'),
        ),
      );
    } else if (!botOnline) {
      element.replaceChildren(
        h(
          'div',
          { class: 'banner' },
          icon('warning'),
          h('span', {}, 'The bot is offline. Its commands work again when it is back.'),
        ),
      );
    } else {
      element.replaceChildren();
    }
  });
  return element;
}
