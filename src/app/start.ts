import { commands } from '../../commands/index.ts';
import type { Config } from '../config.ts';
import { createDiscordConnection, type DiscordConnection } from '../discord/connection/discord.ts';
import { createGatewayLease } from '../discord/connection/gatewayLease.ts';
import { createRest } from '../discord/connection/rest.ts';
import { keepRegistered } from '../discord/register/keepRegistered.ts';
import type { Logger } from '../log.ts';
import { ready } from '../metrics.ts';
import { createMetricsRegistry } from '../quota/metrics.ts';
import { every } from '../time/every.ts';
import { listen, type WebServer } from '../web/listen.ts';
import { createMetricsWeb, createWeb } from '../web/server.ts';
import { createChat } from './chat.ts';
import { createLifetime, type Lifetime } from './lifetime.ts';
import { createPlayers } from './players.ts';
import { openStores } from './stores.ts';

export type App = {
  webPort: number;
  metricsPort?: number | undefined;
  /** Resolves once Discord has the commands, or the first try to register them has failed. */
  registered: Promise<void>;
  /** Resolves with a line for the operator if Discord refuses this bot for good. Then stop. */
  lost: Promise<Error>;
  stop: Lifetime['stop'];
};

const READY_CHECK_MS = 10_000;

/** Starts every part. If one fails, stops all and throws one line for the operator. */
export async function startApp(config: Config, log: Logger): Promise<App> {
  const lifetime = createLifetime(log);
  try {
    return { ...(await startParts(config, log, lifetime)), stop: lifetime.stop };
  } catch (error) {
    await lifetime.stop(0);
    throw error;
  }
}

async function startParts(config: Config, log: Logger, lifetime: Lifetime): Promise<Omit<App, 'stop'>> {
  const { running, atEnd, atStop } = lifetime;
  const stores = await openStores(config, log, lifetime);
  const { store, queue } = stores;
  const discord = createDiscordConnection(config.discord, log, config.game.siteUrl);
  atEnd(() => discord.close());
  const players = createPlayers(config, log, lifetime, stores, discord);
  const chat = createChat(config, log, lifetime, stores, players, discord);
  let isUp = false;
  const check = async (): Promise<void> => {
    if (running.isStopping) throw new Error('stopping');
    if (!isUp) throw new Error('starting');
    await store.check();
    if (!discord.isReady()) throw new Error('not connected to Discord');
  };
  const web = createWeb({
    ...{ login: players.login, log, publicUrl: config.web.publicUrl, check, legal: config.legal },
    ...toDiscordHandlers(config, lifetime, discord, chat),
  });
  const tracked: typeof web.fetch = (...request) => running.track(Promise.resolve(web.fetch(...request)));
  const metrics = createMetricsWeb(createMetricsRegistry(queue.metrics, chat.isFrozen));

  players.start();
  const webServer = await serve(lifetime, 'login pages', { fetch: tracked }, config.web);
  const metricsServer = config.metrics && (await serve(lifetime, 'metrics', metrics, config.metrics));
  chat.acceptInteractions();
  await discord.start();
  if (config.usesGateway) {
    // Without Redis there is one process.
    const isShared = config.store.redisUrl !== undefined;
    const gateway = isShared
      ? createGatewayLease({ store, discord, log })
      : { start: () => discord.connect(), stop: discord.disconnect };
    atStop(gateway.stop);
    await gateway.start();
  }
  // Closed first, so that half a request doesn't hold up the stop.
  atStop(webServer.closeIdle);
  chat.start();
  isUp = true;
  // On a timer, because the check writes to the store, which no scrape should do.
  const updateReady = (): Promise<void> =>
    check().then(
      () => ready.set(1),
      () => ready.set(0),
    );
  atEnd(every(READY_CHECK_MS, updateReady, { atOnce: true }));
  const options = { rest: createRest(config.discord), commands, where: config.discord, store, log };
  const registration = keepRegistered({ ...options, onRegistered: discord.setCommandIds });
  atEnd(registration.stop);
  const [webPort, metricsPort] = [webServer.port, metricsServer?.port];
  return { webPort, metricsPort, registered: registration.firstTry, lost: discord.lost };
}

function toDiscordHandlers(
  { discord: { publicKey }, usesGateway }: Config,
  { running }: Lifetime,
  discord: DiscordConnection,
  { unlinking }: Pick<ReturnType<typeof createChat>, 'unlinking'>,
) {
  if (publicKey === undefined) return {};
  const receive: DiscordConnection['receive'] = async (...request) =>
    running.isStopping || !discord.isReady() ? { status: 503 } : await discord.receive(...request);
  const onDeauthorized = async (userId: string, at: number): Promise<void> => {
    const finish = await unlinking.begin(userId, at);
    void running.track(finish());
  };
  return { events: { publicKey, onDeauthorized }, ...(!usesGateway && { interactions: { publicKey, receive } }) };
}

async function serve(
  { atEnd }: Lifetime,
  what: string,
  ...[web, where]: Parameters<typeof listen>
): Promise<WebServer> {
  const server = await listen(web, where).catch((cause: unknown) => {
    throw new Error(`The ${what} can't be served at ${where.host}:${where.port}: ${String(cause)}`, { cause });
  });
  atEnd(() => server.close());
  return server;
}
