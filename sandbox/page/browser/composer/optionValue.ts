import { type APIApplicationCommandBasicOption, ApplicationCommandOptionType as Type } from 'discord-api-types/v10';
import type { Choice } from '../ui/choices.ts';

/** What is in an option's field: the text, and what was chosen from a list or from files. */
export type OptionInput = { text: string; chosen?: { value: string }; file?: File };

/** An option's value, nothing (an optional option left empty), or a sentence that says what is wrong. */
export type OptionResult = { value?: string | number | boolean; problem?: string };

/** Types whose value never is typed, only chosen. */
const CHOSEN_TYPES: readonly Type[] = [Type.Boolean, Type.User, Type.Channel, Type.Role, Type.Mentionable];
const MAX_TEXT_LENGTH = 6000;

/** Text that came with the command → what is in the field; text that isn't among the choices is dropped. */
export function toOptionInput(text: string, choices: readonly Choice[] | undefined): OptionInput {
  if (choices === undefined) return { text };
  const wanted = text.replace(/^[@#]/, '').toLocaleLowerCase();
  const chosen = choices.find(
    ({ label, value }) => wanted !== '' && [label.toLocaleLowerCase(), value].includes(wanted),
  );
  return chosen === undefined ? { text: '' } : { text: chosen.label, chosen };
}

/** Checks a field as Discord's client does before anything is sent. */
export function toOptionValue(option: APIApplicationCommandBasicOption, { text, chosen }: OptionInput): OptionResult {
  const value = chosen?.value ?? text.trim();
  if (value === '') return option.required ? { problem: 'This option is required.' } : {};
  const mustChoose = CHOSEN_TYPES.includes(option.type) || hasChoices(option);
  if (mustChoose && chosen === undefined) return { problem: 'Choose one from the list.' };
  switch (option.type) {
    case Type.Boolean:
      return { value: value === 'true' };
    case Type.Integer:
    case Type.Number:
      return checkNumber(value, option);
    case Type.String: {
      const { min_length = 0, max_length = MAX_TEXT_LENGTH } = option;
      const problem = rangeProblem([...value].length, min_length, max_length, ' characters');
      return problem && !hasChoices(option) ? { problem } : { value };
    }
    default:
      return { value };
  }
}

function hasChoices(option: APIApplicationCommandBasicOption): boolean {
  return 'choices' in option && (option.choices?.length ?? 0) > 0;
}

function checkNumber(text: string, option: { type: Type; min_value?: number; max_value?: number }): OptionResult {
  const value = Number(text);
  const isWhole = option.type === Type.Integer;
  const isNumber = /^[+-]?\d+(\.\d+)?$/.test(text) && Number.isFinite(value);
  if (!isNumber || (isWhole && !Number.isSafeInteger(value))) {
    return { problem: isWhole ? 'Enter a whole number.' : 'Enter a number.' };
  }
  const problem = rangeProblem(value, option.min_value, option.max_value);
  return problem ? { problem } : { value };
}

function rangeProblem(value: number, least = -Infinity, most = Infinity, unit = ''): string | undefined {
  if (value < least) return `Enter at least ${format(least)}${unit}.`;
  return value > most ? `Enter at most ${format(most)}${unit}.` : undefined;
}

/** In the language of the page's own words. */
function format(number: number): string {
  return number.toLocaleString('en-US', { maximumFractionDigits: 20 });
}
