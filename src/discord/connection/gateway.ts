import { CloseCodes, type SessionInfo, WebSocketManager, WebSocketShardEvents } from '@discordjs/ws';
import { type APIInteraction, GatewayDispatchEvents, type REST } from 'discord.js';
import type { Logger } from '../../log.ts';
import { unlessAborted, withTimeout } from '../../time/withTimeout.ts';
import { type DiscordUnavailable, FINAL_CODES, toLost } from './discordEvents.ts';

export type GatewayOptions = {
  token: string;
  rest: REST;
  log: Logger;
  onInteraction: (payload: APIInteraction) => void;
  onLost: (why: DiscordUnavailable) => void;
  signal?: AbortSignal | undefined;
};

export type Gateway = Awaited<ReturnType<typeof openGateway>>;

const READY_TIMEOUT_MS = 30_000;
/** Discord lets one shard identify in this time, or several of the largest bots. */
const SHARD_PAUSE_MS = 5_000;

/** Connects the shards that Discord recommends, and waits. Interactions need no intents. */
export async function openGateway({ token, rest, log, onInteraction, onLost, signal }: GatewayOptions) {
  const lost = Promise.withResolvers<never>();
  const down = new Set<number>();
  let isClosing = false;
  // By default, all gateways of a process would share their sessions.
  const sessions = new Map<number, SessionInfo | null>();
  const manager = new WebSocketManager({
    token,
    rest,
    intents: 0,
    shardCount: null,
    retrieveSessionInfo: (shardId) => sessions.get(shardId) ?? null,
    updateSessionInfo: (shardId, info) => void sessions.set(shardId, info),
  });
  manager.on(WebSocketShardEvents.Dispatch, ({ data }) => {
    if (data.t === GatewayDispatchEvents.InteractionCreate && !isClosing) onInteraction(data.d);
  });
  manager.on(WebSocketShardEvents.Ready, ({ shardId }) => void down.delete(shardId));
  manager.on(WebSocketShardEvents.Resumed, ({ shardId }) => {
    down.delete(shardId);
    log.info({ shard: shardId }, 'resumed the Discord session');
  });
  manager.on(WebSocketShardEvents.Error, ({ error: err, shardId }) =>
    log.warn({ err, shard: shardId }, 'the connection to Discord failed'),
  );
  manager.on(WebSocketShardEvents.Closed, ({ code, shardId }) => {
    if (isClosing) return;
    down.add(shardId);
    if (!FINAL_CODES.has(code)) return log.warn({ shard: shardId, code }, 'connecting to Discord again');
    const why = toLost(code);
    lost.reject(why);
    onLost(why);
  });
  const close = async (): Promise<void> => {
    isClosing = true;
    await manager.destroy({ code: CloseCodes.Normal, reason: 'Closing' });
  };
  const connect = async (): Promise<void> => {
    const { shards } = await withTimeout(manager.fetchGatewayInformation(), READY_TIMEOUT_MS);
    const timeoutMs = READY_TIMEOUT_MS + shards * SHARD_PAUSE_MS;
    await withTimeout(Promise.race([manager.connect(), lost.promise]), timeoutMs);
  };
  try {
    await unlessAborted(connect(), signal);
  } catch (error) {
    await close();
    throw error;
  }
  return { isReady: () => !isClosing && down.size === 0, close };
}
