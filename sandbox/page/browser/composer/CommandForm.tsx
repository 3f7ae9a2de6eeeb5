import { useSignal } from '@preact/signals';
import { useId, useLayoutEffect, useRef } from 'preact/hooks';
import type { CommandInput } from '../../../discord/people/pageProtocol.ts';
import { autocomplete, run, upload } from '../session.ts';
import { currentChannelId } from '../state.ts';
import type { Choice } from '../ui/choices.ts';
import { Icon } from '../ui/Icon.tsx';
import { keepFocus } from '../ui/Listbox.tsx';
import { toOptionChoices } from '../ui/selectChoices.ts';
import type { EntryOption, TypedCommand } from './commandEntries.ts';
import { OptionField } from './OptionField.tsx';
import { type OptionInput, toOptionInput, toOptionValue } from './optionValue.ts';

/**
 * A command with its options as fields. Enter sends; Escape closes, and so does Backspace in an empty first field. Where
 * nothing must be filled in, the focus begins on the command's name: no suggestions are asked for until someone goes there.
 */
export function CommandForm({ command, onDone }: { command: TypedCommand; onDone: () => void }) {
  const { entry, optionTexts } = command;
  const form = useRef<HTMLFormElement>(null);
  const name = useRef<HTMLElement>(null);
  const hintId = useId();
  /** Those that were changed, by option. */
  const inputs = useSignal<Record<string, OptionInput>>({});
  const problems = useSignal<Record<string, string | undefined>>({});
  const focused = useSignal<EntryOption | undefined>(undefined);
  const isSending = useSignal(false);
  const { displayName = `/${entry.name}`, displayDescription = entry.description } = focused.value ?? {};
  const fields = () => [...(form.current?.querySelectorAll<HTMLInputElement>('[data-option]') ?? [])];

  useLayoutEffect(() => {
    const first = entry.options.findIndex((option) => option.required || optionTexts.has(option.name));
    (fields()[first] ?? name.current)?.focus();
  }, [command]);

  /** An option's input, and its value or what is wrong with it. */
  function read(option: EntryOption) {
    const pasted = optionTexts.get(option.name) ?? '';
    const input = inputs.value[option.name] ?? toOptionInput(pasted, toOptionChoices(option));
    return { option, input, ...toOptionValue(option, input) };
  }

  function toCommandInput(options: CommandInput['options']): CommandInput {
    const { commandId, subcommand } = entry;
    return { channelId: currentChannelId.value ?? '', commandId, subcommand, options };
  }

  async function suggest(focusedName: string, typed: string): Promise<Choice[]> {
    const options: CommandInput['options'] = {};
    for (const { option, input, value } of entry.options.map(read)) {
      if (value !== undefined && input.file === undefined) options[option.name] = value;
    }
    const choices = await autocomplete(toCommandInput({ ...options, [focusedName]: typed }), focusedName);
    return choices.map((choice) => ({ value: String(choice.value), label: choice.name }));
  }

  async function send(): Promise<void> {
    const results = entry.options.map(read);
    problems.value = Object.fromEntries(results.map(({ option, problem }) => [option.name, problem]));
    const wrong = results.findIndex(({ problem }) => problem !== undefined);
    fields()[wrong]?.focus();
    if (wrong !== -1 || isSending.value) return;
    isSending.value = true;
    const options: CommandInput['options'] = {};
    for (const { option, input, value } of results) {
      const sent = input.file === undefined ? value : (await upload(input.file))?.id;
      if (sent !== undefined) options[option.name] = sent;
    }
    const isUploaded = results.every(({ option, input }) => input.file === undefined || option.name in options);
    if (isUploaded && (await run(toCommandInput(options)))) onDone();
    isSending.value = false;
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
        {entry.options.map(read).map(({ option, input }) => (
          <OptionField
            key={option.name}
            option={option}
            input={input}
            problem={problems.value[option.name]}
            suggest={(typed) => suggest(option.name, typed)}
            onChange={(changed) => {
              inputs.value = { ...inputs.value, [option.name]: changed };
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
        {focused.value && !focused.value.required && ' (optional)'}
      </p>
    </form>
  );
}
