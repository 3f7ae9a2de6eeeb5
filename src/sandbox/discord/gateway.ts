import { GatewayCloseCodes, GatewayDispatchEvents, GatewayIntentBits, GatewayOpcodes } from 'discord-api-types/v10';
import type { WebSocket } from 'ws';
import type { Clock } from './clock.ts';
import { toGuildCreate, toMembersChunk, toReady } from './gatewayPayload.ts';
import { GatewaySession } from './gatewaySession.ts';
import { gatewayLimits } from './limits.ts';
import type { World } from './world.ts';

const { GuildMembers, GuildPresences, MessageContent, Guilds } = GatewayIntentBits;
const privileged = GuildMembers | GuildPresences | MessageContent;
const known = Object.values(GatewayIntentBits).reduce<number>(
  (all, bit) => (typeof bit === 'number' ? all | bit : all),
  0,
);

interface GatewayOptions {
  world: World;
  botToken: string;
  /** Real time unless told otherwise: the client at the other end lives in it. */
  clock: Clock;
  heartbeatIntervalMs?: number;
  /** Privileged intents the application was granted in the developer portal. */
  grantedIntents: number;
  gatewayUrl: () => string;
  onPresence: (online: boolean) => void;
}

/** The gateway (documentation, "Gateway"): JSON without compression, any number of sessions and shards. */
export class Gateway {
  readonly #options: GatewayOptions;
  readonly #sessions = new Map<string, GatewaySession>();
  readonly #sockets = new Set<WebSocket>();
  /** While off, heartbeats are not acknowledged, as on a line that died. */
  acknowledgesHeartbeats = true;

  constructor(options: GatewayOptions) {
    this.#options = options;
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

  /** Tells every client that its session is invalid (op 9); not resumable sessions are forgotten. */
  invalidateSessions(isResumable: boolean): void {
    for (const session of this.sessions()) {
      session.send(GatewayOpcodes.InvalidSession, isResumable);
      if (!isResumable) this.#sessions.delete(session.id);
    }
  }

  /** Ends every connection: with a close code, or without one as a broken line. */
  drop(code?: number): void {
    for (const session of this.sessions()) {
      if (code === undefined) session.cut();
      else session.close(code);
    }
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
    const connection = new Connection(socket, this.#options, {
      identify: (intents, shard) => this.#identify(socket, intents, shard),
      resume: (id, sequence) => this.#resume(socket, id, sequence),
      acknowledges: () => this.acknowledgesHeartbeats,
      leave: (session, code) => {
        session?.detach(socket);
        // A client that says goodbye (1000, 1001) ends its session; any other end leaves it to be resumed.
        if (session && (code === 1000 || code === 1001)) this.#sessions.delete(session.id);
        this.#sockets.delete(socket);
        this.#options.onPresence(this.isOnline);
      },
    });
    connection.open(query);
  }

  close(): void {
    for (const socket of this.#sockets) socket.terminate();
  }

  #identify(socket: WebSocket, intents: number, shard: readonly [number, number]): GatewaySession {
    const { world, clock, gatewayUrl, onPresence } = this.#options;
    const session = new GatewaySession(clock, intents, shard);
    this.#sessions.set(session.id, session);
    session.attach(socket);
    const ownsGuild = Number((BigInt(world.guild.id) >> 22n) % BigInt(shard[1])) === shard[0];
    session.dispatch(GatewayDispatchEvents.Ready, toReady(world, session, gatewayUrl(), ownsGuild));
    if (ownsGuild && session.has(Guilds)) session.dispatch(GatewayDispatchEvents.GuildCreate, toGuildCreate(world));
    onPresence(true);
    return session;
  }

  #resume(socket: WebSocket, id: string, sequence: number): GatewaySession | null {
    const session = this.sessions().find((one) => one.id === id);
    if (!session || sequence > session.sequence) return null;
    session.attach(socket);
    if (!session.replay(sequence)) {
      this.#sessions.delete(id);
      return null;
    }
    session.dispatch(GatewayDispatchEvents.Resumed, {});
    this.#options.onPresence(true);
    return session;
  }
}

interface ConnectionHooks {
  identify(intents: number, shard: readonly [number, number]): GatewaySession;
  resume(id: string, sequence: number): GatewaySession | null;
  acknowledges(): boolean;
  leave(session: GatewaySession | null, code: number): void;
}

/** What a client sends: an opcode and its data. */
interface ClientFrame {
  op: GatewayOpcodes;
  d: Record<string, unknown> | number | null;
}

/** Why a connection is closed. */
class Goodbye extends Error {
  readonly code: GatewayCloseCodes;

  constructor(code: GatewayCloseCodes, message: string) {
    super(message);
    this.code = code;
  }
}

/** One socket's conversation, up to and after it identified. */
class Connection {
  readonly #socket: WebSocket;
  readonly #options: GatewayOptions;
  readonly #hooks: ConnectionHooks;
  readonly #intervalMs: number;
  #session: GatewaySession | null = null;
  #stopZombieTimer = () => {};
  #received: number[] = [];

  constructor(socket: WebSocket, options: GatewayOptions, hooks: ConnectionHooks) {
    this.#socket = socket;
    this.#options = options;
    this.#hooks = hooks;
    this.#intervalMs = options.heartbeatIntervalMs ?? gatewayLimits.heartbeatIntervalMs;
  }

  open(query: URLSearchParams): void {
    this.#socket.on('message', (data) => this.#guard(() => this.#receive(data.toString())));
    this.#socket.on('close', (code) => {
      this.#stopZombieTimer();
      this.#hooks.leave(this.#session, code);
    });
    this.#socket.on('error', () => this.#socket.terminate());
    this.#guard(() => this.#greet(query));
  }

  /** Runs a step of the conversation; whoever breaks its rules is sent away with a close code. */
  #guard(step: () => void): void {
    try {
      step();
    } catch (error) {
      if (!(error instanceof Goodbye)) throw error;
      this.#socket.close(error.code, error.message);
    }
  }

  #greet(query: URLSearchParams): void {
    if (query.get('v') !== '10') throw new Goodbye(GatewayCloseCodes.InvalidAPIVersion, 'Invalid API version');
    // Compression and etf are refused rather than answered with something the client did not ask for.
    if (query.get('compress') || (query.get('encoding') ?? 'json') !== 'json')
      throw new Goodbye(GatewayCloseCodes.DecodeError, 'Only encoding=json without compression is spoken here');
    this.#send(GatewayOpcodes.Hello, { heartbeat_interval: this.#intervalMs, _trace: [] });
    this.#expectHeartbeat();
  }

  #send(op: GatewayOpcodes, data: unknown = null): void {
    this.#socket.send(JSON.stringify({ op, d: data, s: null, t: null }));
  }

  #expectHeartbeat(): void {
    this.#stopZombieTimer();
    this.#stopZombieTimer = this.#options.clock.after(this.#intervalMs * gatewayLimits.missedHeartbeats, () =>
      this.#socket.close(GatewayCloseCodes.SessionTimedOut, 'Session timed out'),
    );
  }

  #receive(text: string): void {
    const now = this.#options.clock.now();
    this.#received = [...this.#received.filter((at) => now - at < 60_000), now];
    if (this.#received.length > gatewayLimits.payloadsPerMinute)
      throw new Goodbye(GatewayCloseCodes.RateLimited, 'Rate limited');
    const frame = parseFrame(text);
    if (!frame) throw new Goodbye(GatewayCloseCodes.DecodeError, 'Decode error');
    switch (frame.op) {
      case GatewayOpcodes.Heartbeat:
        this.#expectHeartbeat();
        if (this.#hooks.acknowledges()) this.#send(GatewayOpcodes.HeartbeatAck);
        return;
      case GatewayOpcodes.Identify:
        this.#identify(toFields(frame));
        return;
      case GatewayOpcodes.Resume:
        this.#resume(toFields(frame));
        return;
      default:
        this.#afterIdentify(frame);
    }
  }

  #identify(data: Record<string, unknown>): void {
    const { botToken, grantedIntents } = this.#options;
    if (this.#session) throw new Goodbye(GatewayCloseCodes.AlreadyAuthenticated, 'Already authenticated');
    if (data['token'] !== botToken) throw new Goodbye(GatewayCloseCodes.AuthenticationFailed, 'Authentication failed');
    const intents = data['intents'];
    if (typeof intents !== 'number' || !Number.isInteger(intents) || (intents & ~known) !== 0)
      throw new Goodbye(GatewayCloseCodes.InvalidIntents, 'Invalid intents');
    if ((intents & privileged & ~grantedIntents) !== 0)
      throw new Goodbye(GatewayCloseCodes.DisallowedIntents, 'Disallowed intents');
    if (typeof data['properties'] !== 'object') throw new Goodbye(GatewayCloseCodes.DecodeError, 'Decode error');
    const shard = toShard(data['shard']);
    if (!shard) throw new Goodbye(GatewayCloseCodes.InvalidShard, 'Invalid shard');
    this.#session = this.#hooks.identify(intents, shard);
  }

  #resume(data: Record<string, unknown>): void {
    if (this.#session) throw new Goodbye(GatewayCloseCodes.AlreadyAuthenticated, 'Already authenticated');
    if (data['token'] !== this.#options.botToken)
      throw new Goodbye(GatewayCloseCodes.AuthenticationFailed, 'Authentication failed');
    this.#session = this.#hooks.resume(String(data['session_id']), Number(data['seq']));
    if (!this.#session) this.#send(GatewayOpcodes.InvalidSession, false);
  }

  #afterIdentify(frame: ClientFrame): void {
    if (!this.#session) throw new Goodbye(GatewayCloseCodes.NotAuthenticated, 'Not authenticated');
    switch (frame.op) {
      case GatewayOpcodes.RequestGuildMembers:
        this.#session.dispatch(
          GatewayDispatchEvents.GuildMembersChunk,
          toMembersChunk(this.#options.world, toFields(frame)),
        );
        return;
      case GatewayOpcodes.PresenceUpdate:
      case GatewayOpcodes.VoiceStateUpdate:
        return;
      default:
        throw new Goodbye(GatewayCloseCodes.UnknownOpcode, 'Unknown opcode');
    }
  }
}

function parseFrame(text: string): ClientFrame | null {
  if (Buffer.byteLength(text) > gatewayLimits.payloadBytes) return null;
  try {
    const frame: unknown = JSON.parse(text);
    return typeof frame === 'object' && frame !== null && 'op' in frame && typeof frame.op === 'number'
      ? (frame as ClientFrame)
      : null;
  } catch {
    return null;
  }
}

function toFields({ d }: ClientFrame): Record<string, unknown> {
  return typeof d === 'object' && d !== null ? d : {};
}

function toShard(value: unknown): readonly [number, number] | null {
  if (value === undefined) return [0, 1];
  if (!Array.isArray(value) || value.length !== 2) return null;
  const [index, count] = value.map(Number);
  return index !== undefined && count !== undefined && index >= 0 && count >= 1 && index < count
    ? [index, count]
    : null;
}
