import { h } from '../dom/h.ts';

/** The input of a control with a list (ARIA's combobox pattern); `props` come on top. */
export function comboboxInput(label: string, props: Parameters<typeof h>[1]): HTMLInputElement {
  return h('input', {
    type: 'text',
    role: 'combobox',
    class: 'combobox-input',
    'aria-label': label,
    'aria-expanded': 'false',
    'aria-autocomplete': 'list',
    'aria-haspopup': 'listbox',
    autocomplete: 'off',
    spellcheck: 'false',
    ...props,
  });
}
