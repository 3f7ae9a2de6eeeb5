import { Client, InteractionTypes } from 'oceanic.js';
import { expect, test } from 'vitest';
import { createDiscord } from '../../../sandbox/discord/discord.ts';

test('another library logs in, registers a command, answers it, and resumes after a broken connection', async () => {
  const discord = await createDiscord({ identifyIntervalMs: 0 });
  const complaints: unknown[] = [];
  const client = new Client({
    auth: `Bot ${discord.botToken}`,
    rest: { baseURL: `${discord.apiUrl}/v10` },
    gateway: { intents: ['GUILDS'], compress: false },
  });
  client.on('error', (error) => complaints.push(error));
  client.on('warn', (warning) => complaints.push(warning));
  client.on('interactionCreate', (interaction) => {
    if (interaction.type !== InteractionTypes.APPLICATION_COMMAND) return;
    const { id } = interaction.data.options.getUser('who', true);
    interaction
      .defer()
      .then(() => interaction.editOriginal({ content: `You asked <@${id}> in ${interaction.guild?.name}` }))
      .catch((error: unknown) => complaints.push(error));
  });
  const happens = (event: 'ready' | 'shardResume') =>
    new Promise<void>((resolve) => client.once(event, () => resolve()));

  const ready = happens('ready');
  await client.connect();
  await ready;
  expect(client.user.username).toBe('Commlink');
  expect(client.guilds.get(discord.guildId)?.channels.map(({ name }) => name)).toEqual(['general', 'trade']);

  const options = [{ type: 6, name: 'who', description: 'Whom', required: true }];
  await client.application.createGlobalCommand({ type: 1, name: 'ask', description: 'Asks someone', options });
  const { player, officer } = discord.people;
  const answer = async () => (await player.run('ask', { who: officer.id }).response()).content;
  expect(await answer()).toBe(`You asked <@${officer.id}> in The Hangar`);

  const resumed = happens('shardResume');
  discord.gateway.drop();
  const late = answer();
  await resumed;
  expect(await late).toBe(`You asked <@${officer.id}> in The Hangar`);

  client.disconnect(false);
  await discord.close();
  expect([...complaints, ...discord.schemaChecker.violations]).toEqual([]);
});
