import { randomBytes } from 'node:crypto';
import { type GatewayDispatchEvents, type GatewayIntentBits, GatewayOpcodes } from 'discord-api-types/v10';
import type { WebSocket } from 'ws';
import type { Clock } from './clock.ts';
import { gatewayLimits } from './limits.ts';

/** A client that identified: its intents, its shard, what it was sent, and the socket while there is one. */
export class GatewaySession {
  readonly id = randomBytes(16).toString('hex');
  readonly intents: number;
  readonly shard: readonly [number, number];
  #socket: WebSocket | null = null;
  #sequence = 0;
  #sent: { sequence: number; frame: string }[] = [];
  #detachedAt = 0;
  readonly #clock: Clock;

  constructor(clock: Clock, intents: number, shard: readonly [number, number]) {
    this.#clock = clock;
    this.intents = intents;
    this.shard = shard;
  }

  get isConnected(): boolean {
    return this.#socket !== null;
  }

  /** How many events this session has been sent. */
  get sequence(): number {
    return this.#sequence;
  }

  has(intent: GatewayIntentBits): boolean {
    return (this.intents & intent) !== 0;
  }

  attach(socket: WebSocket): void {
    this.#socket = socket;
  }

  detach(socket: WebSocket): void {
    if (this.#socket !== socket) return;
    this.#socket = null;
    this.#detachedAt = this.#clock.now();
  }

  /** Whether it was away for too long to be resumed. */
  get isStale(): boolean {
    return !this.#socket && this.#clock.now() - this.#detachedAt > gatewayLimits.resumableMs;
  }

  /** Sends an event, or keeps it for the resume. */
  dispatch(name: GatewayDispatchEvents | string, data: unknown): void {
    this.#sequence += 1;
    const frame = JSON.stringify({ op: GatewayOpcodes.Dispatch, t: name, s: this.#sequence, d: data });
    this.#sent.push({ sequence: this.#sequence, frame });
    if (this.#sent.length > gatewayLimits.replayEvents) this.#sent.shift();
    this.#socket?.send(frame);
  }

  /** Sends again what came after `sequence`; false where that is no longer kept or never was. */
  replay(sequence: number): boolean {
    const first = this.#sent[0]?.sequence ?? this.#sequence + 1;
    if (sequence > this.#sequence || sequence < first - 1) return false;
    for (const event of this.#sent) if (event.sequence > sequence) this.#socket?.send(event.frame);
    return true;
  }

  /** Sends something that is not an event: reconnect, invalid session. */
  send(op: GatewayOpcodes, data: unknown = null): void {
    this.#socket?.send(JSON.stringify({ op, d: data, s: null, t: null }));
  }

  close(code: number, reason = ''): void {
    this.#socket?.close(code, reason);
  }

  /** Cuts the line without a goodbye. */
  cut(): void {
    this.#socket?.terminate();
  }
}
