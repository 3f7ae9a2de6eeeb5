import { GatewayOpcodes } from 'discord-api-types/v10';
import {
  boolean,
  int,
  literal,
  looseObject,
  minimum,
  null as nothing,
  object,
  regex,
  strictObject,
  string,
} from 'zod/mini';
import type { $ZodType } from 'zod/v4/core';

/** A frame of the gateway (documentation, "Gateway Event Payload Structure"). */
export interface GatewayFrame {
  op: GatewayOpcodes;
  d: unknown;
  /** The sequence number of an event; null for whatever is none. */
  s: number | null;
  /** The event's name; null for whatever is none. */
  t: string | null;
}

const control = (op: GatewayOpcodes, d: $ZodType): $ZodType =>
  strictObject({ op: literal(op), d, s: nothing(), t: nothing() });

/**
 * What a frame must be, by its opcode: those that the gateway sends (documentation, "Gateway Opcodes"). The data of an event has a schema of its
 * own (`dispatches.ts`).
 */
export const frames: Readonly<Record<number, $ZodType>> = {
  [GatewayOpcodes.Dispatch]: strictObject({
    op: literal(GatewayOpcodes.Dispatch),
    d: looseObject({}),
    s: int().check(minimum(1)),
    t: string().check(regex(/^[A-Z_]+$/)),
  }),
  // "Heartbeat Requests", "Reconnect" and "Heartbeat ACK" carry nothing.
  [GatewayOpcodes.Heartbeat]: control(GatewayOpcodes.Heartbeat, nothing()),
  [GatewayOpcodes.Reconnect]: control(GatewayOpcodes.Reconnect, nothing()),
  [GatewayOpcodes.HeartbeatAck]: control(GatewayOpcodes.HeartbeatAck, nothing()),
  // "Invalid Session": whether it may be resumed.
  [GatewayOpcodes.InvalidSession]: control(GatewayOpcodes.InvalidSession, boolean()),
  // "Hello Structure", in milliseconds.
  [GatewayOpcodes.Hello]: control(GatewayOpcodes.Hello, object({ heartbeat_interval: int().check(minimum(1)) })),
};
