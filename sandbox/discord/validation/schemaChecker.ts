import { ErrorSchema, RatelimitedResponseSchema } from 'discord-api-spec/zod';
import { array, intersection, lazy, object, optional, record, string, union } from 'zod/mini';
import type { $ZodType } from 'zod/v4/core';
import { dispatches } from './dispatches.ts';
import { frames, type GatewayFrame } from './frames.ts';
import { inspectShape } from './schema.ts';

/** Something false that the stand-in said. */
export interface Violation {
  /** What was sent: `GET /users/@me 200`, or an event's name. */
  sent: string;
  /** Where in the body, joined with dots; empty for the whole. */
  path: string;
  /** What is wrong there. */
  message: string;
}

/** A route as far as its answer is concerned. */
export interface Answering {
  method: string;
  /** With `:name` for a parameter. */
  path: string;
  /** What the published schema says of the answer's body; null is a 204. */
  answer: $ZodType;
}

/** Looks at everything that the stand-in sends. It only takes notes: the bot gets what was sent, false or not. */
export interface SchemaChecker {
  /** Everything false so far, oldest first; empty while the stand-in is honest. */
  readonly violations: readonly Violation[];
  /** How much was looked at. */
  readonly checked: { responses: number; dispatches: number };
  /** An answer of the REST API: it has what the schema says, and no field besides. `body` null: a 204. */
  checkResponse(route: Answering, status: number, body: unknown): void;
  /** A frame of the gateway, and what stands in it if it is an event. A frame without a schema is a violation. */
  checkFrame(frame: GatewayFrame): void;
  /** An event of the gateway (op 0) with its `d`. An event without a schema is a violation. */
  checkDispatch(eventName: string, data: unknown): void;
}

/**
 * Checks the stand-in's own words against Discord's published schema, always. Two things the schema has wrong are let pass, and nothing else:
 * it types the codes inside `errors` as numbers, where Discord sends words ("Error Messages"), and its zod form of times takes `Z` only, where
 * Discord sends `+00:00`.
 */
export function createSchemaChecker(): SchemaChecker {
  const violations: Violation[] = [];
  const checked = { responses: 0, dispatches: 0 };
  const note = (sent: string, schema: $ZodType, body: unknown, isClosed = false): void => {
    for (const { path, code, message } of inspectShape(schema, onTheWire(body), { isClosed }))
      violations.push({ sent, path: path.join('.'), message: `${code}: ${message}` });
  };
  const checkDispatch = (eventName: string, data: unknown): void => {
    checked.dispatches += 1;
    const schema = dispatches[eventName];
    if (schema) note(eventName, schema, data);
    else violations.push({ sent: eventName, path: '', message: 'No schema is known for this event' });
  };
  return {
    violations,
    checked,
    checkResponse({ method, path, answer }, status, body) {
      checked.responses += 1;
      const schema = status === 429 ? RatelimitedResponseSchema : status >= 400 ? refusal : answer;
      note(`${method} ${path} ${status}`, schema, body, true);
    },
    checkFrame(frame) {
      const sent = frame.t ?? `op ${frame.op}`;
      const schema = frames[frame.op];
      if (schema) note(sent, schema, frame);
      else violations.push({ sent, path: 'op', message: 'The gateway sends no such opcode' });
      if (frame.t !== null) checkDispatch(frame.t, frame.d);
    },
    checkDispatch,
  };
}

const faults: $ZodType = lazy(() =>
  record(string(), union([array(object({ code: string(), message: string() })), faults])),
);

/** The published ErrorResponse with words for the inner codes. */
const refusal = intersection(ErrorSchema, object({ errors: optional(faults) }));

/** The body as the receiver reads it, with times as the schema's zod form takes them. */
function onTheWire(body: unknown): unknown {
  return JSON.parse(JSON.stringify(body ?? null), (_key, value: unknown) =>
    typeof value === 'string' && zeroOffset.test(value) ? value.replace('+00:00', 'Z') : value,
  );
}

const zeroOffset = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?\+00:00$/;
