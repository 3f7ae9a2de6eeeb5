import { setTimeout } from 'node:timers/promises';
import type { z } from 'zod';
import { gameRequests } from '../metrics.ts';
import { GameError } from './errors.ts';
import type { AnyOperation, Operation } from './operation.ts';
import { type OperationName, type Operations, operations } from './operations.ts';
import { type CallContext, type Caller, callWithRetries, type TokenSource } from './request/call.ts';
import { InFlight } from './request/inFlight.ts';
import { createTransport, MAX_CONNECTIONS } from './request/transport.ts';
import { createFactionIds } from './wire/factionId.ts';
import type { WireForms } from './wire/wireForms.ts';

type Params<P extends z.ZodType> = undefined extends z.input<P> ? [params?: z.input<P>] : [params: z.input<P>];
type Method<O> = O extends Operation<infer P, infer R> ? (...args: Params<P>) => Promise<R> : never;
type Branch<Prefix extends string> = {
  [Name in OperationName as Name extends `${Prefix}${infer Head}.${string}`
    ? Head
    : Name extends `${Prefix}${infer Leaf}`
      ? Leaf
      : never]: Name extends `${Prefix}${infer Head}.${string}`
    ? Branch<`${Prefix}${Head}.`>
    : Method<Operations[Name]>;
};

/** All operations by their dotted names, e.g. `game.character.messages.create({…})`. Each throws
 * {@link GameError}; parameters are checked before anything is sent. */
export type Game = Branch<''> & {
  /** The service's time in ms since the epoch. Compare entries of its logs only with this. */
  now(): number;
};

export type GameClient = ReturnType<typeof createGameClient>;

// Alerts compare these results, and Prometheus doesn't count what a series begins with.
for (const [operation, { isWrite }] of Object.entries(operations))
  for (const result of ['ok', 'service_unavailable', 'no_connection', isWrite ? 'outcome_unknown' : 'no_response'])
    gameRequests.inc({ operation, result }, 0);

/** Max requests of one person in flight, so that no one holds all connections of a slow game. */
const MAX_PER_PERSON = 4;

type Shared = Pick<CallContext, 'queue' | 'log'> & Partial<Pick<CallContext, 'now' | 'pause'>>;
type ClientOptions = Shared & { baseUrl: URL; timeoutMs?: number; publicUrl?: URL; forms?: WireForms };

/** One request takes `timeoutMs` at most; `publicUrl` is in its `User-Agent`. */
export function createGameClient(options: ClientOptions) {
  const { baseUrl, queue, log, timeoutMs, publicUrl, now = Date.now } = options;
  const { pause = (ms, signal) => setTimeout(ms, undefined, { signal }) } = options;
  const transport = createTransport(baseUrl, timeoutMs, publicUrl);
  const inFlight = { people: new InFlight(MAX_PER_PERSON), connections: new InFlight(MAX_CONNECTIONS) };
  const factionIds = createFactionIds(options.forms);
  const context: CallContext = { transport, queue, log, now, pause, inFlight, factionIds, clock: { aheadMs: 0 } };
  return {
    /** The game as the owner of this token sees it; without one, only public operations work. */
    actingAs(source: TokenSource | undefined, caller: Caller = {}): Game {
      let tree: Branch<''> | undefined;
      // Built late: most interactions make no request.
      const toMethods = (): Branch<''> => {
        tree ??= toTree((name) => createMethod(context, name, source, caller));
        return tree;
      };
      return {
        now: () => now() + context.clock.aheadMs,
        get character() {
          return toMethods().character;
        },
        get galaxy() {
          return toMethods().galaxy;
        },
      };
    },
    close: transport.close,
  };
}

/** Puts `a.b.c` into `{a: {b: {c}}}`. */
function toTree(methodOf: (name: OperationName) => unknown): Branch<''> {
  const tree: Record<string, unknown> = {};
  for (const name of Object.keys(operations) as OperationName[]) {
    const parts = name.split('.');
    const leaf = parts.pop() ?? name;
    let branch = tree;
    for (const part of parts) {
      branch[part] ??= {};
      branch = branch[part] as Record<string, unknown>;
    }
    branch[leaf] = methodOf(name);
  }
  return tree as Branch<''>;
}

function createMethod(context: CallContext, name: OperationName, source: TokenSource | undefined, caller: Caller) {
  // The types of the rows are lost here; Method<> restores them for callers.
  const operation: AnyOperation = operations[name];
  return async (params?: unknown): Promise<unknown> =>
    await callWithRetries(context, { name, operation, params: checkParams(name, operation, params), source, caller });
}

function checkParams(name: OperationName, operation: AnyOperation, params: unknown): Record<string, unknown> {
  const parsed = operation.params.safeParse(params);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const isUnknown = issue?.code === 'unrecognized_keys';
  const parameter = String((isUnknown ? issue.keys[0] : issue?.path[0]) ?? 'parameters');
  const reason = isUnknown ? 'is not a parameter of this operation' : (issue?.message ?? 'is wrong');
  throw new GameError({ code: 'invalid', parameter, reason }, { operation: name });
}
