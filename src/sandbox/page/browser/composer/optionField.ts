import { ApplicationCommandOptionType } from 'discord-api-types/v10';
import type { Context } from '../context.ts';
import { h, uniqueId } from '../dom/h.ts';
import { channelChoices, roleChoices, userChoices } from '../message/selectChoices.ts';
import { type Combobox, createCombobox } from '../popup/combobox.ts';
import { filterChoices } from '../popup/filterChoices.ts';
import type { Choice } from '../popup/listbox.ts';
import type { EntryOption } from './commandEntries.ts';
import { createFilePicker } from './filePicker.ts';
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
  /** Makes an empty optional field as small as its name. It unfolds when it gets the focus. */
  fold: () => void;
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
    placeholder: option.required ? null : 'optional',
  };
  const control = createControl(option, initialText, props, { autocomplete, onEdited: () => showProblem() }, context);
  const element = h(
    'div',
    {
      class: `option-field${option.required ? ' required' : ''}`,
      oninput: () => showProblem(),
      onfocusin: () => element.classList.remove('folded'),
    },
    h(
      'span',
      { class: 'option-name', 'aria-hidden': 'true', onclick: () => control.input.focus() },
      option.displayName,
    ),
    control.element,
    problem,
  );

  function showProblem(text = ''): void {
    problem.textContent = text;
    element.classList.toggle('invalid', text !== '');
    if (text === '') control.input.removeAttribute('aria-invalid');
    else control.input.setAttribute('aria-invalid', 'true');
  }

  function fold(): void {
    const isFoldable = !option.required && option.type !== ApplicationCommandOptionType.Attachment;
    if (isFoldable && problem.textContent === '' && control.read().text === '') element.classList.add('folded');
  }

  fold();
  return {
    option,
    element,
    focus: () => control.input.focus(),
    read: control.read,
    file: () => control.input.files?.[0],
    showProblem,
    fold,
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
  { autocomplete, onEdited }: { autocomplete: () => Promise<Choice[]>; onEdited: () => void },
  context: Context,
): Control {
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
  const setting = {
    label: option.displayName,
    heading: option.displayName,
    // The list stands above the whole composer: it has its width, and hides no other option.
    anchor: () => control.input.closest('.composer-box') ?? control.input,
    onChoose: onEdited,
  };
  const control = createTextControl(option, initialText, props, setting, autocomplete, context);
  return control;
}

function createTextControl(
  option: EntryOption,
  initialText: string,
  props: Record<string, string | null>,
  setting: { label: string; heading: string; anchor: () => Element; onChoose: () => void },
  autocomplete: () => Promise<Choice[]>,
  context: Context,
): Control {
  if ('autocomplete' in option && option.autocomplete) {
    return fromCombobox(
      createCombobox({
        ...setting,
        load: autocomplete,
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
    return fromCombobox(createCombobox({ ...setting, load, chosen, inputProps: props }));
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

function fromCombobox({ element, input, chosen, text }: Combobox): Control {
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
