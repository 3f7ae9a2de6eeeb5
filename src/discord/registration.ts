import type { REST } from 'discord.js';
import {
  type APIApplicationCommandSubcommandGroupOption,
  type APIApplicationCommandSubcommandOption,
  ApplicationCommandOptionType,
  ApplicationCommandType,
  ApplicationIntegrationType,
  InteractionContextType,
  PermissionFlagsBits,
  type RESTPutAPIApplicationCommandsJSONBody,
  Routes,
} from 'discord-api-types/v10';
import { inLanguage, type Translations } from '../view/language.ts';
import type { Command, Executable, SubcommandGroup } from './command.ts';
import { toDescriptions, toLocalizations, toNames, toOptionRegistrations } from './options.ts';

/** The commands as Discord registers them: for servers, direct messages and user installs. */
export function toRegistrations(commands: readonly Command[]): RESTPutAPIApplicationCommandsJSONBody {
  return commands.map((command) => ({ ...toKind(command), ...toPlaces(command) }));
}

function toKind(command: Command) {
  if ('userMenu' in command) {
    const { label } = command.userMenu;
    return {
      type: ApplicationCommandType.User as const,
      name: label(inLanguage(command.messages, 'en')),
      name_localizations: toLocalizations(command.messages, label),
    };
  }
  return {
    type: ApplicationCommandType.ChatInput as const,
    ...toNames(command.messages, command.name),
    ...toDescriptions(command.messages, command.description),
    options:
      'execute' in command
        ? toOptionRegistrations(command.messages, command.execute.options)
        : Object.entries(command.subcommands).map(([name, entry]) => toSubcommand(command.messages, name, entry)),
  };
}

type Subcommand = APIApplicationCommandSubcommandOption | APIApplicationCommandSubcommandGroupOption;

function toSubcommand(translations: Translations, name: string, entry: Executable | SubcommandGroup): Subcommand {
  const common = { ...toNames(translations, name), ...toDescriptions(translations, entry.description) };
  const { Subcommand: type, SubcommandGroup: groupType } = ApplicationCommandOptionType;
  if (!('subcommands' in entry))
    return { type, ...common, options: toOptionRegistrations(translations, entry.options) };
  const inner = Object.entries(entry.subcommands).map(([each, executable]) =>
    toSubcommand(translations, each, executable),
  );
  return { type: groupType, ...common, options: inner as APIApplicationCommandSubcommandOption[] };
}

function toPlaces({ forManagers = false }: Command) {
  if (forManagers) {
    return {
      integration_types: [ApplicationIntegrationType.GuildInstall],
      contexts: [InteractionContextType.Guild],
      default_member_permissions: String(PermissionFlagsBits.ManageGuild),
    };
  }
  return {
    integration_types: [ApplicationIntegrationType.GuildInstall, ApplicationIntegrationType.UserInstall],
    contexts: [InteractionContextType.Guild, InteractionContextType.BotDM, InteractionContextType.PrivateChannel],
  };
}

/** Replaces the application's commands, in one server or globally. Returns their number. */
export async function registerCommands(
  rest: REST,
  commands: readonly Command[],
  { applicationId, guildId }: { applicationId?: string | undefined; guildId?: string | undefined },
): Promise<number> {
  const id = applicationId ?? ((await rest.get(Routes.currentApplication())) as { id: string }).id;
  const route = guildId === undefined ? Routes.applicationCommands(id) : Routes.applicationGuildCommands(id, guildId);
  const body = toRegistrations(commands);
  await rest.put(route, { body });
  return body.length;
}
