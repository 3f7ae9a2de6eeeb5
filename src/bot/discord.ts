import {
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
import { toPayload } from './payload.ts';

/** Discord cannot be used; the message is one line for the operator. */
export class DiscordUnavailable extends Error {
  override name = 'DiscordUnavailable';
}

export type DiscordConnection = {
  sendDirectMessage: SendDirectMessage;
  sendToChannel: Services['sendToChannel'];
  /** Hands every interaction to `route`; one handler at most. */
  onInteraction(route: (interaction: Interaction) => Promise<void>): void;
  /** Connects to the gateway; throws {@link DiscordUnavailable}. Resolves once Discord says that the bot is ready. */
  connect(): Promise<void>;
  isReady(): boolean;
  close(): Promise<void>;
};

const CANNOT_SEND_TO_USER = 50_007;
const READY_TIMEOUT_MS = 30_000;

/** The gateway and REST of Discord. Slash commands need no intent, so none is asked for. */
export function createDiscordConnection({ token, apiUrl, cdnUrl }: Config['discord'], log: Logger): DiscordConnection {
  const client = new Client({
    intents: [],
    rest: { api: apiUrl, cdn: cdnUrl, makeRequest },
    allowedMentions: { parse: [] },
  });
  client.on(Events.Error, (err) => log.error({ err }, 'the Discord client failed'));
  client.on(Events.Warn, (warning) => log.warn(warning));
  client.on(Events.ShardDisconnect, ({ code }, shard) =>
    log.warn({ shard, closeCode: code }, 'disconnected from Discord'),
  );
  client.on(Events.ShardReconnecting, (shard) => log.warn({ shard }, 'connecting to Discord again'));
  client.on(Events.ShardResume, (shard, replayed) => log.info({ shard, replayed }, 'resumed the Discord session'));

  return {
    async sendDirectMessage(userId, view) {
      try {
        const { attachments: _, ...payload } = toPayload(view);
        const { url } = await client.users.send(userId, payload);
        return new URL(url);
      } catch (error) {
        if (error instanceof DiscordAPIError && error.code === CANNOT_SEND_TO_USER) return undefined;
        throw error;
      }
    },
    async sendToChannel(channelId, view) {
      // By REST alone: without the intent for servers their channels are not in the cache.
      const body = { components: view.components, flags: MessageFlags.IsComponentsV2, allowed_mentions: { parse: [] } };
      await client.rest.post(Routes.channelMessages(channelId), { body });
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
        client.login(token).catch((error: unknown) => {
          clearTimeout(timer);
          reject(error);
        });
      });
      await ready.catch((cause: unknown) => {
        throw toDiscordUnavailable(cause, apiUrl);
      });
      log.info({ bot: client.user?.tag }, 'connected to Discord');
    },
    // The client itself says ready for ever once it was.
    isReady: () => client.isReady() && client.ws.shards.every(({ status }) => status === Status.Ready),
    close: () => {
      // Going away on purpose looks to the client like a lost connection.
      client.removeAllListeners(Events.ShardReconnecting);
      client.removeAllListeners(Events.ShardDisconnect);
      return client.destroy();
    },
  };
}

/** Node's own fetch: discord.js's undici refuses the files of a message once another version of undici is loaded beside it. */
const makeRequest: RESTOptions['makeRequest'] = (url, init) => fetch(url, init as unknown as RequestInit);

/** Discord's REST without a gateway, for registering commands. */
export function createRest({ token, apiUrl }: Config['discord']): REST {
  return new REST({ api: apiUrl, makeRequest }).setToken(token);
}

/** One line for the operator; never with the token. */
export function toDiscordUnavailable(cause: unknown, apiUrl: string): DiscordUnavailable {
  const code = cause instanceof Error && 'code' in cause ? cause.code : undefined;
  const status = cause instanceof Error && 'status' in cause ? cause.status : undefined;
  if (code === 'TokenInvalid' || status === 401)
    return new DiscordUnavailable('Discord refuses the token: check DISCORD_TOKEN.', { cause });
  const reason = cause instanceof Error ? cause.message : String(cause);
  return new DiscordUnavailable(`Discord at ${apiUrl} cannot be used: ${reason}`, { cause });
}
