import { randomBytes } from 'node:crypto';
import { type GatewayDispatchEvents, type GatewayIntentBits, GatewayOpcodes } from 'discord-api-types/v10';
import type { Clock } from '../clock.ts';
import { gatewayLimits } from '../limits.ts';
import type { GatewayFrame } from '../validation/frames.ts';
import type { GatewayLine } from './line.ts';

/** A client that identified: its intents, its shard, what it was sent, and the line while there is one. */
export class GatewaySession {
  readonly id = randomBytes(16).toString('hex');
  readonly intents: number;
  readonly shard: readonly [number, number];
  #line: GatewayLine | null = null;
  #sequence = 0;
  #sent: { sequence: number; frame: string }[] = [];
  #detachedAt = 0;
  readonly #clock: Clock;
  readonly #checkFrame: (frame: GatewayFrame) => void;

  constructor(
    { clock, checkFrame }: { clock: Clock; checkFrame: (frame: GatewayFrame) => void },
    intents: number,
    shard: readonly [number, number],
  ) {
    this.#clock = clock;
    this.#checkFrame = checkFrame;
    this.intents = intents;
    this.shard = shard;
  }

  get isConnected(): boolean {
    return this.#line !== null;
  }

  /** How many events this session has been sent. */
  get sequence(): number {
    return this.#sequence;
  }

  has(intent: GatewayIntentBits): boolean {
    return (this.intents & intent) !== 0;
  }

  /** Whether this is the session's line. */
  isOn(line: GatewayLine): boolean {
    return this.#line === line;
  }

  /** Makes this the session's line; an older one that still stands is cut. */
  attach(line: GatewayLine): void {
    this.cut();
    this.#line = line;
  }

  /** Takes the line away; events are kept from now on. The line itself stays as it is. */
  detach(): void {
    if (this.#line) this.#detachedAt = this.#clock.now();
    this.#line = null;
  }

  /** Whether it was away for too long to be resumed. */
  get isStale(): boolean {
    return !this.#line && this.#clock.now() - this.#detachedAt > gatewayLimits.resumableMs;
  }

  /** Sends an event, or keeps it for the resume. */
  dispatch(name: GatewayDispatchEvents, data: unknown): void {
    this.#sequence += 1;
    const frame = this.#write({ op: GatewayOpcodes.Dispatch, t: name, s: this.#sequence, d: data });
    this.#sent.push({ sequence: this.#sequence, frame });
    if (this.#sent.length > gatewayLimits.replayEvents) this.#sent.shift();
    this.#line?.send(frame);
  }

  /** Goes on over this line, sending again what came after `sequence`; false, and nothing changes, where that is no longer kept or never was. */
  resume(line: GatewayLine, sequence: number): boolean {
    const first = this.#sent[0]?.sequence ?? this.#sequence + 1;
    if (sequence > this.#sequence || sequence < first - 1) return false;
    this.attach(line);
    for (const event of this.#sent) if (event.sequence > sequence) line.send(event.frame);
    return true;
  }

  /** Sends something that is not an event: reconnect, invalid session. */
  send(op: GatewayOpcodes, data: unknown = null): void {
    this.#line?.send(this.#write({ op, d: data, s: null, t: null }));
  }

  /** Ends the line with a close code. */
  close(code: number, reason = ''): void {
    this.#line?.close(code, reason);
    this.detach();
  }

  /** Cuts the line without a goodbye. */
  cut(): void {
    this.#line?.cut();
    this.detach();
  }

  #write(frame: GatewayFrame): string {
    this.#checkFrame(frame);
    return JSON.stringify(frame);
  }
}
