import { ApplicationCommandOptionType as Type } from 'discord-api-types/v10';
import { useId } from 'preact/hooks';
import { Combobox } from '../ui/Combobox.tsx';
import type { Choice } from '../ui/choices.ts';
import { FilePicker } from '../ui/FilePicker.tsx';
import { channelChoices, roleChoices, userChoices } from '../ui/selectChoices.ts';
import type { EntryOption } from './commandEntries.ts';
import type { OptionInput } from './optionValue.ts';

type Props = {
  option: EntryOption;
  input: OptionInput;
  problem: string | undefined;
  onChange: (input: OptionInput) => void;
  suggest: (typed: string) => Promise<Choice[]>;
};

/** An option of a command: a file, a line of text, or one with a list. An empty optional one is as small as its name. */
export function OptionField({ option, input, problem, onChange, suggest }: Props) {
  const id = useId();
  const isSuggested = 'autocomplete' in option && option.autocomplete;
  const choices = toOptionChoices(option);
  const inputProps = {
    id,
    'aria-label': option.displayName,
    'aria-required': option.required ?? false,
    'aria-invalid': problem !== undefined || undefined,
    'aria-describedby': `${id}-problem`,
    'aria-description': option.displayDescription,
    'data-option': option.name,
    // The style sheet tells by it that the field is empty.
    placeholder: option.required ? ' ' : 'optional',
  };
  return (
    <div class={option.required ? 'option-field' : 'option-field optional'}>
      <label for={id} aria-hidden="true">
        {option.displayName}
      </label>
      {option.type === Type.Attachment ? (
        <FilePicker
          most={1}
          files={input.file ? [input.file] : []}
          onChange={([file]) => onChange(file ? { text: file.name, file } : { text: '' })}
          inputProps={inputProps}
        />
      ) : choices !== undefined || isSuggested ? (
        <Combobox
          label={option.displayName}
          value={input}
          onChange={onChange}
          choices={choices ?? []}
          suggest={isSuggested ? suggest : undefined}
          inputProps={inputProps}
        />
      ) : (
        <input
          {...inputProps}
          type="text"
          autocomplete="off"
          inputMode={option.type === Type.String ? 'text' : 'decimal'}
          value={input.text}
          onInput={({ currentTarget }) => onChange({ text: currentTarget.value })}
        />
      )}
      <span id={`${id}-problem`} role="alert">
        {problem}
      </span>
    </div>
  );
}

/** The list from which the option's value must come, or undefined when it is typed. */
export function toOptionChoices(option: EntryOption): Choice[] | undefined {
  switch (option.type) {
    case Type.Boolean:
      return ['True', 'False'].map((label) => ({ value: label.toLowerCase(), label }));
    case Type.User:
      return userChoices();
    case Type.Role:
      return roleChoices();
    case Type.Mentionable:
      return [...userChoices(), ...roleChoices()];
    case Type.Channel:
      return channelChoices(option.channel_types);
    default:
      if (!('choices' in option) || !option.choices?.length) return undefined;
      return option.choices.map(({ name, value }) => ({ value: String(value), label: name }));
  }
}
