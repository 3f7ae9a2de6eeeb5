import { h } from '../dom/h.ts';
import { showFloating } from './floating.ts';
import { createLatestAnswer } from './latestAnswer.ts';
import { type Choice, createListbox } from './listbox.ts';

export interface Combobox {
  /** To be put in the document: the input and its list. */
  element: HTMLElement;
  input: HTMLInputElement;
  chosen: () => Choice[];
  /** What is typed and not chosen from the list; with `freeText` that is a value, too. */
  text: () => string;
  close: () => void;
}

/**
 * An input that offers choices: arrows move, Enter chooses, Escape closes, Tab chooses what is active and goes on. `load` gives the
 * choices for what is typed, at once or (with `delayMs`) later; a late answer to an older text is dropped.
 */
export function createCombobox(options: {
  label: string;
  placeholder?: string;
  load: (query: string) => Choice[] | Promise<Choice[]>;
  delayMs?: number;
  multiple?: boolean;
  freeText?: boolean;
  chosen?: Choice[];
  maxChosen?: number;
  inputProps?: Record<string, string | number | boolean | null | undefined>;
  prefer?: 'above' | 'below';
  onChange?: (chosen: Choice[], text: string) => void;
  onClose?: () => void;
}): Combobox {
  let chosen = options.chosen ?? [];
  let query = '';
  let hide: (() => void) | undefined;

  const input = h('input', {
    type: 'text',
    role: 'combobox',
    class: 'combobox-input',
    'aria-label': options.label,
    'aria-expanded': 'false',
    'aria-autocomplete': 'list',
    'aria-haspopup': 'listbox',
    autocomplete: 'off',
    spellcheck: 'false',
    placeholder: options.placeholder,
    ...options.inputProps,
    oninput: () => {
      query = input.value;
      if (!options.multiple && (chosen.length > 0 || options.freeText)) {
        chosen = [];
        options.onChange?.(chosen, query);
      }
      open();
    },
    onclick: () => {
      open();
      input.select();
    },
    onblur: close,
    onkeydown: onKey,
  });
  const listbox = createListbox({
    label: options.label,
    input,
    multiple: options.multiple ?? false,
    onChoose: choose,
  });
  const popup = h('div', { class: 'popup floating', popover: 'manual' }, listbox.element);
  input.setAttribute('aria-controls', listbox.element.id);
  const element = h('div', { class: 'combobox' }, input, popup);

  const answers = createLatestAnswer({
    delayMs: options.delayMs ?? 0,
    ask: async (text: string) => options.load(text),
    onAnswer: (choices) => show(choices),
    onFailure: () => show([], { emptyText: 'Options could not be loaded' }),
  });

  function show(choices: Choice[], state: { active?: string; emptyText?: string } = {}): void {
    listbox.element.removeAttribute('aria-busy');
    const selected = new Set(chosen.map(({ value }) => value));
    const emptyText = options.freeText ? 'No suggestions' : 'Nothing found';
    listbox.show(choices, { activateFirst: query !== '', selected, emptyText, ...state });
  }

  function refresh(): void {
    if (options.delayMs === undefined) {
      show(options.load(query) as Choice[]);
      return;
    }
    listbox.element.setAttribute('aria-busy', 'true');
    if (hide === undefined) listbox.show([], { activateFirst: false, emptyText: 'Loading options…' });
    answers.ask(query);
  }

  function open(): void {
    if (input.disabled || input.getAttribute('aria-disabled') === 'true') return;
    refresh();
    if (hide !== undefined) return;
    hide = showFloating(popup, input, { matchWidth: true, prefer: options.prefer ?? 'below' });
    input.setAttribute('aria-expanded', 'true');
  }

  function close(): void {
    if (hide === undefined) return;
    hide();
    hide = undefined;
    answers.cancel();
    if (!options.freeText || chosen.length > 0) query = '';
    input.setAttribute('aria-expanded', 'false');
    input.removeAttribute('aria-activedescendant');
    drawValue();
    options.onClose?.();
  }

  function choose(choice: Choice): void {
    if (!options.multiple) {
      chosen = [choice];
      query = '';
      options.onChange?.(chosen, '');
      close();
      return;
    }
    const without = chosen.filter(({ value }) => value !== choice.value);
    if (without.length === chosen.length && chosen.length >= (options.maxChosen ?? 25)) return;
    chosen = without.length < chosen.length ? without : [...chosen, choice];
    options.onChange?.(chosen, '');
    show(options.load(query) as Choice[], { active: choice.value });
  }

  function drawValue(): void {
    if (chosen.length > 0) input.value = chosen.map(({ label }) => label).join(', ');
    else if (!options.freeText) input.value = '';
  }

  function onKey(event: KeyboardEvent): void {
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      if (hide === undefined) open();
      else listbox.move(event.key === 'ArrowDown' ? 1 : -1);
      return;
    }
    if (hide === undefined) return;
    const active = listbox.active();
    if (event.key === 'Escape') {
      event.preventDefault();
      event.stopPropagation();
      close();
    } else if (event.key === 'Enter' && (active !== undefined || !options.freeText)) {
      event.preventDefault();
      event.stopPropagation();
      if (active !== undefined) choose(active);
      else if (options.multiple) close();
    } else if (event.key === 'Tab' && active !== undefined && !options.multiple) {
      choose(active);
    }
  }

  drawValue();
  return { element, input, chosen: () => chosen, text: () => (chosen.length > 0 ? '' : query), close };
}

/** Choices whose label or description holds the text, those that begin with it first. */
export function filterChoices(choices: Choice[], query: string): Choice[] {
  const wanted = query.trim().toLocaleLowerCase();
  if (wanted === '') return choices;
  const rank = ({ label, description, hint }: Choice): number => {
    if (label.toLocaleLowerCase().startsWith(wanted)) return 0;
    if (label.toLocaleLowerCase().includes(wanted)) return 1;
    return `${description ?? ''} ${hint ?? ''}`.toLocaleLowerCase().includes(wanted) ? 2 : 3;
  };
  return choices
    .map((choice) => ({ choice, rank: rank(choice) }))
    .filter((entry) => entry.rank < 3)
    .sort((one, other) => one.rank - other.rank)
    .map(({ choice }) => choice);
}
