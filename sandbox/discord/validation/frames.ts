import { GatewayOpcodes as Op } from 'discord-api-types/v10';
import * as z from 'zod/mini';
import type { $ZodType } from 'zod/v4/core';

/** A frame of the gateway ("Gateway Event Payload Structure"). */
export type GatewayFrame = {
  op: Op;
  d: unknown;
  /** The sequence number of an event; null for other frames. */
  s: number | null;
  t: string | null;
};

const control = (op: Op, d: $ZodType): $ZodType => z.strictObject({ op: z.literal(op), d, s: z.null(), t: z.null() });
const positive = z.int().check(z.minimum(1));

/** Frames by opcode ("Gateway Opcodes"). Events have their own schemas (`dispatches.ts`). */
export const FRAMES: Readonly<Record<number, $ZodType>> = {
  [Op.Dispatch]: z.strictObject({
    op: z.literal(Op.Dispatch),
    d: z.looseObject({}),
    s: positive,
    t: z.string().check(z.regex(/^[A-Z_]+$/)),
  }),
  [Op.Heartbeat]: control(Op.Heartbeat, z.null()),
  [Op.Reconnect]: control(Op.Reconnect, z.null()),
  [Op.HeartbeatAck]: control(Op.HeartbeatAck, z.null()),
  // True if it may be resumed.
  [Op.InvalidSession]: control(Op.InvalidSession, z.boolean()),
  [Op.Hello]: control(Op.Hello, z.object({ heartbeat_interval: positive })),
};
