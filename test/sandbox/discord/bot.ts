import { Client, Events, type Interaction } from 'discord.js';
import type { Discord } from '../../../sandbox/discord/discord.ts';

export type Handler = (interaction: Interaction) => Promise<unknown>;

/** Real discord.js, logged in to the stand-in. Keeps the handler's errors for the test. */
export async function startBot(
  discord: Pick<Discord, 'apiUrl' | 'cdnUrl' | 'botToken'>,
  handler: Handler,
): Promise<{ client: Client<true>; errors: unknown[] }> {
  const errors: unknown[] = [];
  const client = new Client({ intents: [], rest: { api: discord.apiUrl, cdn: discord.cdnUrl, retries: 0 } });
  client.on(Events.Error, (error) => errors.push(error));
  client.on(Events.InteractionCreate, (interaction) => {
    handler(interaction).catch((error: unknown) => errors.push(error));
  });
  const ready = new Promise<Client<true>>((resolve) => client.once(Events.ClientReady, resolve));
  await client.login(discord.botToken);
  return { client: await ready, errors };
}
