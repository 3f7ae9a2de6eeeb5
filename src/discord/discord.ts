import { randomBytes } from 'node:crypto';
import {
  type APIApplicationCommand,
  type APIChannel,
  BurstHandlerMajorIdKey,
  ChannelType,
  Client,
  DefaultRestOptions,
  DiscordAPIError,
  Events,
  type Interaction,
  MessageFlags,
  REST,
  type RESTOptions,
  Routes,
  Status,
} from 'discord.js';
import type { Config } from '../config.ts';
import type { Logger } from '../log.ts';
import type { MessageView } from '../view/message.ts';
import { DiscordUnavailable, INVALID_REQUESTS_PER_WARNING, TOKEN_REFUSED, watchConnection } from './discordEvents.ts';
import { CommandMentions } from './mentions.ts';
import { toPublicPayload } from './payload.ts';

export type DiscordConnection = ReturnType<typeof createDiscordConnection>;

const READY_TIMEOUT_MS = 30_000;
/** How often the client drops what it keeps of each route. */
const HANDLER_SWEEP_MS = 5 * 60_000;

/** The gateway and REST of Discord. Slash commands need no intent, so none is asked for. */
export function createDiscordConnection({ token, apiUrl, cdnUrl, guildId }: Config['discord'], log: Logger) {
  const client = new Client({
    intents: [],
    rest: {
      api: apiUrl,
      cdn: cdnUrl,
      makeRequest,
      invalidRequestWarningInterval: INVALID_REQUESTS_PER_WARNING,
      handlerSweepInterval: HANDLER_SWEEP_MS,
    },
    allowedMentions: { parse: [] },
    // A message whose answer was lost is sent again: Discord then gives the first one.
    enforceNonce: true,
  });
  liftCapForInteractions(client.rest);
  const lost = Promise.withResolvers<DiscordUnavailable>();
  watchConnection(client, log, lost.resolve);

  const mentions = new CommandMentions();
  const readCommands = async (): Promise<void> => {
    const application = client.application?.id ?? '';
    const route =
      guildId === undefined
        ? Routes.applicationCommands(application)
        : Routes.applicationGuildCommands(application, guildId);
    mentions.learn((await client.rest.get(route)) as APIApplicationCommand[]);
  };

  return {
    /** Makes commands that a view names clickable. */
    render: mentions.render,
    /** Sends a direct message and gives its address; undefined, and a line in the log, when it can't be sent. Never rejects. */
    async sendDirectMessage(userId: string, view: MessageView): Promise<URL | undefined> {
      try {
        const { url } = await client.users.send(userId, toPublicPayload(mentions.render(view)));
        return new URL(url);
      } catch (error) {
        const code = error instanceof DiscordAPIError ? error.code : undefined;
        // Only the reason: the error holds the message, which may hold a login link.
        const reason = error instanceof Error ? error.message : String(error);
        log[code === undefined ? 'warn' : 'info']({ code, reason, userId }, 'could not send a direct message');
        return undefined;
      }
    },
    /** Posts into a channel; throws what Discord says when the bot may not. */
    async sendToChannel(channelId: string, view: MessageView): Promise<void> {
      // By REST alone: without the intent for servers their channels are not in the cache.
      const body = {
        components: mentions.render(view).components,
        flags: MessageFlags.IsComponentsV2,
        allowed_mentions: { parse: [] },
        nonce: randomBytes(12).toString('base64url'),
        enforce_nonce: true,
      };
      await client.rest.post(Routes.channelMessages(channelId), { body });
    },
    /** Edits the answer to an interaction by its token; false where Discord refuses, e.g. because the token has expired. */
    async editAnswer(
      { applicationId, token }: { applicationId: string; token: string },
      view: MessageView,
    ): Promise<boolean> {
      const { components } = mentions.render(view);
      const body = { components, flags: MessageFlags.IsComponentsV2, allowed_mentions: { parse: [] } };
      try {
        // The token in the address is all that it takes.
        await client.rest.patch(Routes.webhookMessage(applicationId, token), { body, auth: false });
        return true;
      } catch (error) {
        if (error instanceof DiscordAPIError && error.status < 500) return false;
        throw error;
      }
    },
    /** The server whose text channel this is; undefined for anything else. Throws what Discord says. */
    async serverOfChannel(channelId: string): Promise<string | undefined> {
      if (!/^\d{17,20}$/.test(channelId)) return undefined;
      const channel = (await client.rest.get(Routes.channel(channelId))) as APIChannel;
      return channel.type === ChannelType.GuildText ? channel.guild_id : undefined;
    },
    /** Hands every interaction to `route`; one handler at most. */
    onInteraction(route: (interaction: Interaction) => Promise<void>): void {
      client.on(Events.InteractionCreate, (interaction) => void route(interaction));
    },
    /** Connects to the gateway; throws {@link DiscordUnavailable}. Resolves once Discord says that the bot is ready. */
    async connect(): Promise<void> {
      const ready = new Promise<void>((resolve, reject) => {
        const timer = setTimeout(() => reject(new Error(`not ready within ${READY_TIMEOUT_MS} ms`)), READY_TIMEOUT_MS);
        client.once(Events.ClientReady, () => {
          clearTimeout(timer);
          resolve();
        });
        const fail = (error: unknown): void => {
          clearTimeout(timer);
          reject(error);
        };
        void lost.promise.then(fail);
        client.login(token).catch(fail);
      });
      await ready.catch((cause: unknown) => {
        throw toDiscordUnavailable(cause, apiUrl);
      });
      log.info({ bot: client.user?.tag }, 'connected to Discord');
      readCommands().catch((err: unknown) => log.warn({ err }, 'could not read the ids of the commands'));
    },
    // The client itself says ready for ever once it was.
    isReady: (): boolean => client.isReady() && client.ws.shards.every(({ status }) => status === Status.Ready),
    /** Resolves with the reason once Discord closed the gateway and will not let this bot back. */
    lost: lost.promise,
    close: (): Promise<void> => {
      // Going away on purpose looks to the client like a lost connection.
      client.removeAllListeners(Events.ShardReconnecting);
      return client.destroy();
    },
  };
}

/** What `fetch` says of a connection that the other side ended. */
const CONNECTION_LOST = new Set<unknown>(['ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET']);

/**
 * The client's own requests, but Node's fetch for files: the client's undici refuses them once another version of undici is loaded
 * beside it. A lost connection gets the code by which the client knows that it may try again.
 */
const makeRequest: RESTOptions['makeRequest'] = async (url, init) => {
  const isForm = init.body instanceof FormData;
  const send = isForm ? (fetch as unknown as RESTOptions['makeRequest']) : DefaultRestOptions.makeRequest;
  return await send(url, init).catch((error: Error & { code?: unknown; cause?: { code?: unknown } }) => {
    const isLost = CONNECTION_LOST.has(error.code) || CONNECTION_LOST.has(error.cause?.code);
    throw isLost ? Object.assign(error, { code: 'ECONNRESET' }) : error;
  });
};

/**
 * Discord's cap of 50 requests a second excludes interaction endpoints (Rate Limits, "Global Rate Limit"), but the client counts edits and
 * follow-ups. They get the handler that callbacks have, which also keeps nothing of each interaction.
 */
function liftCapForInteractions(rest: REST): void {
  type CreateHandler = (hash: string, majorParameter: string) => unknown;
  const createHandler = (rest as unknown as { createHandler: CreateHandler }).createHandler.bind(rest);
  // An interaction's parameter is its application and its token, with a slash between.
  const create: CreateHandler = (hash, majorParameter) =>
    createHandler(hash, majorParameter.includes('/') ? BurstHandlerMajorIdKey : majorParameter);
  Object.assign(rest, { createHandler: create });
}

/** Discord's REST without a gateway, for registering commands. */
export function createRest({ token, apiUrl }: Config['discord']): REST {
  return new REST({ api: apiUrl, makeRequest }).setToken(token);
}

/** One line for the operator; never with the token. */
export function toDiscordUnavailable(cause: unknown, apiUrl: string): DiscordUnavailable {
  if (cause instanceof DiscordUnavailable) return cause;
  const code = cause instanceof Error && 'code' in cause ? cause.code : undefined;
  const status = cause instanceof Error && 'status' in cause ? cause.status : undefined;
  if (code === 'TokenInvalid' || status === 401) return new DiscordUnavailable(TOKEN_REFUSED, { cause });
  const reason = cause instanceof Error ? cause.message : String(cause);
  return new DiscordUnavailable(`Discord at ${apiUrl} cannot be used: ${reason}`, { cause });
}
