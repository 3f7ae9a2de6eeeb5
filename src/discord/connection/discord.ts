import {
  type APIApplication,
  type APIChannel,
  type APIInteraction,
  BurstHandlerMajorIdKey,
  ChannelType,
  Client,
  DefaultRestOptions,
  DiscordAPIError,
  Events,
  type Interaction,
  Options,
  REST,
  type RESTOptions,
  Routes,
} from 'discord.js';
import type { Config } from '../../config.ts';
import type { Logger } from '../../log.ts';
import type { MessageView } from '../../view/message.ts';
import { DiscordUnavailable, INVALID_REQUESTS_PER_WARNING, TOKEN_REFUSED, watchRest } from './discordEvents.ts';
import { type Gateway, openGateway } from './gateway.ts';
import { createHttpAnswers, type HttpAnswer } from './httpAnswers.ts';
import { CommandMentions } from './mentions.ts';
import { createResponses, type Respondable } from './responses.ts';

export type DiscordConnection = ReturnType<typeof createDiscordConnection>;

/** How often the client drops its state of idle routes. */
const HANDLER_SWEEP_MS = 5 * 60_000;
const MAX_RATE_LIMIT_WAIT_MS = 10_000;

/** Discord's REST, and interactions from its gateway or its HTTP requests, which discord.js parses.
 * discord.js' own gateway keeps state that the bot doesn't need, so it stays unconnected. */
export function createDiscordConnection(config: Config['discord'], log: Logger, gameSite?: URL | undefined) {
  const { token, apiUrl, cdnUrl, publicKey } = config;
  const httpAnswers = createHttpAnswers();
  const client = new Client({
    intents: [],
    // By default, everyone who ever sent an interaction stays in memory.
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
  /** Gives an interaction to the router, and resolves when that is done. Never rejects. */
  const handle = async (payload: APIInteraction): Promise<void> => {
    try {
      routing = undefined;
      // This emits the interaction before it returns. It can't read purchases, which the bot
      // doesn't need.
      toActions(client).InteractionCreate.handle({ ...payload, entitlements: [] });
      await routing;
    } catch (err) {
      log.error({ err, interactionId: payload.id }, 'could not read an interaction');
    }
  };

  const mentions = new CommandMentions();
  const responses = createResponses(client.rest, httpAnswers, { site: gameSite, mention: mentions.render });

  return {
    /** They {@link finish} each view. */
    responses,
    /** Takes the commands' ids, which make them clickable. */
    learnCommands: mentions.learn,
    /** Sends a direct message. Returns its URL, or logs the failure. Never rejects. */
    async sendDirectMessage(userId: string, view: MessageView): Promise<URL | undefined> {
      try {
        const body = { recipient_id: userId };
        const { id: channelId } = (await client.rest.post(Routes.userChannels(), { body })) as APIChannel;
        const { id } = await responses.send(channelId, view, userId);
        return new URL(`https://discord.com/channels/@me/${channelId}/${id}`);
      } catch (error) {
        const code = error instanceof DiscordAPIError ? error.code : undefined;
        // Only the reason: the error contains the message, which may contain a login link.
        const reason = error instanceof Error ? error.message : String(error);
        log[code === undefined ? 'warn' : 'info']({ code, reason, userId }, 'could not send a direct message');
        return undefined;
      }
    },
    /** Posts in a channel. Throws Discord's error. */
    sendToChannel: (channelId: string, view: MessageView, nonce?: string) =>
      responses.send(channelId, view, undefined, nonce),
    /** Edits an interaction's answer; false if Discord refuses, e.g. an expired token. */
    editAnswer: (interaction: Answered, view: MessageView) => isTaken(responses.edit(interaction, view)),
    /** Sends another private message about an interaction; false as for {@link editAnswer}. */
    followUp: (interaction: Answered, view: MessageView) => isTaken(responses.followUp(interaction, view)),
    /** The server of a text channel; undefined for anything else. Throws Discord's error. */
    async serverOfChannel(channelId: string): Promise<string | undefined> {
      if (!/^\d{17,20}$/.test(channelId)) return undefined;
      const channel = (await client.rest.get(Routes.channel(channelId))) as APIChannel;
      return channel.type === ChannelType.GuildText ? channel.guild_id : undefined;
    },
    /** Passes every interaction to `route`, which never rejects. Call it once. */
    onInteraction(route: (interaction: Interaction) => Promise<void>): void {
      client.on(Events.InteractionCreate, (interaction) => {
        routing = route(interaction);
      });
    },
    /** Reads who the bot is, which needs no gateway. Throws {@link DiscordUnavailable}. */
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
    /** Leaves the gateway; what runs can still be answered. */
    async disconnect(): Promise<void> {
      await gateway?.close();
      gateway = undefined;
    },
    /** Takes an interaction that came as an HTTP request, and returns the request's answer.
     * `isDelivered` tells whether the answer reached the connection. */
    receive: (payload: APIInteraction, isDelivered: Promise<boolean>): Promise<HttpAnswer> =>
      httpAnswers.answerOf(payload.id, isDelivered, () => handle(payload)),
    /** Without a gateway, another process has it or interactions come as HTTP requests. */
    isReady: (): boolean => application !== undefined && gateway?.isReady() !== false,
    /** Resolves with the reason when Discord closes the gateway permanently. */
    lost: lost.promise,
    async close(): Promise<void> {
      await gateway?.close();
      await client.destroy();
    },
  };
}

type Answered = Omit<Respondable, 'id'>;

/** False if Discord refuses. Throws any other error. */
async function isTaken(answering: Promise<unknown>): Promise<boolean> {
  try {
    await answering;
    return true;
  } catch (error) {
    if (error instanceof DiscordAPIError && error.status < 500) return false;
    throw error;
  }
}

const WRONG_KEY = "DISCORD_PUBLIC_KEY isn't the public key of the application that DISCORD_TOKEN belongs to.";

/** Reads a gateway's payloads; private in discord.js. */
function toActions(client: Client): { InteractionCreate: { handle(payload: APIInteraction): void } } {
  return (client as unknown as { actions: ReturnType<typeof toActions> }).actions;
}

/** Error codes of a connection that the other side closed. */
const CONNECTION_LOST = new Set<unknown>(['ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET']);

/** Gives a lost connection the code that makes the client retry. */
const makeRequest: RESTOptions['makeRequest'] = (url, init) =>
  DefaultRestOptions.makeRequest(url, init).catch((error: Error & { code?: unknown }) => {
    throw CONNECTION_LOST.has(error.code) ? Object.assign(error, { code: 'ECONNRESET' }) : error;
  });

/** Discord's limit of 50 requests a second excludes interaction endpoints ("Global Rate Limit"),
 * but the client counts edits and follow-ups. They get the callbacks' handler, which keeps no
 * state. */
function liftCapForInteractions(rest: REST): void {
  type CreateHandler = (hash: string, majorParameter: string) => unknown;
  const createHandler = (rest as unknown as { createHandler: CreateHandler }).createHandler.bind(rest);
  // An interaction's parameter is `application/token`.
  const create: CreateHandler = (hash, majorParameter) =>
    createHandler(hash, majorParameter.includes('/') ? BurstHandlerMajorIdKey : majorParameter);
  Object.assign(rest, { createHandler: create });
}

/** Discord's REST without the gateway. Waits for a rate limit, but not for one of minutes. */
export function createRest({ token, apiUrl }: Config['discord']): REST {
  const rejectOnRateLimit: RESTOptions['rejectOnRateLimit'] = ({ retryAfter }) => retryAfter > MAX_RATE_LIMIT_WAIT_MS;
  return new REST({ api: apiUrl, makeRequest, rejectOnRateLimit }).setToken(token);
}

/** The message is one line for the operator and never contains the token. */
export function toDiscordUnavailable(cause: unknown, apiUrl: string): DiscordUnavailable {
  if (cause instanceof DiscordUnavailable) return cause;
  const code = cause instanceof Error && 'code' in cause ? cause.code : undefined;
  const status = cause instanceof Error && 'status' in cause ? cause.status : undefined;
  if (code === 'TokenInvalid' || status === 401) return new DiscordUnavailable(TOKEN_REFUSED, { cause });
  // A rate limit's message is empty.
  const reason = cause instanceof Error ? cause.message || cause.name : String(cause);
  return new DiscordUnavailable(`Discord at ${apiUrl} is unavailable: ${reason}`, { cause });
}
