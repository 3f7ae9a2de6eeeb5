import { useSignal } from '@preact/signals';
import { useId, useLayoutEffect, useRef } from 'preact/hooks';
import type { CommandInput } from '../../../discord/people/pageProtocol.ts';
import { notify } from '../events.ts';
import { autocomplete, run } from '../session.ts';
import { currentChannelId } from '../state.ts';
import type { Choice } from '../ui/choices.ts';
import { Icon } from '../ui/Icon.tsx';
import { keepFocus } from '../ui/Listbox.tsx';
import { type CommandEntry, type EntryOption, isNumeric, type OptionInput, toOptionValue } from './commandEntries.ts';
import { OptionField } from './OptionField.tsx';

/**
 * A command with its options as fields. Enter sends; Escape closes, and so does Backspace in an
 * empty first field. If nothing is required, the focus starts on the command's name: no suggestions
 * are requested until someone goes to a field.
 */
export function CommandForm({ entry, onDone }: { entry: CommandEntry; onDone: () => void }) {
  const form = useRef<HTMLFormElement>(null);
  const name = useRef<HTMLElement>(null);
  const hintId = useId();
  /** The changed ones, by option. */
  const inputs = useSignal<Record<string, OptionInput>>({});
  const problem = useSignal<{ option: EntryOption | undefined; text: string } | undefined>(undefined);
  const focused = useSignal<EntryOption | undefined>(undefined);
  const isSending = useSignal(false);
  const { displayName = `/${entry.name}`, displayDescription = entry.description } = focused.value ?? {};
  const fields = () => [...(form.current?.querySelectorAll<HTMLInputElement>('[data-option]') ?? [])];

  useLayoutEffect(() => {
    const first = entry.options.findIndex((option) => option.required);
    (fields()[first] ?? name.current)?.focus();
  }, [entry]);

  function read(option: EntryOption) {
    const input = inputs.value[option.name] ?? { text: '' };
    return { option, input, value: toOptionValue(option.type, input) };
  }

  function toCommandInput(options: CommandInput['options']): CommandInput {
    const { commandId, subcommand } = entry;
    return { channelId: currentChannelId.value ?? '', commandId, subcommand, options };
  }

  async function suggest(asked: string, typed: string): Promise<Choice[]> {
    const options: CommandInput['options'] = {};
    for (const { option, value } of entry.options.map(read)) {
      const isUnfinished = isNumeric(option.type) && typeof value !== 'number';
      if (value !== undefined && !isUnfinished) options[option.name] = value;
    }
    const choices = await autocomplete(toCommandInput({ ...options, [asked]: typed }), asked);
    return choices.map((choice) => ({ value: String(choice.value), label: choice.name }));
  }

  async function send(): Promise<void> {
    if (isSending.value) return;
    isSending.value = true;
    const options: CommandInput['options'] = {};
    for (const { option, value } of entry.options.map(read)) if (value !== undefined) options[option.name] = value;
    await run(toCommandInput(options)).then(onDone, showProblem);
    isSending.value = false;
  }

  function showProblem({ message, cause }: Error): void {
    const wrong = entry.options.findIndex((option) => option.name === cause);
    fields()[wrong]?.focus();
    if (wrong === -1) notify('error', message);
    else problem.value = { option: entry.options[wrong], text: message };
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
      // Text typed on the name goes into the first option: the browser uses the focus of that
      // moment.
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
      <div class="flex flex-1 flex-wrap gap-1.5 items-start px-1 py-0.5 max-[720px]:basis-full max-[720px]:order-1">
        {entry.options.map(read).map(({ option, input }) => (
          <OptionField
            key={option.name}
            option={option}
            input={input}
            problem={problem.value?.option === option ? problem.value.text : undefined}
            suggest={(typed) => suggest(option.name, typed)}
            onChange={(changed) => {
              inputs.value = { ...inputs.value, [option.name]: changed };
              problem.value = undefined;
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
      <p class="command-hint basis-full order-2 px-2 pb-0.5 text-muted text-[13px]" id={hintId}>
        <strong>{displayName}</strong> {displayDescription}
        {focused.value && !focused.value.required && ' (optional)'}
      </p>
    </form>
  );
}
