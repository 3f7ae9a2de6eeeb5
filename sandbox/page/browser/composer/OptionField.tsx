import { useSignal } from '@preact/signals';
import { ApplicationCommandOptionType as Type } from 'discord-api-types/v10';
import { useId, useRef } from 'preact/hooks';
import { Avatar } from '../shell/PersonLine.tsx';
import { channels, welcome } from '../state.ts';
import { Combobox } from '../ui/Combobox.tsx';
import type { Choice } from '../ui/choices.ts';
import { Icon } from '../ui/Icon.tsx';
import { type EntryOption, isNumeric, type OptionInput } from './commandEntries.ts';

/** The pause in typing before suggestions are requested. */
const PAUSE_MS = 250;

type Suggest = (typed: string) => Promise<Choice[]>;

/** A command's option: a line of text, or one with a list. Small while optional and empty. */
export function OptionField(props: {
  option: EntryOption;
  input: OptionInput;
  problem: string | undefined;
  onChange: (input: OptionInput) => void;
  suggest: Suggest;
}) {
  const { option, input, problem, onChange } = props;
  const id = useId();
  const suggestions = useSuggestions(props.suggest);
  const isSuggested = 'autocomplete' in option && option.autocomplete;
  const choices = isSuggested ? suggestions.choices : toOptionChoices(option);
  const inputProps = {
    id,
    'aria-label': option.displayName,
    'aria-required': option.required ?? false,
    'aria-invalid': problem !== undefined || undefined,
    'aria-describedby': `${id}-problem`,
    'aria-description': option.displayDescription,
    'data-option': option.name,
    // The style sheet recognizes an empty field by it.
    placeholder: option.required ? ' ' : 'optional',
  };
  return (
    <div class={option.required ? 'option-field' : 'option-field optional'}>
      <label for={id} aria-hidden="true">
        {option.displayName}
      </label>
      {choices === undefined ? (
        <input
          {...inputProps}
          type="text"
          autocomplete="off"
          inputMode={isNumeric(option.type) ? 'decimal' : 'text'}
          value={input.text}
          onInput={({ currentTarget }) => onChange({ text: currentTarget.value })}
        />
      ) : (
        <Combobox
          {...(isSuggested ? suggestions : {})}
          kind={isSuggested ? 'free' : 'list'}
          label={option.displayName}
          text={input.text}
          choices={choices}
          chosen={input.chosen ? [input.chosen.value] : []}
          onChoose={(chosen) => onChange({ text: chosen.label, chosen })}
          onType={(text) => {
            onChange({ text: isSuggested ? text : '' });
            if (isSuggested) void suggestions.ask(text, PAUSE_MS);
          }}
          onOpen={() => isSuggested && void suggestions.ask(input.text)}
          inputProps={inputProps}
        />
      )}
      <span id={`${id}-problem`} role="alert">
        {problem}
      </span>
    </div>
  );
}

/** The choices of an option, or undefined if its value is typed. */
function toOptionChoices(option: EntryOption): Choice[] | undefined {
  switch (option.type) {
    case Type.Boolean:
      return ['True', 'False'].map((label) => ({ value: label.toLowerCase(), label }));
    case Type.User:
      return welcome.value?.members.map(({ id, displayName, username, avatarUrl }) => ({
        value: id,
        label: displayName,
        hint: username,
        picture: <Avatar url={avatarUrl} />,
      }));
    case Type.Channel:
      return [...channels.value.values()]
        .filter(({ kind }) => kind === 'text')
        .map(({ id, name }) => ({ value: id, label: name, picture: <Icon name="hash" /> }));
    default:
      if (!('choices' in option) || !option.choices?.length) return undefined;
      return option.choices.map(({ name, value }) => ({ value: String(value), label: name }));
  }
}

/** Requests suggestions; only the newest response counts, and none once the list is closed. */
function useSuggestions(suggest: Suggest) {
  const answer = useSignal({ choices: [] as readonly Choice[], emptyText: '', isLoading: false });
  const newest = useRef(0);

  async function ask(typed: string, pauseMs = 0): Promise<void> {
    newest.current += 1;
    const mine = newest.current;
    answer.value = { ...answer.value, emptyText: 'Loading options…', isLoading: true };
    if (pauseMs > 0) await new Promise((resolve) => setTimeout(resolve, pauseMs));
    if (mine !== newest.current) return;
    const choices = await suggest(typed).catch(() => undefined);
    if (mine !== newest.current) return;
    const emptyText = choices === undefined ? "Options couldn't be loaded." : 'No suggestions';
    answer.value = { choices: choices ?? [], emptyText, isLoading: false };
  }

  function onClose(): void {
    newest.current += 1;
    answer.value = { choices: [], emptyText: '', isLoading: false };
  }

  return { ...answer.value, ask, onClose };
}
