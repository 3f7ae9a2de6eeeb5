import type { CommandInput } from '../../../discord/people/pageProtocol.ts';
import type { Context } from '../context.ts';
import { h, uniqueId } from '../dom/h.ts';
import { icon } from '../dom/icon.ts';
import type { Choice } from '../popup/listbox.ts';
import type { CommandEntry } from './commandEntries.ts';
import { createOptionField, type OptionField } from './optionField.ts';
import { toLimitText, toOptionValue } from './optionValue.ts';

/**
 * A chosen command with its options as fields; those that may be missing are as small as their names until they get the focus. Enter sends, Escape
 * closes, Backspace in an empty first field closes, too. Where nothing must be filled in, the focus begins on the command's name: nobody
 * is asked for suggestions that were not wanted.
 */
export function createCommandForm(
  entry: CommandEntry,
  optionTexts: ReadonlyMap<string, string>,
  context: Context,
  done: (reason: 'sent' | 'closed') => void,
): { element: HTMLElement; focus: () => void } {
  const hintId = uniqueId('hint');
  const hint = h('p', { class: 'command-hint', id: hintId });
  const fields: OptionField[] = entry.options.map((option) =>
    createOptionField(option, optionTexts.get(option.name) ?? '', () => autocomplete(option.name), context),
  );
  const sendButton = h(
    'button',
    {
      type: 'submit',
      class: 'icon-button send',
      'aria-label': `Send /${entry.name}`,
      'aria-describedby': hintId,
      onmousedown: keepFocus,
    },
    icon('send'),
  );
  const name = h(
    'span',
    {
      class: 'command-name',
      tabindex: '-1',
      role: 'group',
      'aria-label': `/${entry.name}`,
      'aria-describedby': hintId,
    },
    `/${entry.name}`,
  );
  const firstToFill = fields.find(({ option }) => option.required || optionTexts.has(option.name));
  let sending = false;
  let movesByKeyboard = true;

  const element = h(
    'form',
    {
      class: 'command-form',
      'aria-label': `Command /${entry.name}`,
      novalidate: true,
      onsubmit: (event: SubmitEvent) => {
        event.preventDefault();
        void send();
      },
      onkeydown: onKey,
      onpointerdown: () => {
        movesByKeyboard = false;
      },
      onfocusin: onFocus,
    },
    h(
      'div',
      { class: 'command-row' },
      name,
      h(
        'div',
        { class: 'command-fields' },
        fields.map((field) => field.element),
      ),
      h(
        'button',
        {
          type: 'button',
          class: 'icon-button close',
          'aria-label': 'Close command',
          onmousedown: keepFocus,
          onclick: () => done('closed'),
        },
        icon('close'),
      ),
      sendButton,
    ),
    hint,
  );
  showHint(undefined);

  function onFocus(event: FocusEvent): void {
    const target = event.target as HTMLElement;
    showHint(target.closest('.option-field')?.querySelector<HTMLElement>('[data-option]')?.dataset['option']);
    // Under a pointer nothing may move away between pressing and releasing.
    if (!movesByKeyboard) return;
    for (const field of fields) if (!field.element.contains(target)) field.fold();
  }

  function showHint(optionName: string | undefined): void {
    const option = entry.options.find(({ name }) => name === optionName);
    hint.replaceChildren(
      h('strong', {}, option ? option.displayName : `/${entry.name}`),
      ' ',
      option ? option.displayDescription : entry.description,
      option === undefined ? '' : notes(option),
    );
  }

  /** What else there is to know of an option, in brackets. */
  function notes(option: CommandEntry['options'][number]): string {
    const words = [option.required ? '' : 'optional', toLimitText(option)].filter(Boolean);
    return words.length === 0 ? '' : ` (${words.join(', ')})`;
  }

  function input(values: CommandInput['options']): CommandInput {
    const channelId = context.store.state.currentChannelId ?? '';
    return { channelId, commandId: entry.commandId, subcommand: entry.subcommand, options: values };
  }

  async function autocomplete(focused: string): Promise<Choice[]> {
    const values: CommandInput['options'] = {};
    for (const field of fields) {
      const { name } = field.option;
      const { value } = toOptionValue(field.option, field.read());
      if (name === focused) values[name] = field.read().text;
      else if (value !== undefined && field.file() === undefined) values[name] = value;
    }
    const choices = await context.session.autocomplete(input(values), focused);
    return choices.map((choice) => ({ value: String(choice.value), label: choice.name }));
  }

  async function send(): Promise<void> {
    if (sending) return;
    const values: CommandInput['options'] = {};
    let firstWrong: OptionField | undefined;
    for (const field of fields) {
      const { value, problem } = toOptionValue(field.option, field.read());
      field.showProblem(problem);
      if (problem !== undefined) firstWrong ??= field;
      else if (value !== undefined) values[field.option.name] = value;
    }
    if (firstWrong !== undefined) {
      firstWrong.focus();
      return;
    }
    sending = true;
    element.classList.add('sending');
    const sent = (await uploadFiles(values)) && (await context.session.run(input(values)));
    sending = false;
    element.classList.remove('sending');
    if (sent) done('sent');
  }

  /** Puts the ids of uploaded files in place of their names. False when one could not be uploaded. */
  async function uploadFiles(values: CommandInput['options']): Promise<boolean> {
    for (const field of fields) {
      const file = field.file();
      if (file === undefined) continue;
      const upload = await context.session.upload(file);
      if (upload === undefined) return false;
      values[field.option.name] = upload.id;
    }
    return true;
  }

  function onKey(event: KeyboardEvent): void {
    movesByKeyboard = true;
    if (event.key === 'Escape') {
      event.preventDefault();
      done('closed');
    } else if (event.key === 'Enter' && (event.target === name || event.target instanceof HTMLInputElement)) {
      event.preventDefault();
      void send();
    } else if (event.target === name) {
      if (event.key === 'Backspace') done('closed');
      // What is typed is for the first option: the browser puts it where the focus is by then.
      else if (event.key.length === 1 && !event.ctrlKey && !event.metaKey && !event.altKey) fields[0]?.focus();
    } else if (event.key === 'Backspace' && event.target instanceof HTMLInputElement && event.target.value === '') {
      const index = fields.findIndex(({ element: field }) => field.contains(event.target as Node));
      event.preventDefault();
      if (index > 0) fields[index - 1]?.focus();
      else if (index === 0) done('closed');
    }
  }

  return { element, focus: () => (firstToFill ?? (fields.length > 0 ? name : sendButton)).focus() };
}

/** A press of a button with the pointer leaves the focus in the field: the fields stay as they are under the pointer. */
function keepFocus(event: MouseEvent): void {
  event.preventDefault();
}
