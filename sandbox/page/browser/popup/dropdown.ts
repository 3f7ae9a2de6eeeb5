import { h } from '../dom/h.ts';
import { showFloating } from './floating.ts';
import { type Choice, createListbox, type Listbox } from './listbox.ts';

/** A list that opens beside something and closes again. The focus stays in `input`, which tells whether the list is open. */
export interface Dropdown {
  /** To be put in the document, inside the dialog if the input is. */
  element: HTMLElement;
  list: Listbox;
  isOpen: () => boolean;
  open: () => void;
  /** False when it was closed already. */
  close: () => boolean;
}

/** The list is as wide as `anchor` (the input itself unless told otherwise), but never too narrow to read. */
export function createDropdown(options: {
  label: string;
  input: HTMLElement;
  heading?: HTMLElement;
  anchor?: () => Element;
  prefer?: 'above' | 'below';
  multiple?: boolean;
  onChoose: (choice: Choice) => void;
}): Dropdown {
  const { input } = options;
  let hide: (() => void) | undefined;
  const list = createListbox(options);
  const element = h('div', { class: 'popup floating', popover: 'manual' }, options.heading, list.element);
  input.setAttribute('aria-controls', list.element.id);
  return {
    element,
    list,
    isOpen: () => hide !== undefined,
    open() {
      hide ??= showFloating(element, options.anchor?.() ?? input, {
        matchWidth: true,
        prefer: options.prefer ?? 'below',
      });
      input.setAttribute('aria-expanded', 'true');
    },
    close() {
      if (hide === undefined) return false;
      hide();
      hide = undefined;
      input.setAttribute('aria-expanded', 'false');
      input.removeAttribute('aria-activedescendant');
      return true;
    },
  };
}
