import { useSignal } from '@preact/signals';
import { useId, useLayoutEffect, useRef } from 'preact/hooks';
import type { CommandInput } from '../../../discord/people/pageProtocol.ts';
import { autocomplete, run, upload } from '../session.ts';
import { currentChannelId } from '../state.ts';
import type { Choice } from '../ui/choices.ts';
import { Icon } from '../ui/Icon.tsx';
import { keepFocus } from '../ui/Listbox.tsx';
import type { EntryOption, TypedCommand } from './commandEntries.ts';
import { OptionField, toOptionChoices } from './OptionField.tsx';
import { type OptionInput, toOptionInput, toOptionValue } from './optionValue.ts';

/**
 * A command with its options as fields. Enter sends; Escape closes, and so does Backspace in an empty first field. Where
 * nothing must be filled in, the focus begins on the command's name: no suggestions are asked for until someone goes there.
 */
export function CommandForm({ command, onDone }: { command: TypedCommand; onDone: () => void }) {
  const { entry, optionTexts } = command;
  const form = useRef<HTMLFormElement>(null);
  const hintId = useId();
  /** Those that were changed, by option. */
  const inputs = useSignal<Record<string, OptionInput>>({});
  const problems = useSignal<Record<string, string | undefined>>({});
  const focused = useSignal<EntryOption | undefined>(undefined);
  const isSending = useSignal(false);

  const inputOf = (option: EntryOption): OptionInput =>
    inputs.value[option.name] ?? toOptionInput(optionTexts.get(option.name) ?? '', toOptionChoices(option));
  const fields = () => [...(form.current?.querySelectorAll<HTMLInputElement>('[data-option]') ?? [])];
  const name = useRef<HTMLElement>(null);

  useLayoutEffect(() => {
    const first = entry.options.findIndex((option) => option.required || optionTexts.has(option.name));
    (fields()[first] ?? name.current)?.focus();
  }, [command]);

  function toCommandInput(options: CommandInput['options']): CommandInput {
    const { commandId, subcommand } = entry;
    return { channelId: currentChannelId.value ?? '', commandId, subcommand, options };
  }

  async function suggest(option: EntryOption, typed: string): Promise<Choice[]> {
    const values: CommandInput['options'] = {};
    for (const other of entry.options) {
      const { value } = toOptionValue(other, inputOf(other));
      if (value !== undefined && inputOf(other).file === undefined) values[other.name] = value;
    }
    const choices = await autocomplete(toCommandInput({ ...values, [option.name]: typed }), option.name);
    return choices.map((choice) => ({ value: String(choice.value), label: choice.name }));
  }

  async function send(): Promise<void> {
    if (isSending.value) return;
    const results = entry.options.map((option) => ({ name: option.name, ...toOptionValue(option, inputOf(option)) }));
    problems.value = Object.fromEntries(results.map(({ name, problem }) => [name, problem]));
    const wrong = results.findIndex(({ problem }) => problem !== undefined);
    if (wrong !== -1) {
      fields()[wrong]?.focus();
      return;
    }
    isSending.value = true;
    const values = await uploadFiles(results);
    const isSent = values !== undefined && (await run(toCommandInput(values)));
    isSending.value = false;
    if (isSent) onDone();
  }

  /** The values by option, uploaded files by their ids; undefined when one couldn't be uploaded. */
  async function uploadFiles(
    results: { name: string; value?: string | number | boolean }[],
  ): Promise<CommandInput['options'] | undefined> {
    const values: CommandInput['options'] = {};
    for (const { name, value } of results) {
      const file = inputs.value[name]?.file;
      const sent = file === undefined ? value : (await upload(file))?.id;
      if (sent !== undefined) values[name] = sent;
      else if (file !== undefined) return undefined;
    }
    return values;
  }

  function onKeyDown(event: KeyboardEvent): void {
    const { key } = event;
    const at = fields().indexOf(event.target as HTMLInputElement);
    const isName = event.target === name.current;
    const isEmpty = isName || fields()[at]?.value === '';
    if (key === 'Escape') onDone();
    else if (key === 'Enter' && (isName || at !== -1)) void send();
    else if (key === 'Backspace' && isEmpty && at > 0) fields()[at - 1]?.focus();
    else if (key === 'Backspace' && isEmpty) onDone();
    else {
      // What is typed on the name goes into the first option: the browser puts it where the focus is by then.
      if (isName && key.length === 1 && !event.ctrlKey && !event.metaKey && !event.altKey) fields()[0]?.focus();
      return;
    }
    event.preventDefault();
  }

  const {
    displayName = `/${entry.name}`,
    displayDescription = entry.description,
    required = true,
  } = focused.value ?? {};
  return (
    <form
      ref={form}
      class="command-form"
      aria-label={`Command /${entry.name}`}
      aria-busy={isSending.value}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
      onKeyDown={onKeyDown}
      onFocusIn={({ target }) => {
        focused.value = entry.options[fields().indexOf(target as HTMLInputElement)];
      }}
    >
      <strong ref={name} class="command-name" tabIndex={-1} aria-describedby={hintId}>
        /{entry.name}
      </strong>
      <div class="command-fields">
        {entry.options.map((option) => (
          <OptionField
            key={option.name}
            option={option}
            input={inputOf(option)}
            problem={problems.value[option.name]}
            suggest={(typed) => suggest(option, typed)}
            onChange={(input) => {
              inputs.value = { ...inputs.value, [option.name]: input };
              problems.value = { ...problems.value, [option.name]: undefined };
            }}
          />
        ))}
      </div>
      <button type="button" class="icon-button" aria-label="Close command" onMouseDown={keepFocus} onClick={onDone}>
        <Icon name="close" />
      </button>
      <button type="submit" class="icon-button send" aria-label={`Send /${entry.name}`} onMouseDown={keepFocus}>
        <Icon name="send" />
      </button>
      <p class="command-hint" id={hintId}>
        <strong>{displayName}</strong> {displayDescription}
        {required ? '' : ' (optional)'}
      </p>
    </form>
  );
}
