import { fork } from 'node:child_process';
import { once } from 'node:events';
import { Client, Events, MessageFlags, Routes } from 'discord.js';
import type { APIMessageTopLevelComponent } from 'discord-api-types/v10';
import { pino } from 'pino';
import { commands } from '../../commands/index.ts';
import { startApp } from '../../src/app.ts';
import { readConfig } from '../../src/config.ts';
import { createRest } from '../../src/discord/discord.ts';
import { registerCommands } from '../../src/discord/registration.ts';
import { environmentFor } from '../support/environment.ts';
import type { Answered, DiscordServers, Load } from './discordServer.ts';
import type { Contest, Row, World } from './harness.ts';

const PRIVATE = MessageFlags.Ephemeral | MessageFlags.IsComponentsV2;
const WIDTH = 16;
const COUNT = 200;

/** The whole way of an answer, from a press of Enter in Discord until it is shown. */
export const interactionRows: Row[] = [
  {
    name: `interactions, ${WIDTH} at a time (/help over Redis)`,
    against: 'a bare discord.js bot that replies a constant',
    unit: '1/s',
    target: { of: 'ratio', atLeast: 0.7 },
    slices: 2,
    open: (world) => answerBeside(world, 'gateway'),
  },
  {
    name: `interactions as HTTP requests, ${WIDTH} at a time (/help over Redis)`,
    against: 'a bare discord.js bot on the gateway that replies a constant',
    unit: '1/s',
    slices: 2,
    open: (world) => answerBeside(world, 'endpoint'),
  },
];

async function answerBeside({ redisUrl }: World, transport: 'gateway' | 'endpoint'): Promise<Contest> {
  const standIns = fork(new URL('./discordServer.ts', import.meta.url));
  const [servers] = (await once(standIns, 'message')) as [DiscordServers];
  const [own, bare] = servers;
  if (!own || !bare) throw new Error('two stand-ins');
  for (const { botToken: token, apiUrl, cdnUrl, applicationId } of servers)
    await registerCommands(createRest({ token, apiUrl, cdnUrl }), commands, { applicationId });
  const key = transport === 'endpoint' ? { DISCORD_PUBLIC_KEY: own.publicKey } : {};
  const config = readConfig({ ...environmentFor(own), ...key, REDIS_URL: redisUrl });
  const app = await startApp(config, pino({ level: 'silent' }));
  const body = { interactions_endpoint_url: `http://127.0.0.1:${app.webPort}/interactions` };
  if (transport === 'endpoint') await createRest(config.discord).patch(Routes.currentApplication(), { body });
  const client = new Client({ intents: [], rest: { api: bare.apiUrl, cdn: bare.cdnUrl } });
  // The same message as ours, or the stand-in would have more to check on one side.
  let components: APIMessageTopLevelComponent[] = [];
  client.on(Events.InteractionCreate, (interaction) => {
    if (interaction.isChatInputCommand()) void interaction.reply({ components, flags: PRIVATE });
  });
  const ready = once(client, Events.ClientReady);
  await client.login(bare.botToken);
  await ready;

  const run = async (server: number, count: number): Promise<Answered> => {
    const done = once(standIns, 'message');
    standIns.send({ server, count, width: WIDTH } satisfies Load);
    const [answered] = (await done) as [Answered];
    return answered;
  };
  components = (await run(0, 1)).components as typeof components;
  return {
    ours: async () => (await run(0, COUNT)).rate,
    peer: async () => (await run(1, COUNT)).rate,
    close: async () => {
      await Promise.all([app.stop(), client.destroy()]);
      standIns.disconnect();
    },
  };
}
