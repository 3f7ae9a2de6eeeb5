import type { HttpBindings } from '@hono/node-server';
import type { Context, MiddlewareHandler } from 'hono';
import type { Allowance } from './api/rateLimit.ts';

/** Data from the service's middleware: Node's request, and how the API counted it. */
export type ServiceEnvironment = {
  Bindings: HttpBindings;
  /** The handle is null without a valid token, when the address was counted. */
  Variables: { counted?: { handle: string | null; allowance: Allowance } };
};

/** One request: no token, no body, and only the query parameters of paging and factions. */
export type LoggedRequest = {
  /** Unix milliseconds, by the service's clock. */
  arrivedAt: number;
  method: string;
  /** Decoded; relative to the base URL for operations, to the origin for OAuth. */
  path: string;
  /** Null if the connection ended without a response. */
  status: number | null;
  durationMs: number;
  /** The character's handle; null without a valid token. */
  onBehalfOf: string | null;
  /** The remaining requests of that token or address; null for OAuth, which isn't counted. */
  quota: { limit: number; remaining: number } | null;
};

/** Any other parameter may be a secret. */
const LOGGED_PARAMETERS = new Set(['start_index', 'item_count', 'start_id', 'faction_id']);
/** The operation of a person's browser on the sign-in pages, which isn't a client. */
const BROWSER_OPERATION = 'oauth.authorization';

/** Logs requests below `basePath` and to the OAuth endpoints that `operationOf` names. */
export function createRequestLog(
  basePath: string,
  operationOf: (c: Context) => string | undefined,
  clock: () => number,
) {
  const listeners = new Set<(request: LoggedRequest) => void>();
  const middleware: MiddlewareHandler<ServiceEnvironment> = async (c, next) => {
    const arrivedAt = clock();
    await next();
    const { pathname, searchParams } = new URL(c.req.url);
    const isOperation = pathname.startsWith(basePath);
    const operation = operationOf(c);
    if (!isOperation && (operation === undefined || operation === BROWSER_OPERATION)) return;
    const counted = c.get('counted');
    const request: LoggedRequest = {
      arrivedAt,
      method: c.req.method,
      path: isOperation ? toPath(pathname.slice(basePath.length), searchParams) : pathname,
      status: isAlreadySent(c) ? null : c.res.status,
      durationMs: clock() - arrivedAt,
      onBehalfOf: counted?.handle ?? null,
      quota: counted ? { limit: counted.allowance.limit, remaining: counted.allowance.remaining } : null,
    };
    for (const listener of [...listeners]) listener(request);
  };
  return {
    middleware,
    /** Returns a function that unsubscribes. */
    subscribe: (listener: (request: LoggedRequest) => void) => {
      listeners.add(listener);
      return (): void => void listeners.delete(listener);
    },
  };
}

/** True if the connection was cut and no response can be sent. */
export function isAlreadySent(c: Context): boolean {
  return c.res.headers.has('x-hono-already-sent');
}

function toPath(path: string, parameters: URLSearchParams): string {
  const logged = [...parameters].filter(([name]) => LOGGED_PARAMETERS.has(name));
  const query = logged.map(([name, value]) => `${name}=${value}`).join('&');
  return query === '' ? decode(path) : `${decode(path)}?${query}`;
}

function decode(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
