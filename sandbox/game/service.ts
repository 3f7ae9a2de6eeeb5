import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { getRequestListener } from '@hono/node-server';
import { type Context, Hono, type MiddlewareHandler } from 'hono';
import { apiRoutes, createApi, type Logger } from './api/api.ts';
import { createEnvelopes } from './api/envelope.ts';
import type { ServiceEnvironment } from './api/environment.ts';
import { injectFault } from './api/injectFault.ts';
import { ServiceError } from './errors.ts';
import { createFaults, type Faults } from './faults.ts';
import { createArrivals, createInspection, type Inspection } from './inspection.ts';
import { defaultClient, type NewClient, registerClient } from './oauth/clients.ts';
import { grantToken, type TokenGrant } from './oauth/granting.ts';
import { createOAuthServer } from './oauth/oauthServer.ts';
import { oauthOperationAt } from './oauth/paths.ts';
import { createOAuthStore } from './oauth/store.ts';
import { type Quirks, toQuirks } from './quirks.ts';
import { createRequestLog, type LoggedRequest } from './requestLog.ts';
import { seedWorld } from './seed/seedWorld.ts';
import { createHrefs } from './wire/reference.ts';
import { openDatabase } from './world/database.ts';
import { createWorld } from './world/world.ts';

/** How a service is to be; everything has a default. */
export interface GameServiceOptions {
  /** 0, the default, takes a free one. */
  port?: number;
  /** 127.0.0.1 when not given. */
  host?: string;
  /** The origin under which others reach the service, when it is not the one it listens on. */
  publicUrl?: string;
  /** A file's path, or `:memory:` (the default). A file that holds a world goes on with it. */
  database?: string;
  /** Unix milliseconds; the machine's clock when not given. All times go by it: the world's, the rate limit's, the tokens'. */
  clock?: () => number;
  quirks?: boolean | Partial<Quirks>;
  /** Requests within the window for one token, or one address without a token; 600 when not given. */
  limitPerHour?: number;
  /** The length of the window; an hour when not given. */
  windowMs?: number;
  /** Whether the galaxy answers without a token with 401. */
  galaxyRequiresToken?: boolean;
  clients?: readonly NewClient[];
  logger?: Logger;
  /** How a `delay` fault passes. */
  wait?: (milliseconds: number) => Promise<unknown>;
}

/** A running service. */
export interface GameService extends AsyncDisposable {
  /** The origin, without a slash at the end. */
  readonly url: string;
  /** Where the operations are, with a slash at the end. */
  readonly baseUrl: string;
  /** The OAuth issuer, for discovery. */
  readonly issuer: string;
  readonly faults: Faults;
  readonly world: Inspection;
  /** Hears of every request of a client once it is answered, until the returned function is called. */
  onRequest(listener: (request: LoggedRequest) => void): () => void;
  /** An access token without the walk through the browser. */
  grantToken(grant: TokenGrant): Promise<string>;
  /** Registers one more client, or changes the one of that id. */
  registerClient(client: NewClient): Promise<void>;
  close(): Promise<void>;
}

const basePath = '/ws/v2.0/';
const hourMs = 3_600_000;
const silent: Logger = { info: () => {}, error: () => {} };

/** Starts the reference game service. Rejects when the port is taken or the database cannot be used. */
export async function createGameService(options: GameServiceOptions = {}): Promise<GameService> {
  const {
    port = 0,
    host = '127.0.0.1',
    clock = Date.now,
    clients = [defaultClient],
    logger = silent,
    wait = sleep,
  } = options;
  const database = openDatabase(options.database ?? ':memory:');
  seedWorld(database, Math.floor(clock() / 1_000));
  const world = createWorld(database);
  const store = createOAuthStore(database, clock);
  for (const client of clients) await registerClient(store, client);

  const server = createServer();
  server.listen(port, host);
  try {
    await once(server, 'listening');
  } catch (cause) {
    database.close();
    throw cause;
  }
  const url = options.publicUrl?.replace(/\/$/u, '') ?? `http://${host}:${(server.address() as AddressInfo).port}`;
  const baseUrl = `${url}${basePath}`;

  const faults = createFaults();
  const arrivals = createArrivals();
  const envelopes = createEnvelopes(clock);
  const operationOf = (c: Context): string | undefined => {
    const { pathname } = new URL(c.req.url);
    if (!pathname.startsWith(basePath)) return oauthOperationAt(pathname);
    const match = apiRoutes.find(c.req.method, pathname.slice(basePath.length));
    return match instanceof ServiceError ? undefined : match.operation.name;
  };
  const withFaults: MiddlewareHandler<ServiceEnvironment> = async (c, next) => {
    const hit = faults.take({ operation: operationOf(c), method: c.req.method, path: new URL(c.req.url).pathname });
    return hit ? injectFault(hit, c, next, { wait, envelopes }) : next();
  };

  const app = new Hono<ServiceEnvironment>();
  const requestLog = createRequestLog(basePath, operationOf, clock);
  app.use(requestLog.middleware);
  app.use((c, next) => {
    arrivals.add(operationOf(c));
    return next();
  });
  const quirks = toQuirks(options.quirks ?? false);
  const api = createApi({
    world,
    tokens: store,
    hrefs: createHrefs(baseUrl),
    clock,
    quirks,
    limitPerHour: options.limitPerHour ?? 600,
    windowMs: options.windowMs ?? hourMs,
    galaxyRequiresToken: options.galaxyRequiresToken ?? false,
    basePath,
    envelopes,
    withFaults,
    logger,
  });
  app.route(basePath, api);
  app.route('/', createOAuthServer({ issuer: url, store, characters: world.characters, quirks, logger, withFaults }));
  app.notFound((c) => c.json(envelopes.ofError(c, 404, 'There is no such resource'), 404));
  app.onError((error, c) => {
    logger.error({ err: error, method: c.req.method, path: c.req.path }, 'a request failed');
    return c.json(envelopes.ofError(c, 500, 'Something in the service went wrong'), 500);
  });
  server.on('request', getRequestListener(app.fetch));

  const close = async (): Promise<void> => {
    if (!server.listening) return;
    faults.clear();
    const closed = once(server, 'close');
    server.close();
    server.closeAllConnections();
    await closed;
    database.close();
  };
  return {
    url,
    baseUrl,
    issuer: url,
    faults,
    world: createInspection(world, database, arrivals),
    onRequest: requestLog.subscribe,
    grantToken: (grant) =>
      grantToken(store, world.characters, { clientId: clients[0]?.clientId ?? defaultClient.clientId, ...grant }),
    registerClient: (client) => registerClient(store, client),
    close,
    [Symbol.asyncDispose]: close,
  };
}
