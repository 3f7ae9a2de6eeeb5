import { auditEntryView } from '../commands/account/auditView.ts';
import { commands } from '../commands/index.ts';
import { ids as loginIds } from '../commands/login/ids.ts';
import { idleLinkView, lostLoginView } from '../commands/login/loginView.ts';
import { createTokenSources } from './account/accessToken.ts';
import { type AuditEntry, createAudit } from './account/audit.ts';
import { createBookmarks } from './account/bookmarks.ts';
import { createLinks } from './account/links.ts';
import { CALLBACK_PATH, createLogin } from './account/login.ts';
import { createOAuth, type OAuth } from './account/oauth.ts';
import { createSealer } from './account/seal.ts';
import { createSealedStore } from './account/sealedStore.ts';
import { toBudget } from './account/whoIs.ts';
import type { Config } from './config.ts';
import { createDiscordConnection, createRest, type DiscordConnection } from './discord/connection/discord.ts';
import { createGatewayLease } from './discord/connection/gatewayLease.ts';
import type { Services } from './discord/declare/context.ts';
import { keepRegistered } from './discord/register/keepRegistered.ts';
import { Router } from './discord/run/router.ts';
import { createGalaxyCopy } from './galaxy/copy.ts';
import { createGalaxyReader } from './galaxy/galaxy.ts';
import { createWalkJob } from './galaxy/walk.ts';
import { createGameClient } from './game/client.ts';
import { createWireForms } from './game/wireForms.ts';
import { type AnyJob, createJobs } from './jobs/jobs.ts';
import { createUnlinking } from './jobs/unlinking.ts';
import type { Logger } from './log.ts';
import { ready } from './metrics.ts';
import { createMetricsRegistry } from './quota/metrics.ts';
import { openQuota } from './quota/openQuota.ts';
import { toQuotaFile } from './quota/quotaFile.ts';
import { createRunning, type Running } from './running.ts';
import { openStore } from './store/openStore.ts';
import { notePresence } from './store/presence.ts';
import type { Store } from './store/store.ts';
import { createMetricsWeb, createWeb, listen, type WebServer } from './web/server.ts';
import { createClaims } from './writes/claims.ts';
import { createFreeze } from './writes/freeze.ts';
import { createIntents } from './writes/intents.ts';
import { createWrites } from './writes/once.ts';
import { createTakeover } from './writes/takeover.ts';
import { createTickets } from './writes/tickets.ts';

export type App = {
  /** Where the login pages are served. */
  webPort: number;
  metricsPort?: number | undefined;
  /** Resolves once Discord has the commands, or the first try to register them has failed. */
  registered: Promise<void>;
  /** Resolves with one line for the operator once Discord won't let this bot back: then stop. */
  lost: Promise<Error>;
  /** Starts nothing new, waits up to `graceMs` (8 s) for what runs, and closes every part. */
  stop(graceMs?: number): Promise<void>;
};

type Close = () => Promise<unknown> | unknown;

/** How long a stopping process waits for what runs. */
const GRACE_MS = 8_000;
const LOGIN_SWEEP_MS = 5_000;
const READY_CHECK_MS = 10_000;
const FIRST_SEARCH_DELAY_MS = 2_000;
const MAX_SEARCH_DELAY_MS = 60_000;

/** Starts every part; else throws one line for the operator and leaves nothing running. */
export async function startApp(config: Config, log: Logger): Promise<App> {
  const closing: Close[] = [];
  const leaving: Close[] = [];
  const running = createRunning();
  const closeAll = async (parts: Close[]): Promise<void> => {
    for (const close of parts.splice(0).reverse()) {
      const closed = Promise.resolve().then(close);
      await closed.catch((err: unknown) => log.warn({ err }, 'a part did not close cleanly'));
    }
  };
  const stop = async (graceMs = GRACE_MS): Promise<void> => {
    const settling = running.settle(graceMs);
    // At once, so that another process can take over.
    await closeAll(leaving);
    if (!(await settling)) log.warn({ graceMs }, 'stopped before everything was finished');
    await closeAll(closing);
  };
  try {
    return { ...(await startParts(config, log, running, closing, leaving)), stop };
  } catch (error) {
    await stop(0);
    throw error;
  }
}

async function startParts(
  config: Config,
  log: Logger,
  running: Running,
  closing: Close[],
  leaving: Close[],
): Promise<Omit<App, 'stop'>> {
  const serve = async (what: string, ...[web, where]: Parameters<typeof listen>): Promise<WebServer> => {
    const server = await listen(web, where).catch((cause: unknown) => {
      throw new Error(`The ${what} can't be served at ${where.host}:${where.port}: ${String(cause)}`, { cause });
    });
    closing.push(() => server.close());
    return server;
  };
  const store = await openStore(config.store, log);
  closing.push(() => store.close());
  closing.push(notePresence(store));
  const { publicUrl } = config.web;
  const queue = openQuota({ ...config.quota, file: toQuotaFile(config.store.file), store });
  closing.push(() => queue.close());
  const game = createGameClient({
    ...{ baseUrl: config.game.baseUrl, publicUrl, queue, log, now: store.now },
    forms: createWireForms(store),
  });
  closing.push(() => game.close());

  const sealer = createSealer(config.tokenKeys);
  const links = createLinks(store, sealer, store.now);
  const oauth = createOAuth({ ...config.oauth, redirectUrl: new URL(CALLBACK_PATH, publicUrl) });
  closing.push(waitForOAuthServer(oauth, log));
  const login = createLogin({ store, links, oauth, sealer, game, log, publicUrl, now: store.now });

  const discord = createDiscordConnection(config.discord, log, config.game.siteUrl);
  closing.push(() => discord.close());
  const onDeauthorized = async (userId: string, at: number): Promise<void> => {
    const finish = await unlinking.begin(userId, at);
    void running.track(finish());
  };
  const { publicKey } = config.discord;
  const receive: DiscordConnection['receive'] = async (...request) =>
    running.isStopping || !discord.isReady() ? { status: 503 } : await discord.receive(...request);
  const interactions = publicKey === undefined || config.usesGateway ? undefined : { publicKey, receive };
  const events = publicKey === undefined ? undefined : { publicKey, onDeauthorized };
  let isUp = false;
  const check = () => checkHealth(store, discord, running, isUp);
  const web = createWeb({ login, log, publicUrl, check, interactions, events, legal: config.legal });
  const tracked: typeof web.fetch = (...request) => running.track(Promise.resolve(web.fetch(...request)));
  const webServer = await serve('login pages', { fetch: tracked }, config.web);
  const metricsWeb = createMetricsWeb(createMetricsRegistry(queue.metrics));
  const metricsServer = config.metrics && (await serve('metrics', metricsWeb, config.metrics));

  const { sendDirectMessage, sendToChannel, serverOfChannel, editAnswer, followUp, responses } = discord;
  const onLost = (userId: string, locale: string | undefined): Promise<unknown> =>
    running.track(sendDirectMessage(userId, lostLoginView(locale)));
  const tokenSources = createTokenSources({ store, links, oauth, sealer, game, log, onLost, track: running.track });
  const sweeping = setInterval(() => {
    running.track(login.sweep()).catch((err: unknown) => log.warn({ err }, 'could not look for expired logins'));
  }, LOGIN_SWEEP_MS);
  closing.push(() => clearInterval(sweeping));
  const sealed = createSealedStore(store, sealer);
  const intents = createIntents(store, sealed);
  const claims = createClaims(store, intents);
  const post = (channelId: string, entry: AuditEntry, nonce: string) =>
    sendToChannel(channelId, auditEntryView(entry), nonce);
  const audit = createAudit(store, log, post, intents.isErased);
  const freeze = createFreeze(store, { isOff: config.areWritesOff });
  closing.push(freeze.watch(log));
  const kinds = commands.flatMap(({ writes = [] }) => writes);
  const takeoverParts = { store, claims, sendDirectMessage, editAnswer, followUp, running, log };
  const takeover = createTakeover({ kinds, intents, audit, game, tokenSources, ...takeoverParts });
  const galaxyCopy = createGalaxyCopy(store);
  const galaxy = createGalaxyReader(galaxyCopy, log);
  const asNoOne = (signal: AbortSignal) => game.actingAs(undefined, { priority: 'background', signal });
  const unlinking = createUnlinking({
    ...{ now: store.now, store, links, login, takeover, log, idleDays: config.legal.linkIdleDays },
    warn: (link, until) => sendDirectMessage(link.discordUserId, idleLinkView(link, until)),
  });
  const walks = config.galaxy.isCopied ? [createWalkJob(galaxyCopy, asNoOne)] : [];
  const jobs = createJobs<readonly AnyJob[]>([...walks, unlinking.job], { store, log });
  const services: Services = {
    login,
    links,
    tickets: createTickets(sealed),
    audit,
    writes: createWrites({ intents, claims, audit, freeze, log }),
    takeover,
    store,
    sendDirectMessage,
    sendToChannel,
    serverOfChannel,
    quotaOf: (budget, person) => queue.use(budget, person),
    budgetOf: (userId) => toBudget(sealer, userId),
    galaxy,
    bookmarks: createBookmarks(store, sealed),
    settings: config.transfer,
  };
  const sources = { responses, services, tokenSources, game, log, hurry: running.hurry };
  const router = new Router({ commands, logInId: loginIds.start, ...sources });
  discord.onInteraction(async (interaction) => {
    if (!running.isStopping) await running.track(router.route(interaction));
  });
  await discord.start();
  if (config.usesGateway) {
    // Without Redis there is one process.
    const isShared = config.store.redisUrl !== undefined;
    const gateway = isShared
      ? createGatewayLease({ store, discord, log })
      : { start: () => discord.connect(), stop: discord.disconnect };
    leaving.push(gateway.stop);
    await gateway.start();
  }
  // Closed first: half a request mustn't hold up the stop.
  leaving.push(webServer.leave);
  closing.push(takeover.start());
  jobs.start();
  closing.push(jobs.stop);
  if (config.galaxy.isCopied) {
    galaxy.start();
    closing.push(galaxy.stop);
  }
  isUp = true;
  // On its own time: the check writes to the store, which no scrape should do.
  const measure = (): void =>
    void check().then(
      () => ready.set(1),
      () => ready.set(0),
    );
  measure();
  const measuring = setInterval(measure, READY_CHECK_MS);
  closing.push(() => clearInterval(measuring));
  const registering = { rest: createRest(config.discord), commands, where: config.discord, store, log };
  const registration = keepRegistered({ ...registering, onRegistered: discord.learnCommands });
  closing.push(registration.stop);
  const [webPort, metricsPort] = [webServer.port, metricsServer?.port];
  return { webPort, metricsPort, registered: registration.firstTry, lost: discord.lost };
}

async function checkHealth(store: Store, discord: DiscordConnection, running: Running, isUp: boolean): Promise<void> {
  if (running.isStopping) throw new Error('stopping');
  if (!isUp) throw new Error('starting');
  await store.check();
  if (!discord.isReady()) throw new Error('not connected to Discord');
}

/** Logs why logins don't work until the game's OAuth server responds. Returns how to stop it. */
function waitForOAuthServer(oauth: OAuth, log: Logger): () => void {
  let timer: NodeJS.Timeout | undefined;
  const search = (delayMs: number): void => {
    oauth.prepare().then(
      () => log.info('found the game’s OAuth server'),
      (err: unknown) => {
        log.warn({ err, retryInMs: delayMs }, 'waiting for the game’s OAuth server');
        timer = setTimeout(search, delayMs, Math.min(delayMs * 2, MAX_SEARCH_DELAY_MS)).unref();
      },
    );
  };
  search(FIRST_SEARCH_DELAY_MS);
  return () => clearTimeout(timer);
}
