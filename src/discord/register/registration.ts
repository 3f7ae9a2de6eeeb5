import { hash } from 'node:crypto';
import type { REST } from 'discord.js';
import {
  type APIApplicationCommand,
  type APIApplicationCommandSubcommandGroupOption,
  type APIApplicationCommandSubcommandOption,
  ApplicationCommandOptionType,
  ApplicationCommandType,
  ApplicationIntegrationType,
  InteractionContextType,
  type RESTPutAPIApplicationCommandsJSONBody,
  Routes,
} from 'discord-api-types/v10';
import type { Translations } from '../../view/language.ts';
import type { Command, Executable, SubcommandGroup } from '../declare/command.ts';
import { toLabels, toName, toOptionRegistrations } from '../declare/options.ts';

/** The commands as Discord registers them: for servers, direct messages and user installs. */
export function toRegistrations(commands: readonly Command[]): RESTPutAPIApplicationCommandsJSONBody {
  return commands.map((command) => ({ ...toKind(command), ...toContexts(command) }));
}

const MENUS = { user: ApplicationCommandType.User, message: ApplicationCommandType.Message } as const;

function toKind(command: Command) {
  if ('menu' in command) {
    return { type: MENUS[command.menu.of], ...toName(command.texts, command.menu.label) };
  }
  return {
    type: ApplicationCommandType.ChatInput as const,
    ...toLabels(command.texts, command.name, command.description),
    options:
      'execute' in command
        ? toOptionRegistrations(command.texts, command.execute.options)
        : Object.entries(command.subcommands).map(([name, entry]) => toSubcommand(command.texts, name, entry)),
  };
}

type Subcommand = APIApplicationCommandSubcommandOption | APIApplicationCommandSubcommandGroupOption;

function toSubcommand(translations: Translations, name: string, entry: Executable | SubcommandGroup): Subcommand {
  const common = toLabels(translations, name, entry.description);
  const { Subcommand: type, SubcommandGroup: groupType } = ApplicationCommandOptionType;
  if (!('subcommands' in entry))
    return { type, ...common, options: toOptionRegistrations(translations, entry.options) };
  const inner = Object.entries(entry.subcommands).map(([each, executable]) =>
    toSubcommand(translations, each, executable),
  );
  return { type: groupType, ...common, options: inner as APIApplicationCommandSubcommandOption[] };
}

function toContexts({ isForServers = false }: Command) {
  if (isForServers) {
    return {
      integration_types: [ApplicationIntegrationType.GuildInstall],
      contexts: [InteractionContextType.Guild],
    };
  }
  return {
    integration_types: [ApplicationIntegrationType.GuildInstall, ApplicationIntegrationType.UserInstall],
    contexts: [InteractionContextType.Guild, InteractionContextType.BotDM, InteractionContextType.PrivateChannel],
  };
}

/** The place of registration: one server or, without one, everywhere. */
export type CommandScope = { applicationId: string; guildId?: string | undefined };

/** Asks Discord if the application's id isn't given. */
export async function toScope(rest: REST, { applicationId, guildId }: Partial<CommandScope>): Promise<CommandScope> {
  if (applicationId !== undefined) return { applicationId, guildId };
  const { id } = (await rest.get(Routes.currentApplication())) as { id: string };
  return { applicationId: id, guildId };
}

/** Replaces all commands in this place and returns them with ids; an empty list removes them. */
export async function registerCommands(
  rest: REST,
  commands: readonly Command[],
  scope: CommandScope,
): Promise<APIApplicationCommand[]> {
  return (await rest.put(toRoute(scope), { body: toRegistrations(commands) })) as APIApplicationCommand[];
}

export async function readRegistered(rest: REST, scope: CommandScope): Promise<APIApplicationCommand[]> {
  const query = new URLSearchParams({ with_localizations: 'true' });
  return (await rest.get(toRoute(scope), { query })) as APIApplicationCommand[];
}

export function toRoute({ applicationId, guildId }: CommandScope): `/${string}` {
  return guildId === undefined
    ? Routes.applicationCommands(applicationId)
    : Routes.applicationGuildCommands(applicationId, guildId);
}

export function toDeclarationHash(commands: readonly Command[]): string {
  return hash('sha256', JSON.stringify(toRegistrations(commands)), 'base64url');
}
