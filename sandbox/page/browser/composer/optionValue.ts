import { type APIApplicationCommandBasicOption, ApplicationCommandOptionType } from 'discord-api-types/v10';

/** What stands in an option's field: what is typed, and what was chosen from a list. */
export interface OptionInput {
  text: string;
  chosen?: { value: string };
}

/** An option's value, nothing (an optional option left empty), or a sentence that says what is wrong. */
export type OptionResult =
  | { value: string | number | boolean; problem?: undefined }
  | { value?: undefined; problem?: undefined }
  | { value?: undefined; problem: string };

/** Checks a field as Discord's client does before anything is sent. */
export function toOptionValue(option: APIApplicationCommandBasicOption, input: OptionInput): OptionResult {
  const text = input.chosen?.value ?? input.text.trim();
  if (text === '') return option.required ? { problem: 'This option is required.' } : {};
  switch (option.type) {
    case ApplicationCommandOptionType.String:
      if (hasChoices(option)) return input.chosen ? { value: text } : mustChoose;
      return checkLength(text, option.min_length, option.max_length);
    case ApplicationCommandOptionType.Integer:
    case ApplicationCommandOptionType.Number:
      if (hasChoices(option) && !input.chosen) return mustChoose;
      return checkNumber(text, option);
    case ApplicationCommandOptionType.Boolean:
      return input.chosen ? { value: text === 'true' } : mustChoose;
    case ApplicationCommandOptionType.Attachment:
      return { value: text };
    default:
      return input.chosen ? { value: text } : mustChoose;
  }
}

/** What may stand in the field, in words; empty when everything may, or when there are choices or suggestions. */
export function toLimitText(option: APIApplicationCommandBasicOption): string {
  if (hasChoices(option as { choices?: unknown[] }) || ('autocomplete' in option && option.autocomplete)) return '';
  switch (option.type) {
    case ApplicationCommandOptionType.String: {
      const words = rangeText(option.min_length, option.max_length);
      return words && `${words} characters`;
    }
    case ApplicationCommandOptionType.Integer:
    case ApplicationCommandOptionType.Number:
      return rangeText(option.min_value, option.max_value);
    default:
      return '';
  }
}

function rangeText(least: number | undefined, most: number | undefined): string {
  if (least !== undefined && most !== undefined) return least === most ? say(least) : `${say(least)} to ${say(most)}`;
  if (least !== undefined) return `at least ${say(least)}`;
  return most === undefined ? '' : `at most ${say(most)}`;
}

/** A number as one reads it, in the language of the page's own words. */
function say(number: number): string {
  return number.toLocaleString('en-US', { maximumFractionDigits: 20 });
}

const mustChoose = { problem: 'Choose one of the list.' };

function hasChoices(option: { choices?: unknown[] }): boolean {
  return (option.choices?.length ?? 0) > 0;
}

function checkLength(text: string, least = 0, most = 6000): OptionResult {
  const length = [...text].length;
  if (length < least) return { problem: `At least ${say(least)} characters, please.` };
  if (length > most) return { problem: `At most ${say(most)} characters, please.` };
  return { value: text };
}

function checkNumber(
  text: string,
  option: { type: ApplicationCommandOptionType; min_value?: number; max_value?: number },
): OptionResult {
  const whole = option.type === ApplicationCommandOptionType.Integer;
  const value = Number(text);
  if (!/^[+-]?\d+(\.\d+)?$/.test(text) || !Number.isFinite(value)) {
    return { problem: whole ? 'A whole number, please.' : 'A number, please.' };
  }
  if (whole && !Number.isSafeInteger(value)) return { problem: 'A whole number, please.' };
  if (option.min_value !== undefined && value < option.min_value)
    return { problem: `At least ${say(option.min_value)}, please.` };
  if (option.max_value !== undefined && value > option.max_value)
    return { problem: `At most ${say(option.max_value)}, please.` };
  return { value };
}
