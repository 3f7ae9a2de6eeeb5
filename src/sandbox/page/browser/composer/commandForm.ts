import type { CommandInput } from '../../../discord/pageProtocol.ts';
import type { Context } from '../context.ts';
import { h, uniqueId } from '../dom/h.ts';
import { icon } from '../dom/icon.ts';
import type { Choice } from '../popup/listbox.ts';
import type { CommandEntry } from './commandEntries.ts';
import { createOptionField, type OptionField } from './optionField.ts';
import { toOptionValue } from './optionValue.ts';

/** A chosen command with its options as fields. Enter sends, Escape closes, Backspace in an empty first field closes, too. */
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
    { type: 'submit', class: 'icon-button send', 'aria-label': `Send /${entry.name}`, 'aria-describedby': hintId },
    icon('send'),
  );
  let sending = false;

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
      onfocusin: (event: FocusEvent) => showHint((event.target as HTMLElement).dataset['option']),
    },
    h(
      'div',
      { class: 'command-row' },
      h(
        'div',
        { class: 'command-fields' },
        h('span', { class: 'command-name' }, `/${entry.name}`),
        fields.map((field) => field.element),
      ),
      h(
        'button',
        { type: 'button', class: 'icon-button', 'aria-label': 'Close command', onclick: () => done('closed') },
        icon('close'),
      ),
      sendButton,
    ),
    hint,
  );
  showHint(undefined);

  function showHint(optionName: string | undefined): void {
    const option = entry.options.find(({ name }) => name === optionName);
    hint.replaceChildren(
      h('strong', {}, option ? option.displayName : `/${entry.name}`),
      ' ',
      option ? option.displayDescription : entry.description,
      option && !option.required ? ' (optional)' : '',
    );
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
    if (event.key === 'Escape') {
      event.preventDefault();
      done('closed');
    } else if (event.key === 'Enter' && event.target instanceof HTMLInputElement) {
      event.preventDefault();
      void send();
    } else if (event.key === 'Backspace' && event.target instanceof HTMLInputElement && event.target.value === '') {
      const index = fields.findIndex(({ element: field }) => field.contains(event.target as Node));
      event.preventDefault();
      if (index > 0) fields[index - 1]?.focus();
      else if (index === 0) done('closed');
    }
  }

  return { element, focus: () => (fields[0] ? fields[0].focus() : sendButton.focus()) };
}
