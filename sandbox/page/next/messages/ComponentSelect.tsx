import type { APISelectMenuComponent } from 'discord-api-types/v10';
import { useState } from 'preact/hooks';
import { notify } from '../events.ts';
import { select } from '../session.ts';
import { Select } from '../ui/Select.tsx';
import { defaultValues, placeholderOf, toSelectChoices } from '../ui/selectChoices.ts';
import { useComponentUse } from './useComponentUse.ts';

type Props = { component: APISelectMenuComponent; path: string; messageId: string };

/**
 * A select of a message. One value is sent at once; several are sent when the list closes, if they changed and are enough. What was
 * chosen stays until the bot's next edit brings a new component.
 */
export function ComponentSelect({ component, path, messageId }: Props) {
  const use = useComponentUse(messageId);
  const [choice, setChoice] = useState({ component, values: defaultValues(component), sent: defaultValues(component) });
  const values = choice.component === component ? choice.values : defaultValues(component);
  const sent = choice.component === component ? choice.sent : values;
  const { min_values: least = 1, max_values: most = 1 } = component;
  const label = placeholderOf(component);

  function send(chosen: readonly string[]): void {
    setChoice({ component, values: [...chosen], sent: [...chosen] });
    select(messageId, component.custom_id, path, [...chosen]);
  }

  function onClose(chosen: readonly string[]): void {
    if (most === 1 || String(chosen) === String(sent)) return;
    if (chosen.length >= least) send(chosen);
    else notify('error', `Choose at least ${least}.`);
  }

  return (
    <Select
      label={label}
      placeholder={label}
      choices={toSelectChoices(component)}
      chosen={values}
      least={least}
      most={most}
      disabled={component.disabled ?? false}
      busy={use?.state === 'waiting' && use.path === path}
      onChange={(chosen) => (most === 1 ? send(chosen) : setChoice({ component, values: chosen, sent }))}
      onClose={onClose}
      inputProps={{ 'aria-disabled': use?.state === 'waiting' || undefined }}
    />
  );
}
