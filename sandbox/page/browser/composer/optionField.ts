import { ApplicationCommandOptionType } from 'discord-api-types/v10';
import type { Context } from '../context.ts';
import { h, uniqueId } from '../dom/h.ts';
import type { Choice } from '../popup/listbox.ts';
import type { EntryOption } from './commandEntries.ts';
import { createOptionControl } from './optionControl.ts';
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
  const control = createOptionControl(
    option,
    { initialText, props, autocomplete, onEdited: () => showProblem() },
    context,
  );
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
