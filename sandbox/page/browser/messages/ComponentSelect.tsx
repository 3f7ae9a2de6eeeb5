import type { APIStringSelectComponent } from 'discord-api-types/v10';
import { useState } from 'preact/hooks';
import { notify } from '../events.ts';
import { select } from '../session.ts';
import { Combobox } from '../ui/Combobox.tsx';
import type { Choice } from '../ui/choices.ts';
import { Icon } from '../ui/Icon.tsx';
import { useComponentUse } from './ComponentButton.tsx';

/**
 * A select of a message. A single value is sent at once; several are sent when the list closes, if
 * they are enough and have changed. The choice is shown until the bot's next edit.
 */
export function ComponentSelect({ component, messageId }: { component: APIStringSelectComponent; messageId: string }) {
  const use = useComponentUse(messageId);
  const { custom_id: customId, options, placeholder = 'Make a selection', disabled = false } = component;
  const { min_values: min = 1, max_values: max = 1 } = component;
  const defaults = options.filter((option) => option.default).map(({ value }) => value);
  const [state, setState] = useState({ component, chosen: defaults, sent: defaults });
  const { chosen, sent } = state.component === component ? state : { chosen: defaults, sent: defaults };
  const isWaiting = use?.state === 'waiting';
  const multiple = max > 1;
  const limit = min === max ? max : min === 0 ? `up to ${max}` : `${min} to ${max}`;

  function send(values: string[]): void {
    setState({ component, chosen: values, sent: values });
    select(messageId, customId, values);
  }

  /** Choosing something again deselects it, unless one must be chosen. */
  function choose({ value }: Choice): void {
    const others = chosen.filter((other) => other !== value);
    const isChosen = others.length < chosen.length;
    if (!multiple) send(isChosen && min === 0 ? [] : [value]);
    else if (isChosen || chosen.length < max)
      setState({ component, chosen: isChosen ? others : [...chosen, value], sent });
  }

  function onClose(): void {
    if (!multiple || String(chosen) === String(sent)) return;
    if (chosen.length >= min) send(chosen);
    else notify('error', `Choose at least ${min}.`);
  }

  const choices = options.map(toChoice);
  const texts = chosen.flatMap((value) => choices.find((choice) => choice.value === value) ?? []);
  return (
    <div class="select">
      <Combobox
        {...{ choices, chosen, multiple, onClose }}
        kind="select"
        label={placeholder}
        text={texts.map(({ picture, label }) => (picture ? `${picture} ${label}` : label)).join(', ')}
        heading={multiple ? `Choose ${limit} · ${chosen.length} selected` : undefined}
        onChoose={choose}
        inputProps={{
          placeholder,
          disabled,
          'aria-busy': (isWaiting && use.customId === customId) || undefined,
          'aria-disabled': isWaiting || undefined,
        }}
      />
      <Icon name="down" />
    </div>
  );
}

function toChoice({ value, label, description, emoji }: APIStringSelectComponent['options'][number]): Choice {
  return { value, label, ...(description && { description }), ...(emoji?.name && { picture: emoji.name }) };
}
