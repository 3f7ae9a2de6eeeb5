import { useSignal } from '@preact/signals';
import { useId, useLayoutEffect } from 'preact/hooks';
import type { Choice } from './choices.ts';
import { Icon } from './Icon.tsx';

type Options = {
  label: string;
  heading?: string | undefined;
  choices: readonly Choice[];
  chosen?: readonly string[];
  multiple?: boolean;
  /** The choices are about to change, so none is active. */
  isLoading?: boolean;
  emptyText?: string;
  onChoose: (choice: Choice) => void;
  onClose?: () => void;
};

/**
 * A list that opens beside an input (ARIA's combobox pattern). The focus stays in the input, which
 * gets `inputProps` and names the active choice; `popup` goes beside it. `handleKey` handles keys
 * of an open list and stops their events; the keys in `choosing` choose.
 */
export function useListbox(options: Options) {
  const { label, heading, choices, chosen = [], multiple, isLoading = false, onChoose } = options;
  const id = useId();
  const isOpen = useSignal(false);
  const index = useSignal(-1);
  const active = isOpen.value && !isLoading ? choices[index.value] : undefined;
  const activeId = active && `${id}-${index.value}`;
  useLayoutEffect(() => {
    if (activeId !== undefined) document.getElementById(activeId)?.scrollIntoView({ block: 'nearest' });
  }, [activeId]);

  /** Opens the list, or restarts it, at the choice with that index; -1 is none. */
  function open(at: number): void {
    index.value = at;
    isOpen.value = true;
  }

  function close(): void {
    if (!isOpen.value) return;
    isOpen.value = false;
    options.onClose?.();
  }

  function handleKey(event: KeyboardEvent, choosing: readonly string[] = ['Enter']): void {
    const { key } = event;
    const last = choices.length - 1;
    const at = index.value;
    if (!isOpen.value || event.isComposing) return;
    if (key === 'Escape') close();
    else if (key === 'ArrowDown' && !isLoading) index.value = at >= last ? 0 : at + 1;
    else if (key === 'ArrowUp' && !isLoading) index.value = at <= 0 ? last : at - 1;
    else if (choosing.includes(key) && !event.shiftKey && active !== undefined) onChoose(active);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  const inputProps = {
    role: 'combobox',
    autocomplete: 'off',
    'aria-autocomplete': 'list',
    'aria-haspopup': 'listbox',
    'aria-expanded': isOpen.value,
    'aria-controls': isOpen.value ? id : undefined,
    'aria-activedescendant': activeId,
  } as const;

  const popup = isOpen.value && (
    // biome-ignore lint/a11y/noStaticElementInteractions: a press on it, its scroll bar too, leaves the focus in the input.
    <div popover="manual" class="choices floating" ref={showPopover} onMouseDown={keepFocus}>
      {heading && <p aria-live="polite">{heading}</p>}
      <div role="listbox" id={id} aria-label={label} aria-multiselectable={multiple} aria-busy={isLoading}>
        {choices.map((choice, at) => (
          <button
            type="button"
            role="option"
            tabIndex={-1}
            key={choice.value}
            id={`${id}-${at}`}
            class={choice === active ? 'choice active' : 'choice'}
            aria-selected={chosen.includes(choice.value)}
            onClick={() => onChoose(choice)}
          >
            {choice.picture && <span aria-hidden="true">{choice.picture}</span>}
            <span class="grid flex-1">
              <span class="choice-label">{choice.label}</span>
              {choice.description && <small>{choice.description}</small>}
            </span>
            {choice.hint && <small>{choice.hint}</small>}
            {multiple && <Icon name="check" />}
          </button>
        ))}
        {choices.length === 0 && (
          <button type="button" role="option" aria-selected={false} disabled class="choice">
            {options.emptyText ?? 'Nothing found'}
          </button>
        )}
      </div>
    </div>
  );
  return { active, isOpen: isOpen.value, open, close, handleKey, inputProps, popup };
}

function showPopover(element: HTMLElement | null): void {
  element?.showPopover();
}

/** For `onMouseDown`: a press leaves the focus unchanged. */
export function keepFocus(event: MouseEvent): void {
  event.preventDefault();
}
