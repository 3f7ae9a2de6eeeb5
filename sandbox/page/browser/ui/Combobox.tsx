import { useSignal } from '@preact/signals';
import type { AriaAttributes } from 'preact';
import { type Choice, filterChoices } from './choices.ts';
import { useListbox } from './Listbox.tsx';

/** Attributes that an input gets besides its component's own. */
export type InputProps = AriaAttributes & {
  id?: string;
  placeholder?: string;
  disabled?: boolean;
  required?: boolean;
} & {
  [name: `data-${string}`]: string | undefined;
};

/**
 * A line of text with a list to choose from: the arrows open it and move, Enter chooses, Escape
 * closes, and typing searches. A `select` opens on a press, at the current choice. Any other opens
 * when it's empty and focused; there Tab chooses too, and Enter without an active choice isn't
 * handled. With `aria-disabled`, it keeps the focus but does nothing.
 */
export function Combobox(props: {
  label: string;
  heading?: string | undefined;
  /** The input's text. In an open list it's the search, unless the text is `free`. */
  text: string;
  choices: readonly Choice[];
  chosen: readonly string[];
  kind: 'select' | 'list' | 'free';
  multiple?: boolean;
  isLoading?: boolean;
  emptyText?: string;
  onChoose: (choice: Choice) => void;
  onType?: (text: string) => void;
  onOpen?: () => void;
  onClose?: () => void;
  inputProps?: InputProps;
}) {
  const { text, choices, chosen, kind, multiple = false, inputProps } = props;
  const query = useSignal('');
  const isSelect = kind === 'select';
  const isPaused = String(inputProps?.['aria-disabled']) === 'true';
  const found = kind === 'free' ? choices : filterChoices(choices, query.value);
  const list = useListbox({ ...props, choices: found, onChoose: choose, onClose });

  function onClose(): void {
    query.value = '';
    props.onClose?.();
  }

  function choose(choice: Choice): void {
    if (!multiple) list.close();
    props.onChoose(choice);
  }

  function open(at: number): void {
    if (isPaused) return;
    props.onOpen?.();
    const chosenAt = choices.findIndex(({ value }) => value === chosen[0]);
    list.open(chosenAt === -1 ? at : chosenAt);
  }

  function onKeyDown(event: KeyboardEvent): void {
    const { key } = event;
    const choosing = isSelect && query.value === '' ? ['Enter', ' '] : ['Enter'];
    if (list.isOpen && key === 'Tab' && !isSelect && list.active) choose(list.active);
    else if (list.isOpen && key === 'Enter' && !isSelect && !list.active) list.close();
    else if (list.isOpen) list.handleKey(event, choosing);
    else if (key === 'ArrowDown' || key === 'ArrowUp' || (isSelect && choosing.includes(key))) open(0);
    if (isSelect && choosing.includes(key)) event.preventDefault();
  }

  return (
    <>
      <input
        {...list.inputProps}
        type="text"
        class="text-field"
        aria-label={props.label}
        spellcheck={false}
        {...inputProps}
        value={list.isOpen && kind !== 'free' ? query.value : text}
        onBeforeInput={(event) => {
          if (isPaused) event.preventDefault();
          if (isPaused || list.isOpen || kind === 'free') return;
          // Typing starts a search; it isn't appended to the chosen text.
          event.currentTarget.value = '';
          props.onType?.('');
          open(isSelect ? 0 : -1);
        }}
        onInput={({ currentTarget: { value } }) => {
          query.value = value;
          props.onType?.(value);
          list.open(value === '' && !isSelect ? -1 : 0);
        }}
        onFocus={() => {
          if (!isSelect && text === '') open(-1);
        }}
        onClick={() => {
          if (!list.isOpen) open(isSelect ? 0 : -1);
          else if (isSelect && query.value === '') list.close();
        }}
        onBlur={list.close}
        onKeyDown={onKeyDown}
      />
      {list.popup}
    </>
  );
}
