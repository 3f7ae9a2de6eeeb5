import { h, uniqueId } from '../dom/h.ts';
import { comboboxInput } from './comboboxInput.ts';
import { createDropdown } from './dropdown.ts';
import { filterChoices } from './filterChoices.ts';
import type { Choice } from './listbox.ts';
import { selectValueView } from './selectValueView.ts';

export interface Select {
  /** To be put in the document: the control and its list. */
  element: HTMLElement;
  input: HTMLInputElement;
  chosen: () => Choice[];
}

/**
 * A control that shows what is chosen, and opens a list to choose from: Enter, Space and the arrows open it, typing searches, arrows, Home and
 * End move, Enter and Space choose, Escape closes; the focus stays on the control. With one to choose, choosing closes the list, and where none is
 * allowed, too (`least` of 0), choosing the same again takes it back.
 */
export function createSelect(options: {
  label: string;
  placeholder: string;
  choices: Choice[];
  chosen: Choice[];
  least: number;
  most: number;
  inputProps: Record<string, string | boolean | null>;
  onChange?: (chosen: Choice[]) => void;
  onClose?: () => void;
}): Select {
  const { choices, least, most } = options;
  const multiple = most > 1;
  let chosen = options.chosen;
  let query = '';

  const limitId = uniqueId('limit');
  const countText = h('span', { role: 'status' });
  const heading = h('div', { class: 'popup-heading' }, h('span', { id: limitId }, limitText(least, most)), countText);
  const input = comboboxInput(options.label, {
    placeholder: options.placeholder,
    ...options.inputProps,
    'aria-describedby': [options.inputProps['aria-describedby'], multiple && limitId].filter(Boolean).join(' ') || null,
    onbeforeinput: (event: InputEvent) => {
      if (!dropdown.isOpen() && !open()) event.preventDefault();
    },
    oninput: () => {
      query = input.value;
      draw();
      show(query === '' ? chosen[0] : undefined);
    },
    onclick: () => {
      if (!dropdown.isOpen()) open();
      else if (query === '') close();
    },
    onblur: close,
    onkeydown: onKey,
  });
  const dropdown = createDropdown({
    label: options.label,
    input,
    ...(multiple ? { heading } : {}),
    multiple,
    onChoose: choose,
  });
  const { list } = dropdown;
  const value = h('div', { class: 'select-value', 'aria-hidden': 'true' });

  function show(active: Choice | undefined): void {
    const selected = new Set(chosen.map((choice) => choice.value));
    list.show(filterChoices(choices, query), { activateFirst: true, active: active?.value, selected });
  }

  /** False when the control cannot be used now. */
  function open(): boolean {
    if (input.disabled || input.getAttribute('aria-disabled') === 'true') return false;
    show(chosen[0]);
    dropdown.open();
    draw();
    return true;
  }

  function close(): void {
    if (!dropdown.close()) return;
    query = '';
    draw();
    options.onClose?.();
  }

  function choose(choice: Choice): void {
    const without = chosen.filter((other) => other.value !== choice.value);
    const takesBack = without.length < chosen.length && (multiple || least === 0);
    if (multiple && !takesBack && chosen.length >= most) return;
    if (takesBack) chosen = without;
    else chosen = multiple ? [...chosen, choice] : [choice];
    if (multiple) {
      show(choice);
      draw();
    } else close();
    options.onChange?.(chosen);
  }

  function draw(): void {
    const isOpen = dropdown.isOpen();
    input.value = isOpen ? query : chosen.map((choice) => choice.label).join(', ');
    const showsValue = chosen.length > 0 && query === '';
    input.classList.toggle('covered', showsValue);
    value.replaceChildren(...(showsValue ? selectValueView(chosen) : []));
    list.element.classList.toggle('full', multiple && chosen.length >= most);
    countText.textContent = `${chosen.length} chosen`;
  }

  function onKey(event: KeyboardEvent): void {
    const { key } = event;
    const steps = { ArrowDown: 1, ArrowUp: -1 }[key];
    const presses = key === 'Enter' || (key === ' ' && query === '');
    if (event.altKey || event.ctrlKey || event.metaKey || event.isComposing) return;
    if (!dropdown.isOpen()) {
      if (steps === undefined && !presses) return;
      event.preventDefault();
      open();
      return;
    }
    if (steps !== undefined) list.move(steps);
    else if (key === 'Home' || key === 'End') list.moveToEnd(key === 'Home' ? 'first' : 'last');
    else if (key === 'Escape') close();
    else if (presses) {
      const active = list.active();
      if (active !== undefined) choose(active);
    } else return;
    event.preventDefault();
    event.stopPropagation();
  }

  draw();
  return { element: h('div', { class: 'select' }, input, value, dropdown.element), input, chosen: () => chosen };
}

/** How many may be chosen, in words. */
function limitText(least: number, most: number): string {
  if (least === most) return `Choose ${most}`;
  return least === 0 ? `Choose up to ${most}` : `Choose ${least} to ${most}`;
}
