import { ApplicationCommandOptionType } from 'discord-api-types/v10';
import type { Context } from '../context.ts';
import { h, uniqueId } from '../dom/h.ts';
import { channelChoices, roleChoices, userChoices } from '../message/selectChoices.ts';
import { type Combobox, createCombobox, filterChoices } from '../popup/combobox.ts';
import type { Choice } from '../popup/listbox.ts';
import type { EntryOption } from './commandEntries.ts';
import type { OptionInput } from './optionValue.ts';

/** An option of a command as a field of the composer. */
export interface OptionField {
  option: EntryOption;
  element: HTMLElement;
  focus: () => void;
  /** What stands in the field now; a file is uploaded when this is asked for sending. */
  read: () => OptionInput;
  file: () => File | undefined;
  showProblem: (problem: string | undefined) => void;
}

const autocompletePauseMs = 250;

/** Makes the field that fits the option's type. `autocomplete` asks the bot for choices for what is typed. */
export function createOptionField(
  option: EntryOption,
  initialText: string,
  autocomplete: () => Promise<Choice[]>,
  context: Context,
): OptionField {
  const problemId = uniqueId('problem');
  const problem = h('span', { class: 'option-problem', id: problemId, role: 'alert' });
  const props = {
    'aria-label': option.displayName,
    'aria-required': option.required ? 'true' : null,
    'aria-describedby': problemId,
    'aria-description': option.displayDescription,
    'data-option': option.name,
    placeholder: option.required ? ' ' : 'optional',
  };
  const control = createControl(option, initialText, props, autocomplete, context);
  const element = h(
    'div',
    { class: `option-field${option.required ? ' required' : ''}` },
    h(
      'span',
      { class: 'option-name', 'aria-hidden': 'true', onclick: () => control.input.focus() },
      option.displayName,
    ),
    control.element,
    problem,
  );
  return {
    option,
    element,
    focus: () => control.input.focus(),
    read: control.read,
    file: () => (control.input.type === 'file' ? control.input.files?.[0] : undefined),
    showProblem(text) {
      problem.textContent = text ?? '';
      element.classList.toggle('invalid', text !== undefined);
      if (text === undefined) control.input.removeAttribute('aria-invalid');
      else control.input.setAttribute('aria-invalid', 'true');
    },
  };
}

interface Control {
  element: HTMLElement;
  input: HTMLInputElement;
  read: () => OptionInput;
}

function createControl(
  option: EntryOption,
  initialText: string,
  props: Record<string, string | null>,
  autocomplete: () => Promise<Choice[]>,
  context: Context,
): Control {
  if (option.type === ApplicationCommandOptionType.Attachment) {
    const input = h('input', { type: 'file', class: 'option-input', ...props });
    return { element: input, input, read: () => ({ text: input.files?.[0]?.name ?? '' }) };
  }
  if ('autocomplete' in option && option.autocomplete) {
    return fromCombobox(
      createCombobox({
        label: option.displayName,
        load: autocomplete,
        delayMs: autocompletePauseMs,
        freeText: true,
        prefer: 'above',
        inputProps: { ...props, value: initialText, maxlength: 100 },
      }),
      initialText,
    );
  }
  const choices = listChoices(option, context);
  if (choices !== undefined) {
    const wanted = initialText.replace(/^[@#]/, '').toLocaleLowerCase();
    const chosen = choices.filter(
      ({ label, value }) => wanted !== '' && [label.toLocaleLowerCase(), value].includes(wanted),
    );
    return fromCombobox(
      createCombobox({
        label: option.displayName,
        load: (query) => filterChoices(choices, query),
        chosen: chosen.slice(0, 1),
        prefer: 'above',
        inputProps: props,
      }),
    );
  }
  const numeric =
    option.type === ApplicationCommandOptionType.Integer || option.type === ApplicationCommandOptionType.Number;
  const input = h('input', {
    type: 'text',
    class: 'option-input',
    autocomplete: 'off',
    inputmode: numeric ? (option.type === ApplicationCommandOptionType.Integer ? 'numeric' : 'decimal') : null,
    value: initialText,
    ...props,
  });
  return { element: input, input, read: () => ({ text: input.value }) };
}

function fromCombobox(combobox: Combobox, initialText = ''): Control {
  let touched = false;
  combobox.input.addEventListener('input', () => {
    touched = true;
  });
  return {
    element: combobox.element,
    input: combobox.input,
    read: () => {
      const chosen = combobox.chosen()[0];
      if (chosen !== undefined) return { text: chosen.label, chosen: { value: chosen.value } };
      return { text: touched ? combobox.text() : initialText };
    },
  };
}

/** The list from which the option's value must come, or undefined when it is typed freely. */
function listChoices(option: EntryOption, context: Context): Choice[] | undefined {
  const { state } = context.store;
  switch (option.type) {
    case ApplicationCommandOptionType.Boolean:
      return [
        { value: 'true', label: 'True' },
        { value: 'false', label: 'False' },
      ];
    case ApplicationCommandOptionType.User:
      return userChoices(state);
    case ApplicationCommandOptionType.Role:
      return roleChoices(state);
    case ApplicationCommandOptionType.Mentionable:
      return [...userChoices(state), ...roleChoices(state)];
    case ApplicationCommandOptionType.Channel:
      return channelChoices(state, option.channel_types);
    default:
      if (!('choices' in option) || option.choices === undefined || option.choices.length === 0) return undefined;
      return option.choices.map(({ name, value }) => ({ value: String(value), label: name }));
  }
}
