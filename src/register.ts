import { commands } from '../commands/index.ts';
import { loadDotEnv, readDiscordConfig } from './config.ts';
import { createRest, toDiscordUnavailable } from './discord/discord.ts';
import { registerCommands } from './discord/registration.ts';

/** `npm run register`: registers the commands with Discord, or only in DISCORD_GUILD_ID. */
async function main(): Promise<void> {
  // Only this process's user may read the files it creates.
  process.umask(0o077);
  loadDotEnv();
  const discord = readDiscordConfig(process.env);
  const count = await registerCommands(createRest(discord), commands, discord).catch((cause: unknown) => {
    throw toDiscordUnavailable(cause, discord.apiUrl);
  });
  console.log(`Registered ${count} commands ${discord.guildId ? `in the server ${discord.guildId}` : 'everywhere'}.`);
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
});
