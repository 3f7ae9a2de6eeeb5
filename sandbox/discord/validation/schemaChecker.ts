import * as spec from 'discord-api-spec/zod';
import * as z from 'zod/mini';
import type { $ZodType } from 'zod/v4/core';
import { dispatches } from './dispatches.ts';
import { frames, type GatewayFrame } from './frames.ts';
import { readShape } from './schema.ts';
import { toReadable } from './translation.ts';

/** Something wrong that the stand-in sent. */
export interface Violation {
  /** What was sent: `GET /users/@me 200`, or an event's name. */
  sent: string;
  /** Where in the body, joined with dots; empty for the whole. */
  path: string;
  message: string;
}

/** A route as far as its response is concerned: `path` with `:name` for a parameter, `answer` for the body (null is a 204). */
export type Answered = { method: string; path: string; answer: $ZodType };

/** Looks at everything that the stand-in sends. It only takes notes: the bot gets what was sent, right or wrong. */
export interface SchemaChecker {
  /** Everything wrong so far, oldest first. */
  readonly violations: readonly Violation[];
  /** How much was checked. */
  readonly checked: { responses: number; dispatches: number };
  /** Checks a response of the REST API: it has what the schema says, and no other field. */
  checkResponse(route: Answered, status: number, body: unknown): void;
  /** Checks a frame of the gateway, and the data of an event in it. A frame without a schema is a violation. */
  checkFrame(frame: GatewayFrame): void;
  /** Checks the data of an event of the gateway. An event without a schema is a violation. */
  checkDispatch(eventName: string, data: unknown): void;
}

const faultTree: $ZodType = z.lazy(() =>
  z.record(z.string(), z.union([z.array(z.object({ code: z.string(), message: z.string() })), faultTree])),
);

/** The published ErrorResponse with texts for the inner codes, which it types as numbers ("Error Messages" has texts). */
const refusal = z.intersection(spec.ErrorSchema, z.object({ errors: z.optional(faultTree) }));

const noFrame = z.object({ op: z.never('The gateway sends no such opcode') });

/** Discord writes times with `+00:00`; the zod form of the published schema knows only `Z`. */
const utcOffset = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?)\+00:00$/;

/** Checks what the stand-in sends against Discord's published schema. */
export function createSchemaChecker(): SchemaChecker {
  const violations: Violation[] = [];
  const checked = { responses: 0, dispatches: 0 };
  const note = (sent: string, schema: $ZodType, body: unknown, isClosed = false): void => {
    const { faults, unknown } = readShape(schema, toReadable(body, utcOffset));
    for (const { path, message } of isClosed ? [...faults, ...unknown] : faults)
      violations.push({ sent, path: path.join('.'), message });
  };
  const checkDispatch = (eventName: string, data: unknown): void => {
    checked.dispatches += 1;
    note(eventName, dispatches[eventName] ?? z.never('An event without a schema'), data);
  };
  return {
    violations,
    checked,
    checkResponse({ method, path, answer }, status, body) {
      checked.responses += 1;
      const schema = status === 429 ? spec.RatelimitedResponseSchema : status >= 400 ? refusal : answer;
      note(`${method} ${path} ${status}`, schema, body, true);
    },
    checkFrame(frame) {
      note(frame.t ?? `op ${frame.op}`, frames[frame.op] ?? noFrame, frame);
      if (frame.t !== null) checkDispatch(frame.t, frame.d);
    },
    checkDispatch,
  };
}
