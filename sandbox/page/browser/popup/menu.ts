import { type Child, h } from '../dom/h.ts';
import { showFloating } from './floating.ts';

/** A line of a menu, or a heading above some. */
export type MenuItem =
  | {
      label: string;
      picture?: () => Child;
      run: () => void;
      checked?: boolean;
      role?: 'menuitemradio' | 'menuitemcheckbox';
    }
  | { heading: string };

/**
 * Opens a menu at an element or a point: arrows, Home and End move, Enter runs, Escape closes and gives the focus back. One at a time.
 */
export function openMenu(label: string, items: MenuItem[], anchor: Element | { x: number; y: number }): void {
  document.querySelector('.menu')?.dispatchEvent(new Event('close-menu'));
  const before = document.activeElement;
  const rows: HTMLElement[] = [];
  const element = h(
    'div',
    { role: 'menu', class: 'menu floating', popover: 'manual', 'aria-label': label, onkeydown: onKey },
    items.map((item) => {
      if ('heading' in item) return h('div', { class: 'menu-heading', role: 'presentation' }, item.heading);
      const row = h(
        'button',
        {
          type: 'button',
          role: item.role ?? 'menuitem',
          'aria-checked': item.checked === undefined ? null : String(item.checked),
          class: 'menu-item',
          tabindex: -1,
          onclick: () => {
            close();
            item.run();
          },
        },
        item.picture?.(),
        h('span', {}, item.label),
      );
      rows.push(row);
      return row;
    }),
  );
  const host = (anchor instanceof Element && anchor.closest('dialog')) || document.body;
  host.append(element);
  const hide = showFloating(element, anchor, { tallestPx: 640 });
  const onOutside = (event: Event) => {
    if (!element.contains(event.target as Node)) close(false);
  };
  document.addEventListener('pointerdown', onOutside, true);
  element.addEventListener('close-menu', () => close(false));
  rows[0]?.focus();

  function close(restoreFocus = true): void {
    document.removeEventListener('pointerdown', onOutside, true);
    hide();
    element.remove();
    if (restoreFocus && before instanceof HTMLElement && before.isConnected) before.focus();
  }

  function onKey(event: KeyboardEvent): void {
    const index = rows.indexOf(document.activeElement as HTMLElement);
    const moves: Record<string, number> = {
      ArrowDown: (index + 1) % rows.length,
      ArrowUp: (index - 1 + rows.length) % rows.length,
      Home: 0,
      End: rows.length - 1,
    };
    const target = moves[event.key];
    if (target !== undefined) {
      event.preventDefault();
      rows[target]?.focus();
    } else if (event.key === 'Escape' || event.key === 'Tab') {
      event.preventDefault();
      event.stopPropagation();
      close();
    }
  }
}
