import { randomUUID } from 'node:crypto';
import { pino } from 'pino';
import { createGameClient, type Game, type GameClient } from '../../src/game/client.ts';
import { GameError } from '../../src/game/errors.ts';
import type { OperationName } from '../../src/game/operations.ts';
import type { Caller, TokenSource } from '../../src/game/request/call.ts';
import type { WireForms } from '../../src/game/wire/wireForms.ts';
import type { Logger } from '../../src/log.ts';
import { openQuota } from '../../src/quota/openQuota.ts';
import { type Answer, startRawServer } from './rawServer.ts';

export type RigOptions = {
  timeoutMs?: number;
  perToken?: number;
  perAddress?: number;
  now?: () => number;
  forms?: WireForms;
  log?: Logger;
  /** Waits between attempts in real time. */
  hasRealPauses?: true;
};

/** `pauses`: the pauses between attempts in ms, which take no time. */
export type Rig = AsyncDisposable & { client: GameClient; pauses: number[] };

export function createRig({ baseUrl }: { baseUrl: string }, options: RigOptions = {}): Rig {
  const { timeoutMs, perToken = 1_000_000, perAddress, now = Date.now, hasRealPauses, forms } = options;
  const { log = pino({ level: 'silent' }) } = options;
  const pauses: number[] = [];
  const pause = async (ms: number): Promise<void> => void pauses.push(ms);
  const client = createGameClient({
    baseUrl: new URL(baseUrl),
    publicUrl: new URL('https://relay.example'),
    queue: openQuota({ perToken, perAddress, now }),
    log,
    now,
    ...(!hasRealPauses && { pause }),
    ...(forms && { forms }),
    ...(timeoutMs !== undefined && { timeoutMs }),
  });
  // Nothing stops these writes.
  const finalCheck = { prepare: async () => {}, allow: () => {} };
  const actingAs: GameClient['actingAs'] = (source, caller) => client.actingAs(source, { finalCheck, ...caller });
  return { client: { ...client, actingAs }, pauses, [Symbol.asyncDispose]: client.close };
}

/** A {@link startRawServer} and the game for the owner of a token. */
export async function startRawGame(answer: Answer, options: RigOptions & { caller?: Caller } = {}) {
  const server = await startRawServer(answer);
  const rig = createRig(server, options);
  const source = createSource('s3cret-token');
  return {
    ...server,
    ...rig,
    source,
    game: rig.client.actingAs(source, options.caller),
    async [Symbol.asyncDispose]() {
      await rig.client.close();
      await server[Symbol.asyncDispose]();
    },
  };
}

/** A source with one token; `asked` counts the requests for another one. */
export type FixedSource = TokenSource & { asked: number };

export function createSource(token: string, renewed?: string): FixedSource {
  const source: FixedSource = {
    asked: 0,
    budget: randomUUID(),
    accessToken: async () => token,
    renew: async () => {
      source.asked += 1;
      return renewed;
    },
  };
  return source;
}

type AnyCall = (params?: unknown) => Promise<unknown>;

/** The operation of this name without its types, for tables over all operations. */
export function callOf(game: Game, name: OperationName): AnyCall {
  let branch: unknown = game;
  for (const part of name.split('.')) branch = (branch as Record<string, unknown>)[part];
  return branch as AnyCall;
}

/** The error of a call; fails the test if the call succeeds. */
export async function failureOf(call: Promise<unknown>): Promise<GameError> {
  const outcome = await call.then(
    (value) => new Error(`it succeeded, with ${JSON.stringify(value)}`),
    (error: unknown) => error,
  );
  if (outcome instanceof GameError) return outcome;
  throw outcome;
}

/** Paths with undefined, null, NaN, an invalid date or a wire object. */
export function findDirtyFields(value: unknown, path = 'record'): string[] {
  if (value === undefined || value === null) return [`${path} is ${value}`];
  if (typeof value === 'number') return Number.isFinite(value) ? [] : [`${path} is ${value}`];
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? [`${path} is an invalid date`] : [];
  if (typeof value !== 'object') return [];
  const entries = Object.entries(value);
  const wireObject = entries.some(([key]) => key === 'attributes') ? [`${path} is an object of the wire`] : [];
  return [...wireObject, ...entries.flatMap(([key, inner]) => findDirtyFields(inner, `${path}.${key}`))];
}
