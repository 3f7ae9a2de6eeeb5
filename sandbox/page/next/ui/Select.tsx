import { useSignal } from '@preact/signals';
import { filterChoices } from './filterChoices.ts';
import { type Choice, type InputProps, useListbox } from './Listbox.tsx';

/** A list seen whole is better than a phone's keyboard that covers it. */
const MAX_CHOICES_WITHOUT_KEYBOARD = 10;

/**
 * A control that shows what is chosen and opens a list: Enter, Space and the arrows open it, typing searches, Enter and Space
 * choose, Escape closes. With one to choose, choosing closes it; where none is allowed (`least` of 0), choosing the same takes
 * it back. `chosen` is what is chosen now: whoever uses this keeps it. While `busy`, or with `aria-disabled` among
 * the `inputProps`, it keeps the focus but does nothing.
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
  const { label, placeholder, choices, chosen, least, most, inputProps } = props;
  const multiple = most > 1;
  const query = useSignal('');
  const isPaused = props.busy || props.disabled || `${inputProps?.['aria-disabled']}` === 'true';
  const chosenChoices = chosen.flatMap((value) => choices.find((choice) => choice.value === value) ?? []);
  const list = useListbox({
    label,
    choices: filterChoices(choices, query.value),
    chosen,
    multiple,
    ...(multiple && { heading: <Heading least={least} most={most} count={chosen.length} /> }),
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
    if (multiple && !isTakenBack && chosen.length >= most) return;
    if (isTakenBack) props.onChange(others);
    else props.onChange(multiple ? [...chosen, value] : [value]);
    if (!multiple) list.close();
  }

  function onKeyDown(event: KeyboardEvent): void {
    const { key } = event;
    const presses = key === 'Enter' || (key === ' ' && query.value === '');
    if (list.isOpen && key === ' ' && presses && list.active !== undefined) choose(list.active);
    else if (list.isOpen) list.handleKey(event);
    else if (presses || key === 'ArrowDown' || key === 'ArrowUp') open();
    if (presses) event.preventDefault();
  }

  return (
    <div class={props.busy ? 'select loading' : 'select'}>
      <input
        {...list.inputProps}
        type="text"
        aria-label={label}
        aria-description={multiple ? limitText(least, most) : undefined}
        aria-busy={props.busy || undefined}
        aria-disabled={props.busy || undefined}
        placeholder={placeholder}
        disabled={props.disabled}
        spellcheck={false}
        inputMode={choices.length <= MAX_CHOICES_WITHOUT_KEYBOARD ? 'none' : undefined}
        {...inputProps}
        class={chosen.length > 0 && query.value === '' ? 'covered' : ''}
        value={list.isOpen ? query.value : chosenChoices.map((choice) => choice.label).join(', ')}
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
      {query.value === '' && <Value chosen={chosenChoices} />}
      {list.popup}
    </div>
  );
}

/** What is chosen, over the input, whose own text is for screen readers; of several also how many, if they don't all fit. */
function Value({ chosen }: { chosen: readonly Choice[] }) {
  return (
    <div class="select-value" aria-hidden="true">
      <span class="select-names">
        {chosen.map(({ value, label, picture }, index) => (
          <span key={value}>
            {index > 0 && ', '}
            {picture && <span class="select-picture">{picture}</span>}
            {label}
          </span>
        ))}
      </span>
      {chosen.length > 1 && <span class="select-count">{chosen.length}</span>}
    </div>
  );
}

function Heading({ least, most, count }: { least: number; most: number; count: number }) {
  return (
    <>
      <span>{limitText(least, most)}</span> · <span role="status">{count} chosen</span>
    </>
  );
}

function limitText(least: number, most: number): string {
  if (least === most) return `Choose ${most}`;
  return least === 0 ? `Choose up to ${most}` : `Choose ${least} to ${most}`;
}
