import type { Context, MiddlewareHandler } from 'hono';
import type { Allowance } from './api/rateLimit.ts';

/** On whose behalf a request came, and what its budget was after it was counted. The API notes it on each request. */
export interface Counted {
  /** The handle of the character whose token came with the request; null without a good token, when the address was counted. */
  handle: string | null;
  allowance: Allowance;
}

/** One request as the service's own log has it: no token, no body, and of the query only what paging and factions need. */
export interface LoggedRequest {
  /** Unix milliseconds of the arrival, by the service's clock. */
  arrivedAt: number;
  method: string;
  /**
   * Decoded, as in docs/interface.md: below the base URL for the operations, from the origin for
   * OAuth.
   */
  path: string;
  /** Null when the connection broke off without an answer. */
  status: number | null;
  durationMs: number;
  /** The character's handle; null without a good token. */
  onBehalfOf: string | null;
  /** What that token, or that address without one, may still send within the window; null for OAuth, which is not counted. */
  quota: { limit: number; remaining: number } | null;
}

/** Hears of every request of a client to the operations and to the OAuth endpoints, once it is answered. */
export interface RequestLog {
  /** The returned function ends it. */
  subscribe(listener: (request: LoggedRequest) => void): () => void;
  middleware: MiddlewareHandler<{ Variables: { counted?: Counted } }>;
}

/**
 * The query's parameters (docs/interface.md, "Parameters"). Anything else in a query may be a
 * secret.
 */
const tellableParameters = new Set(['start_index', 'item_count', 'start_id', 'faction_id']);
/** What a person's browser asks for, on its way to the sign-in pages, is no client's doing. */
const browserOperation = 'oauth.authorization';

/** A log of what happens below `basePath` and at the OAuth endpoints that `operationOf` names, by `clock` (unix milliseconds). */
export function createRequestLog(
  basePath: string,
  operationOf: (c: Context) => string | undefined,
  clock: () => number,
): RequestLog {
  const listeners = new Set<(request: LoggedRequest) => void>();
  return {
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    middleware: async (c, next) => {
      const arrivedAt = clock();
      await next();
      const { pathname, searchParams } = new URL(c.req.url);
      const isOperation = pathname.startsWith(basePath);
      const operation = operationOf(c);
      if (!isOperation && (operation === undefined || operation === browserOperation)) return;
      const counted = c.get('counted');
      const request: LoggedRequest = {
        arrivedAt,
        method: c.req.method,
        path: isOperation ? toPath(pathname.slice(basePath.length), searchParams) : pathname,
        status: c.res.headers.has('x-hono-already-sent') ? null : c.res.status,
        durationMs: clock() - arrivedAt,
        onBehalfOf: counted?.handle ?? null,
        quota: counted ? { limit: counted.allowance.limit, remaining: counted.allowance.remaining } : null,
      };
      for (const listener of [...listeners]) listener(request);
    },
  };
}

function toPath(path: string, parameters: URLSearchParams): string {
  const told = [...parameters].filter(([name]) => tellableParameters.has(name));
  const query = told.map(([name, value]) => `${name}=${value}`).join('&');
  return query === '' ? decode(path) : `${decode(path)}?${query}`;
}

function decode(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
