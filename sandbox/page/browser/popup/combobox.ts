import { h } from '../dom/h.ts';
import { comboboxInput } from './comboboxInput.ts';
import { createDropdown } from './dropdown.ts';
import { createLatestAnswer } from './latestAnswer.ts';
import type { Choice } from './listbox.ts';

/** Where the choices come from: `delayMs` is the pause in typing after which they are asked for; without it they are there at once. */
export type ChoiceSource =
  | { load: (query: string) => Choice[]; delayMs?: undefined }
  | { load: (query: string) => Promise<Choice[]>; delayMs: number };

export interface Combobox {
  /** To be put in the document: the input and its list. */
  element: HTMLElement;
  input: HTMLInputElement;
  chosen: () => Choice | undefined;
  /** What is typed and not chosen from the list; with `freeText` that is a value, too. */
  text: () => string;
}

/**
 * A line of text that offers choices, as soon as it has the focus and is empty. Arrows move (Home and End, too, while nothing is typed), Enter
 * and Tab choose what is active, Escape closes. Without anything active Enter closes the list and goes its way. A late answer to an older text is
 * dropped, and what was offered for an older text is not active any more.
 */
export function createCombobox(
  options: ChoiceSource & {
    label: string;
    freeText?: boolean;
    chosen?: Choice | undefined;
    text?: string;
    inputProps: Record<string, string | number | boolean | null>;
    anchor: (input: HTMLElement) => Element;
    onChoose?: () => void;
  },
): Combobox {
  let chosen = options.chosen;
  let query = options.text ?? '';
  let activateFirst = false;

  const input = comboboxInput(options.label, {
    ...options.inputProps,
    oninput: () => {
      query = input.value;
      chosen = undefined;
      open(query !== '');
    },
    onfocus: () => {
      if (input.value === '') open(false, true);
    },
    onclick: () => {
      if (!dropdown.isOpen()) open(false, true);
    },
    onblur: close,
    onkeydown: onKey,
  });
  const dropdown = createDropdown({
    label: options.label,
    input,
    heading: h('div', { class: 'popup-heading', 'aria-hidden': 'true' }, options.label),
    anchor: () => options.anchor(input),
    prefer: 'above',
    onChoose: choose,
  });
  const { list } = dropdown;
  const answers = createLatestAnswer({
    delayMs: options.delayMs ?? 0,
    ask: async (text: string) => options.load(text),
    onAnswer: (choices) => show(choices),
    onFailure: () => show([], 'Options could not be loaded'),
  });

  function show(choices: Choice[], emptyText = options.freeText ? 'No suggestions' : 'Nothing found'): void {
    list.element.removeAttribute('aria-busy');
    const selected = new Set(chosen === undefined ? [] : [chosen.value]);
    list.show(choices, { activateFirst, active: chosen?.value, selected, emptyText });
  }

  function open(first: boolean, atOnce = false): void {
    activateFirst = first;
    if (options.delayMs === undefined) show(options.load(query));
    else {
      list.element.setAttribute('aria-busy', 'true');
      if (dropdown.isOpen()) list.rest();
      else list.show([], { activateFirst: false, emptyText: 'Loading options…' });
      answers.ask(query, { atOnce });
    }
    dropdown.open();
  }

  function close(): void {
    if (!dropdown.close()) return;
    answers.cancel();
    if (chosen !== undefined || !options.freeText) query = '';
    draw();
  }

  function choose(choice: Choice): void {
    chosen = choice;
    close();
    options.onChoose?.();
  }

  function draw(): void {
    input.value = chosen?.label ?? query;
  }

  function onKey(event: KeyboardEvent): void {
    const steps = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (steps !== undefined) {
      event.preventDefault();
      if (dropdown.isOpen()) list.move(steps);
      else open(true, true);
      return;
    }
    if (!dropdown.isOpen()) return;
    const active = list.active();
    if (event.key === 'Escape') {
      event.preventDefault();
      event.stopPropagation();
      close();
    } else if (event.key === 'Enter') {
      if (active === undefined) {
        close();
        return;
      }
      event.preventDefault();
      event.stopPropagation();
      choose(active);
    } else if (event.key === 'Tab' && active !== undefined) {
      choose(active);
    } else if ((event.key === 'Home' || event.key === 'End') && input.value === '') {
      event.preventDefault();
      list.moveToEnd(event.key === 'Home' ? 'first' : 'last');
    }
  }

  draw();
  return {
    element: h('div', { class: 'combobox' }, input, dropdown.element),
    input,
    chosen: () => chosen,
    text: () => (chosen === undefined ? query : ''),
  };
}
