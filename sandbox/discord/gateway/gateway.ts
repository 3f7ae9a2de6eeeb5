import { GatewayCloseCodes, GatewayDispatchEvents, GatewayOpcodes } from 'discord-api-types/v10';
import type { WebSocket } from 'ws';
import { GATEWAY_LIMITS } from '../limits.ts';
import type { World } from '../world.ts';
import { type ConnectionOptions, GatewayConnection } from './connection.ts';
import { toReady } from './payload.ts';
import { GatewaySession, type Shard } from './session.ts';
import { SessionStarts } from './starts.ts';

/** The gateway's close codes that leave a session to resume ("Gateway Close Event Codes"). */
const RESUMABLE_CODES: ReadonlySet<number> = new Set([
  GatewayCloseCodes.UnknownError,
  GatewayCloseCodes.UnknownOpcode,
  GatewayCloseCodes.DecodeError,
  GatewayCloseCodes.AlreadyAuthenticated,
  GatewayCloseCodes.RateLimited,
]);
const isFinal = (code: number) => code in GatewayCloseCodes && !RESUMABLE_CODES.has(code);

export type GatewayOptions = Pick<ConnectionOptions, 'botToken' | 'clock' | 'checkFrame'> & {
  world: World;
  heartbeatIntervalMs?: number | undefined;
  identifyIntervalMs?: number | undefined;
  gatewayUrl: string;
  onPresence: (online: boolean) => void;
};

/** The gateway (documentation, "Gateway") with any number of sessions and shards, in plain JSON. */
export class Gateway {
  readonly #options: GatewayOptions;
  readonly #connectionOptions: ConnectionOptions;
  readonly #sessions = new Map<string, GatewaySession>();
  readonly #starts: SessionStarts;
  #wasOnline = false;
  /** While off, heartbeats aren't acknowledged, like on a dead connection. */
  acknowledgesHeartbeats = true;

  constructor(options: GatewayOptions) {
    this.#options = options;
    this.#starts = new SessionStarts(options.clock, options.identifyIntervalMs ?? GATEWAY_LIMITS.identifyIntervalMs);
    this.#connectionOptions = {
      ...options,
      heartbeatIntervalMs: options.heartbeatIntervalMs ?? GATEWAY_LIMITS.heartbeatIntervalMs,
      identify: (...identify) => this.#identify(...identify),
      resume: (socket, id, sequence) => this.#resume(socket, id, sequence),
      acknowledgesHeartbeats: () => this.acknowledgesHeartbeats,
      leave: (session, code) => {
        session.detach();
        // With 1000 or 1001, the client ends its session.
        if (isFinal(code) || code === 1000 || code === 1001) this.#sessions.delete(session.id);
        this.#notifyPresence();
      },
    };
  }

  /** The number of sessions that may still be started, as in GET /gateway/bot. */
  get startLimit(): ReturnType<SessionStarts['limit']> {
    return this.#starts.limit();
  }

  sessions(): GatewaySession[] {
    for (const [id, session] of this.#sessions) if (session.isStale) this.#sessions.delete(id);
    return [...this.#sessions.values()];
  }

  get isOnline(): boolean {
    return this.sessions().some(({ isConnected }) => isConnected);
  }

  requestReconnect(): void {
    for (const session of this.sessions()) session.send(GatewayOpcodes.Reconnect);
  }

  /**
   * Tells every client that its session is invalid (op 9). Its connection stays; it may resume or
   * identify there. Sessions that can't be resumed are forgotten.
   */
  invalidateSessions(isResumable: boolean): void {
    for (const session of this.sessions()) {
      session.send(GatewayOpcodes.InvalidSession, isResumable);
      session.detach();
      if (!isResumable) this.#sessions.delete(session.id);
    }
    this.#notifyPresence();
  }

  /** Ends every connection, or a shard's. Some codes end the session too. */
  drop(code?: number, shardId?: number): void {
    for (const session of this.sessions()) {
      if (shardId !== undefined && session.shard[0] !== shardId) continue;
      session.close(code);
      if (code !== undefined && isFinal(code)) this.#sessions.delete(session.id);
    }
    this.#notifyPresence();
  }

  dispatch(name: GatewayDispatchEvents, data: { guild_id?: string | undefined }): void {
    for (const session of this.sessions()) if (session.isFor(data.guild_id)) session.dispatch(name, data);
  }

  accept(socket: WebSocket, query: URLSearchParams): void {
    new GatewayConnection(socket, this.#connectionOptions).open(query);
  }

  #identify(socket: WebSocket, shard: Shard): GatewaySession | null {
    const { world, gatewayUrl } = this.#options;
    const start = this.#starts.take();
    if (start === 'too many') {
      // Discord resets the token, too.
      this.drop(GatewayCloseCodes.AuthenticationFailed);
      socket.close(GatewayCloseCodes.AuthenticationFailed);
    }
    if (start !== 'begin') return null;
    const session = new GatewaySession(this.#options, shard);
    this.#sessions.set(session.id, session);
    session.attach(socket);
    session.dispatch(GatewayDispatchEvents.Ready, toReady(world, session, gatewayUrl));
    this.#notifyPresence();
    return session;
  }

  #resume(socket: WebSocket, id: string, sequence: number): GatewaySession | null {
    const session = this.sessions().find((one) => one.id === id);
    if (!session?.resume(socket, sequence)) return null;
    session.dispatch(GatewayDispatchEvents.Resumed, {});
    this.#notifyPresence();
    return session;
  }

  #notifyPresence(): void {
    if (this.#wasOnline === this.isOnline) return;
    this.#wasOnline = this.isOnline;
    this.#options.onPresence(this.#wasOnline);
  }
}
