import * as spec from 'discord-api-spec/zod';
import {
  ApplicationCommandType,
  ApplicationIntegrationType,
  InteractionContextType,
  Locale,
  ApplicationCommandOptionType as Option,
} from 'discord-api-types/v10';
import * as z from 'zod/mini';
import { SIZE_LIMITS } from '../limits.ts';
import { type Issue, type Path, problems } from '../problem.ts';
import { choiceIssues } from './choiceRules.ts';
import { brokenRules, type FieldRule, inspect, isBlank, refuse, repeats, uniqueIssues } from './schema.ts';

/** Names and descriptions, also in other languages, by locale. */
type Named = {
  name: string;
  description?: string;
  name_localizations?: Record<string, string> | null;
  description_localizations?: Record<string, string> | null;
};

type Choices = { name: string; value: string | number; name_localizations?: Record<string, string> | null }[] | null;

export type CommandOption = Named & {
  type: Option;
  description: string;
  required?: boolean | null;
  autocomplete?: boolean | null;
  choices?: Choices;
  options?: CommandOption[] | null;
  min_value?: number | null;
  max_value?: number | null;
  min_length?: number | null;
  max_length?: number | null;
};

export type CommandBody = Named & {
  /** In a bulk overwrite: the command's id, if it's known. */
  id?: string | null;
  type?: ApplicationCommandType | null;
  options?: CommandOption[] | null;
  default_member_permissions?: number | string | null;
  contexts?: number[] | null;
  integration_types?: number[] | null;
};

/**
 * "Application Command Structure". The published schema has a number for the decimal string of
 * permissions; `dm_permission` is deprecated.
 */
const COMMAND = z.extend(z.omit(spec.ApplicationCommandUpdateRequestSchema, { dm_permission: true }), {
  default_member_permissions: z.nullish(z.union([z.string().check(z.regex(/^\d+$/)), z.int().check(z.minimum(0))])),
});

const { commandCharacters: MAX_SIZE, chatInputCommands, contextMenuCommands } = SIZE_LIMITS;
const { ChatInput, User, Message } = ApplicationCommandType;
/** The kinds of options that the stand-in has. Discord has more. */
const OPTION_KINDS: ReadonlySet<Option> = new Set([
  ...[Option.Subcommand, Option.SubcommandGroup],
  ...[Option.String, Option.Integer, Option.Number, Option.Boolean, Option.Channel],
]);
const isChatInput = ({ type }: Pick<CommandBody, 'type'>) => (type ?? ChatInput) === ChatInput;
const isGroup = ({ type }: CommandOption) => type === Option.SubcommandGroup;
const isBranch = (option: CommandOption) => option.type === Option.Subcommand || isGroup(option);

const LOCALES = new Set<string>(Object.values(Locale));

/** "Application Command Naming": the pattern, and lower case if a letter has one. */
const NAME_PATTERN = /^[-_'\p{L}\p{N}\p{sc=Deva}\p{sc=Thai}]{1,32}$/u;
const isName = (text: string) => NAME_PATTERN.test(text) && text === text.toLowerCase();

/** "Application Command Option Type": a NUMBER is between -2^53 and 2^53. */
const exceedsDouble = (value: number | null | undefined) => Math.abs(value ?? 0) > 2 ** 53;
const hasTwice = (values: readonly unknown[] | null | undefined) => repeats(values ?? []).length > 0;
const isFraction = (value: number | null | undefined) => !Number.isInteger(value ?? 0);
const exceeds = (low: number | null | undefined, high: number | null | undefined) =>
  (low ?? Number.NEGATIVE_INFINITY) > (high ?? Number.POSITIVE_INFINITY);

/** "Interaction Contexts": only a command that a user installs is in private channels. */
const lacksInstallation = ({ contexts, integration_types: installations }: CommandBody) =>
  contexts?.includes(InteractionContextType.PrivateChannel) &&
  !installations?.includes(ApplicationIntegrationType.UserInstall);

/** "Application Command Structure". On no page: no blank description, no value twice. */
const SLASH_RULES: readonly FieldRule<CommandBody>[] = [
  ['name', ({ name }) => !isName(name), 'Command name is invalid'],
  ['description', ({ description }) => isBlank(description), 'A command needs a description'],
];
const MENU_RULES: readonly FieldRule<CommandBody>[] = [
  ['name', ({ name }) => isBlank(name), 'Command name is invalid'],
  ['description', ({ description }) => description, 'A context menu has no description'],
  ['options', ({ options }) => options?.length, 'A context menu has no options'],
];
const COMMAND_RULES: readonly FieldRule<CommandBody>[] = [
  ['contexts', ({ contexts }) => hasTwice(contexts), 'A set has each value once'],
  ['integration_types', ({ integration_types }) => hasTwice(integration_types), 'A set has each value once'],
  ['contexts', lacksInstallation, 'PRIVATE_CHANNEL needs the integration type USER_INSTALL'],
  // "Slash Commands"
  ['', (command) => sizeOf(command) > MAX_SIZE, `More than ${MAX_SIZE} characters`],
];

/** "Application Command Option Structure". On no page: a minimum is at most its maximum. */
const OPTION_RULES: readonly FieldRule<CommandOption>[] = [
  ['type', ({ type }) => !OPTION_KINDS.has(type), "The stand-in doesn't have it"],
  ['choices', ({ type, choices }) => type !== Option.String && choices?.length, 'Only of texts in the stand-in'],
  ['autocomplete', ({ type, autocomplete }) => type !== Option.String && autocomplete, 'Only of texts in the stand-in'],
  ['name', ({ name }) => !isName(name), 'Option name is invalid'],
  ['description', ({ description }) => isBlank(description), 'An option needs a description'],
  ['required', (option) => isBranch(option) && option.required != null, 'Subcommands are never required'],
  ['options', (option) => isGroup(option) && !option.options?.length, 'A group needs a subcommand'],
  ['autocomplete', ({ autocomplete, choices }) => autocomplete && choices?.length, 'Either autocomplete or choices'],
  ['min_value', ({ type, min_value }) => type === Option.Integer && isFraction(min_value), 'Must be a whole number'],
  ['max_value', ({ type, max_value }) => type === Option.Integer && isFraction(max_value), 'Must be a whole number'],
  ['min_value', ({ min_value }) => exceedsDouble(min_value), 'Must be between -2^53 and 2^53'],
  ['max_value', ({ max_value }) => exceedsDouble(max_value), 'Must be between -2^53 and 2^53'],
  ['min_value', ({ min_value, max_value }) => exceeds(min_value, max_value), 'Must be at most max_value'],
  ['min_length', ({ min_length, max_length }) => exceeds(min_length, max_length), 'Must be at most max_length'],
];

/** The list of a bulk overwrite. @throws DiscordProblem 50035 or 30032 */
export function checkCommandList(body: unknown): CommandBody[] {
  if (!Array.isArray(body)) throw problems.invalidBody([{ path: [], message: 'Must be a list' }]);
  const commands: CommandBody[] = body;
  refuse(
    commands.flatMap((one, index) =>
      inspectCommand(one).map(({ path, message }) => ({ path: [index, ...path], message })),
    ),
  );
  const names = commands.map(({ type, name }) => `${type ?? ChatInput} ${name}`);
  const ids = commands.map(({ id }, index) => id ?? index);
  refuse([...uniqueIssues(names, []), ...uniqueIssues(ids, [], ['id'])]);
  // "Registering a Command"
  for (const type of [ChatInput, User, Message]) {
    const most = type === ChatInput ? chatInputCommands : contextMenuCommands;
    if (commands.filter((one) => (one.type ?? ChatInput) === type).length > most) throw problems.tooManyCommands();
  }
  return commands;
}

/** Commands without issues, as JSON: each start of a bot registers the same ones. */
const VALID = new Set<string>();

function inspectCommand(command: unknown): Issue[] {
  const json = JSON.stringify(command);
  if (VALID.has(json)) return [];
  const issues = inspect<CommandBody>(COMMAND, command, [
    (one) => brokenRules([...(isChatInput(one) ? SLASH_RULES : MENU_RULES), ...COMMAND_RULES], one),
    (one) => localeIssues(one, [], isChatInput(one)),
    (one) => (isChatInput(one) ? optionListIssues(one.options ?? [], ['options']) : []),
  ]);
  if (issues.length === 0) VALID.add(json);
  return issues;
}

/** "Localization": known locales ("API Reference", "Locales"), and names like the name itself. */
function* localeIssues(named: Named, path: Path, hasStrictNames: boolean): Generator<Issue> {
  for (const key of ['name_localizations', 'description_localizations'] as const)
    for (const [locale, text] of Object.entries(named[key] ?? {})) {
      const isWrong = hasStrictNames && key === 'name_localizations' && !isName(text);
      if (isWrong || !LOCALES.has(locale))
        yield { path: [...path, key, locale], message: 'Unknown locale or invalid name' };
    }
}

/**
 * "Application Command Option Structure": required options first. "Subcommands and Subcommand
 * Groups": none beside other options, groups on the first level only. Names are unique.
 */
function* optionListIssues(options: readonly CommandOption[], path: Path): Generator<Issue> {
  yield* uniqueIssues(
    options.map(({ name }) => name),
    path,
  );
  for (const [index, option] of options.entries()) {
    const at = [...path, index];
    const isLate = option.required && options.slice(0, index).some((earlier) => !earlier.required);
    if (isLate) yield { path: at, message: 'Required options come before optional ones' };
    if (isBranch(option) !== isBranch(options[0] ?? option))
      yield { path: [...at, 'type'], message: 'Subcommands and groups have no other options beside them' };
    yield* brokenRules(OPTION_RULES, option, at);
    yield* localeIssues(option, at, true);
    yield* choiceIssues(option.choices ?? [], at);
    // On no page.
    yield* uniqueIssues(
      (option.choices ?? []).map(({ name }) => name),
      [...at, 'choices'],
    );
    yield* optionListIssues(option.options ?? [], [...at, 'options']);
  }
}

/** Counts names, descriptions and choice values; the longest of each one's localizations. */
function sizeOf(
  item: Named & { choices?: Choices; options?: CommandOption[] | null; value?: string | number },
): number {
  const longest = (text: string | undefined, others: Record<string, string> | null | undefined) =>
    Math.max(...[text ?? '', ...Object.values(others ?? {})].map((one) => one.length));
  const own = longest(item.name, item.name_localizations) + longest(item.description, item.description_localizations);
  const inside = [...(item.choices ?? []), ...(item.options ?? [])];
  return inside.reduce((sum, one) => sum + sizeOf(one), own + String(item.value ?? '').length);
}
