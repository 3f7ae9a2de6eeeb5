import { BurstHandlerMajorIdKey, DefaultRestOptions, REST, type RESTOptions } from 'discord.js';
import type { Config } from '../../config.ts';
import { DiscordUnavailable, TOKEN_REFUSED } from './discordEvents.ts';

const MAX_RATE_LIMIT_WAIT_MS = 10_000;

const CONNECTION_LOST = new Set<unknown>(['ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET']);

/** Sends files as bytes: a response before the end of a form would end the process. Gives a lost
 * connection the code that makes the client retry. */
export const makeRequest: RESTOptions['makeRequest'] = async (url, init) => {
  const form = init.body instanceof FormData ? new Response(init.body) : undefined;
  const headers = { ...(init.headers as Record<string, string>), ...(form && Object.fromEntries(form.headers)) };
  const request = form ? { ...init, headers, body: Buffer.from(await form.arrayBuffer()) } : init;
  return DefaultRestOptions.makeRequest(url, request).catch((error: Error & { code?: unknown }) => {
    throw CONNECTION_LOST.has(error.code) ? Object.assign(error, { code: 'ECONNRESET' }) : error;
  });
};

/** Discord's global limit excludes interactions, but the client counts edits and follow-ups. Here
 * they get the callbacks' handler, which has no state. */
export function liftCapForInteractions(rest: REST): void {
  type CreateHandler = (hash: string, majorParameter: string) => unknown;
  const createHandler = (rest as unknown as { createHandler: CreateHandler }).createHandler.bind(rest);
  // An interaction's parameter is `application/token`.
  const create: CreateHandler = (hash, majorParameter) =>
    createHandler(hash, majorParameter.includes('/') ? BurstHandlerMajorIdKey : majorParameter);
  Object.assign(rest, { createHandler: create });
}

/** Discord's REST API without the gateway. Waits for rate limits, but not for long ones. */
export function createRest({ token, apiUrl }: Config['discord']): REST {
  const rejectOnRateLimit: RESTOptions['rejectOnRateLimit'] = ({ retryAfter }) => retryAfter > MAX_RATE_LIMIT_WAIT_MS;
  return new REST({ api: apiUrl, makeRequest, rejectOnRateLimit }).setToken(token);
}

/** A one-line message for the operator, without the token. */
export function toDiscordUnavailable(cause: unknown, apiUrl: string): DiscordUnavailable {
  if (cause instanceof DiscordUnavailable) return cause;
  const code = cause instanceof Error && 'code' in cause ? cause.code : undefined;
  const status = cause instanceof Error && 'status' in cause ? cause.status : undefined;
  if (code === 'TokenInvalid' || status === 401) return new DiscordUnavailable(TOKEN_REFUSED, { cause });
  // A rate limit's message is empty.
  const reason = cause instanceof Error ? cause.message || cause.name : String(cause);
  const error = new DiscordUnavailable(`Discord at ${apiUrl} is unavailable: ${reason}`, { cause });
  return Object.assign(error, { isTemporary: !(Number(status) < 500) });
}
