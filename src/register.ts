import { parseArgs } from 'node:util';
import { commands } from '../commands/index.ts';
import { loadDotEnv, readDiscordConfig } from './config.ts';
import { createRest, toDiscordUnavailable } from './discord/connection/rest.ts';
import { registerCommands, toScope } from './discord/register/registration.ts';
import { runProgram } from './program.ts';

/** `npm run register`: everywhere or in one server (`--guild`); `--clear` removes the commands. */
async function main(): Promise<void> {
  const options = { guild: { type: 'string' }, clear: { type: 'boolean', default: false } } as const;
  const { values } = parseArgs({ options, args: process.argv.slice(3) });
  loadDotEnv();
  const discord = readDiscordConfig({ ...process.env, ...(values.guild && { DISCORD_GUILD_ID: values.guild }) });
  const rest = createRest(discord);
  const register = async (): Promise<number> =>
    (await registerCommands(rest, values.clear ? [] : commands, await toScope(rest, discord))).length;
  const count = await register().catch((cause: unknown) => {
    throw toDiscordUnavailable(cause, discord.apiUrl);
  });
  const done = values.clear ? 'Removed all commands' : `Registered ${count} commands`;
  console.log(`${done} ${discord.guildId ? `in the server ${discord.guildId}` : 'everywhere'}.`);
}

runProgram(main);
