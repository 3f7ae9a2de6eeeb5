import { GameError, type GameFailure } from './errors.ts';
import type { WireAnswer } from './operation.ts';
import { isScope, type Scope, toCanonicalScope } from './scopes.ts';
import { at, isEmpty, nonEmpty, toNumber, toObject, toText } from './wire.ts';

/** An HTTP answer as it came. Header names in lower case. */
export type HttpAnswer = { status: number; header: (name: string) => string | undefined; body: string };

/** The part of an operation's row that matters for its answer. */
export type Asked = { name: string; isWrite: boolean; scope?: Scope | undefined };

const LONGEST_REASON = 300;
const RATE_LIMIT = /rate[\s_-]?limit/i;

/**
 * Opens the envelope of docs/wire.md, "Transport": gives the payload, or throws the {@link GameError} that the status and
 * the error body stand for. A rate-limit answer is thrown as `rate_limited` until now; the caller knows the real time.
 */
export function openAnswer({ status, header, body }: HttpAnswer, asked: Asked): WireAnswer {
  const fail = (failure: GameFailure): never => {
    throw new GameError(failure, { operation: asked.name });
  };
  const isDone = status >= 200 && status <= 299;
  // Whether that is enough to know what was done, the operation's own record says.
  if (isDone && body.trim() === '' && asked.isWrite) return { payload: undefined, status };
  const remaining = header('x-ratelimit-remaining');
  const json = parseJson(body);
  if (json === undefined && isRateLimit(status, body, remaining))
    return fail({ code: 'rate_limited', until: new Date() });
  if (json === undefined) return fail(unreadable(`HTTP ${status} with a body that is not JSON`, status, asked.isWrite));

  const inner = at(json, 'swcapi');
  const textAt = (...names: string[]): string | undefined =>
    names.map((name) => toText(at(inner, name)) ?? toText(at(json, name))).find((text) => text !== undefined);
  const errorCode = textAt('error_code');
  if (errorCode !== undefined || !isDone) {
    const reason = cleanReason(textAt('error_message', 'error_description'));
    const meant = isDone ? (toNumber(errorCode) ?? status) : status;
    const word = errorCode ?? textAt('error') ?? '';
    // A code in words says what the status does not.
    if (isRateLimit(isDone && RATE_LIMIT.test(word) ? 429 : meant, `${word} ${reason ?? ''}`, remaining))
      return fail({ code: 'rate_limited', until: new Date() });
    // A gateway's own words say nothing of what the service behind it did.
    if (errorCode === undefined && (status === 503 || status === 408)) {
      const code = asked.isWrite ? 'outcome_unknown' : 'service_unavailable';
      return fail({ code, reason: `HTTP ${status} in other words than the service's` });
    }
    return fail(toFailure(meant, reason, asked));
  }
  if (!Object.hasOwn(toObject(json), 'swcapi'))
    return fail(unreadable('an answer without an envelope', status, asked.isWrite));
  // The result of a send may stand beside the created message.
  const result = at(inner, 'result');
  const payload = isEmpty(result) ? Object.values(toObject(inner))[0] : result;
  // Only a write may have nothing to say; "no payload" must not be read as "an empty list" or "no permission".
  if (payload === undefined && !asked.isWrite) return fail(unreadable('an envelope without a payload', status, false));
  return { payload, status };
}

/**
 * Why an answer that does not make sense is what it is: a write that was not clearly refused may have been done. A proxy's
 * own 5xx says nothing of what the service behind it did.
 */
export function unreadable(reason: string, status: number, isWrite: boolean): GameFailure {
  const wasRefused = status >= 400 && status < 500;
  return { code: isWrite && !wasRefused ? 'outcome_unknown' : 'service_unavailable', reason };
}

function isRateLimit(status: number, text: string, remaining: string | undefined): boolean {
  return status === 429 || (status === 400 && (remaining?.trim() === '0' || RATE_LIMIT.test(text)));
}

function toFailure(status: number, reason: string | undefined, asked: Asked): GameFailure {
  // The service is known to mix these two up; its words say which one is meant.
  if (status === 401 || status === 403) {
    if (/access token not (provided|recogni[sz]ed)/i.test(reason ?? '')) return { code: 'token_rejected' };
    const lacksScope = asked.scope !== undefined && /required permission/i.test(reason ?? '');
    return status === 403 || lacksScope ? toForbidden(reason, asked.scope) : { code: 'token_rejected' };
  }
  if (status === 404) return { code: 'not_found' };
  // In the service's own words: it is not at work.
  if (status === 503) return { code: 'service_unavailable', reason: reason ?? 'HTTP 503' };
  if (status >= 500 && status <= 599)
    return unreadable(`HTTP ${status}: ${reason ?? 'no reason given'}`, status, asked.isWrite);
  return { code: 'refused', reason: reason ?? `error ${status}` };
}

/** `Required permission: X; Available permissions: Y`, or a refusal for another reason. */
function toForbidden(reason: string | undefined, scope: Scope | undefined): GameFailure {
  const named = toCanonicalScope(/required permission:\s*(\w+)/i.exec(reason ?? '')?.[1] ?? '');
  if (isScope(named)) return { code: 'scope_missing', scope: named };
  if (scope !== undefined && (named !== '' || reason === undefined)) return { code: 'scope_missing', scope };
  return { code: 'refused', reason: reason ?? 'forbidden' };
}

function cleanReason(text: string | undefined): string | undefined {
  return nonEmpty(text?.replace(/\s+/g, ' ').trim().slice(0, LONGEST_REASON));
}

function parseJson(body: string): unknown {
  try {
    const json: unknown = JSON.parse(body);
    return json ?? undefined;
  } catch {
    return undefined;
  }
}
