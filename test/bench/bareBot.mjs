import { Client, Events, MessageFlags } from 'discord.js';

// The bot for comparison replies with a constant. Plain JavaScript: it needs no type stripper.
const client = new Client({
  intents: [],
  rest: { api: process.env['DISCORD_API_URL'] ?? '', cdn: process.env['DISCORD_CDN_URL'] ?? '' },
});
client.on(Events.InteractionCreate, (interaction) => {
  if (interaction.isChatInputCommand()) void interaction.reply({ content: 'ok', flags: MessageFlags.Ephemeral });
});
client.once(Events.ClientReady, () => process.stdout.write('"ready"\n'));
await client.login(process.env['DISCORD_TOKEN']);
