import { h } from '../dom/h.ts';
import { icon } from '../dom/icon.ts';

/** Shows short notices in a corner; each goes after `shownMs`, later while the pointer or the focus is on it. Gives the way to take it back. */
export type Toast = (level: 'info' | 'error', text: string, action?: { label: string; run: () => void }) => () => void;

const shownMs = 6000;

export function createToasts(host: HTMLElement): Toast {
  const stack = h('div', { class: 'toasts', role: 'region', 'aria-label': 'Notices' });
  host.append(stack);
  return (level, text, action) => {
    const toast = h(
      'div',
      { class: `toast ${level}`, role: level === 'error' ? 'alert' : 'status' },
      h('span', { class: 'toast-text' }, text),
      action &&
        h(
          'button',
          {
            type: 'button',
            class: 'button primary small',
            onclick: () => {
              toast.remove();
              action.run();
            },
          },
          action.label,
        ),
      h(
        'button',
        { type: 'button', class: 'icon-button', 'aria-label': 'Close notice', onclick: () => toast.remove() },
        icon('close'),
      ),
    );
    stack.append(toast);
    while (stack.children.length > 4) stack.firstElementChild?.remove();
    const leave = () => {
      if (toast.matches(':hover, :focus-within')) setTimeout(leave, shownMs);
      else toast.remove();
    };
    setTimeout(leave, shownMs);
    return () => toast.remove();
  };
}
