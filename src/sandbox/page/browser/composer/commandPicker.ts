import { h } from '../dom/h.ts';
import { icon } from '../dom/icon.ts';
import { showFloating } from '../popup/floating.ts';
import { createListbox } from '../popup/listbox.ts';
import type { CommandEntry } from './commandEntries.ts';

/** The list of commands above the composer. The focus stays in the input, which names the active one. */
export interface CommandPicker {
  element: HTMLElement;
  isOpen: () => boolean;
  open: (matches: CommandEntry[], hint: { botName: string; emptyText: string }) => void;
  close: () => void;
  move: (steps: number) => void;
  /** The name of the command that Enter would take. */
  active: () => string | undefined;
}

/** `input` is where the slash is typed; `anchor` the box above which the list is shown. */
export function createCommandPicker(options: {
  input: HTMLElement;
  anchor: () => HTMLElement;
  onChoose: (name: string) => void;
}): CommandPicker {
  const { input } = options;
  let hide: (() => void) | undefined;
  const listbox = createListbox({ label: 'Commands', input, onChoose: ({ value }) => options.onChoose(value) });
  input.setAttribute('aria-controls', listbox.element.id);
  const element = h(
    'div',
    { class: 'popup floating command-popup', popover: 'manual' },
    h('div', { class: 'popup-heading', 'aria-hidden': 'true' }, 'Commands'),
    listbox.element,
  );
  return {
    element,
    isOpen: () => hide !== undefined,
    open(matches, { botName, emptyText }) {
      const choices = matches.map((entry) => ({
        value: entry.name,
        label: `/${entry.name}`,
        description: entry.description,
        hint: botName,
        picture: () => h('span', { class: 'choice-icon' }, icon('slash')),
      }));
      listbox.show(choices, { activateFirst: true, emptyText });
      hide ??= showFloating(element, options.anchor(), { matchWidth: true, prefer: 'above' });
      input.setAttribute('aria-expanded', 'true');
    },
    close() {
      hide?.();
      hide = undefined;
      input.setAttribute('aria-expanded', 'false');
      input.removeAttribute('aria-activedescendant');
    },
    move: listbox.move,
    active: () => (hide === undefined ? undefined : listbox.active()?.value),
  };
}
