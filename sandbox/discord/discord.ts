import { createServer } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import { GatewayDispatchEvents, Locale } from 'discord-api-types/v10';
import { Hono } from 'hono';
import { WebSocketServer } from 'ws';
import { type Clock, systemClock } from './clock.ts';
import { FileStore } from './files.ts';
import { Gateway } from './gateway/gateway.ts';
import { CommandRegistry } from './interactions/commands.ts';
import { type Delivery, InteractionsEndpoint } from './interactions/endpoint.ts';
import { Interactions } from './interactions/interactions.ts';
import { createSigner, type Signer } from './interactions/signing.ts';
import { MessageBoard } from './messages.ts';
import { createPageApi } from './people/pageApi.ts';
import type { GameCondition, GameRequestEvent, PageEvent } from './people/pageProtocol.ts';
import { type DefaultName, defaultPeople } from './people/people.ts';
import { Person } from './people/person.ts';
import { listen } from './ports.ts';
import { problems } from './problem.ts';
import { cdnRoutes } from './rest/cdn.ts';
import { RestFaults } from './rest/faults.ts';
import { createRest, pathOf, type RecordedRequest } from './rest/rest.ts';
import type { Services } from './rest/route.ts';
import { createSchemaChecker, type SchemaChecker } from './validation/schemaChecker.ts';
import { createWebhookEvents } from './webhookEvents.ts';
import { type PersonSpec, World } from './world.ts';

const HOST = '127.0.0.1';
// The same at each start, so that a bot's settings stay right.
const BOT_TOKEN = 'MTIwMDAwMDAwMDAwMDAwMDAwMA.stand-in.bot';
const SIGNING_SEED = Buffer.alloc(32, BOT_TOKEN);

export type DiscordOptions<Name extends string = DefaultName> = {
  /** The first free one is used; default [0]: any. */
  ports?: readonly number[];
  /** For interactions, messages and ids. With a `ManualClock`, tests reach the time limits. */
  clock?: Clock;
  /** For heartbeats and resumable sessions, because clients run in real time. */
  gatewayClock?: Clock;
  heartbeatIntervalMs?: number;
  /** Min time between two identifies; default 5 s. */
  identifyIntervalMs?: number;
  /** The number of shards that Discord recommends; default 1. */
  shards?: number;
  /** The people, by names for the tests; default a player, an officer and a visitor. */
  people?: Record<Name, PersonSpec>;
  /** The server's language; default `en-US`. */
  serverLocale?: Locale;
  /** Answers requests for anything but the API, the gateway, the CDN and the page's own API. */
  page?: (request: Request) => Response | Promise<Response>;
  /** Breaks the game when someone asks for it on the page; without it the page has no switch. */
  onGameCondition?: (condition: GameCondition) => void;
  /** Ends the bot abruptly and starts it again; without it the page can't. */
  onRestart?: () => Promise<void>;
};

export type Discord<Name extends string = DefaultName> = {
  /** `http://127.0.0.1:<port>`: the chat page. */
  url: string;
  /** `…/api`: discord.js's `rest.api`. */
  apiUrl: string;
  /** `…/cdn`: discord.js's `rest.cdn`. */
  cdnUrl: string;
  gatewayUrl: string;
  applicationId: string;
  botToken: string;
  guildId: string;
  /** Settings by their names in Discord's API; change them as in the developer portal. */
  application: Record<string, unknown>;
  signer: Signer;
  webhookEvents: ReturnType<typeof createWebhookEvents>;
  /** The interactions sent to the endpoint, oldest first. */
  deliveries: readonly Delivery[];
  people: Record<Name, Person>;
  /** Finds a person by user id, username or name. @throws if there is none */
  person: (key: string) => Person;
  /** The bot's requests, oldest first. */
  requests: RecordedRequest[];
  /** Invalid payloads that the stand-in itself sent, and how much was checked. */
  schemaChecker: Pick<SchemaChecker, 'violations' | 'checked'>;
  /** `faults.next({ method: 'POST', path: /callback$/, what: 500, when: 'after' })` */
  faults: RestFaults;
  announceGameRequest: (request: Omit<GameRequestEvent, 'type'>) => void;
  gateway: Gateway;
  close: () => Promise<void>;
};

/** Starts a new Discord: REST, gateway, CDN, and the API of the chat page, on one port. */
export async function createDiscord<Name extends string = DefaultName>(
  options: DiscordOptions<Name> = {},
): Promise<Discord<Name>> {
  const { clock = systemClock, gatewayClock = systemClock, onGameCondition } = options;
  const specs = options.people ?? (defaultPeople as Record<string, PersonSpec> as Record<Name, PersonSpec>);
  const server = createServer();
  const port = await listen(server, HOST, options.ports ?? [0]);
  const url = `http://${HOST}:${port}`;
  const gatewayUrl = `ws://${HOST}:${port}/gateway`;

  const world = new World(clock, Object.values<PersonSpec>(specs), options.serverLocale ?? Locale.EnglishUS);
  const board = new MessageBoard(world);
  const files = new FileStore(world.newId, `${url}/cdn`);
  const commands = new CommandRegistry(world);
  const schemaChecker = createSchemaChecker();
  const signer = createSigner(SIGNING_SEED);
  const gateway = new Gateway({
    checkFrame: schemaChecker.checkFrame,
    world,
    botToken: BOT_TOKEN,
    clock: gatewayClock,
    heartbeatIntervalMs: options.heartbeatIntervalMs,
    identifyIntervalMs: options.identifyIntervalMs,
    gatewayUrl,
    onPresence: (online) => notifyEveryone({ type: 'botPresence', online }),
  });
  // "Preparing for Interactions": the gateway or the endpoint, "mutually exclusive".
  const interactions = new Interactions({ world, files }, board, (payload) => {
    if (endpoint.url === null) return gateway.dispatch(GatewayDispatchEvents.InteractionCreate, payload);
    schemaChecker.checkDispatch(GatewayDispatchEvents.InteractionCreate, payload);
    void endpoint.deliver(payload);
  });
  const isOnline = () => gateway.isOnline || endpoint.url !== null;
  const endpoint = new InteractionsEndpoint({
    world,
    signer,
    acknowledge: (...answer) => interactions.acknowledge(...answer),
    onChange: () => notifyEveryone({ type: 'botPresence', online: isOnline() }),
  });
  const application = {};
  const services: Services = {
    ...{ world, board, files, commands, interactions, endpoint, gatewayUrl, application },
    verifyKey: signer.verifyKey,
    shards: options.shards ?? 1,
    startLimit: () => gateway.startLimit,
  };

  const notifyEveryone = (event: PageEvent): void => {
    for (const person of Object.values<Person>(people)) person.view.notify(event);
  };
  const people = Object.fromEntries(
    Object.entries<PersonSpec>(specs).map(([name, spec]) => [
      name,
      new Person(world.account(spec.id), services, notifyEveryone),
    ]),
  ) as Record<Name, Person>;
  const gameSwitch = {
    condition: onGameCondition ? ('working' as GameCondition) : null,
    set(condition: GameCondition) {
      onGameCondition?.(condition);
      gameSwitch.condition = condition;
      notifyEveryone({ type: 'gameCondition', condition });
    },
  };

  const requests: RecordedRequest[] = [];
  const faults = new RestFaults();
  const onRequest = (request: RecordedRequest) => void requests.push(request);
  const rest = createRest({ services, botToken: BOT_TOKEN, clock, faults, schemaChecker, onRequest });
  const pageApi = createPageApi({
    services,
    people: Object.values<Person>(people),
    isOnline,
    gameSwitch,
    restartBot: options.onRestart,
  });
  const app = new Hono({ getPath: pathOf })
    .route('/api/v10', rest)
    // Routes for browsers refuse foreign sites; the API checks the bot's token instead.
    .use(async (context, next) => (pageApi.isTrusted(context.req.header()) ? next() : context.text('Forbidden', 403)))
    .route('/cdn', cdnRoutes(world, files))
    .route('/page-api', pageApi.routes)
    .all('/api/*', (context) => context.json(problems.noVersion().toBody(), 400))
    .all('*', (context) => options.page?.(context.req.raw) ?? context.text('Not Found', 404));
  server.on('request', getRequestListener(app.fetch));

  const sockets = new WebSocketServer({ noServer: true, perMessageDeflate: false });
  server.on('upgrade', (request, socket, head) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', url);
    const isForPage = pathname === '/page-api/socket' && pageApi.isTrusted(request.headers);
    const accepting = /^\/gateway\/?$/.test(pathname) ? gateway : isForPage ? pageApi : null;
    if (accepting) sockets.handleUpgrade(request, socket, head, (ws) => accepting.accept(ws, searchParams));
    else socket.end('HTTP/1.1 403 Forbidden\r\nConnection: close\r\n\r\n');
  });

  return {
    url,
    apiUrl: `${url}/api`,
    cdnUrl: `${url}/cdn`,
    gatewayUrl,
    applicationId: world.bot.user.id,
    botToken: BOT_TOKEN,
    guildId: world.guild.id,
    application,
    signer,
    webhookEvents: createWebhookEvents(world, signer),
    deliveries: endpoint.deliveries,
    people,
    person(key) {
      const found = Object.entries<Person>(people).find(([name, { id, username }]) =>
        [name, id, username].includes(key),
      );
      if (!found) throw new Error(`No one is called "${key}"`);
      return found[1];
    },
    requests,
    schemaChecker,
    faults,
    announceGameRequest: (request) => notifyEveryone({ type: 'gameRequest', ...request }),
    gateway,
    async close() {
      for (const socket of sockets.clients) socket.terminate();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
