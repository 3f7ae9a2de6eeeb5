import { STATUS_CODES } from 'node:http';
import type { HttpBindings } from '@hono/node-server';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import { type Context, Hono } from 'hono';
import type { Clock } from '../clock.ts';
import { DiscordProblem, problems } from '../problem.ts';
import type { SchemaChecker } from '../validation/schemaChecker.ts';
import { checkParams, readQuery } from './address.ts';
import { CHANNEL_ROUTES } from './channelRoutes.ts';
import { COMMAND_ROUTES } from './commandRoutes.ts';
import { type RestFault, type RestFaults, rateLimited, rateLimitHeaders } from './faults.ts';
import { INTERACTION_ROUTES } from './interactionRoutes.ts';
import { readBody } from './requestBody.ts';
import { type Route, route, type Services } from './route.ts';
import { WORLD_ROUTES } from './worldRoutes.ts';

export type RecordedRequest = {
  method: string;
  /** Without `/api/v10`. */
  path: string;
  query: Record<string, string>;
  /** True if it has the bot's token. */
  isAuthorized: boolean;
  body: unknown;
  files: { filename: string; contentType: string; size: number }[];
  at: number;
  /** 0 if a fault left it without a response. */
  status: number;
  answer: unknown;
};

const ROUTES: readonly Route[] = [...WORLD_ROUTES, ...COMMAND_ROUTES, ...CHANNEL_ROUTES, ...INTERACTION_ROUTES];

/** An unknown address, or one without that method. */
const refusing = (path: string, problem: () => DiscordProblem): Route => ({
  ...route('GET /', null, () => {
    throw problem();
  }),
  path,
  auth: 'none',
});

type Server = { Bindings: HttpBindings };

type RestOptions = {
  services: Services;
  botToken: string;
  clock: Clock;
  faults: RestFaults;
  schemaChecker: SchemaChecker;
  onRequest: (request: RecordedRequest) => void;
};

/** The REST API, to be mounted at `/api/v10`. */
export function createRest(options: RestOptions): Hono<Server> {
  const app = new Hono<Server>();
  for (const one of ROUTES) app.on(one.method, one.path, (context) => answer(context, one, options));
  for (const path of new Set(ROUTES.map((one) => one.path)))
    app.all(path, (context) => answer(context, refusing(path, problems.noMethod), options));
  app.all('*', (context) => answer(context, refusing('*', problems.noRoute), options));
  return app;
}

/** Some clients encode the `@` of `@me` and `@original`. */
export function pathOf(request: Request): string {
  return new URL(request.url).pathname.replace(/%40/g, '@');
}

async function answer(context: Context<Server>, route: Route, options: RestOptions): Promise<Response> {
  const { services, botToken, clock, faults, schemaChecker, onRequest } = options;
  const { method } = context.req;
  const { searchParams } = new URL(context.req.url);
  const record: RecordedRequest = {
    method,
    path: pathOf(context.req.raw).replace(/^\/api\/v10/, ''),
    query: Object.fromEntries(searchParams),
    isAuthorized: context.req.header('authorization') !== undefined,
    body: null,
    files: [],
    at: clock.now(),
    status: 0,
    answer: null,
  };
  const fault = faults.take(record);
  const headers = rateLimitHeaders(record.at, `${method} ${route.path}`, fault);
  const send = (status: number, body: unknown): Response => {
    Object.assign(record, { status, answer: body });
    onRequest(record);
    schemaChecker.checkResponse({ ...route, method }, status, body);
    return body === null ? new Response(null, { status, headers }) : Response.json(body, { status, headers });
  };
  const fail = (fault: RestFault): Response | Promise<never> => {
    const { what } = fault;
    if (what === 429) return send(429, rateLimited(fault));
    if (typeof what === 'number') return send(what, { message: `${what}: ${STATUS_CODES[what]}`, code: 0 });
    onRequest(record);
    if (what === 'hang') return new Promise<never>(() => {});
    context.env.incoming.socket.resetAndDestroy();
    return RESPONSE_ALREADY_SENT;
  };
  const respond = (status: number, body: unknown) => (fault ? fail(fault) : send(status, body));
  try {
    if (route.auth === 'bot' && context.req.header('authorization') !== `Bot ${botToken}`)
      throw problems.unauthorized();
    if (fault && !('when' in fault && fault.when === 'after')) return fail(fault);
    const params = context.req.param();
    checkParams(route.path, params);
    const query = readQuery(route.query, searchParams);
    const sent = await context.req.arrayBuffer();
    const { body, uploads } = await readBody(sent, context.req.header('content-type') ?? '', route.takesFiles);
    record.body = body ?? null;
    record.files = [...uploads.values()].map(({ data, ...file }) => ({ ...file, size: data.byteLength }));
    const result = await route.run(services, { params, query, body, uploads });
    return respond(result.body === null ? 204 : 200, result.body);
  } catch (error) {
    if (error instanceof DiscordProblem) return respond(error.status, error.toBody());
    console.error(error);
    return respond(500, { message: '500: Internal Server Error', code: 0 });
  }
}
