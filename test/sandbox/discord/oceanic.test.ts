import { Client, InteractionResponseTypes, InteractionTypes } from 'oceanic.js';
import { expect, test } from 'vitest';
import { createDiscord } from '../../../sandbox/discord/discord.ts';

test('another library logs in, registers a command, answers it, and resumes after a broken connection', async () => {
  const discord = await createDiscord({ identifyIntervalMs: 0 });
  const complaints: unknown[] = [];
  const client = new Client({
    auth: `Bot ${discord.botToken}`,
    rest: { baseURL: `${discord.apiUrl}/v10` },
    gateway: { intents: [], compress: false, guildCreateTimeout: 0 },
  });
  client.on('error', (error) => complaints.push(error));
  client.on('warn', (warning) => complaints.push(warning));
  client.on('interactionCreate', (interaction) => {
    if (interaction.type !== InteractionTypes.APPLICATION_COMMAND) return;
    const where = interaction.data.options.getInteger('where', true);
    const { id, token, guildID } = interaction;
    // Its own `defer()` asks for the callback's response, which the stand-in lacks.
    client.rest.interactions
      .createInteractionResponse(id, token, { type: InteractionResponseTypes.DEFERRED_CHANNEL_MESSAGE_WITH_SOURCE })
      .then(() => interaction.editOriginal({ content: `You asked ${where} in ${guildID}` }))
      .catch((error: unknown) => complaints.push(error));
  });
  const happens = (event: 'ready' | 'shardResume') =>
    new Promise<void>((resolve) => client.once(event, () => resolve()));

  const ready = happens('ready');
  await client.connect();
  await ready;
  expect(client.user.username).toBe('Commlink');

  const options = [{ type: 4, name: 'where', description: 'Where', required: true }];
  await client.application.bulkEditGlobalCommands([{ type: 1, name: 'ask', description: 'Asks', options }]);
  const { player } = discord.people;
  const answer = async () => (await player.run('ask', { where: 7 }).response()).content;
  expect(await answer()).toBe(`You asked 7 in ${discord.guildId}`);

  const resumed = happens('shardResume');
  discord.gateway.drop();
  const late = answer();
  await resumed;
  expect(await late).toBe(`You asked 7 in ${discord.guildId}`);

  client.disconnect(false);
  await discord.close();
  expect([...complaints, ...discord.schemaChecker.violations]).toEqual([]);
});
