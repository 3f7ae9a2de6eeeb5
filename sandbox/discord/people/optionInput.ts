import {
  type APIApplicationCommandInteractionDataOption,
  type APIInteractionDataResolved,
  ApplicationCommandOptionType as Type,
} from 'discord-api-types/v10';
import type { CommandPath } from '../interactions/commands.ts';
import type { CommandOption } from '../validation/commandRules.ts';
import { Refusal } from './refusal.ts';
import type { Resolver } from './resolved.ts';

/** What a person gives for an option: text, number, yes or no; users, channels, roles and uploads by id. */
export type OptionValue = string | number | boolean;

/** The filled options as Discord sends them, and the objects behind their ids. */
export interface FilledOptions {
  options: APIApplicationCommandInteractionDataOption[];
  resolved: APIInteractionDataResolved;
}

/**
 * Fills a command's options and refuses what Discord's client refuses: a missing required one, an unknown one, a wrong kind, a value out of
 * its bounds or none of the choices.
 *
 * @param focused for autocomplete: the option that is being typed; then nothing is required, and its text is sent as it is
 * @throws Refusal `invalid_option` with the option's name
 */
export function fillOptions(
  path: CommandPath,
  values: Readonly<Record<string, OptionValue>>,
  resolver: Resolver,
  focused?: string,
): FilledOptions {
  const unknown = Object.keys(values).find((name) => !path.options.some((option) => option.name === name));
  if (unknown !== undefined) throw new Refusal('invalid_option', `There is no option "${unknown}"`, unknown);
  const leaves = path.options.flatMap((option) => {
    const value = values[option.name];
    if (option.name === focused)
      return [{ name: option.name, type: option.type, value: String(value ?? ''), focused: true }];
    if (value === undefined) {
      if (option.required && focused === undefined) throw refuse(option, 'is required');
      return [];
    }
    if (focused === undefined) checkValue(option, value);
    resolve(option, value, resolver);
    return [{ name: option.name, type: option.type, value }];
  });
  const nested = path.subcommand.reduceRight<unknown[]>((options, name, depth) => {
    const isGroup = depth === 0 && path.subcommand.length === 2;
    return [{ name, type: isGroup ? Type.SubcommandGroup : Type.Subcommand, options }];
  }, leaves);
  return { options: nested as APIApplicationCommandInteractionDataOption[], resolved: resolver.resolved };
}

const refuse = (option: CommandOption, what: string) =>
  new Refusal('invalid_option', `"${option.name}" ${what}`, option.name);

function checkValue(option: CommandOption, value: OptionValue): void {
  if (option.choices?.length && !option.choices.some((choice) => choice.value === value))
    throw refuse(option, 'must be one of its choices');
  switch (option.type) {
    case Type.Boolean:
      if (typeof value !== 'boolean') throw refuse(option, 'must be true or false');
      break;
    case Type.Integer:
    case Type.Number:
      checkNumber(option, value);
      break;
    default:
      if (typeof value !== 'string' || value === '') throw refuse(option, 'must be a text');
      if (option.type === Type.String) checkLength(option, value);
  }
}

function checkNumber(option: CommandOption, value: OptionValue): void {
  if (typeof value !== 'number' || !Number.isFinite(value)) throw refuse(option, 'must be a number');
  if (option.type === Type.Integer && !Number.isInteger(value)) throw refuse(option, 'must be a whole number');
  if (Math.abs(value) > 2 ** 53) throw refuse(option, 'must be between -2^53 and 2^53');
  if (value < (option.min_value ?? value)) throw refuse(option, `must be at least ${option.min_value}`);
  if (value > (option.max_value ?? value)) throw refuse(option, `must be at most ${option.max_value}`);
}

function checkLength(option: CommandOption, value: string): void {
  const max = option.max_length ?? 6_000;
  if (value.length < (option.min_length ?? 0))
    throw refuse(option, `must have at least ${option.min_length} characters`);
  if (value.length > max) throw refuse(option, `must have at most ${max} characters`);
}

function resolve(option: CommandOption, value: OptionValue, resolver: Resolver): void {
  const add = {
    [Type.User]: resolver.user,
    [Type.Channel]: resolver.channel,
    [Type.Role]: resolver.role,
    [Type.Mentionable]: resolver.mentionable,
    [Type.Attachment]: (id: string) => resolver.attachment(id, option.file_types),
  }[option.type as number];
  if (add && !add(String(value))) throw refuse(option, 'is not there, or not of the right type');
}
