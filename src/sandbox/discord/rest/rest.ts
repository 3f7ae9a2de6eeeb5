import { type Context, Hono } from 'hono';
import type { Clock } from '../clock.ts';
import type { IncomingFile, Uploads } from '../files.ts';
import { DiscordProblem, problems } from '../problem.ts';
import type { Honesty } from '../validation/honesty.ts';
import { channelRoutes } from './channelRoutes.ts';
import { commandRoutes } from './commandRoutes.ts';
import { interactionRoutes } from './interactionRoutes.ts';
import type { RateLimiter } from './rateLimiter.ts';
import { nothingAnswered, type Route, type Services } from './route.ts';
import { worldRoutes } from './worldRoutes.ts';

/** A request of the bot as it came, and what it got; for tests and for looking behind the scenes. */
export interface RecordedRequest {
  method: string;
  /** Without `/api/v10`, percent-decoded. */
  path: string;
  query: Record<string, string>;
  /** The JSON body, or `payload_json` of a multipart one; null without one. */
  body: unknown;
  files: { filename: string; contentType: string; size: number }[];
  /** Milliseconds since the epoch. */
  at: number;
  status: number;
  /** The answer's JSON body, or null. */
  answer: unknown;
}

/** Every address the stand-in knows. */
export const routes: readonly Route[] = [...worldRoutes, ...commandRoutes, ...channelRoutes, ...interactionRoutes];

/** Whatever else is asked for. */
const unknownAddress: Answered = {
  path: '*',
  auth: 'token',
  answer: nothingAnswered,
  run() {
    throw problems.noRoute();
  },
};

type Answered = Omit<Route, 'method'>;

interface RestOptions {
  services: Services;
  botToken: string;
  clock: Clock;
  rateLimiter: RateLimiter;
  honesty: Honesty;
  onRequest: (request: RecordedRequest) => void;
}

/** The REST API, to be mounted at `/api/v10`. */
export function createRest(options: RestOptions): Hono {
  const app = new Hono();
  for (const route of routes) app.on(route.method, route.path, (context) => answer(context, route, options));
  app.all('*', (context) => answer(context, unknownAddress, options));
  return app;
}

async function answer(context: Context, route: Answered, options: RestOptions): Promise<Response> {
  const { services, botToken, clock, rateLimiter, honesty, onRequest } = options;
  const { method } = context.req;
  const url = new URL(context.req.url);
  const record: RecordedRequest = {
    method,
    path: decodeURIComponent(url.pathname).replace(/^\/api\/v10/, ''),
    query: Object.fromEntries(url.searchParams),
    body: null,
    files: [],
    at: clock.now(),
    status: 200,
    answer: null,
  };
  const limit = rateLimiter.take(route, record);
  const respond = (status: number, body: unknown): Response => {
    Object.assign(record, { status, answer: body });
    onRequest(record);
    honesty.checkResponse({ method, path: route.path, answer: route.answer }, status, body);
    const headers = { 'content-type': 'application/json', ...limit.headers };
    return body === null
      ? new Response(null, { status, headers: limit.headers })
      : new Response(JSON.stringify(body), { status, headers });
  };
  try {
    if (route.auth === 'bot' && context.req.header('authorization') !== `Bot ${botToken}`)
      throw problems.unauthorized();
    const { body, uploads } = await readBody(context);
    record.body = body ?? null;
    record.files = [...uploads.values()].map(({ filename, contentType, data }) => ({
      filename,
      contentType,
      size: data.byteLength,
    }));
    if (limit.refusal) return respond(429, limit.refusal);
    const result = route.run(services, { params: context.req.param(), query: url.searchParams, body, uploads });
    return respond(result.status ?? (result.body === null ? 204 : 200), result.body);
  } catch (error) {
    if (error instanceof DiscordProblem) return respond(error.status, error.toBody());
    respond(500, { message: '500: Internal Server Error', code: 0 });
    throw error;
  }
}

/** JSON, or multipart with `payload_json` and `files[n]` (documentation, "Uploading Files"). */
async function readBody(context: Context): Promise<{ body: unknown; uploads: Uploads }> {
  const uploads = new Map<string, IncomingFile>();
  const type = context.req.header('content-type') ?? '';
  if (type.startsWith('multipart/form-data')) {
    const form = await context.req.formData().catch(() => {
      throw problems.badJson();
    });
    for (const [key, value] of form) {
      if (typeof value === 'string') continue;
      const index = /^files\[(\d+)\]$/.exec(key)?.[1];
      if (index === undefined)
        throw problems.invalidBody([
          { path: [key], code: 'MULTIPART_FIELD_UNKNOWN', message: 'Files are named files[n]' },
        ]);
      uploads.set(index, {
        filename: value.name,
        contentType: value.type || 'application/octet-stream',
        data: new Uint8Array(await value.arrayBuffer()),
      });
    }
    const json = form.get('payload_json');
    return { body: typeof json === 'string' ? parse(json) : {}, uploads };
  }
  const text = await context.req.text();
  if (text === '') return { body: undefined, uploads };
  if (!type.startsWith('application/json'))
    throw problems.invalidBody([
      {
        path: [],
        code: 'CONTENT_TYPE_INVALID',
        message: "Expected \"Content-Type\" header to be one of {'application/json', 'multipart/form-data'}.",
      },
    ]);
  return { body: parse(text), uploads };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw problems.badJson();
  }
}
