import { GatewayCloseCodes, GatewayIntentBits, GatewayOpcodes } from 'discord-api-types/v10';
import type { WebSocket } from 'ws';
import * as z from 'zod/mini';
import type { Clock } from '../clock.ts';
import { GATEWAY_LIMITS } from '../limits.ts';
import type { GatewayFrame } from '../validation/frames.ts';
import type { GatewaySession, Shard } from './session.ts';

const { GuildMembers, GuildPresences, MessageContent } = GatewayIntentBits;
/** Intents that the developer portal hasn't granted. */
const PRIVILEGED_INTENTS = GuildMembers | GuildPresences | MessageContent;
const ALL_INTENTS = Object.values(GatewayIntentBits).reduce<number>(
  (all, bit) => (typeof bit === 'number' ? all | bit : all),
  0,
);

export type ConnectionOptions = {
  botToken: string;
  clock: Clock;
  heartbeatIntervalMs: number;
  /** Checks every frame before it is sent. */
  checkFrame: (frame: GatewayFrame) => void;
  /** Null if it's too soon after another one. */
  identify: (socket: WebSocket, shard: Shard) => GatewaySession | null;
  resume: (socket: WebSocket, id: string, sequence: number) => GatewaySession | null;
  acknowledgesHeartbeats: () => boolean;
  /** Called when a connection ends that still had this session. */
  leave: (session: GatewaySession, code: number) => void;
};

const clientFrame = z.object({ op: z.number(), d: z.optional(z.unknown()) });
type ClientFrame = z.infer<typeof clientFrame>;

class Violation extends Error {
  readonly code: GatewayCloseCodes;

  constructor(code: GatewayCloseCodes) {
    super(GatewayCloseCodes[code]);
    this.code = code;
  }
}

function ensure(isAllowed: boolean, code: GatewayCloseCodes): asserts isAllowed {
  if (!isAllowed) throw new Violation(code);
}

export class GatewayConnection {
  readonly #socket: WebSocket;
  readonly #options: ConnectionOptions;
  #identified: GatewaySession | null = null;
  #stopSilenceTimer = () => {};
  #receivedAt: number[] = [];

  constructor(socket: WebSocket, options: ConnectionOptions) {
    this.#socket = socket;
    this.#options = options;
  }

  /** Null after it was taken away (op 9) or resumed elsewhere. */
  get #session(): GatewaySession | null {
    return this.#identified?.isOn(this.#socket) ? this.#identified : null;
  }

  open(query: URLSearchParams): void {
    this.#socket.on('message', (data) => this.#guard(() => this.#receive(data.toString())));
    this.#socket.on('close', (code) => {
      this.#stopSilenceTimer();
      this.#leave(code);
    });
    this.#socket.on('error', () => this.#socket.terminate());
    this.#guard(() => {
      ensure(query.get('v') === '10', GatewayCloseCodes.InvalidAPIVersion);
      // The stand-in has neither ETF nor compression.
      ensure((query.get('encoding') ?? 'json') === 'json' && !query.has('compress'), GatewayCloseCodes.DecodeError);
      this.#send(GatewayOpcodes.Hello, { heartbeat_interval: this.#options.heartbeatIntervalMs });
      this.#expectHeartbeat();
    });
  }

  #guard(step: () => void): void {
    try {
      step();
    } catch (error) {
      if (!(error instanceof Violation)) throw error;
      this.#end(error.code);
    }
  }

  #end(code: GatewayCloseCodes): void {
    this.#leave(code);
    this.#socket.close(code, GatewayCloseCodes[code]);
  }

  #leave(code: number): void {
    if (this.#session) this.#options.leave(this.#session, code);
  }

  #send(op: GatewayOpcodes, data: unknown = null): void {
    const frame: GatewayFrame = { op, d: data, s: null, t: null };
    this.#options.checkFrame(frame);
    this.#socket.send(JSON.stringify(frame));
  }

  #expectHeartbeat(): void {
    const { clock, heartbeatIntervalMs } = this.#options;
    this.#stopSilenceTimer();
    this.#stopSilenceTimer = clock.after(heartbeatIntervalMs * GATEWAY_LIMITS.missedHeartbeats, () =>
      this.#end(GatewayCloseCodes.SessionTimedOut),
    );
  }

  #receive(text: string): void {
    // The client may have sent this before it learned of the close.
    if (this.#socket.readyState !== this.#socket.OPEN) return;
    const now = this.#options.clock.now();
    this.#receivedAt = [...this.#receivedAt.filter((at) => now - at < 60_000), now];
    ensure(this.#receivedAt.length <= GATEWAY_LIMITS.payloadsPerMinute, GatewayCloseCodes.RateLimited);
    const frame = parseFrame(text);
    switch (frame.op) {
      case GatewayOpcodes.Heartbeat:
        ensure((frame.d ?? null) === null || Number.isInteger(frame.d), GatewayCloseCodes.DecodeError);
        this.#expectHeartbeat();
        if (this.#options.acknowledgesHeartbeats()) this.#send(GatewayOpcodes.HeartbeatAck);
        return;
      case GatewayOpcodes.Identify:
        this.#identify(fieldsOf(frame));
        return;
      case GatewayOpcodes.Resume:
        this.#resume(fieldsOf(frame));
        return;
      default:
        ensure(this.#session !== null, GatewayCloseCodes.NotAuthenticated);
        ensure(false, GatewayCloseCodes.UnknownOpcode);
    }
  }

  #identify(data: Record<string, unknown>): void {
    this.#authenticate(data);
    const { intents, properties, shard = [0, 1] } = data;
    ensure(isIntents(intents), GatewayCloseCodes.InvalidIntents);
    ensure((intents & PRIVILEGED_INTENTS) === 0, GatewayCloseCodes.DisallowedIntents);
    ensure(isFields(properties), GatewayCloseCodes.DecodeError);
    ensure(isShard(shard), GatewayCloseCodes.InvalidShard);
    this.#identified = this.#options.identify(this.#socket, shard);
    this.#refuseWithoutSession();
  }

  #resume(data: Record<string, unknown>): void {
    this.#authenticate(data);
    const { session_id: id, seq } = data;
    ensure(typeof seq === 'number' && Number.isInteger(seq) && seq >= 0, GatewayCloseCodes.InvalidSeq);
    this.#identified = this.#options.resume(this.#socket, String(id), seq);
    this.#refuseWithoutSession();
  }

  /** The token is bare, as documented, or after REST's `Bot `, as some libraries send it. */
  #authenticate({ token }: Record<string, unknown>): void {
    const { botToken } = this.#options;
    ensure(this.#session === null, GatewayCloseCodes.AlreadyAuthenticated);
    ensure(token === botToken || token === `Bot ${botToken}`, GatewayCloseCodes.AuthenticationFailed);
  }

  #refuseWithoutSession(): void {
    const isOpen = this.#socket.readyState === this.#socket.OPEN;
    if (!this.#identified && isOpen) this.#send(GatewayOpcodes.InvalidSession, false);
  }
}

function parseFrame(text: string): ClientFrame {
  ensure(Buffer.byteLength(text) <= GATEWAY_LIMITS.payloadBytes, GatewayCloseCodes.DecodeError);
  try {
    return clientFrame.parse(JSON.parse(text));
  } catch {
    throw new Violation(GatewayCloseCodes.DecodeError);
  }
}

const isFields = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The data of a frame that must have some. */
function fieldsOf({ d }: ClientFrame): Record<string, unknown> {
  ensure(isFields(d), GatewayCloseCodes.DecodeError);
  return d;
}

const isShard = (value: unknown): value is Shard => {
  if (!Array.isArray(value) || value.length !== 2 || !value.every(Number.isInteger)) return false;
  return value[0] >= 0 && value[0] < value[1];
};

/** BigInt, because bitwise operators on numbers ignore the bits above 32. */
const isIntents = (value: unknown): value is number =>
  typeof value === 'number' && Number.isInteger(value) && (BigInt(value) & ~BigInt(ALL_INTENTS)) === 0n;
