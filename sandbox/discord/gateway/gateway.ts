import { GatewayCloseCodes, GatewayDispatchEvents, GatewayIntentBits, GatewayOpcodes } from 'discord-api-types/v10';
import type { WebSocket } from 'ws';
import { gatewayLimits } from '../limits.ts';
import { GatewayConnection, type GatewayOptions } from './connection.ts';
import type { GatewayLine } from './line.ts';
import { toGuildCreate, toReady } from './payload.ts';
import { GatewaySession } from './session.ts';
import { SessionStarts } from './starts.ts';

/** Close codes after which there is nothing to resume (documentation, "Gateway Close Event Codes"): start a new session, or do not come back. */
const endings: ReadonlySet<number> = new Set([
  GatewayCloseCodes.NotAuthenticated,
  GatewayCloseCodes.AuthenticationFailed,
  GatewayCloseCodes.InvalidSeq,
  GatewayCloseCodes.SessionTimedOut,
  GatewayCloseCodes.InvalidShard,
  GatewayCloseCodes.ShardingRequired,
  GatewayCloseCodes.InvalidAPIVersion,
  GatewayCloseCodes.InvalidIntents,
  GatewayCloseCodes.DisallowedIntents,
]);

/** The gateway (documentation, "Gateway"): JSON, compressed or not, any number of sessions and shards. */
export class Gateway {
  readonly #options: GatewayOptions;
  readonly #sessions = new Map<string, GatewaySession>();
  readonly #sockets = new Set<WebSocket>();
  readonly #starts: SessionStarts;
  #wasOnline = false;
  /** While off, heartbeats are not acknowledged, as on a line that died. */
  acknowledgesHeartbeats = true;

  constructor(options: GatewayOptions) {
    this.#options = options;
    this.#starts = new SessionStarts(options.clock, options.identifyIntervalMs ?? gatewayLimits.identifyIntervalMs);
  }

  /** How many sessions may still be started, as GET /gateway/bot tells. */
  get startLimit(): ReturnType<SessionStarts['limit']> {
    return this.#starts.limit();
  }

  /** The sessions that can still be connected or resumed. */
  sessions(): GatewaySession[] {
    for (const [id, session] of this.#sessions) if (session.isStale) this.#sessions.delete(id);
    return [...this.#sessions.values()];
  }

  get isOnline(): boolean {
    return this.sessions().some(({ isConnected }) => isConnected);
  }

  /** Asks every client to come back and resume (op 7). */
  requestReconnect(): void {
    for (const session of this.sessions()) session.send(GatewayOpcodes.Reconnect);
  }

  /**
   * Tells every client that its session is invalid (op 9). The connection stays, and has no session until the client resumes or identifies, on it
   * or on another; not resumable sessions are forgotten.
   */
  invalidateSessions(isResumable: boolean): void {
    for (const session of this.sessions()) {
      session.send(GatewayOpcodes.InvalidSession, isResumable);
      session.detach();
      if (!isResumable) this.#sessions.delete(session.id);
    }
    this.#tellPresence();
  }

  /** Ends every connection: with a close code, or without one as a broken line. Some codes end the session too, as Discord documents them. */
  drop(code?: number): void {
    for (const session of this.sessions()) {
      if (code === undefined) session.cut();
      else session.close(code);
      if (code !== undefined && endings.has(code)) this.#sessions.delete(session.id);
    }
    this.#tellPresence();
  }

  /** Sends an event to the sessions that may have it. `guildId` null: a DM, which belongs to shard 0. */
  dispatch(name: GatewayDispatchEvents, guildId: string | null, data: unknown, intent?: GatewayIntentBits): void {
    for (const session of this.sessions()) {
      const [index, count] = session.shard;
      const shard = guildId === null ? 0 : Number((BigInt(guildId) >> 22n) % BigInt(count));
      if (shard === index && (intent === undefined || session.has(intent))) session.dispatch(name, data);
    }
  }

  /** Takes a new connection. */
  accept(socket: WebSocket, query: URLSearchParams): void {
    this.#sockets.add(socket);
    const connection = new GatewayConnection(socket, this.#options, {
      identify: (line, intents, shard) => this.#identify(line, intents, shard),
      resume: (line, id, sequence) => this.#resume(line, id, sequence),
      acknowledges: () => this.acknowledgesHeartbeats,
      dismiss: (session, code) => {
        session.detach();
        if (endings.has(code)) this.#sessions.delete(session.id);
      },
      leave: (session, code) => {
        session?.detach();
        // A client that says goodbye (1000, 1001) ends its session; any other end leaves it to be resumed.
        if (session && (code === 1000 || code === 1001)) this.#sessions.delete(session.id);
        this.#sockets.delete(socket);
        this.#tellPresence();
      },
    });
    connection.open(query);
  }

  close(): void {
    for (const socket of this.#sockets) socket.terminate();
  }

  #identify(line: GatewayLine, intents: number, shard: readonly [number, number]): GatewaySession | null {
    const { world, gatewayUrl } = this.#options;
    const start = this.#starts.take();
    if (start === 'too many') {
      // Discord resets the token, too.
      this.drop(GatewayCloseCodes.AuthenticationFailed);
      line.close(GatewayCloseCodes.AuthenticationFailed, 'Authentication failed');
    }
    if (start !== 'begin') return null;
    const session = new GatewaySession(this.#options, intents, shard);
    this.#sessions.set(session.id, session);
    session.attach(line);
    const ownsGuild = Number((BigInt(world.guild.id) >> 22n) % BigInt(shard[1])) === shard[0];
    session.dispatch(GatewayDispatchEvents.Ready, toReady(world, session, gatewayUrl(), ownsGuild));
    if (ownsGuild && session.has(GatewayIntentBits.Guilds))
      session.dispatch(GatewayDispatchEvents.GuildCreate, toGuildCreate(world));
    this.#tellPresence();
    return session;
  }

  #resume(line: GatewayLine, id: string, sequence: number): GatewaySession | null {
    const session = this.sessions().find((one) => one.id === id);
    if (!session?.resume(line, sequence)) return null;
    session.dispatch(GatewayDispatchEvents.Resumed, {});
    this.#tellPresence();
    return session;
  }

  #tellPresence(): void {
    if (this.#wasOnline === this.isOnline) return;
    this.#wasOnline = this.isOnline;
    this.#options.onPresence(this.#wasOnline);
  }
}
