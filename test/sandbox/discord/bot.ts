import { Client, type ClientOptions, Events, GatewayIntentBits, type Interaction, Partials } from 'discord.js';
import type { Discord } from '../../../sandbox/discord/discord.ts';

/** What the tests' bot does with an interaction. */
export type Handler = (interaction: Interaction) => Promise<unknown>;

/** A few lines of real discord.js, logged in to the stand-in. Errors of the handler are kept for the test to look at. */
export async function startBot(
  discord: Pick<Discord, 'apiUrl' | 'cdnUrl' | 'botToken'>,
  handler: Handler,
  options: Partial<ClientOptions> = {},
): Promise<{ client: Client<true>; errors: unknown[] }> {
  const errors: unknown[] = [];
  const client = new Client({
    intents: [GatewayIntentBits.Guilds, GatewayIntentBits.GuildMessages, GatewayIntentBits.DirectMessages],
    // Without this, discord.js drops messages of DMs it has not seen before.
    partials: [Partials.Channel],
    rest: { api: discord.apiUrl, cdn: discord.cdnUrl, retries: 0 },
    ...options,
  });
  client.on(Events.Error, (error) => errors.push(error));
  client.on(Events.InteractionCreate, (interaction) => {
    handler(interaction).catch((error: unknown) => errors.push(error));
  });
  const ready = new Promise<Client<true>>((resolve) => client.once(Events.ClientReady, resolve));
  await client.login(discord.botToken);
  return { client: await ready, errors };
}
