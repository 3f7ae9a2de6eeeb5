import {
  ApplicationCommandCreateRequestSchema,
  ApplicationCommandPatchRequestPartialSchema,
} from 'discord-api-spec/zod';
import {
  type APIApplicationCommandOption,
  ApplicationCommandType,
  Locale,
  ApplicationCommandOptionType as Option,
} from 'discord-api-types/v10';
import { sizeLimits } from '../limits.ts';
import { type Issue, problems } from '../problem.ts';
import { choiceValueIssues } from './choiceRules.ts';
import { inspect, notOneOf, required } from './schema.ts';

/** A command as it is registered, after its shape was checked. */
export interface CommandBody {
  name: string;
  type?: ApplicationCommandType | null;
  description?: string | null;
  name_localizations?: Record<string, string> | null;
  description_localizations?: Record<string, string> | null;
  options?: CommandOption[] | null;
  default_member_permissions?: number | string | null;
  dm_permission?: boolean | null;
  contexts?: number[] | null;
  integration_types?: number[] | null;
  nsfw?: boolean | null;
}

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
  min_value?: number | null;
  max_value?: number | null;
  min_length?: number | null;
  max_length?: number | null;
}

type Path = readonly (string | number)[];
/** Discord developer documentation, Application Commands, "Application Command Naming". */
const namePattern = /^[-_'\p{L}\p{N}\p{sc=Deva}\p{sc=Thai}]{1,32}$/u;
/** API Reference, "Locales". */
const locales = new Set<string>(Object.values(Locale));

/**
 * Checks one command.
 *
 * @throws DiscordProblem 50035
 */
export function checkCommand(body: unknown, partial = false): CommandBody {
  const { value, issues } = inspectCommand(body, [], partial);
  if (issues.length > 0) throw problems.invalidBody(issues);
  return value;
}

/**
 * Checks a whole list, as a bulk overwrite sends it: each command, unique names a type, and how many (Discord developer documentation, Application
 * Commands, "Registering a Command").
 *
 * @throws DiscordProblem 50035 or 30032
 */
export function checkCommandList(body: unknown): CommandBody[] {
  if (!Array.isArray(body))
    throw problems.invalidBody([
      { path: [], code: 'LIST_TYPE_CONVERT', message: 'Only iterables may be used in a ListType' },
    ]);
  const all = body.map((one: unknown, index) => inspectCommand(one, [index], false));
  const issues = all.flatMap((one) => one.issues);
  if (issues.length > 0) throw problems.invalidBody(issues);
  const commands = all.map((one) => one.value);
  const seen = new Set<string>();
  const repeated = commands.flatMap(({ type, name }, index): Issue[] => {
    const key = `${type ?? 1} ${name}`;
    if (seen.has(key))
      return [
        {
          path: [index],
          code: 'APPLICATION_COMMANDS_DUPLICATE_NAME',
          message: 'Application command names must be unique',
        },
      ];
    seen.add(key);
    return [];
  });
  if (repeated.length > 0) throw problems.invalidBody(repeated);
  for (const type of [ApplicationCommandType.ChatInput, ApplicationCommandType.User, ApplicationCommandType.Message]) {
    const limit =
      type === ApplicationCommandType.ChatInput ? sizeLimits.chatInputCommands : sizeLimits.contextMenuCommands;
    if (commands.filter((one) => (one.type ?? 1) === type).length > limit) throw problems.tooManyCommands(limit);
  }
  return commands;
}

function inspectCommand(body: unknown, base: Path, partial: boolean): { value: CommandBody; issues: Issue[] } {
  const schema = partial ? ApplicationCommandPatchRequestPartialSchema : ApplicationCommandCreateRequestSchema;
  const { value, issues } = inspect<CommandBody>(schema, withNumericPermissions(body), [
    (command) => commandIssues(command, partial),
  ]);
  return { value, issues: issues.map((issue) => ({ ...issue, path: [...base, ...issue.path] })) };
}

/** The permission set is a decimal string on the wire; the published schema says number. */
function withNumericPermissions(body: unknown): unknown {
  if (typeof body !== 'object' || body === null || !('default_member_permissions' in body)) return body;
  const { default_member_permissions: permissions } = body;
  return typeof permissions === 'string' && /^\d+$/.test(permissions)
    ? { ...body, default_member_permissions: Number(permissions) }
    : body;
}

/**
 * Discord developer documentation, Application Commands, "Application Command Structure" (a description for slash commands only, options for them
 * only) and "Slash Commands" (8000 characters).
 */
function* commandIssues(command: CommandBody, partial: boolean): Generator<Issue> {
  const isChatInput = (command.type ?? ApplicationCommandType.ChatInput) === ApplicationCommandType.ChatInput;
  if (command.name !== undefined && isChatInput) yield* nameIssues(command.name, ['name']);
  yield* localeIssues(command, [], isChatInput);
  yield* uniqueIssues(command.contexts, ['contexts']);
  yield* uniqueIssues(command.integration_types, ['integration_types']);
  if (!isChatInput) {
    if (command.description)
      yield {
        path: ['description'],
        code: 'APPLICATION_COMMAND_CONTEXT_MENU_DESCRIPTION_INVALID',
        message: 'Context menu commands cannot have description',
      };
    if (command.options?.length)
      yield {
        path: ['options'],
        code: 'APPLICATION_COMMAND_CONTEXT_MENU_OPTIONS_INVALID',
        message: 'Context menu commands cannot have options',
      };
    return;
  }
  if (!partial && !command.description) yield required(['description']);
  yield* optionListIssues(command.options ?? [], ['options'], 0);
  if (characters(command) > sizeLimits.commandCharacters)
    yield {
      path: [],
      code: 'APPLICATION_COMMAND_TOO_LARGE',
      message: `Command exceeds maximum size (${sizeLimits.commandCharacters})`,
    };
}

/** "Application Command Naming": the pattern, and lower case where a letter has one. */
function* nameIssues(name: string, path: Path): Generator<Issue> {
  if (!namePattern.test(name) || name !== name.toLowerCase())
    yield { path, code: 'APPLICATION_COMMAND_INVALID_NAME', message: 'Command name is invalid' };
}

/** Application Commands, "Localization": known locales, and names like the name itself. */
function* localeIssues(
  named: Pick<CommandBody, 'name_localizations' | 'description_localizations'>,
  path: Path,
  strictNames: boolean,
): Generator<Issue> {
  for (const key of ['name_localizations', 'description_localizations'] as const)
    for (const [locale, text] of Object.entries(named[key] ?? {})) {
      if (!locales.has(locale)) yield notOneOf([...path, key, locale], [...locales]);
      if (strictNames && key === 'name_localizations') yield* nameIssues(text, [...path, key, locale]);
    }
}

/** Contexts and installations are sets; that they may not repeat is not written. */
function* uniqueIssues(values: readonly number[] | null | undefined, path: Path): Generator<Issue> {
  if (values && new Set(values).size < values.length)
    yield { path, code: 'SET_TYPE_ALREADY_CONTAINS_VALUE', message: 'The set already contains the value' };
}

const isGroup = (option: CommandOption) => option.type === Option.SubcommandGroup;
const isBranch = (option: CommandOption) => option.type === Option.Subcommand || isGroup(option);

/**
 * "Application Command Option Structure": required options first; "Subcommands and Subcommand Groups": none beside other options, groups on the first
 * level only. Names are unique in their list.
 */
function* optionListIssues(options: readonly CommandOption[], path: Path, depth: number): Generator<Issue> {
  const seen = new Set<string>();
  let optionalSeen = false;
  for (const [index, option] of options.entries()) {
    const at = [...path, index];
    yield* nameIssues(option.name, [...at, 'name']);
    yield* localeIssues(option, at, true);
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
    if (isBranch(option)) yield* optionListIssues(option.options ?? [], [...at, 'options'], depth + 1);
    else yield* leafIssues(option, at);
  }
}

/** "Application Command Option Structure": no autocomplete beside choices. Unique choice names and sensible limits are not written there. */
function* leafIssues(option: CommandOption, path: Path): Generator<Issue> {
  if (option.autocomplete && option.choices?.length)
    yield {
      path: [...path, 'autocomplete'],
      code: 'APPLICATION_COMMAND_AUTOCOMPLETE_CHOICES_EXCLUSIVE',
      message: 'Autocomplete cannot be enabled for options with choices',
    };
  yield* choiceValueIssues(option.choices ?? [], path);
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

/** Name, description and choice values of a command and its options; of localizations the longest counts. */
function characters(item: CommandBody | CommandOption): number {
  const longest = (text: string | null | undefined, others: Record<string, string> | null | undefined) =>
    Math.max(...[text ?? '', ...Object.values(others ?? {})].map((one) => one.length));
  const choices = 'choices' in item ? (item.choices ?? []) : [];
  return (
    longest(item.name, item.name_localizations) +
    longest(item.description, item.description_localizations) +
    choices.reduce((sum, one) => sum + longest(one.name, one.name_localizations) + String(one.value).length, 0) +
    (item.options ?? []).reduce((sum, option) => sum + characters(option), 0)
  );
}
