import { randomBytes } from 'node:crypto';
import {
  type APIChannel,
  ChannelType,
  Client,
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
import type { SendDirectMessage, Services } from './context.ts';
import { DiscordUnavailable, INVALID_REQUESTS_PER_WARNING, TOKEN_REFUSED, watchConnection } from './discordEvents.ts';
import { toPayload } from './payload.ts';
import type { EditAnswer } from './takeover.ts';

export { DiscordUnavailable };

export type DiscordConnection = {
  sendDirectMessage: SendDirectMessage;
  sendToChannel: Services['sendToChannel'];
  editAnswer: EditAnswer;
  serverOfChannel: Services['serverOfChannel'];
  /** Hands every interaction to `route`; one handler at most. */
  onInteraction(route: (interaction: Interaction) => Promise<void>): void;
  /** Connects to the gateway; throws {@link DiscordUnavailable}. Resolves once Discord says that the bot is ready. */
  connect(): Promise<void>;
  isReady(): boolean;
  /** Resolves with the reason once Discord closed the gateway and will not let this bot back. */
  lost: Promise<DiscordUnavailable>;
  close(): Promise<void>;
};

const READY_TIMEOUT_MS = 30_000;

/** The gateway and REST of Discord. Slash commands need no intent, so none is asked for. */
export function createDiscordConnection({ token, apiUrl, cdnUrl }: Config['discord'], log: Logger): DiscordConnection {
  const client = new Client({
    intents: [],
    rest: {
      api: apiUrl,
      cdn: cdnUrl,
      makeRequest,
      invalidRequestWarningInterval: INVALID_REQUESTS_PER_WARNING,
    },
    allowedMentions: { parse: [] },
    // A message whose answer was lost is sent again: Discord then gives the first one.
    enforceNonce: true,
  });
  const lost = Promise.withResolvers<DiscordUnavailable>();
  watchConnection(client, log, lost.resolve);

  return {
    async sendDirectMessage(userId, view) {
      try {
        const { attachments: _, ...payload } = toPayload(view);
        const { url } = await client.users.send(userId, payload);
        return new URL(url);
      } catch (error) {
        const code = error instanceof DiscordAPIError ? error.code : undefined;
        // Only the reason: the error holds the message, which may hold a login link.
        const reason = error instanceof Error ? error.message : String(error);
        log[code === undefined ? 'warn' : 'info']({ code, reason, userId }, 'could not send a direct message');
        return undefined;
      }
    },
    async sendToChannel(channelId, view) {
      // By REST alone: without the intent for servers their channels are not in the cache.
      const body = {
        components: view.components,
        flags: MessageFlags.IsComponentsV2,
        allowed_mentions: { parse: [] },
        nonce: randomBytes(12).toString('base64url'),
        enforce_nonce: true,
      };
      await client.rest.post(Routes.channelMessages(channelId), { body });
    },
    async editAnswer({ applicationId, token }, { components }) {
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
    async serverOfChannel(channelId) {
      if (!/^\d{17,20}$/.test(channelId)) return undefined;
      const channel = (await client.rest.get(Routes.channel(channelId))) as APIChannel;
      return channel.type === ChannelType.GuildText ? channel.guild_id : undefined;
    },
    onInteraction(route) {
      client.on(Events.InteractionCreate, (interaction) => void route(interaction));
    },
    async connect() {
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
    // The client itself says ready for ever once it was.
    isReady: () => client.isReady() && client.ws.shards.every(({ status }) => status === Status.Ready),
    lost: lost.promise,
    close: () => {
      // Going away on purpose looks to the client like a lost connection.
      client.removeAllListeners(Events.ShardReconnecting);
      return client.destroy();
    },
  };
}

/** What `fetch` says of a connection that the other side ended. */
const CONNECTION_LOST = new Set<unknown>(['ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET']);

/**
 * Node's own fetch: discord.js's undici refuses the files of a message once another version of undici is loaded beside it. A lost
 * connection gets the code by which discord.js knows that it may try again; `fetch` has it in the cause.
 */
const makeRequest: RESTOptions['makeRequest'] = (url, init) =>
  fetch(url, init as unknown as RequestInit).catch((error: Error & { cause?: { code?: unknown } }) => {
    throw CONNECTION_LOST.has(error.cause?.code) ? Object.assign(error, { code: 'ECONNRESET' }) : error;
  });

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
