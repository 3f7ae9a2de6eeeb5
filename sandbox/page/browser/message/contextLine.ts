import type { APIMessage, APIUser } from 'discord-api-types/v10';
import { avatar } from '../avatar.ts';
import type { Context } from '../context.ts';
import { h } from '../dom/h.ts';
import { icon } from '../dom/icon.ts';
import { findMember } from '../pageState.ts';
import { previewOf } from './messagePreview.ts';

/** What stands above a message: the command that it answers, or the message that it refers to. */
export type MessageContext =
  | { kind: 'command'; user: APIUser; command: string }
  | {
      kind: 'reference';
      /** As it is now; null where it was deleted, undefined where nobody told. */
      message: APIMessage | null | undefined;
      /** Whether it stands in the list, so that one can go there. */
      isListed: boolean;
    };

/** The name under which a user is shown. */
export function shownName(user: APIUser, context: Context): string {
  return findMember(context.store.state, user.id)?.displayName ?? user.global_name ?? user.username;
}

/** "Ada used /credits balance", above an answer. */
export function usageLine(user: { id: string; name: string }, command: string, context: Context): HTMLElement {
  return h(
    'div',
    { class: 'message-context' },
    pictureOf(user, context),
    h('span', { class: 'context-name' }, user.name),
    h('span', {}, 'used'),
    h('span', { class: 'context-command' }, command),
  );
}

/** The line above a message. Where the message that it refers to is in the list, a press goes there. */
export function contextLine(line: MessageContext, context: Context): HTMLElement {
  if (line.kind === 'command')
    return usageLine({ id: line.user.id, name: shownName(line.user, context) }, line.command, context);
  const { message, isListed } = line;
  if (!message) {
    const text = message === null ? 'Original message was deleted' : 'Message could not be loaded';
    return h('div', { class: 'message-context' }, h('i', { class: 'context-text' }, text));
  }
  const name = shownName(message.author, context);
  const preview = previewOf(message, context.store.state);
  const words = [
    h('span', { class: 'context-name' }, `@${name}`),
    preview === undefined
      ? h('i', { class: 'context-text' }, 'Click to see attachment', icon('file'))
      : h('span', { class: 'context-text' }, preview),
  ];
  const jump = (event: MouseEvent) => goTo(message.id, event.currentTarget as Element);
  return h(
    'div',
    { class: 'message-context' },
    pictureOf({ id: message.author.id, name }, context),
    isListed
      ? h(
          'button',
          { type: 'button', class: 'context-jump', onclick: jump },
          h('span', { class: 'visually-hidden' }, 'Go to: '),
          words,
        )
      : words,
  );
}

function pictureOf({ id, name }: { id: string; name: string }, context: Context): HTMLElement {
  return avatar({ id, name, avatarUrl: findMember(context.store.state, id)?.avatarUrl ?? null });
}

/** Brings a message into sight, tells the eye by a flash which one it is, and the ear by the focus. */
function goTo(messageId: string, from: Element): void {
  const target = from.closest('[role="log"]')?.querySelector<HTMLElement>(`[data-message-id="${messageId}"]`);
  if (!target) return;
  target.classList.remove('pointed-at');
  target.scrollIntoView({ block: 'center' });
  target.classList.add('pointed-at');
  target.addEventListener('animationend', () => target.classList.remove('pointed-at'), { once: true });
  target.tabIndex = -1;
  target.addEventListener('blur', () => target.removeAttribute('tabindex'), { once: true });
  target.focus({ preventScroll: true });
}
