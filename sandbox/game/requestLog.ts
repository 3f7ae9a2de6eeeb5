import type { HttpBindings } from '@hono/node-server';
import type { Context, MiddlewareHandler } from 'hono';
import type { Allowance } from './api/rateLimit.ts';

/** What the service's middleware hands on: Node's request, and how the API counted it. */
export type ServiceEnvironment = {
  Bindings: HttpBindings;
  /** The handle is null without a good token, when the address was counted. */
  Variables: { counted?: { handle: string | null; allowance: Allowance } };
};

/** One request: no token, no body, and of the query only what paging and factions need. */
export type LoggedRequest = {
  /** Unix milliseconds, by the service's clock. */
  arrivedAt: number;
  method: string;
  /** Decoded; below the base URL for the operations, from the origin for OAuth. */
  path: string;
  /** Null if the connection broke off without an answer. */
  status: number | null;
  durationMs: number;
  /** The character's handle; null without a good token. */
  onBehalfOf: string | null;
  /** What that token or address may still send; null for OAuth, which isn't counted. */
  quota: { limit: number; remaining: number } | null;
};

/** Anything else in a query may be a secret. */
const LOGGED_PARAMETERS = new Set(['start_index', 'item_count', 'start_id', 'faction_id']);
/** A person's browser on its way to the sign-in pages isn't a client. */
const BROWSER_OPERATION = 'oauth.authorization';

/** Logs what happens below `basePath` and at the OAuth endpoints that `operationOf` names. */
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
    /** The returned function ends it. */
    subscribe: (listener: (request: LoggedRequest) => void) => {
      listeners.add(listener);
      return (): void => void listeners.delete(listener);
    },
  };
}

/** Whether the connection was cut, so that there is nothing left to answer. */
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
