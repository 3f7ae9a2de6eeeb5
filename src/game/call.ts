import type { z } from 'zod';
import type { Logger } from '../log.ts';
import type { QuotaQueue } from '../quota/queue.ts';
import { type RateHeaders, readRateHeaders } from '../quota/rateHeaders.ts';
import { type Priority, PUBLIC_BUDGET, QuotaExhausted } from '../quota/rule.ts';
import { openAnswer, unreadable } from './answer.ts';
import { GameError, type GameFailure, isGameError } from './errors.ts';
import { type FactionIds, learnFactionIds, toFactionId } from './factionId.ts';
import { type InFlight, NoRoom } from './inFlight.ts';
import type { Operation, WireAnswer, WireRequest } from './operation.ts';
import { Refusal } from './operation.ts';
import type { OperationName } from './operations.ts';
import { NoAnswer, type Transport } from './transport.ts';

/** Whose token a call sends. */
export type TokenSource = {
  /** The name of the quota budget of this token's owner; never the token. */
  budget: string;
  /** A token that is good now; throws {@link GameError} `token_rejected` when there is none to be had. */
  accessToken(): Promise<string>;
  /** Another token in place of one that the service did not recognize; undefined when there is none to be had. */
  renew(rejected: string): Promise<string | undefined>;
};

/**
 * Who calls: how urgent it is; the person (a hash of their id, as in {@link TokenSource.budget}, which is the default) whose fair
 * share this takes; who counts the requests, by the name of the budget that each draws on; and until when a slot is waited for.
 * A request that has left is not broken off: its answer may still be of use.
 */
export type Caller = {
  priority?: Priority;
  person?: string;
  noteRequest?: (budget: string) => void;
  patience?: AbortSignal;
};

export type AnyOperation = Operation<z.ZodType<Record<string, unknown>>, unknown>;

/** What calls share. */
export type CallContext = {
  transport: Transport;
  queue: QuotaQueue;
  log: Logger;
  now: () => number;
  wait: (ms: number) => Promise<void>;
  /** Requests on their way, of each person and over all connections. */
  inFlight: { people: InFlight; connections: InFlight };
  /** Learned from the answers. */
  factionIds: FactionIds;
};

/** One call of one operation, its parameters already checked. */
export type Ask = {
  name: OperationName;
  operation: AnyOperation;
  params: Record<string, unknown>;
  source: TokenSource | undefined;
  caller: Caller;
  signal: AbortSignal | undefined;
};

const MOST_ATTEMPTS = 3;
const FIRST_BACKOFF_MS = 300;

/** Makes the call and gives its record, or throws {@link GameError}. Reads are repeated a few times while the service is away; a write is sent once, whatever happens. */
export async function callUntilAnswered(context: CallContext, ask: Ask): Promise<unknown> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await callWithToken(context, ask);
    } catch (error) {
      // Whoever asked goes on to look the outcome up; why it was lost is told here alone.
      if (isGameError(error, 'outcome_unknown')) context.log.warn({ err: error }, 'lost the answer to a write');
      const hasGone = ask.signal?.aborted || ask.caller.patience?.aborted;
      const mayRepeat = !ask.operation.isWrite && attempt < MOST_ATTEMPTS && !hasGone;
      if (!mayRepeat || !isGameError(error, 'service_unavailable')) throw error;
      context.log.debug({ operation: ask.name, attempt, err: error }, 'the game service is away, trying again');
      await context.wait(FIRST_BACKOFF_MS * 2 ** (attempt - 1) * (0.5 + Math.random()));
    }
  }
}

/** Sends the token where the operation wants one, and renews it once when the service does not recognize it. */
async function callWithToken(context: CallContext, ask: Ask): Promise<unknown> {
  const { name, operation, source } = ask;
  if (operation.token !== 'required') {
    try {
      return await exchange(context, ask);
    } catch (error) {
      const isAsked = operation.token === 'ifAsked' && isGameError(error, 'token_rejected');
      const isPublicSpent = error instanceof GameError && error.cause instanceof QuotaExhausted;
      // Where only tokens have a limit, a linked person's own may do what the public budget can't.
      if (!isAsked && !(isPublicSpent && source && !context.queue.isBoundByAddress)) throw error;
    }
  }
  if (!source) throw new GameError({ code: 'not_linked' }, { operation: name });
  const token = await source.accessToken();
  try {
    return await exchange(context, ask, { token, budget: source.budget });
  } catch (error) {
    if (!isGameError(error, 'token_rejected')) throw error;
    const renewed = await source.renew(token);
    if (renewed === undefined) throw error;
    if (!operation.isWrite) return await exchange(context, ask, { token: renewed, budget: source.budget });
    // A write is not repeated even when it was clearly refused; the person can, with the new token.
    const reason = 'the access token had to be renewed';
    throw new GameError({ code: 'service_unavailable', reason }, { operation: name, cause: error });
  }
}

type Auth = { token: string; budget: string };

/** Waits for a connection and for a slot of the quota, and sends the request. Gives also when it was granted, and left. */
async function sendInTurn(
  { inFlight, queue, transport, now }: CallContext,
  ask: Ask,
  request: WireRequest,
  auth?: Auth,
) {
  const { operation, source, caller, signal = caller.patience } = ask;
  const { priority, person = source?.budget } = caller;
  const budget = auth?.budget ?? PUBLIC_BUDGET;
  const leaves: (() => void)[] = [];
  try {
    // Before the grant: what it waits for afterwards would make the request arrive late.
    if (person !== undefined) leaves.push(await inFlight.people.enter(person, signal));
    leaves.push(await inFlight.connections.enter(operation.isWrite ? 'writes' : 'reads', signal));
    const grantedAt = await queue.acquire(budget, { priority, person, signal });
    caller.noteRequest?.(budget);
    const startedAt = now();
    return { answer: await transport.send(request, auth?.token, ask.signal), grantedAt, startedAt };
  } finally {
    for (const leave of leaves) leave();
  }
}

/** One request: its turn, the exchange, what its headers say of the quota, and the record. */
async function exchange(context: CallContext, ask: Ask, auth?: Auth): Promise<unknown> {
  const { queue, log, now } = context;
  const { name, operation, params } = ask;
  const budget = auth?.budget ?? PUBLIC_BUDGET;
  const fail = (failure: GameFailure, cause: unknown): never => {
    throw new GameError(failure, { operation: name, cause });
  };
  const request = withFactionId(operation.request(params), context.factionIds);
  const { answer, grantedAt, startedAt } = await sendInTurn(context, ask, request, auth).catch((error: unknown) => {
    if (error instanceof QuotaExhausted) return fail({ code: 'rate_limited', until: error.until }, error);
    if (error instanceof NoRoom) return fail({ code: 'service_unavailable', reason: error.message }, error);
    if (!(error instanceof NoAnswer)) throw error;
    const mayBeDone = operation.isWrite && error.wasSent;
    return fail({ code: mayBeDone ? 'outcome_unknown' : 'service_unavailable', reason: reasonOf(error) }, error);
  });
  log.debug({ operation: name, status: answer.status, durationMs: now() - startedAt }, 'asked the game service');

  const headers = readRateHeaders(answer.header, now());
  // What the budget isn't told costs accuracy, never the answer.
  const observe = (isRefused: boolean): Promise<Date> =>
    queue.observe(budget, { ...headers, isRefused, grantedAt }).catch((err: unknown) => {
      log.warn({ err }, 'the quota could not apply a response');
      return toRetryDate(headers, now());
    });
  let opened: WireAnswer;
  try {
    opened = openAnswer(answer, { name, isWrite: operation.isWrite, scope: operation.scope });
  } catch (error) {
    if (isGameError(error, 'rate_limited')) return fail({ code: 'rate_limited', until: await observe(true) }, error);
    // What isn't the service's own answer says nothing of the quota.
    if (!isGameError(error, 'service_unavailable') && !isGameError(error, 'outcome_unknown')) void observe(false);
    throw error;
  }
  void observe(false);
  learnFactionIds(opened.payload, context.factionIds);
  try {
    return operation.record(opened, params);
  } catch (error) {
    if (error instanceof Refusal) return fail({ code: 'refused', reason: error.message }, error);
    // The answer makes no record: after a write that means it was probably done.
    return fail(unreadable(reasonOf(error), answer.status, operation.isWrite), error);
  }
}

function withFactionId(request: WireRequest, known: FactionIds): WireRequest {
  const uid = request.query?.['faction_id'];
  if (typeof uid !== 'string') return request;
  return { ...request, query: { ...request.query, faction_id: toFactionId(uid, known) } };
}

function toRetryDate({ retryInMs, resetInMs = 0 }: RateHeaders, now: number): Date {
  return new Date(now + (retryInMs ?? resetInMs));
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
