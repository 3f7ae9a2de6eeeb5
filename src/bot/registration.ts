import type { REST } from 'discord.js';
import {
  ApplicationCommandOptionType,
  ApplicationCommandType,
  ApplicationIntegrationType,
  InteractionContextType,
  type RESTPutAPIApplicationCommandsJSONBody,
  Routes,
} from 'discord-api-types/v10';
import type { Command } from './command.ts';
import { toDescriptions, toOptionRegistrations } from './options.ts';

/** The commands as Discord registers them: for servers, direct messages and users who installed the bot for themselves. */
export function toRegistrations(commands: readonly Command[]): RESTPutAPIApplicationCommandsJSONBody {
  return commands.map((command) => ({
    type: ApplicationCommandType.ChatInput,
    name: command.name,
    ...toDescriptions(command.description),
    options:
      'execute' in command
        ? toOptionRegistrations(command.execute.options ?? {})
        : Object.entries(command.subcommands).map(([name, { description, options }]) => ({
            type: ApplicationCommandOptionType.Subcommand as const,
            name,
            ...toDescriptions(description),
            options: toOptionRegistrations(options ?? {}),
          })),
    integration_types: [ApplicationIntegrationType.GuildInstall, ApplicationIntegrationType.UserInstall],
    contexts: [InteractionContextType.Guild, InteractionContextType.BotDM, InteractionContextType.PrivateChannel],
  }));
}

/** Replaces the application's commands with these; for one server (at once, for trying) or for all. Gives their number. */
export async function registerCommands(
  rest: REST,
  commands: readonly Command[],
  { applicationId, guildId }: { applicationId?: string | undefined; guildId?: string | undefined },
): Promise<number> {
  const id = applicationId ?? (await findApplicationId(rest));
  const route = guildId === undefined ? Routes.applicationCommands(id) : Routes.applicationGuildCommands(id, guildId);
  const body = toRegistrations(commands);
  await rest.put(route, { body });
  return body.length;
}

async function findApplicationId(rest: REST): Promise<string> {
  const application = (await rest.get(Routes.currentApplication())) as { id: string };
  return application.id;
}
