import { randomBytes } from 'node:crypto';
import { type GatewayDispatchEvents, GatewayOpcodes } from 'discord-api-types/v10';
import type { WebSocket } from 'ws';
import type { Clock } from '../clock.ts';
import { GATEWAY_LIMITS } from '../limits.ts';
import type { GatewayFrame } from '../validation/frames.ts';

type SessionOptions = { clock: Clock; checkFrame: (frame: GatewayFrame) => void };

/** A shard's id and how many shards there are (documentation, "Sharding"). */
export type Shard = [id: number, count: number];

/** An identified client: its intents, the events that it got, and its socket while it has one. */
export class GatewaySession {
  readonly id = randomBytes(16).toString('hex');
  readonly shard: Shard;
  #socket: WebSocket | null = null;
  #sequence = 0;
  #sent: { sequence: number; frame: string }[] = [];
  #detachedAt = 0;
  readonly #options: SessionOptions;

  constructor(options: SessionOptions, shard: Shard) {
    this.#options = options;
    this.shard = shard;
  }

  get isConnected(): boolean {
    return this.#socket !== null;
  }

  /** True if it was disconnected for too long to be resumed. */
  get isStale(): boolean {
    return !this.#socket && this.#options.clock.now() - this.#detachedAt > GATEWAY_LIMITS.resumableMs;
  }

  /** True if it gets the events of this server; without a server, those of direct messages. */
  isFor(guildId?: string): boolean {
    const [id, count] = this.shard;
    return (BigInt(guildId ?? 0) >> 22n) % BigInt(count) === BigInt(id);
  }

  isOn(socket: WebSocket): boolean {
    return this.#socket === socket;
  }

  /** Also closes the old socket. */
  attach(socket: WebSocket): void {
    this.close();
    this.#socket = socket;
  }

  /** Takes the socket away without closing it; events are kept from now on. */
  detach(): void {
    if (this.#socket) this.#detachedAt = this.#options.clock.now();
    this.#socket = null;
  }

  /** Sends an event, or keeps it for the resume. */
  dispatch(name: GatewayDispatchEvents, data: unknown): void {
    this.#sequence += 1;
    const frame = this.#write({ op: GatewayOpcodes.Dispatch, t: name, s: this.#sequence, d: data });
    this.#sent.push({ sequence: this.#sequence, frame });
    if (this.#sent.length > GATEWAY_LIMITS.replayEvents) this.#sent.shift();
    this.#socket?.send(frame);
  }

  /** Sends the events after `sequence`; false if that is unknown or no longer kept. */
  resume(socket: WebSocket, sequence: number): boolean {
    const first = this.#sent[0]?.sequence ?? this.#sequence + 1;
    if (sequence > this.#sequence || sequence < first - 1) return false;
    this.attach(socket);
    for (const event of this.#sent) if (event.sequence > sequence) socket.send(event.frame);
    return true;
  }

  send(op: GatewayOpcodes, data: unknown = null): void {
    this.#socket?.send(this.#write({ op, d: data, s: null, t: null }));
  }

  /** Without a code, it ends like a network failure. */
  close(code?: number): void {
    if (code === undefined) this.#socket?.terminate();
    else this.#socket?.close(code);
    this.detach();
  }

  #write(frame: GatewayFrame): string {
    this.#options.checkFrame(frame);
    return JSON.stringify(frame);
  }
}
