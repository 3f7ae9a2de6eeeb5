import { ApplicationCommandOptionType as Type } from 'discord-api-types/v10';
import type { CommandPath } from '../interactions/commands.ts';
import type { CommandOption } from '../validation/commandRules.ts';
import { Refusal } from './refusal.ts';
import type { Resolver } from './resolved.ts';

/** Values by option: text, number or boolean; channels by id. */
export type OptionValues = Readonly<Record<string, string | number | boolean>>;

const MAX_TEXT_LENGTH = 6_000;
const MAX_NUMBER = 2 ** 53;

/**
 * The options as Discord sends them. Refuses what Discord's client would refuse.
 *
 * @param focused the option being typed; its text is sent as it is, and nothing is required
 * @throws Refusal `invalid_option` with the option's name
 */
export function fillOptions(
  path: CommandPath,
  values: OptionValues,
  resolver: Resolver,
  focused?: string,
): readonly unknown[] {
  const unknown = Object.keys(values).find((name) => !path.options.some((option) => option.name === name));
  if (unknown !== undefined) throw new Refusal('invalid_option', `This command has no option "${unknown}"`, unknown);
  const leaves = path.options.flatMap((option) => {
    const { name, type, required } = option;
    const value = type === Type.String ? asTyped(values[name]) : values[name];
    if (name === focused) return [{ name, type, value: String(value ?? ''), focused: true }];
    const isMissing = value === undefined && required && focused === undefined;
    const fault = isMissing ? 'is required' : value !== undefined && findFault(option, value, resolver, focused);
    if (fault) throw new Refusal('invalid_option', `"${name}" ${fault}`, name);
    return value === undefined ? [] : [{ name, type, value }];
  });
  return path.subcommand.reduceRight<unknown[]>((options, name, depth) => {
    const isGroup = depth === 0 && path.subcommand.length === 2;
    return [{ name, type: isGroup ? Type.SubcommandGroup : Type.Subcommand, options }];
  }, leaves);
}

/** A number typed into a text option is text. */
const asTyped = (value: OptionValues[string] | undefined) => (typeof value === 'number' ? String(value) : value);

function findFault(
  option: CommandOption,
  value: string | number | boolean,
  resolver: Resolver,
  focused: string | undefined,
): string | undefined {
  if (option.type === Type.Channel && !resolver.channel(String(value))) return "isn't there";
  return focused === undefined ? findValueFault(option, value) : undefined;
}

function findValueFault(option: CommandOption, value: string | number | boolean): string | undefined {
  const { type, choices, min_value, max_value, min_length, max_length } = option;
  if (choices?.length && !choices.some((choice) => choice.value === value)) return 'must be one of its choices';
  if (type === Type.Boolean) return typeof value === 'boolean' ? undefined : 'must be true or false';
  if (type === Type.Integer || type === Type.Number) {
    const [min, max] = [min_value ?? -MAX_NUMBER, max_value ?? MAX_NUMBER];
    if (typeof value !== 'number' || !Number.isFinite(value)) return 'must be a number';
    if (type === Type.Integer && !Number.isInteger(value)) return 'must be a whole number';
    return value < min || value > max ? `must be between ${min} and ${max}` : undefined;
  }
  if (typeof value !== 'string' || value === '') return 'must be a text';
  const [min, max] = [min_length ?? 0, max_length ?? MAX_TEXT_LENGTH];
  if (type !== Type.String || (value.length >= min && value.length <= max)) return undefined;
  return `must have ${min} to ${max} characters`;
}
