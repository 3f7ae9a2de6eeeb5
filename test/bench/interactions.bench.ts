import { fork } from 'node:child_process';
import { once } from 'node:events';
import { Client, Events, MessageFlags, Routes } from 'discord.js';
import type { APIMessageTopLevelComponent } from 'discord-api-types/v10';
import { pino } from 'pino';
import { commands } from '../../commands/index.ts';
import { createLinks } from '../../src/account/links.ts';
import { createSealer } from '../../src/account/seal.ts';
import { startApp } from '../../src/app/start.ts';
import { type Config, readConfig } from '../../src/config.ts';
import { createRest } from '../../src/discord/connection/rest.ts';
import { registerCommands } from '../../src/discord/register/registration.ts';
import { openStore } from '../../src/store/openStore.ts';
import { environmentFor } from '../support/environment.ts';
import type { Answered, DiscordServers, Load } from './discordServer.ts';
import type { GameServers } from './gameServer.ts';
import type { Contest, Row, World } from './harness.ts';

const PRIVATE = MessageFlags.Ephemeral | MessageFlags.IsComponentsV2;
const FEW = { width: 16, count: 200 };
const MANY = { width: 500, count: 500 };
const BARE = 'a bare discord.js bot';

type Setup = {
  command: string;
  transport?: 'gateway' | 'endpoint';
  load: Omit<Load, 'server' | 'command'>;
  /** `processorMs`: of this process, per interaction. */
  figure: 'rate' | 'p95Ms' | 'processorMs';
};

const help: Setup = { command: 'help', load: FEW, figure: 'rate' };

/** A row about /help, 16 at a time, unless its parameters or fields differ. */
const row = (name: string, setup: Partial<Setup>, fields: Partial<Row> = {}): Row => ({
  name,
  against: BARE,
  unit: '1/s',
  slices: 2,
  open: (world) => answerBeside(world, { ...help, ...setup }),
  ...fields,
});

/** The time from pressing Enter in Discord until the response is shown. */
export const interactionRows: Row[] = [
  row('/help over the gateway, 16 at a time', {}, { target: { of: 'ratio', atLeast: 0.85 } }),
  row(
    '/galaxy systems from the cache, over the gateway, 16 at a time',
    { command: 'galaxy systems' },
    { target: { of: 'ratio', atLeast: 0.6 } },
  ),
  row('/help as HTTP requests, 16 at a time', { transport: 'endpoint' }, { target: { of: 'ratio', atLeast: 0.85 } }),
  row(
    'processor time of a /help over the gateway',
    { figure: 'processorMs' },
    { unit: 'ms', target: { of: 'ratio', atMost: 1.5 } },
  ),
  row(
    'processor time of a /help as HTTP request',
    { transport: 'endpoint', figure: 'processorMs' },
    { unit: 'ms', target: { of: 'ratio', atMost: 1.6 } },
  ),
  row(
    'p95 of 500 /help at once over the gateway',
    { load: MANY, figure: 'p95Ms' },
    { unit: 'ms', slices: 1, target: { of: 'ratio', atMost: 1.2 } },
  ),
];

async function answerBeside({ redisUrl }: World, { command, transport, load, figure }: Setup): Promise<Contest> {
  const [standIns, game] = ['./discordServer.ts', './gameServer.ts'].map((file) =>
    fork(new URL(file, import.meta.url)),
  );
  if (!standIns || !game) throw new Error('two processes');
  const started = Promise.all([once(standIns, 'message'), once(game, 'message')]);
  const [[[own, bare]], [{ serviceUrl, token }]] = (await started) as [[DiscordServers], [GameServers]];
  if (!own || !bare) throw new Error('two stand-ins');
  for (const { botToken, apiUrl, cdnUrl, applicationId } of [own, bare])
    await registerCommands(createRest({ token: botToken, apiUrl, cdnUrl }), commands, { applicationId });
  const environment = { ...environmentFor(own), REDIS_URL: redisUrl, GAME_BASE_URL: serviceUrl, GALAXY_COPY: 'off' };
  const key = transport === 'endpoint' ? { DISCORD_PUBLIC_KEY: own.publicKey } : {};
  const config = readConfig({ ...environment, ...key });
  await linkAll(config, own.personIds, token);
  const app = await startApp(config, pino({ level: 'silent' }));
  const body = { interactions_endpoint_url: `http://127.0.0.1:${app.webPort}/interactions` };
  if (transport === 'endpoint') await createRest(config.discord).patch(Routes.currentApplication(), { body });
  const client = new Client({ intents: [], rest: { api: bare.apiUrl, cdn: bare.cdnUrl } });
  // Both sides send the same message, because the stand-in checks it.
  let components: APIMessageTopLevelComponent[] = [];
  client.on(Events.InteractionCreate, (interaction) => {
    if (interaction.isChatInputCommand()) void interaction.reply({ components, flags: PRIVATE });
  });
  const ready = once(client, Events.ClientReady);
  await client.login(bare.botToken);
  await ready;

  const run = async (server: number, count = load.count) => {
    const done = once(standIns, 'message');
    const before = process.cpuUsage();
    standIns.send({ ...load, server, count, command } satisfies Load);
    const [answered] = (await done) as [Answered];
    const { user, system } = process.cpuUsage(before);
    return { ...answered, processorMs: (user + system) / 1_000 / count };
  };
  components = (await run(0, 1)).components as typeof components;
  return {
    ours: async () => (await run(0))[figure],
    peer: async () => (await run(1))[figure],
    close: async () => {
      await Promise.all([app.stop(), client.destroy()]);
      for (const server of [standIns, game]) server.disconnect();
    },
  };
}

async function linkAll({ store: location, tokenKeys }: Config, personIds: string[], accessToken: string) {
  const store = await openStore(location, pino({ level: 'silent' }));
  const links = createLinks(store, createSealer(tokenKeys));
  const character = { uid: '1:1', name: 'Vael Ondar' };
  const tokens = { accessToken, expiresAt: Date.now() + 3_600_000 };
  for (const discordUserId of personIds)
    await links.save({ discordUserId, character, scopes: ['CHARACTER_READ'], linkedAt: 0, usedAt: Date.now(), tokens });
  await store.close();
}
