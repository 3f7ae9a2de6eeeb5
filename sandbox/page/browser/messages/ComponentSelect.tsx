import type { APIStringSelectComponent } from 'discord-api-types/v10';
import { useState } from 'preact/hooks';
import { notify } from '../events.ts';
import { select } from '../session.ts';
import { Select } from '../ui/Select.tsx';
import { toSelectChoices } from '../ui/selectChoices.ts';
import { useComponentUse } from './ComponentButton.tsx';

/**
 * A select of a message. One value is sent at once; several are sent when the list closes, if they changed and are enough. What was
 * chosen stays until the bot's next edit brings a new component.
 */
export function ComponentSelect({ component, messageId }: { component: APIStringSelectComponent; messageId: string }) {
  const use = useComponentUse(messageId);
  const chosenBefore = component.options.filter((option) => option.default).map(({ value }) => value);
  const defaults = { component, chosen: chosenBefore, sent: chosenBefore };
  const [state, setState] = useState(defaults);
  const { chosen, sent } = state.component === component ? state : defaults;
  const { custom_id: customId, min_values: least = 1, max_values: most = 1, disabled = false } = component;
  const label = component.placeholder ?? 'Make a selection';
  const isWaiting = use?.state === 'waiting';

  function send(values: readonly string[]): void {
    setState({ component, chosen: [...values], sent: [...values] });
    select(messageId, customId, [...values]);
  }

  function onClose(values: readonly string[]): void {
    if (most === 1 || String(values) === String(sent)) return;
    if (values.length >= least) send(values);
    else notify('error', `Choose at least ${least}.`);
  }

  return (
    <Select
      {...{ label, least, most, chosen, disabled, onClose }}
      placeholder={label}
      choices={toSelectChoices(component)}
      busy={isWaiting && use.customId === customId}
      onChange={(values) => (most === 1 ? send(values) : setState({ component, chosen: values, sent }))}
      inputProps={{ 'aria-disabled': isWaiting || undefined }}
    />
  );
}
