import { type APISelectMenuComponent, ComponentType } from 'discord-api-types/v10';
import type { Choice } from '../popup/listbox.ts';
import { createSelect } from '../popup/select.ts';
import type { MessageScope } from './messageScope.ts';
import { defaultValues, selectChoices, selectPlaceholder } from './selectChoices.ts';

/** What was sent from a select, for as long as its message stays as it is: drawn again, it shows that. The bot's next edit brings a new component. */
const sentFrom = new WeakMap<APISelectMenuComponent, ReadonlySet<string>>();

/**
 * A select of a message. With one value to choose it is sent at once; with several it is sent when the list closes, if the choice changed
 * and is large enough.
 */
export function messageSelectView(component: APISelectMenuComponent, path: string, scope: MessageScope): HTMLElement {
  const { context, message, pendingPath } = scope;
  const choices = selectChoices(component, context.store.state);
  const before = sentFrom.get(component) ?? defaultValues(component);
  const least = component.min_values ?? 1;
  const most = component.max_values ?? 1;
  const label = selectPlaceholder(component);
  const isSmall = component.type === ComponentType.StringSelect && choices.length <= 10;

  function send(chosen: Choice[]): void {
    const values = chosen.map(({ value }) => value);
    sentFrom.set(component, new Set(values));
    context.session.select(message.id, component.custom_id, path, values);
  }

  const select = createSelect({
    label,
    placeholder: label,
    choices,
    chosen: [...before].flatMap((value) => choices.find((choice) => choice.value === value) ?? []),
    least,
    most,
    inputProps: {
      disabled: component.disabled ?? false,
      'aria-disabled': pendingPath === undefined ? null : 'true',
      'aria-busy': pendingPath === path ? 'true' : null,
      'data-path': path,
      'data-custom-id': component.custom_id,
      // A phone's keyboard would only cover a list that is seen whole.
      inputmode: isSmall ? 'none' : null,
    },
    onChange: (chosen) => {
      if (most === 1) send(chosen);
    },
    onClose: () => {
      if (most === 1) return;
      const chosen = select.chosen();
      const isSame = chosen.length === before.size && chosen.every(({ value }) => before.has(value));
      if (!isSame && chosen.length >= least) send(chosen);
      else if (!isSame) context.toast('error', `Choose at least ${least}.`);
    },
  });
  select.element.classList.toggle('loading', pendingPath === path);
  return select.element;
}
