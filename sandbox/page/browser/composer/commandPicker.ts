import { h } from '../dom/h.ts';
import { icon } from '../dom/icon.ts';
import { createDropdown } from '../popup/dropdown.ts';
import type { CommandEntry } from './commandEntries.ts';

/** The list of commands above the composer. The focus stays in the input, which names the active one. */
export interface CommandPicker {
  element: HTMLElement;
  isOpen: () => boolean;
  open: (matches: CommandEntry[], hint: { botName: string; emptyText: string }) => void;
  close: () => void;
  move: (steps: number) => void;
  /** The default name of the command that Enter would take. */
  active: () => string | undefined;
}

/** `input` is where the slash is typed; `anchor` the box above which the list is shown. */
export function createCommandPicker(options: {
  input: HTMLElement;
  anchor: () => HTMLElement;
  onChoose: (name: string) => void;
}): CommandPicker {
  const dropdown = createDropdown({
    label: 'Commands',
    input: options.input,
    heading: h('div', { class: 'popup-heading', 'aria-hidden': 'true' }, 'Commands'),
    anchor: options.anchor,
    prefer: 'above',
    onChoose: ({ value }) => options.onChoose(value),
  });
  const { list } = dropdown;
  return {
    element: dropdown.element,
    isOpen: dropdown.isOpen,
    open(matches, { botName, emptyText }) {
      const choices = matches.map((entry) => ({
        value: entry.defaultName,
        label: `/${entry.name}`,
        description: entry.description,
        hint: botName,
        picture: () => h('span', { class: 'choice-icon' }, icon('slash')),
      }));
      list.show(choices, { activateFirst: true, emptyText });
      dropdown.open();
    },
    close: () => void dropdown.close(),
    move: list.move,
    active: () => (dropdown.isOpen() ? list.active()?.value : undefined),
  };
}
