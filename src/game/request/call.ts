import type { Logger } from '../../log.ts';
import { gameRequests } from '../../metrics.ts';
import type { QuotaQueue } from '../../quota/queue.ts';
import { readRateHeaders } from '../../quota/rateHeaders.ts';
import { FINAL_CHECK_MS, type Priority, PUBLIC_BUDGET, QuotaExhausted } from '../../quota/rule.ts';
import { retry } from '../../time/retry.ts';
import { isTimeout, unlessAborted, withTimeout } from '../../time/withTimeout.ts';
import { GameError, type GameFailure, isGameError } from '../errors.ts';
import { type AnyOperation, Refusal, type WireRequest } from '../operation.ts';
import type { Scope } from '../scopes.ts';
import type { FactionIds } from '../wire/factionId.ts';
import { openResponse, toUnreadable } from '../wire/response.ts';
import type { InFlight } from './inFlight.ts';
import { NoResponse, type Transport } from './transport.ts';

export type TokenSource = {
  /** The name of the quota budget of the token's owner; never the token. */
  budget: string;
  /** A valid token; throws {@link GameError} `token_rejected` if there is none, and `scope_missing`
   * if its owner doesn't let us use this scope. */
  accessToken(scope?: Scope): Promise<string>;
  /** Another token in place of one that the service rejected; undefined if there is none. */
  renew(rejected: string): Promise<string | undefined>;
};

/** Decides if a write is sent. If a method throws, so does the call, and nothing was sent. */
export type FinalCheck = {
  /** Called when the write has its slot; may take {@link FINAL_CHECK_MS}. */
  prepare(): Promise<void>;
  /** Called when the connection is ready, just before the first byte. */
  allow(): void;
};

export type Caller = {
  priority?: Priority;
  /** The person whose fair share is used, as a hash; by default {@link TokenSource.budget}. */
  person?: string;
  noteRequest?: (budget: string) => void;
  /** The deadline. It ends waits and reads, never a write that was sent. After
   * AbortSignal.timeout(), calls throw {@link GameError}: `rate_limited` if only the quota was in
   * the way, else `service_unavailable`. Any other reason is thrown as it is. */
  signal?: AbortSignal;
  /** Without it, writes are refused. */
  finalCheck?: FinalCheck;
};

/** Shared by all calls. `pause` resolves after the time, or rejects when the signal aborts. */
export type CallContext = {
  transport: Transport;
  queue: QuotaQueue;
  log: Logger;
  now: () => number;
  pause: (ms: number, signal?: AbortSignal) => Promise<unknown>;
  /** Requests in flight, of each person and over all connections. */
  inFlight: { people: InFlight; connections: InFlight };
  factionIds: FactionIds;
  /** The service's clock minus `now`, as its last response showed it. */
  clock: { aheadMs: number };
};

export type Call = {
  name: string;
  operation: AnyOperation;
  params: Record<string, unknown>;
  source: TokenSource | undefined;
  caller: Caller;
};

const RETRY_DELAYS_MS = [300, 600];

/** Makes the call and gives its record, or throws {@link GameError}. A read is retried twice while
 * the service is unavailable, unless a bot filter turned it away; a write is never sent twice. */
export async function callWithRetries(context: CallContext, call: Call): Promise<unknown> {
  const { name, operation, caller } = call;
  if (operation.isWrite && !caller.finalCheck) throw new Error(`${name} needs a final check before it is sent.`);
  const attempt = async (): Promise<unknown> => {
    try {
      return await callWithToken(context, call);
    } catch (cause) {
      const error = toGameError(cause, call);
      // The caller looks up the outcome; only this line says why the response was lost.
      if (isGameError(error, 'outcome_unknown')) context.log.warn({ err: error }, 'lost the response to a write');
      if (isBlocked(error)) context.log.warn({ err: error }, "the game's site turned the bot away");
      throw error;
    }
  };
  const mayRetry = (error: unknown): boolean =>
    !operation.isWrite && !isBlocked(error) && !caller.signal?.aborted && isGameError(error, 'service_unavailable');
  const wait = async (ms: number, err: unknown): Promise<void> => {
    context.log.debug({ operation: name, err }, 'the game service is unavailable, retrying');
    // If the signal aborts, the next attempt ends with its reason.
    await context.pause(ms * (0.5 + Math.random()), caller.signal).catch(() => {});
  };
  return await retry(RETRY_DELAYS_MS, attempt, { mayRetry, wait });
}

function isBlocked(error: unknown): boolean {
  return error instanceof GameError && 'isBlocked' in error.failure;
}

/** Turns errors of the call into {@link GameError}s; others stay as they are. */
function toGameError(error: unknown, { name, operation: { isWrite }, caller: { signal } }: Call): unknown {
  const toError = (failure: GameFailure): GameError => new GameError(failure, { operation: name, cause: error });
  if (error instanceof QuotaExhausted)
    return toError({ code: 'rate_limited', until: error.until, ...(error.isShared && { isShared: true }) });
  const wasAborted = error === signal?.reason || (error instanceof NoResponse && !isWrite);
  if (signal?.aborted && wasAborted && !isTimeout(signal.reason)) return signal.reason;
  if (signal?.aborted && wasAborted) return toError({ code: 'service_unavailable', reason: 'no response in time' });
  if (!(error instanceof NoResponse)) return error;
  const mayBeDone = isWrite && error.wasSent;
  return toError({ code: mayBeDone ? 'outcome_unknown' : 'service_unavailable', reason: error.message });
}

/** Sends the token if the operation wants one, and renews it once if the service rejects it. */
async function callWithToken(context: CallContext, call: Call): Promise<unknown> {
  const { name, operation, source, caller } = call;
  if (operation.token !== 'required') {
    try {
      return await exchange(context, call);
    } catch (error) {
      const wantsToken = operation.token === 'ifAsked' && isGameError(error, 'token_rejected');
      // If only tokens have a limit, a linked person's own budget can replace the public one.
      const isPublicSpent = error instanceof QuotaExhausted && !context.queue.isBoundByAddress;
      if (!wantsToken && !(isPublicSpent && source && !caller.signal?.aborted)) throw error;
    }
  }
  if (!source) throw new GameError({ code: 'not_linked' }, { operation: name });
  const { budget } = source;
  const token = await unlessAborted(source.accessToken(operation.scope), caller.signal);
  try {
    return await exchange(context, call, { token, budget });
  } catch (error) {
    if (!isGameError(error, 'token_rejected')) throw error;
    const renewed = await unlessAborted(source.renew(token), caller.signal);
    if (renewed === undefined) throw error;
    if (!operation.isWrite) return await exchange(context, call, { token: renewed, budget });
    // A write isn't repeated even after a clear refusal; the person can repeat it.
    const reason = 'the access token had to be renewed';
    throw new GameError({ code: 'service_unavailable', reason }, { operation: name, cause: error });
  }
}

type Auth = { token?: string; budget: string };

async function sendInTurn(context: CallContext, { operation, source, caller }: Call, auth: Auth, request: WireRequest) {
  const { inFlight, queue, transport, now } = context;
  const { priority, person = source?.budget, signal, finalCheck } = caller;
  const { isWrite } = operation;
  const releases: (() => void)[] = [];
  try {
    // Before the grant: waiting afterwards would make the request arrive late.
    if (person !== undefined) releases.push(await inFlight.people.enter(person, signal));
    releases.push(await inFlight.connections.enter(isWrite ? 'writes' : 'reads', signal));
    const grantedAt = await queue.acquire(auth.budget, { priority, person, signal });
    signal?.throwIfAborted();
    caller.noteRequest?.(auth.budget);
    if (isWrite && finalCheck) await withTimeout(finalCheck.prepare(), FINAL_CHECK_MS);
    const startedAt = now();
    const response = await transport.send(request, auth.token, isWrite ? { allow: finalCheck?.allow } : { signal });
    return { response, grantedAt, durationMs: now() - startedAt };
  } finally {
    for (const release of releases) release();
  }
}

/** {@link request}, counted by result. */
async function exchange(context: CallContext, call: Call, auth: Auth = { budget: PUBLIC_BUDGET }): Promise<unknown> {
  const count = (result: string): void => gameRequests.inc({ operation: call.name, result });
  try {
    const record = await request(context, call, auth);
    count('ok');
    return record;
  } catch (error) {
    const lost = call.operation.isWrite ? 'outcome_unknown' : 'no_response';
    if (error instanceof NoResponse) count(error.wasSent ? lost : 'no_connection');
    else count(error instanceof GameError ? error.code : 'not_sent');
    throw error;
  }
}

/** Makes one request when it's its turn, applies the headers to the quota, returns the record. */
async function request(context: CallContext, call: Call, auth: Auth): Promise<unknown> {
  const { queue, log, now, factionIds, clock } = context;
  const { name, operation, params, caller } = call;
  const wireRequest = await factionIds.applyTo(operation.request(params));
  const { response, grantedAt, durationMs } = await sendInTurn(context, call, auth, wireRequest);
  log.debug({ operation: name, status: response.status, durationMs }, 'called the game service');

  const headers = readRateHeaders(response.header, now());
  const retryAt = new Date(now() + (headers.retryInMs ?? headers.resetInMs ?? 0));
  const opened = openResponse(response, operation, retryAt);
  const code = 'code' in opened ? opened.code : undefined;
  // A response that isn't the service's own says nothing about the quota.
  if (code !== 'service_unavailable' && code !== 'outcome_unknown') {
    const report = { ...headers, isRefused: code === 'rate_limited', grantedAt };
    // Without the report the budget is less accurate; the response still counts.
    const observed = queue.observe(auth.budget, report).catch((err: unknown) => {
      log.warn({ err }, 'the quota could not apply a response');
      return retryAt;
    });
    const until = code === 'rate_limited' && (await unlessAborted(observed, caller.signal).catch(() => retryAt));
    // If the address has a limit, the service counts all requests together.
    const isShared = queue.isBoundByAddress || auth.budget === PUBLIC_BUDGET;
    if (until) throw new GameError({ code: 'rate_limited', until, ...(isShared && { isShared }) }, { operation: name });
  }
  if ('code' in opened) throw new GameError(opened, { operation: name });
  if (opened.sentAt !== undefined) clock.aheadMs = opened.sentAt - now();
  await factionIds.note(opened.payload);
  try {
    return operation.record(opened, params);
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    // No record: a write was probably done.
    const unreadable = toUnreadable(reason, response.status, operation.isWrite);
    const failure: GameFailure = cause instanceof Refusal ? { code: 'refused', reason } : unreadable;
    throw new GameError(failure, { operation: name, cause });
  }
}
