import { DecoratorHandler, type Dispatcher, Pool } from 'undici';
import { NamedError } from '../../errors.ts';
import type { WireRequest } from '../operation.ts';
import type { HttpResponse } from '../wire/response.ts';
import { toUserAgent } from './userAgent.ts';

/** Timeout from the first byte of a request to the last byte of its response. */
export const REQUEST_TIMEOUT_MS = 10_000;
const CONNECT_TIMEOUT_MS = 5_000;
const MAX_BODY_BYTES = 8 * 1024 * 1024;
/** Max connections per pool. Further requests would wait there while their timeout runs. */
export const MAX_CONNECTIONS = 32;

/** Codes of errors before the first byte of the request left. */
const BEFORE_SENDING =
  /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|UND_ERR_CONNECT_TIMEOUT)$|^ERR_(TLS|SSL)_|CERT/;

/** No response came. `wasSent` is false only if it is certain that nothing left this machine. */
export class NoResponse extends NamedError {
  readonly wasSent: boolean;

  constructor(cause: unknown) {
    super(cause instanceof Error ? cause.message || String(codeOf(cause)) : String(cause), { cause });
    this.wasSent = !isBeforeSending(cause);
  }
}

export type Transport = ReturnType<typeof createTransport>;

/** HTTP to the game's service over keep-alive connections. `publicUrl` identifies the bot. */
export function createTransport(baseUrl: URL, timeoutMs: number = REQUEST_TIMEOUT_MS, publicUrl?: URL) {
  const userAgent = toUserAgent(publicUrl);
  const connect = { timeout: CONNECT_TIMEOUT_MS };
  const limits = { connect, connections: MAX_CONNECTIONS, maxResponseSize: MAX_BODY_BYTES };
  const reads = new Pool(baseUrl.origin, limits);
  // A kept-alive connection can close just as a write leaves: its outcome would be unknown.
  const writes = new Pool(baseUrl.origin, { ...limits, pipelining: 0 });
  const root = new URL('.', baseUrl).pathname;
  return {
    /** Sends once. Rejects with {@link NoResponse}, also when the signal aborts. `allow` is called
     * just before the first byte leaves; what it throws is thrown here, and nothing is sent. */
    async send(
      request: WireRequest,
      token: string | undefined,
      { signal, allow }: { signal?: AbortSignal | undefined; allow?: (() => void) | undefined } = {},
    ): Promise<HttpResponse> {
      const { method, path, query, form } = request;
      const pool = method === 'GET' ? reads : writes;
      let refusal: { reason: unknown } | undefined;
      const decide = (): void => {
        try {
          allow?.();
        } catch (reason) {
          refusal = { reason };
          throw reason;
        }
      };
      // AbortSignal.timeout() and any() cost more, and stay in memory until they end.
      const end = new AbortController();
      const onTimeout = (): void => end.abort(new Error(`no response within ${timeoutMs} ms`));
      const onAbort = (): void => end.abort(signal?.reason);
      const timer = setTimeout(onTimeout, timeoutMs);
      signal?.addEventListener('abort', onAbort, { once: true });
      try {
        const { statusCode, headers, body } = await (allow ? pool.compose(onlyIf(decide)) : pool).request({
          path: `${root}${path}${query ? `?${toFields(query)}` : ''}`,
          method,
          headers: {
            accept: 'application/json',
            'user-agent': userAgent,
            ...(token !== undefined && { authorization: `OAuth ${token}` }),
            ...(form && { 'content-type': 'application/x-www-form-urlencoded' }),
          },
          body: form ? toFields(form).toString() : null,
          signal: end.signal,
        });
        return { status: statusCode, header: (name: string) => [headers[name]].flat()[0], body: await body.text() };
      } catch (cause) {
        if (refusal) throw refusal.reason;
        throw new NoResponse(cause);
      } finally {
        clearTimeout(timer);
        signal?.removeEventListener('abort', onAbort);
      }
    },
    close: async (): Promise<void> => void (await Promise.all([reads.destroy(), writes.destroy()])),
  };
}

/** Calls `decide` once a request's connection is ready; if that throws, the request isn't sent. */
function onlyIf(decide: () => void): Dispatcher.DispatcherComposeInterceptor {
  return (dispatch) => (options, handler) => {
    const deciding: Dispatcher.DispatchHandlers = new DecoratorHandler(handler);
    deciding.onConnect = (abort) => {
      decide();
      handler.onConnect?.(abort);
    };
    return dispatch(options, deciding);
  };
}

function toFields(values: Record<string, string | number | undefined>): URLSearchParams {
  const fields = new URLSearchParams();
  for (const [name, value] of Object.entries(values)) if (value !== undefined) fields.append(name, String(value));
  return fields;
}

function isBeforeSending(cause: unknown): boolean {
  if (cause instanceof AggregateError) return cause.errors.every(isBeforeSending);
  return BEFORE_SENDING.test(codeOf(cause) ?? '');
}

function codeOf(cause: unknown): string | undefined {
  const code = cause instanceof Error && 'code' in cause ? cause.code : undefined;
  return typeof code === 'string' ? code : undefined;
}
