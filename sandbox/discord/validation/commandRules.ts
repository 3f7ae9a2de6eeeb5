import {
  ApplicationCommandCreateRequestSchema,
  ApplicationCommandPatchRequestPartialSchema,
  ApplicationCommandUpdateRequestSchema,
} from 'discord-api-spec/zod';
import { ApplicationCommandType, ApplicationIntegrationType, InteractionContextType } from 'discord-api-types/v10';
import { boolean, extend, nullish } from 'zod/mini';
import { sizeLimits } from '../limits.ts';
import { type Issue, problems } from '../problem.ts';
import { localeIssues, nameIssues } from './commandNameRules.ts';
import { type CommandOption, optionListIssues } from './commandOptionRules.ts';
import { inspect, repeated, required } from './schema.ts';

/** A command as it is registered, after its shape was checked. */
export interface CommandBody {
  /** In a bulk overwrite: the one that this is, if it is known. */
  id?: string | null;
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

type Path = readonly (string | number)[];

/** "Application Command Structure"; the published schema lacks it. */
const nsfw = { nsfw: nullish(boolean()) };

/** A command as it is created, edited, and listed in a bulk overwrite. */
const schemas = {
  create: extend(ApplicationCommandCreateRequestSchema, nsfw),
  edit: extend(ApplicationCommandPatchRequestPartialSchema, nsfw),
  overwrite: extend(ApplicationCommandUpdateRequestSchema, nsfw),
};

/**
 * Checks one command.
 *
 * @throws DiscordProblem 50035
 */
export function checkCommand(body: unknown, kind: 'create' | 'edit' = 'create'): CommandBody {
  const { value, issues } = inspectCommand(body, [], kind);
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
  const all = body.map((one: unknown, index) => inspectCommand(one, [index], 'overwrite'));
  const issues = all.flatMap((one) => one.issues);
  if (issues.length > 0) throw problems.invalidBody(issues);
  const commands = all.map((one) => one.value);
  const keys = commands.map(({ type, name }) => `${type ?? 1} ${name}`);
  const again = keys.flatMap((key, index) => (keys.indexOf(key) < index ? [duplicateName([index])] : []));
  if (again.length > 0) throw problems.invalidBody(again);
  const ids = [
    ...repeated(
      commands.flatMap(({ id }) => id ?? []),
      [],
    ),
  ];
  if (ids.length > 0) throw problems.invalidBody(ids);
  for (const type of [ApplicationCommandType.ChatInput, ApplicationCommandType.User, ApplicationCommandType.Message]) {
    const limit =
      type === ApplicationCommandType.ChatInput ? sizeLimits.chatInputCommands : sizeLimits.contextMenuCommands;
    if (commands.filter((one) => (one.type ?? 1) === type).length > limit) throw problems.tooManyCommands(limit);
  }
  return commands;
}

/** The fault of a second command of one type and name. */
export function duplicateName(path: Path): Issue {
  return { path, code: 'APPLICATION_COMMANDS_DUPLICATE_NAME', message: 'Application command names must be unique' };
}

function inspectCommand(
  body: unknown,
  base: Path,
  kind: keyof typeof schemas,
): { value: CommandBody; issues: Issue[] } {
  const sent = withNumericPermissions(body);
  // The rules look at what was sent: the schema drops what a type of option does not have.
  const { value, issues } = inspect<CommandBody>(schemas[kind], sent, [
    () => commandIssues(sent as CommandBody, kind === 'edit'),
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
 * only; that white space is none is not written there) and "Slash Commands" (8000 characters).
 */
function* commandIssues(command: CommandBody, partial: boolean): Generator<Issue> {
  const isChatInput = (command.type ?? ApplicationCommandType.ChatInput) === ApplicationCommandType.ChatInput;
  if (command.name !== undefined && isChatInput) yield* nameIssues(command.name, ['name']);
  yield* localeIssues(command, [], isChatInput);
  // Sets; that they may not repeat is not written.
  yield* repeated(command.contexts, ['contexts']);
  yield* repeated(command.integration_types, ['integration_types']);
  if (!partial) yield* installationIssues(command);
  if (!isChatInput) {
    if (command.name?.trim() === '') yield required(['name']);
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
  if (partial ? command.description?.trim() === '' : !command.description?.trim()) yield required(['description']);
  yield* optionListIssues(command.options ?? [], ['options']);
  if (characters(command) > sizeLimits.commandCharacters)
    yield {
      path: [],
      code: 'APPLICATION_COMMAND_TOO_LARGE',
      message: `Command exceeds maximum size (${sizeLimits.commandCharacters})`,
    };
}

/** Application Commands, "Interaction Contexts": private channels only mean something to a command that a user installs. Edits are checked as a whole. */
function* installationIssues({ contexts, integration_types: installations }: CommandBody): Generator<Issue> {
  const index = contexts?.indexOf(InteractionContextType.PrivateChannel) ?? -1;
  if (index >= 0 && !installations?.includes(ApplicationIntegrationType.UserInstall))
    yield {
      path: ['contexts', index],
      code: 'APPLICATION_COMMAND_CONTEXT_NEEDS_USER_INSTALL',
      message: 'PRIVATE_CHANNEL needs the integration type USER_INSTALL',
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
