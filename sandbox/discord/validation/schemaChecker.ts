import * as spec from 'discord-api-spec/zod';
import * as z from 'zod/mini';
import type { $ZodType } from 'zod/v4/core';
import { DISPATCHES } from './dispatches.ts';
import { FRAMES, type GatewayFrame } from './frames.ts';
import { readShape } from './schema.ts';
import { toReadable } from './translation.ts';

export type Violation = {
  /** The payload: `GET /users/@me 200`, or an event's name. */
  sent: string;
  /** The path in the body, joined with dots; empty for the whole. */
  path: string;
  message: string;
};

/** A route with `:name` for a parameter. `answer`: null for a 204. */
export type Answered = { method: string; path: string; answer: $ZodType };

/** Records invalid payloads of the stand-in; the bot gets them anyway. */
export type SchemaChecker = {
  /** All violations so far, oldest first. */
  readonly violations: readonly Violation[];
  readonly checked: { responses: number; dispatches: number };
  /** An unknown field is a violation, too. */
  checkResponse(route: Answered, status: number, body: unknown): void;
  /** Also checks the event in it. A frame without a schema is a violation. */
  checkFrame(frame: GatewayFrame): void;
  /** An event without a schema is a violation. */
  checkDispatch(eventName: string, data: unknown): void;
};

const FAULT_TREE: $ZodType = z.lazy(() =>
  z.record(z.string(), z.union([z.array(z.object({ code: z.string(), message: z.string() })), FAULT_TREE])),
);

/** The published schema types the inner codes as numbers; "Error Messages" has texts. */
const REFUSAL = z.intersection(spec.ErrorSchema, z.object({ errors: z.optional(FAULT_TREE) }));

const NO_FRAME = z.object({ op: z.never('The gateway sends no such opcode') });

export function createSchemaChecker(): SchemaChecker {
  const violations: Violation[] = [];
  const checked = { responses: 0, dispatches: 0 };
  const note = (sent: string, schema: $ZodType, body: unknown, isClosed = false): void => {
    const { faults, unknown } = readShape(schema, toReadable(body));
    for (const { path, message } of isClosed ? [...faults, ...unknown] : faults)
      violations.push({ sent, path: path.join('.'), message });
  };
  const checkDispatch = (eventName: string, data: unknown): void => {
    checked.dispatches += 1;
    note(eventName, DISPATCHES[eventName] ?? z.never('An event without a schema'), data);
  };
  return {
    violations,
    checked,
    checkResponse({ method, path, answer }, status, body) {
      checked.responses += 1;
      const schema = status === 429 ? spec.RatelimitedResponseSchema : status >= 400 ? REFUSAL : answer;
      note(`${method} ${path} ${status}`, schema, body, true);
    },
    checkFrame(frame) {
      note(frame.t ?? `op ${frame.op}`, FRAMES[frame.op] ?? NO_FRAME, frame);
      if (frame.t !== null) checkDispatch(frame.t, frame.d);
    },
    checkDispatch,
  };
}
