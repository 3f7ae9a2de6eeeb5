import { type Context, Hono, type MiddlewareHandler } from 'hono';
import { ServiceError } from '../errors.ts';
import type { OAuthStore } from '../oauth/store.ts';
import type { Quirks } from '../quirks.ts';
import { inLiveForm } from '../wire/liveForm.ts';
import { createNumbers } from '../wire/number.ts';
import type { Hrefs } from '../wire/reference.ts';
import type { World } from '../world/world.ts';
import { type Caller, requireScope } from './call.ts';
import { characterOperations } from './characterOperations.ts';
import { creditOperations } from './creditOperations.ts';
import type { Envelopes } from './envelope.ts';
import type { ServiceEnvironment } from './environment.ts';
import { readForm } from './form.ts';
import { galaxyOperations } from './galaxyOperations.ts';
import { messageOperations } from './messageOperations.ts';
import { privilegeOperations } from './privilegeOperations.ts';
import { createRateLimit, toRateHeaders } from './rateLimit.ts';
import { createRoutes, type Routes } from './route.ts';

/** What the API is made of. `clock` in unix milliseconds; `basePath` with slashes at both ends. */
export interface ApiParts {
  world: World;
  tokens: OAuthStore;
  hrefs: Hrefs;
  clock: () => number;
  quirks: Quirks;
  limitPerHour: number;
  windowMs: number;
  galaxyRequiresToken: boolean;
  basePath: string;
  envelopes: Envelopes;
  /** Runs between the counting and the work. */
  withFaults: MiddlewareHandler<ServiceEnvironment>;
  logger: Logger;
}

/** What the service writes its log with: pino, or anything of that shape. */
export interface Logger {
  info(facts: object, message: string): void;
  error(facts: object, message: string): void;
}

/** All requests the service knows, by method and path. */
export const apiRoutes: Routes = createRoutes([
  ...characterOperations,
  ...messageOperations,
  ...creditOperations,
  ...privilegeOperations,
  ...galaxyOperations,
]);

/**
 * The HTTP API: counts each request, recognizes its token, finds its operation, checks its scope and answers in an envelope. Whatever happens, the
 * answer is JSON and carries the rate-limit headers.
 */
export function createApi(parts: ApiParts): Hono<ServiceEnvironment> {
  const {
    world,
    tokens,
    hrefs,
    clock,
    quirks,
    limitPerHour,
    windowMs,
    galaxyRequiresToken,
    basePath,
    envelopes,
    withFaults,
    logger,
  } = parts;
  const rateLimit = createRateLimit(limitPerHour, windowMs, clock);
  const api = new Hono<ServiceEnvironment>();

  const callerBy = (token: string): Caller | undefined => {
    const stored = tokens.accessToken(token);
    return stored && { ...stored, token, clientName: tokens.clientName(stored.clientId) ?? stored.clientId };
  };

  api.use(async (c, next) => {
    const token = tokenIn(c.req.header('authorization'));
    const known = typeof token === 'string' ? tokens.accessToken(token) : undefined;
    const allowance = rateLimit.admit(
      known ? `token ${token}` : `address ${c.env.incoming.socket.remoteAddress ?? ''}`,
    );
    c.set('counted', { handle: (known && world.characters.byUid(known.uid)?.handle) ?? null, allowance });
    if (allowance.admitted) await next();
    else c.res = refused(c, overLimit(allowance.resetsAt));
    if (!c.res.headers.has('x-hono-already-sent')) {
      for (const [name, value] of Object.entries(toRateHeaders(allowance, quirks.resetTimeAsHttpDate)))
        c.res.headers.set(name, value);
    }
  });

  api.use(withFaults);

  api.all('*', async (c) => {
    const token = tokenIn(c.req.header('authorization'));
    const caller = typeof token === 'string' ? callerBy(token) : undefined;
    const url = new URL(c.req.url);
    const match = apiRoutes.find(c.req.method, url.pathname.slice(basePath.length));
    // Where nobody needs a token, a bad one is as good as none.
    const isPublic = !(match instanceof ServiceError) && match.operation.scope === 'none';
    if (token instanceof ServiceError && !isPublic) throw token;
    if (token !== undefined && !caller && !isPublic) throw unrecognized();
    if (match instanceof ServiceError) throw match;
    const { operation, params } = match;
    if (!caller && operation.scope !== 'none' && (operation.scope !== 'galaxy' || galaxyRequiresToken)) {
      throw new ServiceError(401, 'Access token required. Send it as: Authorization: OAuth <token>', challenge);
    }
    if (caller && operation.scope !== 'none' && operation.scope !== 'galaxy') requireScope(caller, operation.scope);
    const form = await readForm(c);
    const answer = operation.answer({
      params,
      query: url.searchParams,
      form,
      caller,
      world,
      hrefs,
      quirks,
      number: createNumbers(quirks.numbersAsStrings),
      now: Math.floor(clock() / 1000),
    });
    if (answer.body === 'none') return c.body(null, answer.status ?? 200);
    const payload = inLiveForm(answer.payload ?? {}, quirks);
    return c.json({ ...envelopes.of(c, payload), ...answer.beside }, answer.status ?? 200);
  });

  api.onError((error, c) => {
    if (error instanceof ServiceError) return refused(c, error);
    logger.error({ err: error, method: c.req.method, path: c.req.path }, 'an operation failed');
    return refused(c, new ServiceError(500, 'Something in the service went wrong'));
  });

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
  return api;
}

const challenge = { 'www-authenticate': 'OAuth realm="game"' };
const unrecognized = () => new ServiceError(401, 'Access Token Not Recognized', challenge);

/** The token in an Authorization header, nothing where there is no header, a 401 for any other scheme than `OAuth`. */
function tokenIn(header: string | undefined): string | undefined | ServiceError {
  if (header === undefined) return undefined;
  const [, token] = /^OAuth +(\S+) *$/iu.exec(header) ?? [];
  return (
    token ?? new ServiceError(401, 'Access Token Not Recognized. Send it as: Authorization: OAuth <token>', challenge)
  );
}
