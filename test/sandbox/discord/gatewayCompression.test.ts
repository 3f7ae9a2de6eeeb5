import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { createDiscord, type Discord } from '../../../sandbox/discord/discord.ts';
import { startOceanic } from './oceanicBot.ts';
import { call } from './rest.ts';

let discord: Discord;

beforeEach(async () => {
  discord = await createDiscord();
  const commands = [{ name: 'ask', description: 'Asks' }];
  await call(discord, 'PUT', `/applications/${discord.applicationId}/commands`, commands);
});
afterEach(async () => {
  await discord.close();
  expect(discord.schemaChecker.violations).toEqual([]);
});

describe.each(['zlib-stream', 'zstd-stream'] as const)('a line compressed with %s', (compression) => {
  test('is read by oceanic.js, from the greeting over a command to a lost line that is resumed', async () => {
    const bot = await startOceanic(
      discord,
      async (interaction) => {
        if (interaction.isCommandInteraction()) await interaction.reply({ content: 'heard' });
      },
      compression,
    );
    expect((await discord.people.player.run('ask').response()).content).toBe('heard');
    const back = bot.resumed();
    discord.gateway.drop();
    const missed = discord.people.player.run('ask').response();
    await back;
    expect((await missed).content).toBe('heard');
    expect(bot.complaints).toEqual([]);
    bot.stop();
  });

  test('carries no frame in the open', async () => {
    const socket = new WebSocket(`${discord.gatewayUrl}/?v=10&encoding=json&compress=${compression}`);
    const [first, isBinary] = await new Promise<[Buffer, boolean]>((resolve) =>
      socket.once('message', (data, binary) => resolve([data as Buffer, binary])),
    );
    expect(isBinary).toBe(true);
    expect(first.toString('latin1')).not.toContain('heartbeat_interval');
    if (compression === 'zlib-stream') expect(first.subarray(-4)).toEqual(Buffer.from([0, 0, 0xff, 0xff]));
    socket.terminate();
  });
});
