import { useSignal } from '@preact/signals';
import { useRef } from 'preact/hooks';
import { type Choice, filterChoices } from './choices.ts';
import { type InputProps, useListbox } from './Listbox.tsx';

/** The pause in typing after which suggestions are asked for. */
const PAUSE_MS = 250;

/** What is in the field; `chosen` when it comes from the list. */
export type ComboboxValue = { text: string; chosen?: { value: string } };

/**
 * A line of text that offers choices as soon as it has the focus and is empty. Enter and Tab choose the active one, Escape
 * closes. Enter without an active one closes the list and goes its way. Text that isn't chosen is dropped when the list
 * closes, except where choices are `suggest`ed for what is typed: then it is a value too.
 */
export function Combobox(props: {
  label: string;
  value: ComboboxValue;
  onChange: (value: ComboboxValue) => void;
  choices: readonly Choice[];
  suggest?: ((typed: string) => Promise<Choice[]>) | undefined;
  inputProps: InputProps;
}) {
  const { label, value, onChange, suggest } = props;
  const suggestions = useSuggestions(suggest);
  const query = value.chosen === undefined ? value.text : '';
  const choices = suggest ? suggestions.choices : filterChoices(props.choices, query);
  const list = useListbox({
    label,
    heading: label,
    choices,
    chosen: value.chosen ? [value.chosen.value] : [],
    busy: suggestions.isLoading,
    emptyText: suggest ? suggestions.emptyText : 'Nothing found',
    onChoose: choose,
    onClose() {
      suggestions.cancel();
      if (!suggest && value.chosen === undefined && value.text !== '') onChange({ text: '' });
    },
  });

  function choose({ value: chosen, label: text }: Choice): void {
    list.close();
    onChange({ text, chosen: { value: chosen } });
  }

  function open(at: number): void {
    void suggestions.ask(value.text);
    list.open(at);
  }

  return (
    <>
      <input
        {...list.inputProps}
        {...props.inputProps}
        type="text"
        aria-label={label}
        spellcheck={false}
        maxLength={suggest ? 100 : undefined}
        value={value.text}
        onInput={({ currentTarget: { value: text } }) => {
          onChange({ text });
          void suggestions.ask(text, PAUSE_MS);
          list.open(text === '' ? -1 : 0);
        }}
        onFocus={() => {
          if (value.text === '') open(-1);
        }}
        onClick={() => {
          if (!list.isOpen) open(-1);
        }}
        onBlur={list.close}
        onKeyDown={(event) => {
          if (event.key === 'Tab' && list.active !== undefined) choose(list.active);
          else if (list.isOpen && event.key === 'Enter' && list.active === undefined) list.close();
          else if (list.isOpen) list.handleKey(event);
          else if (event.key === 'ArrowDown' || event.key === 'ArrowUp') open(0);
        }}
      />
      {list.popup}
    </>
  );
}

/** Asks for suggestions; only the answer to the newest question counts. */
function useSuggestions(suggest: ((typed: string) => Promise<Choice[]>) | undefined) {
  const answer = useSignal({ choices: [] as readonly Choice[], emptyText: '', isLoading: false });
  const newest = useRef(0);

  async function ask(typed: string, pauseMs = 0): Promise<void> {
    if (suggest === undefined) return;
    newest.current += 1;
    const mine = newest.current;
    answer.value = { ...answer.value, emptyText: 'Loading options…', isLoading: true };
    if (pauseMs > 0) await new Promise((resolve) => setTimeout(resolve, pauseMs));
    if (mine !== newest.current) return;
    const choices = await suggest(typed).catch(() => undefined);
    if (mine !== newest.current) return;
    const emptyText = choices === undefined ? "Options couldn't be loaded." : 'No suggestions';
    answer.value = { choices: choices ?? [], emptyText, isLoading: false };
  }

  function cancel(): void {
    newest.current += 1;
    answer.value = { choices: [], emptyText: '', isLoading: false };
  }

  return { ...answer.value, ask, cancel };
}
