import type { z } from 'zod';
import type { Logger } from '../log.ts';
import type { QuotaQueue } from '../quota/queue.ts';
import { type AnyOperation, type CallContext, type Caller, callUntilAnswered, type TokenSource } from './call.ts';
import { GameError } from './errors.ts';
import { InFlight } from './inFlight.ts';
import type { Operation, Page } from './operation.ts';
import { type OperationName, type Operations, operations } from './operations.ts';
import { createTransport, MAX_CONNECTIONS } from './transport.ts';

export type CallOptions = { signal?: AbortSignal };

type Params<P extends z.ZodType> =
  undefined extends z.input<P>
    ? [params?: z.input<P>, options?: CallOptions]
    : [params: z.input<P>, options?: CallOptions];
type Call<O> =
  O extends Operation<infer P, infer R>
    ? ((...args: Params<P>) => Promise<R>) &
        (R extends Page<infer T> ? { all: (...args: Params<P>) => AsyncIterable<T> } : unknown)
    : never;
type Branch<Prefix extends string> = {
  [Name in OperationName as Name extends `${Prefix}${infer Rest}`
    ? Rest extends `${infer Head}.${string}`
      ? Head
      : Rest
    : never]: Name extends `${Prefix}${infer Rest}`
    ? Rest extends `${infer Head}.${string}`
      ? Branch<`${Prefix}${Head}.`>
      : Call<Operations[Name]>
    : never;
};

/**
 * All operations of the interface document by their dotted names: `game.character.messages.create({uid, receivers,
 * communication})`. Each throws {@link GameError}; parameters are checked before anything is sent. Lists have `.all(...)`,
 * which iterates over the items of all pages, one request a page.
 */
export type Game = Branch<''>;

export type GameClient = {
  /** The game as the owner of this token sees it; without one, only public operations work. */
  actingAs(source: TokenSource | undefined, caller?: Caller): Game;
  close(): Promise<void>;
};

export type GameClientOptions = {
  baseUrl: URL;
  queue: QuotaQueue;
  log: Logger;
  /** The longest a single request may take. */
  timeoutMs?: number;
  now?: () => number;
  wait?: (ms: number) => Promise<void>;
};

/** Requests of one person on their way: nobody can hold all connections of a slow game. */
const MAX_PER_PERSON = 4;

/** A client of the game's service (docs/wire.md). */
export function createGameClient({
  baseUrl,
  queue,
  log,
  timeoutMs,
  now = Date.now,
  wait = pauseFor,
}: GameClientOptions): GameClient {
  const transport = createTransport(baseUrl, timeoutMs);
  const inFlight = { people: new InFlight(MAX_PER_PERSON), connections: new InFlight(MAX_CONNECTIONS) };
  const context: CallContext = { transport, queue, log, now, wait, inFlight, factionIds: { areNumbers: false } };
  return {
    actingAs: (source, caller = {}) => toTree((name) => createCall(context, name, source, caller)),
    close: () => transport.close(),
  };
}

/** Puts `a.b.c` into `{a: {b: {c}}}`. */
function toTree(callOf: (name: OperationName) => unknown): Game {
  const tree: Record<string, unknown> = {};
  for (const name of Object.keys(operations) as OperationName[]) {
    const parts = name.split('.');
    const leaf = parts.pop() ?? name;
    let branch = tree;
    for (const part of parts) {
      branch[part] ??= {};
      branch = branch[part] as Record<string, unknown>;
    }
    branch[leaf] = callOf(name);
  }
  return tree as Game;
}

function createCall(context: CallContext, name: OperationName, source: TokenSource | undefined, caller: Caller) {
  // One place forgets the types of the rows; Call<> gives them back to callers.
  const operation = operations[name] as unknown as AnyOperation;
  const call = async (params?: unknown, { signal }: CallOptions = {}): Promise<unknown> => {
    return callUntilAnswered(context, {
      name,
      operation,
      params: checkParams(name, operation, params),
      source,
      caller,
      signal,
    });
  };
  const all = async function* (params?: { start_index?: number }, options?: CallOptions): AsyncGenerator<unknown> {
    let startIndex = params?.start_index ?? 1;
    for (;;) {
      const { items, hasMore } = (await call({ ...params, start_index: startIndex }, options)) as Page<unknown>;
      yield* items;
      if (!hasMore) return;
      startIndex += items.length;
    }
  };
  return Object.assign(call, { all });
}

function checkParams(name: OperationName, operation: AnyOperation, params: unknown): Record<string, unknown> {
  const parsed = operation.params.safeParse(params);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const parameter = issue?.code === 'unrecognized_keys' ? issue.keys[0] : issue?.path[0];
  const reason =
    issue?.code === 'unrecognized_keys' ? 'is not a parameter of this operation' : (issue?.message ?? 'is wrong');
  throw new GameError({ code: 'invalid', parameter: String(parameter ?? 'parameters'), reason }, { operation: name });
}

function pauseFor(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
