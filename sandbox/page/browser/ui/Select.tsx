import { useSignal } from '@preact/signals';
import { type Choice, filterChoices } from './choices.ts';
import { type InputProps, useListbox } from './Listbox.tsx';

/** A phone's keyboard would only cover a list that is seen whole. */
const MAX_CHOICES_WITHOUT_KEYBOARD = 10;

/**
 * A control that shows what is chosen and opens a list: Enter, Space and the arrows open it, typing searches, Enter and Space
 * choose, Escape closes. With one to choose, choosing closes it; where none is allowed (`least` of 0), choosing the same takes
 * it back. `chosen` is what is chosen now; its owner keeps it. While `busy`, or with `aria-disabled` among the
 * `inputProps`, it keeps the focus but does nothing.
 */
export function Select(props: {
  label: string;
  placeholder: string;
  choices: readonly Choice[];
  chosen: readonly string[];
  least: number;
  most: number;
  disabled?: boolean;
  busy?: boolean;
  onChange: (values: string[]) => void;
  onClose?: (values: readonly string[]) => void;
  inputProps?: InputProps;
}) {
  const { label, choices, chosen, least, most, busy = false, inputProps } = props;
  const multiple = most > 1;
  const query = useSignal('');
  const isPaused = busy || props.disabled || String(inputProps?.['aria-disabled']) === 'true';
  const list = useListbox({
    label,
    heading: multiple ? `${toLimitText(least, most)} · ${chosen.length} chosen` : '',
    choices: filterChoices(choices, query.value),
    chosen,
    multiple,
    onChoose: choose,
    onClose() {
      query.value = '';
      props.onClose?.(chosen);
    },
  });

  function open(): void {
    if (!isPaused)
      list.open(
        Math.max(
          0,
          choices.findIndex(({ value }) => value === chosen[0]),
        ),
      );
  }

  function choose({ value }: Choice): void {
    const others = chosen.filter((other) => other !== value);
    const isTakenBack = others.length < chosen.length && (multiple || least === 0);
    if (isTakenBack) props.onChange(others);
    else if (!multiple) props.onChange([value]);
    else if (chosen.length < most) props.onChange([...chosen, value]);
    if (!multiple) list.close();
  }

  function onKeyDown(event: KeyboardEvent): void {
    const { key } = event;
    const presses = key === 'Enter' || (key === ' ' && query.value === '');
    if (list.isOpen && key === ' ' && presses && list.active) choose(list.active);
    else if (list.isOpen) list.handleKey(event);
    else if (presses || key === 'ArrowDown' || key === 'ArrowUp') open();
    if (presses) event.preventDefault();
  }

  return (
    <div class="select">
      <input
        {...list.inputProps}
        type="text"
        class="text-field"
        aria-label={label}
        aria-description={multiple ? toLimitText(least, most) : undefined}
        aria-busy={busy || undefined}
        aria-disabled={busy || undefined}
        placeholder={props.placeholder}
        disabled={props.disabled}
        spellcheck={false}
        inputMode={choices.length <= MAX_CHOICES_WITHOUT_KEYBOARD ? 'none' : undefined}
        {...inputProps}
        value={list.isOpen ? query.value : toText(choices, chosen)}
        onBeforeInput={(event) => {
          if (isPaused) event.preventDefault();
          else if (!list.isOpen) event.currentTarget.value = '';
        }}
        onInput={(event) => {
          query.value = event.currentTarget.value;
          list.open(0);
        }}
        onClick={() => {
          if (!list.isOpen) open();
          else if (query.value === '') list.close();
        }}
        onBlur={list.close}
        onKeyDown={onKeyDown}
      />
      {list.popup}
    </div>
  );
}

/** What is chosen, in the order in which it was, with emojis but without other pictures. */
function toText(choices: readonly Choice[], chosen: readonly string[]): string {
  return chosen
    .flatMap((value) => choices.find((choice) => choice.value === value) ?? [])
    .map(({ label, picture }) => (typeof picture === 'string' ? `${picture} ${label}` : label))
    .join(', ');
}

function toLimitText(least: number, most: number): string {
  if (least === most) return `Choose ${most}`;
  return least === 0 ? `Choose up to ${most}` : `Choose ${least} to ${most}`;
}
