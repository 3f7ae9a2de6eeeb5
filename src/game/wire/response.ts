import { type GameFailure, NO_REASON } from '../errors.ts';
import type { AnyOperation, WireResponse } from '../operation.ts';
import { isScope, type Scope, toCanonicalScope } from '../scopes.ts';
import { decodeEntities } from './entities.ts';
import { toDate } from './records.ts';
import { at, isEmpty, nonEmpty, textAt, toBoolean, toList, toNumber, toObject, toText } from './wire.ts';

/** An HTTP response. Header names in lower case. */
export type HttpResponse = { status: number; header: (name: string) => string | undefined; body: string };

type CalledOperation = Pick<AnyOperation, 'isWrite' | 'scope'>;

const MAX_REASON_LENGTH = 300;
const RATE_LIMIT = /rate[\s_-]?limit/i;
/** A web page, or the one line that a bot filter sends to programs. */
const PAGE = /^\s*(<|error code: \d+\s*$)/;
/** A bot filter's page, but not a maintenance page. */
const FILTER_PAGE =
  /just a moment|checking your browser|attention required|enable javascript|captcha|cf[-_]chl|^\s*error code: \d+\s*$/i;

/** Opens the envelope (docs/interface.md, "Wire"): gives the payload, or the failure that the
 * response means ("Errors"); `rate_limited` until `retryAt`. */
export function openResponse(
  { status, header, body }: HttpResponse,
  operation: CalledOperation,
  retryAt: Date,
): WireResponse | GameFailure {
  const { isWrite } = operation;
  const isDone = status >= 200 && status <= 299;
  // The operation's record decides if that is enough.
  if (isDone && body.trim() === '' && isWrite) return { payload: undefined, status };
  const remaining = header('x-ratelimit-remaining');
  const json = parseJson(body);
  if (json === undefined && isRateLimit(status, body, remaining)) return { code: 'rate_limited', until: retryAt };
  if (json === undefined && isFromFilter(status, body)) {
    const reason = `HTTP ${status} with a web page from ${filterOf(header)}`;
    // The filter is in front of the game, so what it forbids doesn't get there.
    if (isWrite && status !== 403) return { code: 'outcome_unknown', reason };
    return { code: 'service_unavailable', reason, isBlocked: true };
  }
  if (json === undefined) return toUnreadable(`HTTP ${status} with a body that isn't JSON`, status, isWrite);

  const inner = at(json, 'swcapi');
  const first = isWrite && typeof inner === 'string' ? inner : Object.values(toObject(inner))[0];
  const refusal = isWrite ? refusalIn(json, inner, first) : undefined;
  const errorText = (...names: string[]): string | undefined =>
    names.map((field) => toText(at(inner, field)) ?? toText(at(json, field))).find((text) => text !== undefined);
  const errorCode = errorText('error_code');
  if (errorCode !== undefined || !isDone) {
    const reason = cleanReason(errorText('error_message', 'error_description'));
    const meant = isDone ? (toNumber(errorCode) ?? status) : status;
    const word = errorCode ?? errorText('error') ?? '';
    // A code in words can mean a rate limit under any 2xx.
    if (isRateLimit(isDone && RATE_LIMIT.test(word) ? 429 : meant, `${word} ${reason ?? ''}`, remaining))
      return { code: 'rate_limited', until: retryAt };
    if (refusal !== undefined) return { code: 'refused', reason: refusal };
    // A gateway's error says nothing about what the service behind it did.
    if (errorCode === undefined && (status === 503 || status === 408))
      return { code: isWrite ? 'outcome_unknown' : 'service_unavailable', reason: `HTTP ${status} from a gateway` };
    return toFailure(meant, reason, operation);
  }
  if (refusal !== undefined) return { code: 'refused', reason: refusal };
  const isBare = !Object.hasOwn(toObject(json), 'swcapi');
  // The response to a write may come without its envelope.
  if (isBare && !(isWrite && (typeof json === 'string' || !isEmpty(toObject(json)))))
    return toUnreadable('a response without an envelope', status, isWrite);
  // The result of a send may be beside the created message.
  const result = at(isBare ? json : inner, 'result');
  const payload = !isEmpty(result) ? result : isBare ? json : first;
  // An empty envelope can be an empty list. To any other read, no payload is a broken record.
  if (payload === undefined && !isWrite && !isEmpty(inner))
    return toUnreadable('an envelope without a payload', status, false);
  const parts = [json, inner, payload];
  const isSuccess = parts.some((part) => Object.hasOwn(toObject(part), 'success'));
  const words = isWrite && status === 200 && !isSuccess ? wordsIn(...parts) : undefined;
  return { payload, status, sentAt: toSentAt(json, header), words: inner === false ? NO_REASON : words };
}

/** The response's time by the service's clock, in ms since the epoch. */
function toSentAt(json: unknown, header: HttpResponse['header']): number | undefined {
  const text = toText(at(json, 'timestamp')) ?? header('date') ?? '';
  return toDate(text)?.getTime() ?? (Date.parse(text) || undefined);
}

/** True for the page with which a bot filter turns a request away. */
export function isFromFilter(status: number, body: string): boolean {
  return PAGE.test(body) && (status === 403 || (status < 300 && FILTER_PAGE.test(body)));
}

/** A write's refusal: a `failure` in any part, or a false `success` or `deleted`. */
function refusalIn(...parts: unknown[]): string | undefined {
  const failures = parts.map((part) => at(part, 'failure')).filter((it) => !isEmpty(it) && toFlag(it) !== false);
  const toSentence = (it: unknown): string => (toFlag(it) ? '' : (toText(it) ?? textAt(it, 'message') ?? ''));
  if (failures.length > 0) return cleanReason(failures.flatMap(toList).map(toSentence).join(' ')) ?? NO_REASON;
  const isNone = parts.some((part) => ['success', 'deleted'].some((name) => toFlag(at(part, name)) === false));
  return isNone ? (wordsIn(...parts) ?? NO_REASON) : undefined;
}

/** The text that the response to a write has instead of a record. */
function wordsIn(...parts: unknown[]): string | undefined {
  const texts = parts.filter((part) => typeof part === 'string' && toFlag(part) === undefined) as string[];
  const names = ['failurereason', 'reason', 'error_message'];
  return cleanReason(texts[0] ?? names.flatMap((name) => parts.flatMap((part) => textAt(part, name) ?? []))[0]);
}

/** Reads a value that is only true or false. */
function toFlag(value: unknown): boolean | undefined {
  const text = toText(value) ?? '';
  return /^(true|false|1|0)$/i.test(text) ? toBoolean(text) : undefined;
}

/** The server that sent a page, and its id of the response, which the game's staff can look up. */
function filterOf(header: HttpResponse['header']): string {
  const clean = (name: string) => (header(name) ?? '').replace(/[^\w./ -]/g, '').slice(0, 40);
  const ray = clean('cf-ray');
  return `${clean('server') || 'an unnamed server'}${ray && ` (cf-ray ${ray})`}`;
}

/** The failure for an unreadable response. A write that wasn't clearly refused may have been done,
 * even after a gateway's 5xx. */
export function toUnreadable(reason: string, status: number, isWrite: boolean): GameFailure {
  const wasRefused = status >= 400 && status < 500;
  if (isWrite && !wasRefused) return { code: 'outcome_unknown', reason };
  return { code: 'service_unavailable', reason, ...(status < 300 && { isUnreadable: true }) };
}

function isRateLimit(status: number, text: string, remaining: string | undefined): boolean {
  return status === 429 || (status === 400 && (remaining?.trim() === '0' || RATE_LIMIT.test(text)));
}

function toFailure(status: number, reason: string | undefined, { isWrite, scope }: CalledOperation): GameFailure {
  // The service mixes these two up; the text says which one it means.
  if (status === 401 || status === 403) {
    if (/access token not (provided|recogni[sz]ed)/i.test(reason ?? '')) return { code: 'token_rejected' };
    const lacksScope = scope !== undefined && /required permission/i.test(reason ?? '');
    return status === 403 || lacksScope ? toForbidden(reason, scope) : { code: 'token_rejected' };
  }
  if (status === 404) return { code: 'not_found' };
  // The service's own 503: nothing was done.
  if (status === 503) return { code: 'service_unavailable', reason: reason ?? 'HTTP 503' };
  if (status >= 500 && status <= 599)
    return toUnreadable(`HTTP ${status}: ${reason ?? 'no reason given'}`, status, isWrite);
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
  return nonEmpty(text?.replace(/\s+/g, ' ').trim().slice(0, MAX_REASON_LENGTH));
}

function parseJson(body: string): unknown {
  try {
    // Walking through all values takes longer than parsing them.
    const hasMarkup = /[&<]|\\u00(?:26|3c)/i.test(body);
    const decode = (_: string, value: unknown) => (typeof value === 'string' ? decodeEntities(value) : value);
    const json: unknown = JSON.parse(body, hasMarkup ? decode : undefined);
    return json ?? undefined;
  } catch {
    return undefined;
  }
}
