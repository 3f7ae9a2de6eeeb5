import { type APIApplicationCommandOption, ApplicationCommandOptionType as Option } from 'discord-api-types/v10';
import { fileTypeIssues } from '../people/fileTypes.ts';
import type { Issue } from '../problem.ts';
import { choiceValueIssues } from './choiceRules.ts';
import { localeIssues, nameIssues } from './commandNameRules.ts';
import { outOfRange, required, tooShort } from './schema.ts';
import { notWhole } from './translation.ts';

type Path = readonly (string | number)[];

/** An option of any kind, loosely. */
export interface CommandOption {
  type: APIApplicationCommandOption['type'];
  name: string;
  description: string;
  name_localizations?: Record<string, string> | null;
  description_localizations?: Record<string, string> | null;
  required?: boolean | null;
  autocomplete?: boolean | null;
  choices?: { name: string; value: string | number; name_localizations?: Record<string, string> | null }[] | null;
  options?: CommandOption[] | null;
  channel_types?: number[] | null;
  file_types?: string[] | null;
  min_value?: number | null;
  max_value?: number | null;
  min_length?: number | null;
  max_length?: number | null;
}

/** "Application Command Option Type": what a NUMBER can be. */
const doubles = { least: -(2 ** 53), most: 2 ** 53 };

const isGroup = (option: CommandOption) => option.type === Option.SubcommandGroup;
const isBranch = (option: CommandOption) => option.type === Option.Subcommand || isGroup(option);

const branches: readonly Option[] = [Option.Subcommand, Option.SubcommandGroup];
const numbers: readonly Option[] = [Option.Integer, Option.Number];

/** The fields that only some types of option have, with these types ("Application Command Option Structure", "Valid Option Types"). */
const fieldTypes: { [Field in keyof CommandOption]?: readonly Option[] } = {
  required: Object.values(Option).filter((type) => typeof type === 'number' && !branches.includes(type)) as Option[],
  choices: [Option.String, ...numbers],
  options: branches,
  channel_types: [Option.Channel],
  min_value: numbers,
  max_value: numbers,
  min_length: [Option.String],
  max_length: [Option.String],
  autocomplete: [Option.String, ...numbers],
  file_types: [Option.Attachment],
};

/** "Application Command Option Structure": no field that its type does not have. */
function* fieldIssues(option: CommandOption, path: Path): Generator<Issue> {
  for (const [field, types] of Object.entries(fieldTypes)) {
    const value = option[field as keyof CommandOption];
    if (value !== undefined && value !== null && !types.includes(option.type))
      yield {
        path: [...path, field],
        code: 'APPLICATION_COMMAND_OPTIONS_FIELD_NOT_ALLOWED',
        message: `Options of type ${option.type} have no ${field}`,
      };
  }
}

/**
 * "Application Command Option Structure": required options first; "Subcommands and Subcommand Groups": none beside other options, groups on the first
 * level only, and with a subcommand in each. Names are unique in their list.
 */
export function* optionListIssues(options: readonly CommandOption[], path: Path, depth = 0): Generator<Issue> {
  const seen = new Set<string>();
  let optionalSeen = false;
  for (const [index, option] of options.entries()) {
    const at = [...path, index];
    yield* nameIssues(option.name, [...at, 'name']);
    yield* localeIssues(option, at, true);
    yield* fieldIssues(option, at);
    if (option.description.trim() === '') yield required([...at, 'description']);
    if (seen.has(option.name))
      yield {
        path: at,
        code: 'APPLICATION_COMMAND_OPTIONS_NAME_ALREADY_EXISTS',
        message: 'Option name already exists in this array',
      };
    seen.add(option.name);
    if (isBranch(option) !== isBranch(options[0] ?? option) || (isGroup(option) && depth > 0))
      yield {
        path: [...at, 'type'],
        code: 'APPLICATION_COMMAND_OPTIONS_TYPE_INVALID',
        message: 'Sub-command and sub-command group option types are mutually exclusive to all other types',
      };
    if (!isBranch(option) && option.required && optionalSeen)
      yield {
        path: at,
        code: 'APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID',
        message: 'Required options must be placed before non-required options',
      };
    optionalSeen ||= !option.required;
    if (isGroup(option) && !option.options?.length) yield tooShort([...at, 'options'], 1);
    if (isBranch(option)) yield* optionListIssues(option.options ?? [], [...at, 'options'], depth + 1);
    else yield* leafIssues(option, at);
  }
}

/** "Application Command Option Structure": no autocomplete beside choices, whole limits but for numbers. Unique choice names and sensible limits are not written there. */
function* leafIssues(option: CommandOption, path: Path): Generator<Issue> {
  if (option.autocomplete && option.choices?.length)
    yield {
      path: [...path, 'autocomplete'],
      code: 'APPLICATION_COMMAND_AUTOCOMPLETE_CHOICES_EXCLUSIVE',
      message: 'Autocomplete cannot be enabled for options with choices',
    };
  yield* fileTypeIssues(option.file_types, path);
  yield* choiceValueIssues(option.choices ?? [], option.type, path);
  if (option.type !== Option.Number)
    for (const field of ['min_value', 'max_value'] as const)
      if (!Number.isInteger(option[field] ?? 0)) yield notWhole([...path, field]);
  if (option.type === Option.Number) {
    for (const field of ['min_value', 'max_value'] as const)
      yield* outOfRange([...path, field], option[field] ?? 0, doubles);
    for (const [index, { value }] of (option.choices ?? []).entries())
      yield* outOfRange([...path, 'choices', index, 'value'], Number(value), doubles);
  }
  const names = new Set<string>();
  for (const [index, choice] of (option.choices ?? []).entries()) {
    if (names.has(choice.name))
      yield {
        path: [...path, 'choices', index],
        code: 'APPLICATION_COMMAND_OPTIONS_CHOICE_NAME_ALREADY_EXISTS',
        message: 'Option choice name already exists',
      };
    names.add(choice.name);
  }
  for (const [low, high] of [
    ['min_value', 'max_value'],
    ['min_length', 'max_length'],
  ] as const)
    if ((option[low] ?? Number.NEGATIVE_INFINITY) > (option[high] ?? Number.POSITIVE_INFINITY))
      yield {
        path: [...path, low],
        code: 'APPLICATION_COMMAND_OPTIONS_MIN_MAX_INVALID',
        message: `${low} cannot be greater than ${high}`,
      };
}
