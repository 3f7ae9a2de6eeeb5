import type { z } from 'zod';
import type { Logger } from '../log.ts';
import { QuotaExhausted, type QuotaQueue } from '../quota/queue.ts';
import { type RateFacts, toRateFacts } from '../quota/rateHeaders.ts';
import type { Priority, Verdict } from '../quota/window.ts';
import { openAnswer, unreadable } from './answer.ts';
import { GameError, type GameFailure, isGameError } from './errors.ts';
import { type FactionIds, learnFactionIds, toFactionId } from './factionId.ts';
import type { Operation, OperationName, WireAnswer, WireRequest } from './operations.ts';
import { Refusal } from './operations.ts';
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
 * Who calls: how urgent it is; who counts the requests, by the name of the budget that each draws on; and until when a slot is
 * waited for. A request that has left is not broken off: its answer may still be of use.
 */
export type Caller = { priority?: Priority; noteRequest?: (budget: string) => void; patience?: AbortSignal };

export type AnyOperation = Operation<z.ZodType<Record<string, unknown>>, unknown>;

/** What calls share. */
export type CallContext = {
  transport: Transport;
  queue: QuotaQueue;
  log: Logger;
  now: () => number;
  wait: (ms: number) => Promise<void>;
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

/** The budget of calls that carry no token. */
export const PUBLIC_BUDGET = 'public';

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
      if (operation.token === 'never' || !isGameError(error, 'token_rejected')) throw error;
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

/** One request: a slot of the quota, the exchange, what its headers teach, and the record. */
async function exchange(context: CallContext, ask: Ask, auth?: { token: string; budget: string }): Promise<unknown> {
  const { queue, transport, log, now } = context;
  const { name, operation, params, caller, signal } = ask;
  const budget = auth?.budget ?? PUBLIC_BUDGET;
  const fail = (failure: GameFailure, cause: unknown): never => {
    throw new GameError(failure, { operation: name, cause });
  };

  // What the budget does not learn costs accuracy, never the answer.
  const learn = (facts: RateFacts, verdict: Verdict): Promise<Date> =>
    queue.observe(budget, facts, verdict).catch((err: unknown) => {
      log.warn({ err }, 'the quota could not learn from an answer');
      return new Date(facts.retryAt ?? facts.resetAt ?? now());
    });

  const request = withFactionId(operation.request(params), context.factionIds);
  caller.noteRequest?.(budget);
  await queue
    .acquire(budget, { priority: caller.priority, signal: signal ?? caller.patience })
    .catch((error: unknown) => {
      if (error instanceof QuotaExhausted) return fail({ code: 'rate_limited', until: error.until }, error);
      throw error;
    });
  const startedAt = now();
  const answer = await transport.send(request, auth?.token, signal).catch((error: unknown) => {
    void learn({}, 'unclear');
    const mayBeDone = operation.isWrite && !(error instanceof NoAnswer && !error.wasSent);
    return fail({ code: mayBeDone ? 'outcome_unknown' : 'service_unavailable', reason: reasonOf(error) }, error);
  });
  log.debug({ operation: name, status: answer.status, durationMs: now() - startedAt }, 'asked the game service');

  const facts = toRateFacts(answer.header, now());
  let opened: WireAnswer;
  try {
    opened = openAnswer(answer, { name, isWrite: operation.isWrite, scope: operation.scope });
  } catch (error) {
    const isRefusedForRate = isGameError(error, 'rate_limited');
    const isAway = isGameError(error, 'service_unavailable') || isGameError(error, 'outcome_unknown');
    const opensAt = await learn(facts, isRefusedForRate ? 'refused' : isAway ? 'unclear' : 'accepted');
    return isRefusedForRate ? fail({ code: 'rate_limited', until: opensAt }, error) : Promise.reject(error);
  }
  void learn(facts, 'accepted');
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

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
