import { randomBytes } from 'node:crypto';
import {
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
import { withGameLinks } from '../view/gameSite.ts';
import type { MessageView } from '../view/message.ts';
import { DiscordUnavailable, INVALID_REQUESTS_PER_WARNING, TOKEN_REFUSED, watchConnection } from './discordEvents.ts';
import { CommandMentions } from './mentions.ts';
import { toPublicPayload } from './reply.ts';

export type DiscordConnection = ReturnType<typeof createDiscordConnection>;

const READY_TIMEOUT_MS = 30_000;
/** How often the client drops its state of idle routes. */
const HANDLER_SWEEP_MS = 5 * 60_000;
const MAX_RATE_LIMIT_WAIT_MS = 10_000;

/** Discord's gateway and REST. Slash commands need no intents. */
export function createDiscordConnection(
  { token, apiUrl, cdnUrl }: Config['discord'],
  log: Logger,
  gameSite?: URL | undefined,
) {
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
    // If a response is lost, the client retries, and Discord returns the first message.
    enforceNonce: true,
  });
  liftCapForInteractions(client.rest);
  const lost = Promise.withResolvers<DiscordUnavailable>();
  watchConnection(client, log, lost.resolve);

  const mentions = new CommandMentions();
  const render = (view: MessageView): MessageView => withGameLinks(gameSite, mentions.render(view));

  return {
    /** Makes the commands in a view clickable, and its game buttons lead to the game's site. */
    render,
    /** Takes the commands' ids, for `render`. */
    learnCommands: mentions.learn,
    /** Sends a direct message. Returns its URL, or logs the failure. Never rejects. */
    async sendDirectMessage(userId: string, view: MessageView): Promise<URL | undefined> {
      try {
        const { url } = await client.users.send(userId, toPublicPayload(render(view)));
        return new URL(url);
      } catch (error) {
        const code = error instanceof DiscordAPIError ? error.code : undefined;
        // Only the reason: the error contains the message, which may contain a login link.
        const reason = error instanceof Error ? error.message : String(error);
        log[code === undefined ? 'warn' : 'info']({ code, reason, userId }, 'could not send a direct message');
        return undefined;
      }
    },
    /** Posts in a channel. Throws Discord's error. */
    async sendToChannel(channelId: string, view: MessageView): Promise<void> {
      // REST only: without the guild intent, channels aren't in the client's cache.
      const body = {
        components: render(view).components,
        flags: MessageFlags.IsComponentsV2,
        allowed_mentions: { parse: [] },
        nonce: randomBytes(12).toString('base64url'),
        enforce_nonce: true,
      };
      await client.rest.post(Routes.channelMessages(channelId), { body });
    },
    /** Edits an interaction's answer; false if Discord refuses, e.g. an expired token. */
    async editAnswer(
      { applicationId, token }: { applicationId: string; token: string },
      view: MessageView,
    ): Promise<boolean> {
      const { components } = render(view);
      const body = { components, flags: MessageFlags.IsComponentsV2, allowed_mentions: { parse: [] } };
      try {
        // The token in the URL is the only authorization.
        await client.rest.patch(Routes.webhookMessage(applicationId, token), { body, auth: false });
        return true;
      } catch (error) {
        if (error instanceof DiscordAPIError && error.status < 500) return false;
        throw error;
      }
    },
    /** The server of a text channel; undefined for anything else. Throws Discord's error. */
    async serverOfChannel(channelId: string): Promise<string | undefined> {
      if (!/^\d{17,20}$/.test(channelId)) return undefined;
      const channel = (await client.rest.get(Routes.channel(channelId))) as APIChannel;
      return channel.type === ChannelType.GuildText ? channel.guild_id : undefined;
    },
    /** Passes every interaction to `route`. Call it once. */
    onInteraction(route: (interaction: Interaction) => Promise<void>): void {
      client.on(Events.InteractionCreate, (interaction) => void route(interaction));
    },
    /** Connects and waits until the bot is ready. Throws {@link DiscordUnavailable}. */
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
    },
    // The client's own `isReady` stays true after a lost connection.
    isReady: (): boolean => client.isReady() && client.ws.shards.every(({ status }) => status === Status.Ready),
    /** Resolves with the reason when Discord closes the gateway for good. */
    lost: lost.promise,
    close: (): Promise<void> => {
      // The client would report a deliberate close as a lost connection.
      client.removeAllListeners(Events.ShardReconnecting);
      return client.destroy();
    },
  };
}

/** Error codes of a connection that the other side closed. */
const CONNECTION_LOST = new Set<unknown>(['ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET']);

/** Sends files with Node's fetch: the client's undici refuses them if another version of undici is
 * loaded. Gives a lost connection the code that makes the client retry. */
const makeRequest: RESTOptions['makeRequest'] = async (url, init) => {
  const isForm = init.body instanceof FormData;
  const send = isForm ? (fetch as unknown as RESTOptions['makeRequest']) : DefaultRestOptions.makeRequest;
  return await send(url, init).catch((error: Error & { code?: unknown; cause?: { code?: unknown } }) => {
    const isLost = CONNECTION_LOST.has(error.code) || CONNECTION_LOST.has(error.cause?.code);
    throw isLost ? Object.assign(error, { code: 'ECONNRESET' }) : error;
  });
};

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
