import { z } from 'zod';
import { NamedError } from '../errors.ts';
import { NO_REASON } from './errors.ts';
import { uid } from './parameters.ts';
import type { Scope } from './scopes.ts';
import { toItems } from './wire/records.ts';
import { at, isEmpty, textAt, toNumber } from './wire/wire.ts';

/** A request to the service. `path`: below the base, already encoded. */
export type WireRequest = {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  path: string;
  query?: Record<string, string | number | undefined>;
  form?: Record<string, string | number | undefined>;
};

/** The payload under the envelope's only key, undefined if there is none, and the HTTP status.
 * `words`: the text or reason in the 200 of a write. `sentAt`: ms by the service's clock. */
export type WireResponse = {
  payload: unknown;
  status: number;
  words?: string | undefined;
  sentAt?: number | undefined;
};

/** A refusal inside a successful response, with the service's reason. */
export class Refusal extends NamedError {}

/** An operation of the interface. `token`: `ifAsked` sends it only after a 401 without it. */
export type Operation<P extends z.ZodType, R> = {
  isWrite: boolean;
  token: 'required' | 'never' | 'ifAsked';
  scope?: Scope;
  params: P;
  // Methods, so that TypeScript compares their parameters less strictly: all are AnyOperations.
  request(params: z.output<P>): WireRequest;
  record(response: WireResponse, params: z.output<P>): R;
};

export type AnyOperation = Operation<z.ZodType<Record<string, unknown>>, unknown>;

type ScopedRow<P extends z.ZodType, R> = Omit<Operation<P, R>, 'isWrite' | 'token'> & { scope: Scope };

export function read<P extends z.ZodType, R>(row: ScopedRow<P, R>): Operation<P, R> {
  return { ...row, isWrite: false, token: 'required' };
}

export function write<P extends z.ZodType, R>(row: ScopedRow<P, R>): Operation<P, R> {
  return { ...row, isWrite: true, token: 'required' };
}

/** A write without data. It's done unless a 200 has a reason or the status `failed`. */
export function checkWrite({ words, payload }: WireResponse): void {
  const hasFailed = textAt(payload, 'status')?.toLowerCase() === 'failed';
  if (words !== undefined || hasFailed) throw new Refusal(words ?? NO_REASON);
}

/** A read that needs no scope. */
export function openRead<P extends z.ZodType, R>(row: Omit<Operation<P, R>, 'isWrite'>): Operation<P, R> {
  return { ...row, isWrite: false };
}

/** A read whose only parameter is the character; `below` is added to the character's path. */
export function readOfCharacter<R>(scope: Scope, below: string, record: (payload: unknown) => R) {
  return read({
    scope,
    params: z.strictObject({ uid }),
    request: ({ uid }) => get(path`character/${uid}` + below),
    record: ({ payload }) => record(payload),
  });
}

export function get(path: string, query?: WireRequest['query']): WireRequest {
  return { method: 'GET', path, ...(query && { query }) };
}

/** Template tag that URL-encodes every part put into a path. */
export function path(literals: TemplateStringsArray, ...parts: string[]): string {
  // A lone surrogate has no encoding.
  return String.raw({ raw: literals }, ...parts.map((part) => encodeURIComponent(part.toWellFormed())));
}

/** One page of a list. `startIndex` is 1-based. `total`: at least the items shown so far. */
export type Page<T> = {
  total: number;
  startIndex: number;
  itemCount: number;
  items: T[];
  hasMore: boolean;
  /** The number of nulls in place of items, which are missing from `items`. */
  skipped?: number;
  /** The whole list was missing, maybe because the service couldn't read it. A write relies on that
   * only if a second reading agrees. */
  isShapeless?: true;
};

/** A list's payload `{attributes: {start, total, count}, <singular>: []}` → a page. */
export function toPage<R>(
  payload: unknown,
  singular: string,
  requested: { start_index: number; item_count: number },
  toItem: (wire: unknown) => R,
): Page<R> {
  const { start_index, item_count } = requested;
  const [start = start_index, count, said] = ['start', 'count', 'total'].map((name) =>
    toNumber(at(payload, 'attributes', name)),
  );
  const list = at(payload, singular);
  if (isEmpty(payload) || (isEmpty(list) && !Array.isArray(list) && isBare(payload, singular, count ?? said)))
    return { total: 0, startIndex: start_index, itemCount: item_count, items: [], hasMore: false, isShapeless: true };
  const items = toItems(payload, singular, start_index).map(toItem);
  const sent = Array.isArray(list) ? list.length : items.length;
  // Nulls may replace items or come in addition.
  const skipped = Math.max(0, Math.min(sent, count ?? sent, item_count) - items.length);
  const read = items.length + skipped;
  const end = read === 0 ? 0 : start - 1 + read;
  const total = Math.max(end, said ?? 0);
  // Counts from the requested index: a service that ignores it would cause an endless iteration.
  // Without a total, a page that isn't full is the last one.
  const isKnown = said !== undefined && said >= end;
  const hasMore = isKnown ? start_index - 1 + read < total : start === start_index && read >= item_count;
  const facts = { total, startIndex: start, itemCount: item_count, items, hasMore: hasMore && items.length > 0 };
  return { ...facts, ...(skipped > 0 && { skipped }) };
}

/** True if a payload without a list has nothing else in its place, and gives no length. */
function isBare(payload: unknown, singular: string, said = -1): boolean {
  const isKnown = (key: string): boolean => key === 'attributes' || key === singular;
  return typeof payload === 'object' && said < 0 && Object.keys(payload ?? {}).every(isKnown);
}
