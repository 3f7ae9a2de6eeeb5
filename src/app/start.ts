import { setTimeout as sleep } from 'node:timers/promises';
import { Routes } from 'discord.js';
import { commands } from '../../commands/index.ts';
import type { Config } from '../config.ts';
import { createDiscordConnection, type DiscordConnection } from '../discord/connection/discord.ts';
import { isDiscordDown } from '../discord/connection/discordEvents.ts';
import { createGatewayLease } from '../discord/connection/gatewayLease.ts';
import { createRest } from '../discord/connection/rest.ts';
import { keepRegistered } from '../discord/register/keepRegistered.ts';
import { NamedError } from '../errors.ts';
import type { Logger } from '../log.ts';
import { ready } from '../metrics.ts';
import { createMetricsRegistry } from '../quota/metrics.ts';
import { every } from '../time/every.ts';
import { doubling, retry } from '../time/retry.ts';
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

/** The reason why the process isn't healthy. */
class NotReady extends NamedError {}

const READY_CHECK_MS = 10_000;
const [FIRST_RETRY_MS, MAX_RETRY_MS] = [2_000, 60_000];

/** Starts every part. If one fails, stops all and throws one line for the operator. */
export async function startApp(config: Config, log: Logger, lifetime = createLifetime(log)): Promise<App> {
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
    if (!isUp || running.isStopping) throw new NotReady('starting or stopping');
    await store.check();
    if (!discord.isReady()) throw new NotReady('not connected to Discord');
  };
  const web = createWeb({
    ...{ login: players.login, log, publicUrl: config.web.publicUrl, check, legal: config.legal },
    ...toDiscordHandlers(config, lifetime, discord, chat),
  });
  const tracked: typeof web.fetch = (...request) => running.track(Promise.resolve(web.fetch(...request)));
  const toMetrics = () => createMetricsWeb(createMetricsRegistry(queue, chat.isFrozen));

  players.start();
  const webServer = await serve(lifetime, 'login pages', { fetch: tracked }, config.web);
  const metricsServer = config.metrics && (await serve(lifetime, 'metrics', toMetrics(), config.metrics));
  chat.acceptInteractions();
  const waitForDiscord = (work: () => Promise<void>): Promise<void> =>
    retry(doubling(FIRST_RETRY_MS, MAX_RETRY_MS), work, {
      mayRetry: isDiscordDown,
      wait: async (retryInMs, err) => {
        log.warn({ err, retryInMs }, 'waiting for Discord');
        await sleep(retryInMs);
      },
    });
  await waitForDiscord(discord.start);
  if (config.usesGateway) {
    // Without Redis there is one process.
    const unshared = { start: () => waitForDiscord(discord.connect), stop: discord.disconnect };
    const gateway = config.store.redisUrl === undefined ? unshared : createGatewayLease({ store, discord, log });
    atStop(gateway.stop);
    await gateway.start();
  }
  // Closed first, so that half a request doesn't hold up the stop.
  atStop(webServer.closeIdle);
  chat.start();
  isUp = true;
  // On a timer, because the check writes to the store, which no scrape should do.
  const updateReady = async (): Promise<void> => {
    const [{ status }] = await Promise.allSettled([check()]);
    ready.set(status === 'fulfilled' ? 1 : 0);
  };
  atEnd(every(READY_CHECK_MS, updateReady, { atOnce: true }));
  const options = { rest: createRest(config.discord), commands, where: config.discord, store, log };
  const registration = keepRegistered({ ...options, onRegistered: discord.setCommandIds });
  atEnd(registration.stop);
  const body = { interactions_endpoint_url: new URL('interactions', config.web.publicUrl).href };
  const enterEndpoint = async (retryInMs: number): Promise<void> => {
    await options.rest.patch(Routes.currentApplication(), { body }).catch(({ message: reason }: Error) => {
      log.error({ ...body, reason, retryInMs }, "Discord didn't take this address for interactions: it must lead here");
      const again = () => enterEndpoint(2 * retryInMs);
      void running.wait(retryInMs).then(again, () => {});
    });
  };
  if (!config.usesGateway) await enterEndpoint(5_000);
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
    const isTaken = (cause as { code?: unknown }).code === 'EADDRINUSE';
    const reason = isTaken ? 'another program uses that port. Stop it, or set another port.' : String(cause);
    throw new Error(`The ${what} can't be served at ${where.host}:${where.port}: ${reason}`, { cause });
  });
  atEnd(() => server.close());
  return server;
}
