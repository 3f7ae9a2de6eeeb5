import type { APIApplication, APIInteraction, Interaction } from 'discord.js';
import { Client, Events, Options, Routes } from 'discord.js';
import type { Config } from '../../config.ts';
import type { Logger } from '../../log.ts';
import { DiscordUnavailable, INVALID_REQUESTS_PER_WARNING, watchRest } from './discordEvents.ts';
import { createEndpointResponses, type EndpointResponse } from './endpointResponses.ts';
import { createFileReader } from './files.ts';
import { type Gateway, openGateway } from './gateway.ts';
import { CommandMentions } from './mentions.ts';
import { createMessenger } from './messenger.ts';
import { createResponses } from './responses.ts';
import { liftCapForInteractions, makeRequest, toDiscordUnavailable } from './rest.ts';

export type DiscordConnection = ReturnType<typeof createDiscordConnection>;

/** Interval at which the client drops its state of idle routes. */
const HANDLER_SWEEP_MS = 5 * 60_000;

/** Discord's REST API, and interactions by gateway or HTTP, which discord.js parses. Its own
 * gateway keeps state that the bot doesn't need, so it stays unconnected. */
export function createDiscordConnection(config: Config['discord'], log: Logger, gameSite?: URL | undefined) {
  const { token, apiUrl, cdnUrl, publicKey } = config;
  const endpointResponses = createEndpointResponses();
  const client = new Client({
    intents: [],
    // By default, every user who ever sent an interaction stays in memory.
    makeCache: Options.cacheWithLimits({ UserManager: 0 }),
    rest: {
      api: apiUrl,
      cdn: cdnUrl,
      makeRequest,
      invalidRequestWarningInterval: INVALID_REQUESTS_PER_WARNING,
      handlerSweepInterval: HANDLER_SWEEP_MS,
    },
  });
  client.rest.setToken(token);
  client.on(Events.Error, (err) => log.error({ err }, 'the Discord client failed'));
  client.on(Events.Warn, (warning) => log.warn(warning));
  liftCapForInteractions(client.rest);
  watchRest(client.rest, log);
  const lost = Promise.withResolvers<DiscordUnavailable>();
  let gateway: Gateway | undefined;
  let application: APIApplication | undefined;

  let routing: Promise<void> | undefined;
  /** Gives an interaction to the router; resolves when that's done. Never rejects. */
  const handle = async (payload: APIInteraction): Promise<void> => {
    try {
      routing = undefined;
      // `handle` emits the event synchronously. The bot doesn't need purchases.
      toActions(client).InteractionCreate.handle({ ...payload, entitlements: [] });
      await routing;
    } catch (err) {
      log.error({ err, interactionId: payload.id }, 'could not read an interaction');
    }
  };

  const mentions = new CommandMentions();
  const responses = createResponses(client.rest, endpointResponses, { site: gameSite, mention: mentions.render });

  return {
    responses,
    ...createMessenger(client.rest, responses, log),
    readFile: createFileReader(cdnUrl),
    /** Stores the commands' ids, which make mentions of them clickable. */
    setCommandIds: mentions.setIds,
    /** Passes every interaction to `route`, which never rejects. Call it once. */
    onInteraction(route: (interaction: Interaction) => Promise<void>): void {
      client.on(Events.InteractionCreate, (interaction) => {
        routing = route(interaction);
      });
    },
    /** Reads the bot's application, without the gateway. Throws {@link DiscordUnavailable}. */
    async start(): Promise<void> {
      application = (await client.rest.get(Routes.currentApplication()).catch((cause: unknown) => {
        throw toDiscordUnavailable(cause, apiUrl);
      })) as APIApplication;
      if (publicKey !== undefined && publicKey !== application.verify_key.toLowerCase())
        throw new DiscordUnavailable(WRONG_KEY);
    },
    /** Connects to the gateway and waits until it is ready. Throws {@link DiscordUnavailable}. */
    async connect(signal?: AbortSignal): Promise<void> {
      const onInteraction = (payload: APIInteraction): void => void handle(payload);
      const options = { token, rest: client.rest, log, onInteraction, onLost: lost.resolve, signal };
      gateway = await openGateway(options).catch((cause: unknown) => {
        throw toDiscordUnavailable(cause, apiUrl);
      });
      log.info({ bot: application?.name }, 'connected to Discord');
    },
    /** Leaves the gateway. Running work can still respond. */
    async disconnect(): Promise<void> {
      await gateway?.close();
      gateway = undefined;
    },
    /** Returns the HTTP response. `isDelivered`: whether it reached the connection. */
    receive: (payload: APIInteraction, isDelivered: Promise<boolean>): Promise<EndpointResponse> =>
      endpointResponses.responseTo(payload.id, isDelivered, () => handle(payload)),
    /** Without a gateway, another process has it or interactions come by HTTP. */
    isReady: (): boolean => application !== undefined && gateway?.isReady() !== false,
    /** Resolves with the reason when Discord closes the gateway permanently. */
    lost: lost.promise,
    async close(): Promise<void> {
      await gateway?.close();
      await client.destroy();
    },
  };
}

const WRONG_KEY = "DISCORD_PUBLIC_KEY isn't the public key of the application that DISCORD_TOKEN belongs to.";

/** Reads gateway payloads; private in discord.js. */
function toActions(client: Client): { InteractionCreate: { handle(payload: APIInteraction): void } } {
  return (client as unknown as { actions: ReturnType<typeof toActions> }).actions;
}
