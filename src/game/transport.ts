import { type Dispatcher, Pool } from 'undici';
import type { HttpAnswer } from './answer.ts';
import type { WireRequest } from './operation.ts';

/** The longest a request may take from its first byte to the last of its answer, unless told otherwise. */
export const REQUEST_TIMEOUT_MS = 10_000;
const CONNECT_TIMEOUT_MS = 5_000;
const LARGEST_BODY_BYTES = 8 * 1024 * 1024;
/** Of each pool; who sends more than these at once waits in the pool, while the timeout runs. */
export const MAX_CONNECTIONS = 32;

/** Failures of the connection's beginning: not one byte of the request has left. */
const BEFORE_SENDING = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
]);

/** No answer came. `wasSent` is false only when it is certain that nothing left this machine. */
export class NoAnswer extends Error {
  override name = 'NoAnswer';
  readonly wasSent: boolean;

  constructor(cause: unknown, wasSent: boolean) {
    super(cause instanceof Error ? cause.message || String(codeOf(cause)) : String(cause), { cause });
    this.wasSent = wasSent;
  }
}

export type Transport = {
  /** Sends once; rejects with {@link NoAnswer}. Times out. */
  send(request: WireRequest, token: string | undefined, signal?: AbortSignal): Promise<HttpAnswer>;
  close(): Promise<void>;
};

/** HTTP to the game's service, through one keep-alive pool. `timeoutMs` bounds a request from its first byte to the last of its answer. */
export function createTransport(baseUrl: URL, timeoutMs: number = REQUEST_TIMEOUT_MS): Transport {
  const limits = {
    connect: { timeout: CONNECT_TIMEOUT_MS },
    connections: MAX_CONNECTIONS,
    maxResponseSize: LARGEST_BODY_BYTES,
  };
  const reads = new Pool(baseUrl.origin, limits);
  // A kept-alive connection can be closed by the server just as a write leaves, and the outcome would be unknown for nothing.
  const writes = new Pool(baseUrl.origin, { ...limits, pipelining: 0 });
  const root = new URL('.', baseUrl).pathname;
  return {
    async send({ method, path, query, form }, token, signal) {
      const end = createEnd(timeoutMs, signal);
      try {
        const { statusCode, headers, body } = await (method === 'GET' ? reads : writes).request({
          path: `${root}${path}${query ? `?${toFields(query)}` : ''}`,
          method,
          headers: {
            accept: 'application/json',
            'user-agent': 'Commlink (Discord bot)',
            ...(token !== undefined && { authorization: `OAuth ${token}` }),
            ...(form && { 'content-type': 'application/x-www-form-urlencoded' }),
          },
          body: form ? toFields(form).toString() : null,
          signal: end.signal,
        });
        return { status: statusCode, header: (name) => firstOf(headers[name]), body: await body.text() };
      } catch (cause) {
        throw new NoAnswer(cause, !isBeforeSending(cause));
      } finally {
        end.clear();
      }
    },
    close: async () => {
      await Promise.all([reads.destroy(), writes.destroy()]);
    },
  };
}

/** A signal at the end of the time, or of the caller's patience. Unlike AbortSignal.timeout() it leaves nothing once cleared. */
function createEnd(timeoutMs: number, signal: AbortSignal | undefined) {
  const controller = new AbortController();
  const timer = setTimeout(() => {
    controller.abort(new DOMException(`no answer within ${timeoutMs} ms`, 'TimeoutError'));
  }, timeoutMs);
  const abort = (): void => controller.abort(signal?.reason);
  if (signal?.aborted) abort();
  else signal?.addEventListener('abort', abort, { once: true });
  return {
    signal: controller.signal,
    clear: () => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', abort);
    },
  };
}

function toFields(values: Record<string, string | number | undefined>): URLSearchParams {
  const fields = new URLSearchParams();
  for (const [name, value] of Object.entries(values)) if (value !== undefined) fields.append(name, String(value));
  return fields;
}

function firstOf(value: Dispatcher.ResponseData['headers'][string]): string | undefined {
  return Array.isArray(value) ? value[0] : value;
}

function isBeforeSending(cause: unknown): boolean {
  if (cause instanceof AggregateError) return cause.errors.every(isBeforeSending);
  const code = codeOf(cause);
  return (
    code !== undefined &&
    (BEFORE_SENDING.has(code) || code.startsWith('ERR_TLS_') || code.startsWith('ERR_SSL_') || code.includes('CERT'))
  );
}

function codeOf(cause: unknown): string | undefined {
  const code = cause instanceof Error && 'code' in cause ? cause.code : undefined;
  return typeof code === 'string' ? code : undefined;
}
