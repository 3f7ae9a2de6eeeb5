import { GatewayOpcodes } from 'discord-api-types/v10';
import * as z from 'zod/mini';
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
  z.strictObject({ op: z.literal(op), d, s: z.null(), t: z.null() });

/**
 * What a frame must be, by its opcode: those that the gateway sends (documentation, "Gateway Opcodes"). The data of an event has a schema of its
 * own (`dispatches.ts`).
 */
export const frames: Readonly<Record<number, $ZodType>> = {
  [GatewayOpcodes.Dispatch]: z.strictObject({
    op: z.literal(GatewayOpcodes.Dispatch),
    d: z.looseObject({}),
    s: z.int().check(z.minimum(1)),
    t: z.string().check(z.regex(/^[A-Z_]+$/)),
  }),
  // "Heartbeat Requests", "Reconnect" and "Heartbeat ACK" carry nothing.
  [GatewayOpcodes.Heartbeat]: control(GatewayOpcodes.Heartbeat, z.null()),
  [GatewayOpcodes.Reconnect]: control(GatewayOpcodes.Reconnect, z.null()),
  [GatewayOpcodes.HeartbeatAck]: control(GatewayOpcodes.HeartbeatAck, z.null()),
  // "Invalid Session": whether it may be resumed.
  [GatewayOpcodes.InvalidSession]: control(GatewayOpcodes.InvalidSession, z.boolean()),
  // "Hello Structure", in milliseconds.
  [GatewayOpcodes.Hello]: control(GatewayOpcodes.Hello, z.object({ heartbeat_interval: z.int().check(z.minimum(1)) })),
};
