import { randomBytes, randomInt } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { Worker } from 'node:worker_threads';
import { CALLBACK_PATH } from '../src/account/login.ts';
import { type App, startApp } from '../src/app/start.ts';
import { readConfig } from '../src/config.ts';
import type { Logger } from '../src/log.ts';
import { createDiscord, type Discord, type DiscordOptions } from './discord/discord.ts';
import { createGameService, type GameService, type GameServiceOptions } from './game/service.ts';
import { createGameSwitch } from './gameConditions.ts';
import { createPage } from './page/page.ts';

const HOST = '127.0.0.1';

/** The game, Discord with its page, and between them the bot as `npm start` runs it. */
export type Sandbox = {
  url: string;
  game: GameService;
  discord: Discord;
  app: App;
  /** The bot's environment, to start more processes of the bot with. */
  environment: Record<string, string>;
  stop(): Promise<void>;
};

export type SandboxOptions = {
  log: Logger;
  /** The page's, in order of preference; by default any. */
  ports?: readonly number[];
  /** The transport of interactions: by default the gateway. */
  transport?: 'gateway' | 'endpoint';
  /** Changes to the bot's environment; the game uses the same QUOTA_PER_TOKEN. */
  environment?: Record<string, string>;
  game?: GameServiceOptions;
  discord?: DiscordOptions;
  /** Runs the bot in a thread that the page can restart. */
  isRestartable?: boolean;
};

/** Starts everything on loopback. Nothing is saved; every start is a fresh world. */
export async function startSandbox({
  log,
  ports = [0],
  environment = {},
  transport,
  isRestartable = false,
  ...options
}: SandboxOptions): Promise<Sandbox> {
  const started: (() => Promise<unknown>)[] = [];
  let startBot: () => Promise<App> | App;
  let stopBot: App['stop'];
  let restarting = Promise.resolve();
  const restart = async (): Promise<void> => {
    await stopBot(0);
    const { stop, registered } = await startBot();
    stopBot = stop;
    await registered;
  };
  const stop = async (): Promise<void> => {
    for (const end of started.splice(0).reverse()) await end();
  };
  try {
    const webPort = await findFreePort();
    const publicUrl = `http://${HOST}:${webPort}/`;
    const client = {
      clientId: 'commlink-sandbox',
      clientSecret: randomBytes(24).toString('base64url'),
      redirectUris: [new URL(CALLBACK_PATH, publicUrl).href],
      name: 'Commlink',
    };
    const game = await createGameService({ clients: [client], ...toLimit(environment), ...options.game });
    started.push(() => game.close());
    const discord = await createDiscord({
      ports,
      page: createPage(),
      onGameCondition: createGameSwitch(game),
      ...(isRestartable && { onRestart: () => (restarting = restarting.then(restart)) }),
      ...options.discord,
    });
    started.push(() => discord.close());
    game.onRequest(({ arrivedAt, ...request }) =>
      discord.announceGameRequest({ at: new Date(arrivedAt).toISOString(), ...request }),
    );

    const botEnvironment = {
      DISCORD_TOKEN: discord.botToken,
      DISCORD_APPLICATION_ID: discord.applicationId,
      DISCORD_API_URL: discord.apiUrl,
      DISCORD_CDN_URL: discord.cdnUrl,
      ...(transport === 'endpoint' && { DISCORD_PUBLIC_KEY: discord.signer.verifyKey }),
      GAME_BASE_URL: game.baseUrl,
      OAUTH_ISSUER: game.issuer,
      OAUTH_CLIENT_ID: client.clientId,
      OAUTH_CLIENT_SECRET: client.clientSecret,
      PUBLIC_URL: publicUrl,
      WEB_HOST: HOST,
      WEB_PORT: String(webPort),
      DATABASE_FILE: isRestartable ? makeDatabaseFile() : ':memory:',
      TOKEN_KEY: randomBytes(32).toString('base64'),
      ...environment,
      // The reference service counts each token separately, from any address.
      QUOTA_PER_ADDRESS: environment['QUOTA_PER_ADDRESS']?.trim() || 'none',
    };
    const config = readConfig(botEnvironment);
    startBot = () => (isRestartable ? startInThread(botEnvironment) : startApp(config, log));
    const app = await startBot();
    stopBot = app.stop;
    // Nothing is saved here, so there is nothing to wait for.
    started.push(() => stopBot(0));
    await app.registered;
    return { url: discord.url, game, discord, app, environment: botEnvironment, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** On disk until this process ends, because the bot's thread ends with what it has in memory. */
function makeDatabaseFile(): string {
  const folder = mkdtempSync(`${tmpdir()}/commlink-sandbox-`);
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  return `${folder}/bot.db`;
}

/** Runs the bot in a thread; `stop` ends it like a killed process. */
function startInThread(environment: Record<string, string>): App {
  const thread = new Worker(new URL('./botThread.ts', import.meta.url), { workerData: environment });
  return {
    webPort: Number(environment['WEB_PORT']),
    registered: once(thread, 'message').then(() => {}),
    lost: new Promise(() => {}),
    stop: async () => void (await thread.terminate()),
  };
}

/** The game's own limit; an invalid one is reported with the bot's configuration. */
function toLimit({ QUOTA_PER_TOKEN = '' }: Record<string, string>): Pick<GameServiceOptions, 'limitPerHour'> {
  return /^\d+$/.test(QUOTA_PER_TOKEN) ? { limitPerHour: Number(QUOTA_PER_TOKEN) } : {};
}

/** Below the ports of outgoing connections, which could take it first. */
async function findFreePort(): Promise<number> {
  for (;;) {
    const port = randomInt(20_000, 32_000);
    const probe = createServer().listen(port, HOST);
    const isFree = await once(probe, 'listening').then(
      () => true,
      () => false,
    );
    if (!isFree) continue;
    probe.close();
    await once(probe, 'close');
    return port;
  }
}
