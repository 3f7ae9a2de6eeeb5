import { type Child, h, uniqueId } from '../dom/h.ts';

/** One line of a list to choose from. */
export interface Choice {
  value: string;
  label: string;
  description?: string;
  /** Drawn before the label. */
  picture?: () => Child;
  /** Drawn at the end of the line, in small letters. */
  hint?: string;
}

export interface Listbox {
  element: HTMLElement;
  /** Shows these choices; the active one is that of the value `active` if it is among them, else the first if `activateFirst`, else none. */
  show: (
    choices: Choice[],
    state: { activateFirst: boolean; active?: string | undefined; selected?: ReadonlySet<string>; emptyText?: string },
  ) => void;
  /** Moves the active choice, around the ends. */
  move: (steps: number) => void;
  moveToEnd: (end: 'first' | 'last') => void;
  /** Keeps the choices in sight, with none of them active. */
  rest: () => void;
  active: () => Choice | undefined;
}

/**
 * A list to choose from. It never takes the focus: `input` keeps it and names the active choice by `aria-activedescendant`.
 */
export function createListbox(options: {
  label: string;
  input: HTMLElement;
  multiple?: boolean;
  onChoose: (choice: Choice) => void;
}): Listbox {
  const id = uniqueId('choices');
  const element = h('div', {
    id,
    role: 'listbox',
    class: 'listbox',
    'aria-label': options.label,
    'aria-multiselectable': options.multiple ? 'true' : null,
    // A press must not take the focus away from the input.
    onmousedown: (event: MouseEvent) => event.preventDefault(),
  });
  let choices: Choice[] = [];
  let activeIndex = -1;

  function activate(index: number, scroll = true): void {
    element.children[activeIndex]?.classList.remove('active');
    activeIndex = index;
    const row = element.children[index];
    row?.classList.add('active');
    if (scroll) row?.scrollIntoView({ block: 'nearest' });
    if (row) options.input.setAttribute('aria-activedescendant', row.id);
    else options.input.removeAttribute('aria-activedescendant');
  }

  function drawChoice(choice: Choice, index: number, selected: boolean): HTMLElement {
    return h(
      'div',
      {
        id: `${id}-${index}`,
        role: 'option',
        class: 'choice',
        'aria-selected': String(selected),
        onclick: () => options.onChoose(choice),
        onpointermove: () => activate(index, false),
      },
      choice.picture?.(),
      h(
        'span',
        { class: 'choice-text' },
        h('span', { class: 'choice-label' }, choice.label),
        choice.description && h('span', { class: 'choice-description' }, choice.description),
      ),
      choice.hint && h('span', { class: 'choice-hint' }, choice.hint),
      options.multiple && h('span', { class: 'choice-mark', 'aria-hidden': 'true' }),
    );
  }

  return {
    element,
    show(next, { activateFirst, active, selected, emptyText }) {
      choices = next;
      const rows = next.map((choice, index) => drawChoice(choice, index, selected?.has(choice.value) ?? false));
      element.replaceChildren(...rows);
      if (rows.length === 0) {
        element.append(
          h('div', { role: 'option', 'aria-disabled': 'true', class: 'choice-empty' }, emptyText ?? 'Nothing found'),
        );
      }
      const kept = next.findIndex(({ value }) => value === active);
      activate(kept === -1 && activateFirst && rows.length > 0 ? 0 : kept);
    },
    move(steps) {
      if (choices.length === 0) return;
      const from = activeIndex === -1 && steps < 0 ? 0 : activeIndex;
      activate((from + steps + choices.length) % choices.length);
    },
    moveToEnd: (end) => activate(end === 'first' ? Math.min(0, choices.length - 1) : choices.length - 1),
    rest: () => activate(-1),
    active: () => choices[activeIndex],
  };
}
