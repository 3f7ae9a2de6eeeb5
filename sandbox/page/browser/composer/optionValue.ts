import { ApplicationCommandOptionType as Type } from 'discord-api-types/v10';

/** What is in an option's field: the text, and what was chosen from a list. */
export type OptionInput = { text: string; chosen?: { value: string } };

/**
 * The value as it's sent, undefined for an empty field. What isn't a number, or one that JavaScript can't hold, stays a text: the
 * stand-in refuses it, as it refuses whatever Discord's client would.
 */
export function toOptionValue(type: Type, { text, chosen }: OptionInput): string | number | boolean | undefined {
  const value = chosen?.value ?? text.trim();
  if (value === '') return undefined;
  if (type === Type.Boolean) return value === 'true';
  if (!isNumeric(type) || !/^[+-]?\d+(\.\d+)?$/.test(value)) return value;
  const number = Number(value);
  return Number.isSafeInteger(number) || !Number.isInteger(number) ? number : value;
}

/** Whether the option's value is a number. */
export function isNumeric(type: Type): boolean {
  return type === Type.Integer || type === Type.Number;
}
