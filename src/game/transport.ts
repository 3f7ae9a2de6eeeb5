import { Agent, type Dispatcher, request as httpRequest } from 'undici';
import type { HttpAnswer } from './answer.ts';
import type { WireRequest } from './operations.ts';

/** The longest a request may take from its first byte to the last of its answer, unless told otherwise. */
const REQUEST_TIMEOUT_MS = 10_000;
const CONNECT_TIMEOUT_MS = 5_000;
const LARGEST_BODY_BYTES = 8 * 1024 * 1024;
const MOST_CONNECTIONS = 32;

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
    connections: MOST_CONNECTIONS,
    maxResponseSize: LARGEST_BODY_BYTES,
  };
  const reads = new Agent(limits);
  // A kept-alive connection can be closed by the server just as a write leaves, and the outcome would be unknown for nothing.
  const writes = new Agent({ ...limits, pipelining: 0 });
  return {
    async send(request, token, signal) {
      const timeout = AbortSignal.timeout(timeoutMs);
      try {
        signal?.throwIfAborted();
        const { statusCode, headers, body } = await httpRequest(toUrl(baseUrl, request), {
          dispatcher: request.method === 'GET' ? reads : writes,
          method: request.method,
          headers: {
            accept: 'application/json',
            'user-agent': 'Commlink (Discord bot)',
            ...(token !== undefined && { authorization: `OAuth ${token}` }),
            ...(request.form && { 'content-type': 'application/x-www-form-urlencoded' }),
          },
          body: request.form ? toFields(request.form).toString() : null,
          signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
        });
        return { status: statusCode, header: (name) => firstOf(headers[name]), body: await body.text() };
      } catch (cause) {
        throw new NoAnswer(cause, !isBeforeSending(cause));
      }
    },
    close: async () => {
      await Promise.all([reads.destroy(), writes.destroy()]);
    },
  };
}

function toUrl(baseUrl: URL, { path, query }: WireRequest): URL {
  const url = new URL(path, baseUrl);
  url.search = toFields(query ?? {}).toString();
  return url;
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
