import { ApplicationCommandOptionType } from 'discord-api-types/v10';
import type { Context } from '../context.ts';
import { h } from '../dom/h.ts';
import { channelChoices, roleChoices, userChoices } from '../message/selectChoices.ts';
import { type Combobox, createCombobox } from '../popup/combobox.ts';
import { filterChoices } from '../popup/filterChoices.ts';
import type { Choice } from '../popup/listbox.ts';
import type { EntryOption } from './commandEntries.ts';
import { createFilePicker } from './filePicker.ts';
import type { OptionInput } from './optionValue.ts';

/** What an option's value is typed into or chosen from. */
export interface OptionControl {
  element: HTMLElement;
  input: HTMLInputElement;
  read: () => OptionInput;
}

/** What a control is given by its field: `autocomplete` asks the bot, `onEdited` hears of what was chosen; typing is heard as an event. */
export interface OptionControlSetting {
  initialText: string;
  props: Record<string, string | null>;
  autocomplete: () => Promise<Choice[]>;
  onEdited: () => void;
}

const autocompletePauseMs = 250;

/** Makes the control that fits the option's type: files, a line of text, or one with a list. */
export function createOptionControl(
  option: EntryOption,
  setting: OptionControlSetting,
  context: Context,
): OptionControl {
  const { initialText, props, onEdited } = setting;
  if (option.type === ApplicationCommandOptionType.Attachment) {
    const picker = createFilePicker({
      most: 1,
      sizeLimitBytes: context.store.state.welcome?.attachmentSizeLimit ?? Number.POSITIVE_INFINITY,
      inputProps: props,
      onTooLarge: (name) => context.toast('error', `${name} is too large.`),
      onChange: onEdited,
    });
    return { ...picker, read: () => ({ text: picker.files()[0]?.name ?? '' }) };
  }
  const list = {
    label: option.displayName,
    // The list stands above the whole composer: it has its width, and hides no other option.
    anchor: (input: HTMLElement) => input.closest('.composer-box') ?? input,
    onChoose: onEdited,
  };
  if ('autocomplete' in option && option.autocomplete) {
    return fromCombobox(
      createCombobox({
        ...list,
        load: setting.autocomplete,
        delayMs: autocompletePauseMs,
        freeText: true,
        text: initialText,
        inputProps: { ...props, maxlength: 100 },
      }),
    );
  }
  const choices = listChoices(option, context);
  if (choices !== undefined) {
    const wanted = initialText.replace(/^[@#]/, '').toLocaleLowerCase();
    const chosen = choices.find(
      ({ label, value }) => wanted !== '' && [label.toLocaleLowerCase(), value].includes(wanted),
    );
    const load = (query: string) => filterChoices(choices, query);
    return fromCombobox(createCombobox({ ...list, load, chosen, inputProps: props }));
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

function fromCombobox({ element, input, chosen, text }: Combobox): OptionControl {
  return {
    element,
    input,
    read: () => {
      const choice = chosen();
      return choice === undefined ? { text: text() } : { text: choice.label, chosen: { value: choice.value } };
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
