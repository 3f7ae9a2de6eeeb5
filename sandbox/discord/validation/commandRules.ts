import * as spec from 'discord-api-spec/zod';
import {
  ApplicationCommandType,
  ApplicationIntegrationType,
  InteractionContextType,
  Locale,
  ApplicationCommandOptionType as Option,
} from 'discord-api-types/v10';
import * as z from 'zod/mini';
import { sizeLimits } from '../limits.ts';
import { fileTypeIssues } from '../people/fileTypes.ts';
import { type Issue, type Path, problems } from '../problem.ts';
import { choiceIssues } from './choiceRules.ts';
import { brokenRules, check, type FieldRule, inspect, isBlank, refuse, repeats } from './schema.ts';

/** Names and descriptions, also in other languages, by locale. */
interface Named {
  name: string;
  description?: string | null;
  name_localizations?: Record<string, string> | null;
  description_localizations?: Record<string, string> | null;
}

/** An option of any kind, loosely. */
export interface CommandOption extends Named {
  type: Option;
  description: string;
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

/** A command as it is registered, after its shape was checked. */
export interface CommandBody extends Named {
  /** In a bulk overwrite: which command this is, if that is known. */
  id?: string | null;
  type?: ApplicationCommandType | null;
  options?: CommandOption[] | null;
  default_member_permissions?: number | string | null;
  dm_permission?: boolean | null;
  contexts?: number[] | null;
  integration_types?: number[] | null;
  nsfw?: boolean | null;
}

/** "Application Command Structure"; the published schema lacks it. */
const nsfw = { nsfw: z.nullish(z.boolean()) };

/** A command as it is created, edited, and listed in a bulk overwrite. */
const schemas = {
  create: z.extend(spec.ApplicationCommandCreateRequestSchema, nsfw),
  edit: z.extend(spec.ApplicationCommandPatchRequestPartialSchema, nsfw),
  overwrite: z.extend(spec.ApplicationCommandUpdateRequestSchema, nsfw),
};

const { ChatInput, User, Message } = ApplicationCommandType;
const isChatInput = ({ type }: Pick<CommandBody, 'type'>) => (type ?? ChatInput) === ChatInput;

/** "Application Command Naming": the pattern, and lower case if a letter has one. */
const isName = (text: string) =>
  /^[-_'\p{L}\p{N}\p{sc=Deva}\p{sc=Thai}]{1,32}$/u.test(text) && text === text.toLowerCase();

const hasTwice = (values: readonly unknown[] | null | undefined) => repeats(values ?? []).length > 0;

/**
 * "Application Command Structure": a description and options for slash commands only; "Interaction Contexts": private channels
 * need the user's installation. Not written there: white space is no description, and sets have each value once.
 */
const commandRules: readonly FieldRule<CommandBody>[] = [
  [
    'name',
    (command) => (isChatInput(command) ? !isName(command.name) : isBlank(command.name)),
    'Command name is invalid',
  ],
  ['description', (command) => isChatInput(command) && isBlank(command.description), 'A command needs a description'],
  ['description', (command) => !isChatInput(command) && command.description, 'A context menu has no description'],
  ['options', (command) => !isChatInput(command) && command.options?.length, 'A context menu has no options'],
  ['contexts', ({ contexts }) => hasTwice(contexts), 'A set has each value once'],
  ['integration_types', ({ integration_types }) => hasTwice(integration_types), 'A set has each value once'],
  [
    'contexts',
    ({ contexts, integration_types: installations }) =>
      contexts?.includes(InteractionContextType.PrivateChannel) &&
      !installations?.includes(ApplicationIntegrationType.UserInstall),
    'PRIVATE_CHANNEL needs the integration type USER_INSTALL',
  ],
  // "Slash Commands"
  [
    '',
    (command) => sizeOf(command) > sizeLimits.commandCharacters,
    `More than ${sizeLimits.commandCharacters} characters`,
  ],
];

const isGroup = ({ type }: CommandOption) => type === Option.SubcommandGroup;
const isBranch = (option: CommandOption) => option.type === Option.Subcommand || isGroup(option);
const isFraction = (value: number | null | undefined) => !Number.isInteger(value ?? 0);
/** "Application Command Option Type": a NUMBER is between -2^53 and 2^53. */
const isTooBig = ({ type }: CommandOption, value: unknown) =>
  type === Option.Number && Math.abs(Number(value ?? 0)) > 2 ** 53;
const exceeds = (low: number | null | undefined, high: number | null | undefined) =>
  (low ?? Number.NEGATIVE_INFINITY) > (high ?? Number.POSITIVE_INFINITY);

/**
 * "Application Command Option Structure"; the schema and the check for unknown fields see to the fields of each type. Not written
 * there: a minimum is at most its maximum.
 */
const optionRules: readonly FieldRule<CommandOption>[] = [
  ['name', ({ name }) => !isName(name), 'Option name is invalid'],
  ['description', ({ description }) => isBlank(description), 'An option needs a description'],
  ['required', (option) => isBranch(option) && typeof option.required === 'boolean', 'Only options are required'],
  ['options', (option) => isGroup(option) && !option.options?.length, 'A group needs a subcommand'],
  ['autocomplete', ({ autocomplete, choices }) => autocomplete && choices?.length, 'Either autocomplete or choices'],
  ['min_value', ({ type, min_value }) => type !== Option.Number && isFraction(min_value), 'Must be a whole number'],
  ['max_value', ({ type, max_value }) => type !== Option.Number && isFraction(max_value), 'Must be a whole number'],
  ['min_value', (option) => isTooBig(option, option.min_value), 'Must be a double between -2^53 and 2^53'],
  ['max_value', (option) => isTooBig(option, option.max_value), 'Must be a double between -2^53 and 2^53'],
  ['min_value', ({ min_value, max_value }) => exceeds(min_value, max_value), 'Must be at most max_value'],
  ['min_length', ({ min_length, max_length }) => exceeds(min_length, max_length), 'Must be at most max_length'],
];

/** @throws DiscordProblem 50035 if the command isn't right; its id may be in it if it comes from a list */
export function checkCommand(body: unknown, kind: 'create' | 'overwrite' = 'create'): CommandBody {
  const sent = withNumericPermissions(body);
  refuse(inspectCommand(sent, kind));
  return sent;
}

/** Checks the shape of an edit. What it makes of the command is a matter of {@link checkCommand}. */
export function checkCommandEdit(body: unknown): Partial<CommandBody> {
  return check(schemas.edit, withNumericPermissions(body));
}

/**
 * Checks a whole list, as a bulk overwrite sends it: each command, unique names per type, and how many ("Registering a Command").
 *
 * @throws DiscordProblem 50035 or 30032
 */
export function checkCommandList(body: unknown): CommandBody[] {
  if (!Array.isArray(body)) throw problems.invalidBody([{ path: [], message: 'Must be a list' }]);
  const commands: CommandBody[] = body.map(withNumericPermissions);
  refuse(
    commands.flatMap((one, index) =>
      inspectCommand(one, 'overwrite').map(({ path, message }) => ({ path: [index, ...path], message })),
    ),
  );
  refuse([
    ...repeats(commands.map(({ type, name }) => `${type ?? ChatInput} ${name}`)).map((index) => duplicateName([index])),
    ...repeats(commands.map(({ id }, index) => id ?? index)).map((index) => ({
      path: [index, 'id'],
      message: 'Must be unique',
    })),
  ]);
  for (const type of [ChatInput, User, Message]) {
    const most = type === ChatInput ? sizeLimits.chatInputCommands : sizeLimits.contextMenuCommands;
    if (commands.filter((one) => (one.type ?? ChatInput) === type).length > most) throw problems.tooManyCommands();
  }
  return commands;
}

/** The fault of a second command of one type and name. */
export function duplicateName(path: Path): Issue {
  return { path, message: 'Application command names must be unique' };
}

function inspectCommand(command: unknown, kind: keyof typeof schemas): Issue[] {
  return inspect<CommandBody>(schemas[kind], command, [
    (one) => brokenRules(commandRules, one),
    (one) => localeIssues(one, [], isChatInput(one)),
    (one) => (isChatInput(one) ? optionListIssues(one.options ?? [], ['options']) : []),
  ]);
}

/** The permission set is a decimal string on the wire; the published schema says number. */
function withNumericPermissions(body: unknown): CommandBody {
  const permissions = (body as CommandBody | null)?.default_member_permissions;
  return typeof permissions === 'string' && /^\d+$/.test(permissions)
    ? { ...(body as CommandBody), default_member_permissions: Number(permissions) }
    : (body as CommandBody);
}

/** "Localization": known locales ("API Reference", "Locales"), and names like the name itself. */
function localeIssues(named: Named, path: Path, hasStrictNames: boolean): Issue[] {
  const locales = new Set<string>(Object.values(Locale));
  return (['name_localizations', 'description_localizations'] as const).flatMap((key) =>
    Object.entries(named[key] ?? {}).flatMap(([locale, text]) => {
      const isStrict = hasStrictNames && key === 'name_localizations';
      const message = locales.has(locale) ? 'Command name is invalid' : 'Unknown locale';
      return locales.has(locale) && (!isStrict || isName(text)) ? [] : [{ path: [...path, key, locale], message }];
    }),
  );
}

/**
 * "Application Command Option Structure": required options first; "Subcommands and Subcommand Groups": none beside other
 * options, groups on the first level only. Names are unique in their list.
 */
function* optionListIssues(options: readonly CommandOption[], path: Path): Generator<Issue> {
  const again = repeats(options.map(({ name }) => name));
  for (const [index, option] of options.entries()) {
    const at = [...path, index];
    const isLate = option.required && options.slice(0, index).some((earlier) => !earlier.required);
    if (again.includes(index)) yield { path: at, message: 'This option name is there already' };
    if (isLate) yield { path: at, message: 'Required options come before optional ones' };
    if (isBranch(option) !== isBranch(options[0] ?? option))
      yield { path: [...at, 'type'], message: 'Subcommands and groups have no other options beside them' };
    yield* brokenRules(optionRules, option, at);
    yield* localeIssues(option, at, true);
    yield* fileTypeIssues(option.file_types, at);
    yield* choiceIssues(option.choices ?? [], option.type, at);
    // Not written there: names of choices are unique.
    for (const choice of repeats((option.choices ?? []).map(({ name }) => name)))
      yield { path: [...at, 'choices', choice], message: 'This choice name is there already' };
    yield* optionListIssues(option.options ?? [], [...at, 'options']);
  }
}

/** Name, description and choice values of a command and its options; of localizations the longest counts. */
function sizeOf(item: CommandBody | CommandOption): number {
  const longest = (text: string | null | undefined, others: Record<string, string> | null | undefined) =>
    Math.max(...[text ?? '', ...Object.values(others ?? {})].map((one) => one.length));
  const choices = 'choices' in item ? (item.choices ?? []) : [];
  return (
    longest(item.name, item.name_localizations) +
    longest(item.description, item.description_localizations) +
    choices.reduce((sum, one) => sum + longest(one.name, one.name_localizations) + String(one.value).length, 0) +
    (item.options ?? []).reduce((sum, option) => sum + sizeOf(option), 0)
  );
}
