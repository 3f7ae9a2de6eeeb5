import { signal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';

/** A line of a menu, or a heading. */
export type MenuItem =
  | { heading: string }
  | {
      label: string;
      picture?: ComponentChildren;
      run: () => void;
      checked?: boolean;
      role?: 'menuitemradio' | 'menuitemcheckbox';
    };

type OpenMenu = { label: string; items: readonly MenuItem[]; anchor: HTMLElement };

const openedMenu = signal<OpenMenu | undefined>(undefined);

/**
 * Opens a menu at an element and closes the previous one; the same element again closes it. Arrows,
 * Home and End move, Enter runs, Escape, Tab and a press outside close it.
 */
export function openMenu(label: string, items: readonly MenuItem[], anchor: HTMLElement): void {
  openedMenu.value = openedMenu.value?.anchor === anchor ? undefined : { label, items, anchor };
}

/** The open menu. The page has it once: in the open dialog, otherwise beside everything. */
export function MenuHost() {
  const menu = openedMenu.value;
  return menu === undefined ? null : <Menu key={menu} menu={menu} />;
}

function Menu({ menu }: { menu: OpenMenu }) {
  const ref = useRef<HTMLDivElement>(null);
  // The source makes it part of its anchor's drawer, and positions it.
  useLayoutEffect(() => ref.current?.showPopover({ source: menu.anchor }), [menu]);

  function run(item: { run: () => void }): void {
    ref.current?.hidePopover();
    item.run();
  }

  return (
    <div
      ref={ref}
      role="menu"
      popover="auto"
      class="menu floating"
      aria-label={menu.label}
      onKeyDown={moveFocus}
      onToggle={({ newState, currentTarget }) => {
        if (newState === 'open' || openedMenu.value !== menu) return;
        openedMenu.value = undefined;
        // The browser does this only for a popover that isn't nested.
        const focused = document.activeElement;
        if (focused === document.body || currentTarget.contains(focused)) menu.anchor.focus();
      }}
    >
      {menu.items.map((item, index) =>
        'heading' in item ? (
          <div key={item.heading} class="heading" role="presentation">
            {item.heading}
          </div>
        ) : (
          <button
            key={item.label}
            type="button"
            {...(item.role ? { role: item.role, 'aria-checked': item.checked } : { role: 'menuitem' })}
            class="row"
            tabIndex={-1}
            autofocus={menu.items.findIndex((other) => 'label' in other) === index}
            onClick={() => run(item)}
          >
            {item.picture}
            <span>{item.label}</span>
          </button>
        ),
      )}
    </div>
  );
}

function moveFocus(event: KeyboardEvent & { currentTarget: HTMLElement }): void {
  const rows: HTMLElement[] = [...event.currentTarget.querySelectorAll('button')];
  const index = rows.indexOf(document.activeElement as HTMLElement);
  const targets: Record<string, number> = { ArrowDown: index + 1, ArrowUp: index - 1, Home: 0, End: -1 };
  const target = targets[event.key];
  if (event.key === 'Tab') event.currentTarget.hidePopover();
  else if (target !== undefined) rows.at(target % rows.length)?.focus();
  else return;
  event.preventDefault();
}
