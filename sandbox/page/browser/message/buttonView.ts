import { type APIButtonComponent, type APIMessageComponentEmoji, ButtonStyle } from 'discord-api-types/v10';
import { type Child, h } from '../dom/h.ts';
import { icon } from '../dom/icon.ts';
import { toWebAddress } from '../text/webAddress.ts';
import type { MessageScope } from './messageScope.ts';

const looks: Record<number, string> = {
  [ButtonStyle.Primary]: 'primary',
  [ButtonStyle.Secondary]: 'secondary',
  [ButtonStyle.Success]: 'success',
  [ButtonStyle.Danger]: 'danger',
};

/**
 * A button of a message. While an interaction of its message waits it stays focusable (`aria-disabled`), so that the keyboard does not
 * lose its place; the pressed one shows that it waits. A link button is an ordinary link to a new tab.
 */
export function buttonView(component: APIButtonComponent, path: string, scope: MessageScope): HTMLElement {
  if (component.style === ButtonStyle.Premium) return h('span', { class: 'button secondary' }, 'Premium');
  const label = component.label ?? '';
  const content: Child[] = [component.emoji && emojiView(component.emoji), label && h('span', {}, label)];
  const name = label || `${component.emoji?.name ?? 'Button'}`;
  if (component.style === ButtonStyle.Link) {
    const href = toWebAddress(component.url);
    if (href === undefined || component.disabled) {
      return h('button', { type: 'button', class: 'button secondary', disabled: true }, content, icon('link'));
    }
    return h(
      'a',
      { class: 'button secondary', href, target: '_blank', rel: 'noopener noreferrer', 'data-path': path },
      content,
      icon('link'),
    );
  }
  const customId = component.custom_id;
  const waits = scope.pendingPath !== undefined;
  return h(
    'button',
    {
      type: 'button',
      class: `button ${looks[component.style] ?? 'secondary'}${scope.pendingPath === path ? ' loading' : ''}`,
      'aria-label': label ? null : name,
      'aria-busy': scope.pendingPath === path ? 'true' : null,
      'aria-disabled': waits ? 'true' : null,
      disabled: component.disabled ?? false,
      'data-path': path,
      'data-custom-id': customId,
      onclick: () => {
        if (!waits) scope.context.session.press(scope.message.id, customId, path);
      },
    },
    content,
  );
}

/** A unicode emoji as it stands, a custom one by its name: no picture is fetched. */
export function emojiView(emoji: APIMessageComponentEmoji): HTMLElement {
  const custom = emoji.id !== undefined && emoji.id !== null;
  return h('span', { class: 'emoji', 'aria-hidden': 'true' }, custom ? `:${emoji.name ?? ''}:` : (emoji.name ?? ''));
}
