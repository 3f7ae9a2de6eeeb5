import { type Context, Hono, type MiddlewareHandler } from 'hono';
import { ServiceError } from '../errors.ts';
import type { OAuthStore } from '../oauth/store.ts';
import type { Quirks } from '../quirks.ts';
import { isAlreadySent, type ServiceEnvironment } from '../requestLog.ts';
import { toLiveForm } from '../wire/liveForm.ts';
import type { Hrefs } from '../wire/reference.ts';
import type { World } from '../world/world.ts';
import { type Caller, requireScope } from './call.ts';
import { characterOperations } from './characterOperations.ts';
import { creditOperations } from './creditOperations.ts';
import type { Envelopes } from './envelope.ts';
import { readForm } from './form.ts';
import { galaxyOperations } from './galaxyOperations.ts';
import { messageOperations } from './messageOperations.ts';
import { privilegeOperations } from './privilegeOperations.ts';
import { createRateLimit, toRateHeaders } from './rateLimit.ts';
import { createRoutes } from './route.ts';

/** The parts of the API. `clock` in unix milliseconds; `basePath` with slashes at both ends. */
type ApiParts = {
  world: World;
  store: OAuthStore;
  hrefs: Hrefs;
  clock: () => number;
  quirks: Quirks;
  limitPerHour: number;
  windowMs: number;
  galaxyRequiresToken: boolean;
  basePath: string;
  envelopes: Envelopes;
  /** Runs after the request is counted and before the operation. */
  withFaults: MiddlewareHandler<ServiceEnvironment>;
  logger: Logger;
};

/** Pino, or anything with its methods. */
export interface Logger {
  info(facts: object, message: string): void;
  error(facts: object, message: string): void;
}

export const findOperation = createRoutes([
  ...characterOperations,
  ...messageOperations,
  ...creditOperations,
  ...privilegeOperations,
  ...galaxyOperations,
]);

const CHALLENGE = { 'www-authenticate': 'OAuth realm="game"' };

/**
 * Counts each request, authenticates it, finds its operation, checks the scope and responds with an
 * envelope. Every response is JSON and has the rate-limit headers.
 */
export function createApi(parts: ApiParts): Hono<ServiceEnvironment> {
  const { world, store, hrefs, clock, quirks, limitPerHour, envelopes } = parts;
  const admit = createRateLimit(limitPerHour, parts.windowMs, clock);
  const api = new Hono<ServiceEnvironment>();

  const findCaller = (token: string): Caller | undefined => {
    const stored = store.accessToken(token);
    return stored && { ...stored, clientName: store.clientName(stored.clientId) ?? stored.clientId };
  };
  const refused = (c: Context, { status, message, headers, word }: ServiceError): Response => {
    const error = envelopes.ofError(c, status === 200 ? 'refused' : status, message);
    return c.json({ ...error, ...(word !== undefined && { error: word }) }, status, { ...headers });
  };
  const overLimit = (resetsAt: number): ServiceError => {
    const message = `You are over the rate limit of ${limitPerHour} requests`;
    if (quirks.rateLimitAs400) return new ServiceError(400, message, {}, 'rate_limit_exceeded');
    const seconds = Math.max(1, Math.ceil((resetsAt - clock()) / 1000));
    return new ServiceError(429, message, { 'retry-after': String(seconds) });
  };

  api.use(async (c, next) => {
    const token = tokenIn(c.req.header('authorization'));
    const known = typeof token === 'string' ? store.accessToken(token) : undefined;
    const allowance = admit(known ? `token ${token}` : `address ${c.env.incoming.socket.remoteAddress ?? ''}`);
    c.set('counted', { handle: (known && world.characters.byUid(known.uid)?.handle) ?? null, allowance });
    if (allowance.isAdmitted) await next();
    else c.res = refused(c, overLimit(allowance.resetsAt));
    if (isAlreadySent(c)) return;
    for (const [name, value] of Object.entries(toRateHeaders(allowance, quirks.resetTimeAsHttpDate)))
      c.res.headers.set(name, value);
  });

  api.use(parts.withFaults);

  api.all('*', async (c) => {
    const token = tokenIn(c.req.header('authorization'));
    const caller = typeof token === 'string' ? findCaller(token) : undefined;
    const url = new URL(c.req.url);
    const match = findOperation(c.req.method, url.pathname.slice(parts.basePath.length));
    // Without a required token, an invalid one counts as none.
    const isPublic = !(match instanceof ServiceError) && match.operation.scope === 'none';
    if (token instanceof ServiceError && !isPublic) throw token;
    if (token !== undefined && !caller && !isPublic)
      throw new ServiceError(401, 'Access Token Not Recognized', CHALLENGE);
    if (match instanceof ServiceError) throw match;
    const { operation, params } = match;
    const { scope } = operation;
    if (!caller && scope !== 'none' && (scope !== 'galaxy' || parts.galaxyRequiresToken)) {
      throw new ServiceError(401, 'Access token required. Send it as: Authorization: OAuth <token>', CHALLENGE);
    }
    if (caller && scope !== 'none' && scope !== 'galaxy') requireScope(caller, scope);
    const answer = operation.answer({
      params,
      query: url.searchParams,
      form: await readForm(c),
      caller,
      world,
      hrefs,
      quirks,
      number: quirks.numbersAsStrings ? String : (value) => value,
      now: Math.floor(clock() / 1000),
    });
    if (answer.body === 'none') return c.body(null, answer.status ?? 200);
    const payload = toLiveForm(answer.payload ?? {}, quirks);
    return c.json({ ...envelopes.of(c, payload), ...answer.beside }, answer.status ?? 200);
  });

  api.onError((error, c) => {
    if (error instanceof ServiceError) return refused(c, error);
    parts.logger.error({ err: error, method: c.req.method, path: c.req.path }, 'an operation failed');
    return refused(c, new ServiceError(500, 'Something in the service went wrong'));
  });
  return api;
}

/** The header's token; undefined without a header, a 401 for any scheme but `OAuth`. */
function tokenIn(header: string | undefined): string | undefined | ServiceError {
  if (header === undefined) return undefined;
  const [, token] = /^OAuth +(\S+) *$/iu.exec(header) ?? [];
  const message = 'Access Token Not Recognized. Send it as: Authorization: OAuth <token>';
  return token ?? new ServiceError(401, message, CHALLENGE);
}
