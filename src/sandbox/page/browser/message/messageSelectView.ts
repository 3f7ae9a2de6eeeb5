import { type APISelectMenuComponent, ComponentType } from 'discord-api-types/v10';
import { h } from '../dom/h.ts';
import { createCombobox, filterChoices } from '../popup/combobox.ts';
import type { Choice } from '../popup/listbox.ts';
import type { MessageScope } from './messageScope.ts';
import { defaultValues, selectChoices, selectPlaceholder } from './selectChoices.ts';

/**
 * A select of a message. With one value to choose it is sent at once; with several it is sent when the list closes, if the choice changed
 * and is large enough.
 */
export function messageSelectView(component: APISelectMenuComponent, path: string, scope: MessageScope): HTMLElement {
  const { context, message, pendingPath } = scope;
  const choices = selectChoices(component, context.store.state);
  const before = defaultValues(component);
  const least = component.min_values ?? 1;
  const most = component.max_values ?? 1;
  const multiple = most > 1;
  const label = selectPlaceholder(component);
  const small = component.type === ComponentType.StringSelect && choices.length <= 10;

  function send(chosen: Choice[]): void {
    const values = chosen.map(({ value }) => value);
    context.session.select(message.id, component.custom_id, path, values);
  }

  const combobox = createCombobox({
    label,
    placeholder: label,
    load: (query) => filterChoices(choices, query),
    multiple,
    maxChosen: most,
    chosen: choices.filter(({ value }) => before.has(value)),
    inputProps: {
      disabled: component.disabled ?? false,
      'aria-disabled': pendingPath === undefined ? null : 'true',
      'aria-busy': pendingPath === path ? 'true' : null,
      'data-path': path,
      'data-custom-id': component.custom_id,
      inputmode: small ? 'none' : null,
    },
    onChange: (chosen) => {
      if (!multiple && chosen.length > 0) send(chosen);
    },
    onClose: () => {
      if (!multiple) return;
      const chosen = combobox.chosen();
      const same = chosen.length === before.size && chosen.every(({ value }) => before.has(value));
      if (!same && chosen.length >= least) send(chosen);
      else if (!same) context.toast('error', `Choose at least ${least}.`);
    },
  });
  return h('div', { class: `select${pendingPath === path ? ' loading' : ''}` }, combobox.element);
}
