import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { getRequestListener } from '@hono/node-server';
import { type Context, Hono, type MiddlewareHandler } from 'hono';
import { createApi, findOperation, type Logger } from './api/api.ts';
import { createEnvelopes } from './api/envelope.ts';
import { injectFault } from './api/injectFault.ts';
import { ServiceError } from './errors.ts';
import { createFaults, type Faults } from './faults.ts';
import { createInspection, type Inspection } from './inspection.ts';
import { DEFAULT_CLIENT, grantToken, type NewClient, registerClient, type TokenGrant } from './oauth/clients.ts';
import { createOAuthServer } from './oauth/oauthServer.ts';
import { oauthOperationAt } from './oauth/paths.ts';
import { createOAuthStore } from './oauth/store.ts';
import { type Quirks, toQuirks } from './quirks.ts';
import { createRequestLog, type LoggedRequest, type ServiceEnvironment } from './requestLog.ts';
import { openWorld } from './seed/seedWorld.ts';
import { createHrefs } from './wire/reference.ts';
import { createWorld } from './world/world.ts';

export type GameServiceOptions = {
  /** 0 (the default) takes a free one. */
  port?: number;
  /** A file's path, or `:memory:` (the default). An existing world in the file continues. */
  database?: string;
  /** The clock of the world, the rate limit and the tokens, in unix milliseconds. */
  clock?: () => number;
  quirks?: boolean | Partial<Quirks>;
  /** Requests within the window per token, or per address without a token; 600 by default. */
  limitPerHour?: number;
  /** The length of the window; an hour by default. */
  windowMs?: number;
  /** True if the galaxy answers requests without a token with 401. */
  galaxyRequiresToken?: boolean;
  clients?: readonly NewClient[];
  logger?: Logger;
  /** Waits for a `delay` fault. */
  wait?: (milliseconds: number) => Promise<unknown>;
};

export interface GameService extends AsyncDisposable {
  /** The origin, without a slash at the end. */
  readonly url: string;
  /** The base URL of the operations, with a slash at the end. */
  readonly baseUrl: string;
  readonly issuer: string;
  readonly faults: Faults;
  readonly world: Inspection;
  /** Calls back after every request of a client. Returns a function that unsubscribes. */
  onRequest(listener: (request: LoggedRequest) => void): () => void;
  /** An access token without a browser. */
  grantToken(grant: TokenGrant): Promise<string>;
  registerClient(client: NewClient): Promise<void>;
  close(): Promise<void>;
}

const HOST = '127.0.0.1';
const BASE_PATH = '/ws/v2.0/';
const HOUR_MS = 3_600_000;
const SILENT: Logger = { info: () => {}, error: () => {} };

/** Rejects if the port is taken or the database can't be used. */
export async function createGameService(options: GameServiceOptions = {}): Promise<GameService> {
  const { clock = Date.now, clients = [DEFAULT_CLIENT], logger = SILENT } = options;
  const database = openWorld(options.database ?? ':memory:', Math.floor(clock() / 1_000));
  const world = createWorld(database);
  const { characters } = world;
  const store = createOAuthStore(database, clock);
  for (const client of clients) await registerClient(store, client);

  const server = createServer().listen(options.port ?? 0, HOST);
  try {
    await once(server, 'listening');
  } catch (cause) {
    database.close();
    throw cause;
  }
  const url = `http://${HOST}:${(server.address() as AddressInfo).port}`;
  const baseUrl = `${url}${BASE_PATH}`;

  const faults = createFaults();
  const arrivals = new Map<string | undefined, number>();
  const envelopes = createEnvelopes(clock);
  const operationOf = (c: Context): string | undefined => {
    const { pathname } = new URL(c.req.url);
    if (!pathname.startsWith(BASE_PATH)) return oauthOperationAt(pathname);
    const match = findOperation(c.req.method, pathname.slice(BASE_PATH.length));
    return match instanceof ServiceError ? undefined : match.operation.name;
  };
  const withFaults: MiddlewareHandler<ServiceEnvironment> = async (c, next) => {
    const hasToken = c.req.header('authorization') !== undefined;
    const path = new URL(c.req.url).pathname;
    const hit = faults.take({ operation: operationOf(c), method: c.req.method, path, hasToken });
    return hit ? injectFault(hit, c, next, { wait: options.wait ?? sleep, envelopes }) : next();
  };

  const app = new Hono<ServiceEnvironment>();
  const requestLog = createRequestLog(BASE_PATH, operationOf, clock);
  app.use(requestLog.middleware);
  app.use((c, next) => {
    const operation = operationOf(c);
    arrivals.set(operation, (arrivals.get(operation) ?? 0) + 1);
    return next();
  });
  const quirks = toQuirks(options.quirks ?? false);
  const api = createApi({
    world,
    store,
    hrefs: createHrefs(baseUrl),
    clock,
    quirks,
    limitPerHour: options.limitPerHour ?? 600,
    windowMs: options.windowMs ?? HOUR_MS,
    galaxyRequiresToken: options.galaxyRequiresToken ?? false,
    basePath: BASE_PATH,
    envelopes,
    withFaults,
    logger,
  });
  app.route(BASE_PATH, api);
  app.route('/', createOAuthServer({ issuer: url, store, characters, quirks, logger, withFaults }));
  app.notFound((c) => c.json(envelopes.ofError(c, 404, "This resource doesn't exist"), 404));
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
  const clientId = clients[0]?.clientId ?? DEFAULT_CLIENT.clientId;
  return {
    url,
    baseUrl,
    issuer: url,
    faults,
    world: createInspection(world, arrivals),
    onRequest: requestLog.subscribe,
    grantToken: (grant) => grantToken(store, characters, { clientId, ...grant }),
    registerClient: (client) => registerClient(store, client),
    close,
    [Symbol.asyncDispose]: close,
  };
}
