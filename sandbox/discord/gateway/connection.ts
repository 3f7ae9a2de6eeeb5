import { GatewayCloseCodes, GatewayDispatchEvents, GatewayIntentBits, GatewayOpcodes } from 'discord-api-types/v10';
import type { WebSocket } from 'ws';
import type { Clock } from '../clock.ts';
import { gatewayLimits } from '../limits.ts';
import type { GatewayFrame } from '../validation/frames.ts';
import type { World } from '../world.ts';
import { GatewayLine, isCompression } from './line.ts';
import { toMembersChunk } from './payload.ts';
import type { GatewaySession } from './session.ts';

const { GuildMembers, GuildPresences, MessageContent } = GatewayIntentBits;
const privileged = GuildMembers | GuildPresences | MessageContent;
const known = Object.values(GatewayIntentBits).reduce<number>(
  (all, bit) => (typeof bit === 'number' ? all | bit : all),
  0,
);

/** How the gateway is set up. */
export interface GatewayOptions {
  world: World;
  botToken: string;
  /** Real time unless told otherwise: the client at the other end lives in it. */
  clock: Clock;
  heartbeatIntervalMs?: number;
  identifyIntervalMs?: number;
  /** Privileged intents the application was granted in the developer portal. */
  grantedIntents: number;
  gatewayUrl: () => string;
  /** Looks at every frame before it is sent. */
  checkFrame: (frame: GatewayFrame) => void;
  onPresence: (online: boolean) => void;
}

/** What a connection asks of the gateway. */
export interface ConnectionHooks {
  /** Null: not so soon. */
  identify(line: GatewayLine, intents: number, shard: readonly [number, number]): GatewaySession | null;
  resume(line: GatewayLine, id: string, sequence: number): GatewaySession | null;
  acknowledges(): boolean;
  /** The gateway itself ends the connection. */
  dismiss(session: GatewaySession, code: GatewayCloseCodes): void;
  /** The connection is over; `session` is the one it still had. */
  leave(session: GatewaySession | null, code: number): void;
}

/** What a client sends: an opcode and its data. */
interface ClientFrame {
  op: GatewayOpcodes;
  d?: unknown;
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
export class GatewayConnection {
  readonly #socket: WebSocket;
  readonly #options: GatewayOptions;
  readonly #hooks: ConnectionHooks;
  readonly #intervalMs: number;
  #line: GatewayLine;
  #identified: GatewaySession | null = null;
  #stopZombieTimer = () => {};
  #received: number[] = [];

  constructor(socket: WebSocket, options: GatewayOptions, hooks: ConnectionHooks) {
    this.#socket = socket;
    this.#line = new GatewayLine(socket, 'none');
    this.#options = options;
    this.#hooks = hooks;
    this.#intervalMs = options.heartbeatIntervalMs ?? gatewayLimits.heartbeatIntervalMs;
  }

  /** The session this connection speaks for; none after it was taken away (op 9) or resumed elsewhere. */
  get #session(): GatewaySession | null {
    return this.#identified?.isOn(this.#line) ? this.#identified : null;
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
      this.#dismiss(error.code, error.message);
    }
  }

  #dismiss(code: GatewayCloseCodes, reason: string): void {
    if (this.#session) this.#hooks.dismiss(this.#session, code);
    this.#line.close(code, reason);
  }

  #greet(query: URLSearchParams): void {
    if (query.get('v') !== '10') throw new Goodbye(GatewayCloseCodes.InvalidAPIVersion, 'Invalid API version');
    const compression = query.get('compress') ?? 'none';
    // ETF is refused rather than answered with something the client did not ask for.
    if (!isCompression(compression) || (query.get('encoding') ?? 'json') !== 'json')
      throw new Goodbye(GatewayCloseCodes.DecodeError, 'Only encoding=json is spoken here');
    this.#line = new GatewayLine(this.#socket, compression);
    this.#send(GatewayOpcodes.Hello, { heartbeat_interval: this.#intervalMs, _trace: [] });
    this.#expectHeartbeat();
  }

  #send(op: GatewayOpcodes, data: unknown = null): void {
    const frame: GatewayFrame = { op, d: data, s: null, t: null };
    this.#options.checkFrame(frame);
    this.#line.send(JSON.stringify(frame));
  }

  #expectHeartbeat(): void {
    this.#stopZombieTimer();
    this.#stopZombieTimer = this.#options.clock.after(this.#intervalMs * gatewayLimits.missedHeartbeats, () =>
      this.#dismiss(GatewayCloseCodes.SessionTimedOut, 'Session timed out'),
    );
  }

  #receive(text: string): void {
    // What a client still sent before it heard the goodbye.
    if (!this.#line.isOpen) return;
    const now = this.#options.clock.now();
    this.#received = [...this.#received.filter((at) => now - at < 60_000), now];
    if (this.#received.length > gatewayLimits.payloadsPerMinute)
      throw new Goodbye(GatewayCloseCodes.RateLimited, 'Rate limited');
    const frame = parseFrame(text);
    if (!frame) throw new Goodbye(GatewayCloseCodes.DecodeError, 'Decode error');
    switch (frame.op) {
      case GatewayOpcodes.Heartbeat:
        if (frame.d !== undefined && frame.d !== null && !Number.isInteger(frame.d))
          throw new Goodbye(GatewayCloseCodes.DecodeError, 'Decode error');
        this.#expectHeartbeat();
        if (this.#hooks.acknowledges()) this.#send(GatewayOpcodes.HeartbeatAck);
        return;
      case GatewayOpcodes.Identify:
        this.#identify(fieldsOf(frame));
        return;
      case GatewayOpcodes.Resume:
        this.#resume(fieldsOf(frame));
        return;
      default:
        this.#afterIdentify(frame);
    }
  }

  #identify(data: Record<string, unknown>): void {
    const { botToken, grantedIntents } = this.#options;
    if (this.#session) throw new Goodbye(GatewayCloseCodes.AlreadyAuthenticated, 'Already authenticated');
    if (!isToken(data['token'], botToken))
      throw new Goodbye(GatewayCloseCodes.AuthenticationFailed, 'Authentication failed');
    const intents = data['intents'];
    if (!isIntents(intents)) throw new Goodbye(GatewayCloseCodes.InvalidIntents, 'Invalid intents');
    if ((intents & privileged & ~grantedIntents) !== 0)
      throw new Goodbye(GatewayCloseCodes.DisallowedIntents, 'Disallowed intents');
    if (!isFields(data['properties'])) throw new Goodbye(GatewayCloseCodes.DecodeError, 'Decode error');
    const shard = toShard(data['shard']);
    if (!shard) throw new Goodbye(GatewayCloseCodes.InvalidShard, 'Invalid shard');
    this.#identified = this.#hooks.identify(this.#line, intents, shard);
    if (!this.#identified && this.#line.isOpen) this.#send(GatewayOpcodes.InvalidSession, false);
  }

  #resume(data: Record<string, unknown>): void {
    if (this.#session) throw new Goodbye(GatewayCloseCodes.AlreadyAuthenticated, 'Already authenticated');
    if (!isToken(data['token'], this.#options.botToken))
      throw new Goodbye(GatewayCloseCodes.AuthenticationFailed, 'Authentication failed');
    const sequence = data['seq'];
    if (typeof sequence !== 'number' || !Number.isInteger(sequence) || sequence < 0)
      throw new Goodbye(GatewayCloseCodes.InvalidSeq, 'Invalid seq');
    this.#identified = this.#hooks.resume(this.#line, String(data['session_id']), sequence);
    if (!this.#identified) this.#send(GatewayOpcodes.InvalidSession, false);
  }

  #afterIdentify(frame: ClientFrame): void {
    if (!this.#session) throw new Goodbye(GatewayCloseCodes.NotAuthenticated, 'Not authenticated');
    switch (frame.op) {
      case GatewayOpcodes.RequestGuildMembers:
        this.#listMembers(this.#session, fieldsOf(frame));
        return;
      case GatewayOpcodes.PresenceUpdate:
      case GatewayOpcodes.VoiceStateUpdate:
      case GatewayOpcodes.RequestSoundboardSounds:
      case requestChannelInfo:
        return;
      default:
        throw new Goodbye(GatewayCloseCodes.UnknownOpcode, 'Unknown opcode');
    }
  }

  /** Of another server there is nothing to tell. */
  #listMembers(session: GatewaySession, request: Record<string, unknown>): void {
    const { world } = this.#options;
    if (request['guild_id'] === world.guild.id)
      session.dispatch(GatewayDispatchEvents.GuildMembersChunk, toMembersChunk(world, request));
  }
}

/** "Gateway Opcodes", Request Channel Info; the enum does not have it yet. */
const requestChannelInfo = 43;

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

const isFields = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The data of a frame that needs some. */
function fieldsOf({ d }: ClientFrame): Record<string, unknown> {
  if (!isFields(d)) throw new Goodbye(GatewayCloseCodes.DecodeError, 'Decode error');
  return d;
}

/** No bit but those of intents, also above the 32 that JavaScript's operators see. */
const isIntents = (value: unknown): value is number =>
  typeof value === 'number' && Number.isInteger(value) && (BigInt(value) & ~BigInt(known)) === 0n;

/** The gateway takes a bot's token bare, as documented, and with REST's `Bot ` before it, as some libraries send it. */
const isToken = (given: unknown, botToken: string) => given === botToken || given === `Bot ${botToken}`;

function toShard(value: unknown): readonly [number, number] | null {
  if (value === undefined) return [0, 1];
  if (!Array.isArray(value) || value.length !== 2) return null;
  const [index, count]: unknown[] = value;
  if (typeof index !== 'number' || typeof count !== 'number' || !Number.isInteger(index) || !Number.isInteger(count))
    return null;
  return index >= 0 && index < count ? [index, count] : null;
}
