import type { Context } from '../context.ts';
import { h } from '../dom/h.ts';
import { icon } from '../dom/icon.ts';

/** Above the composer: to whom one is replying, and the way out of it. */
export function createReplyBar({ store, session }: Context): HTMLElement {
  const element = h('div', { class: 'reply-bar', hidden: true });
  store.subscribe(['reply'], () => {
    const { replyTo } = store.state;
    element.hidden = replyTo === undefined;
    element.replaceChildren(
      h('span', {}, 'Replying to ', h('strong', {}, replyTo?.authorName ?? '')),
      h(
        'button',
        {
          type: 'button',
          class: 'icon-button',
          'aria-label': 'Stop replying',
          onclick: () => session.setReplyTo(undefined),
        },
        icon('close'),
      ),
    );
  });
  return element;
}
