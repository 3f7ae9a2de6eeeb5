import * as z from 'zod/mini';
import type { $ZodType } from 'zod/v4/core';
import type { FileStore, Uploads } from '../files.ts';
import type { Gateway } from '../gateway/gateway.ts';
import type { CommandRegistry } from '../interactions/commands.ts';
import type { InteractionsEndpoint } from '../interactions/endpoint.ts';
import type { Interactions } from '../interactions/interactions.ts';
import type { MessageBoard } from '../messages.ts';
import type { World } from '../world.ts';
import type { Query } from './address.ts';

export type Services = {
  world: World;
  board: MessageBoard;
  files: FileStore;
  commands: CommandRegistry;
  interactions: Interactions;
  endpoint: InteractionsEndpoint;
  verifyKey: string;
  gatewayUrl: string;
  /** Settings that differ from the defaults. */
  application: Record<string, unknown>;
  shards: number;
  startLimit: () => Gateway['startLimit'];
};

export type RestCall = {
  params: Record<string, string>;
  query: Query;
  body: unknown;
  uploads: Uploads;
};

/** A route's response: 204 for a null body, otherwise 200. */
export type RestResponse = { body: unknown };

/** An address of Discord's API and what it does. */
export type Route = {
  method: string;
  /** The path as in Discord's documentation, `:name` for a parameter. */
  path: string;
  /** The response's body by Discord's published schema. */
  answer: $ZodType;
  /** `none`: the interaction token in the path is enough. */
  auth: 'bot' | 'none';
  query: $ZodType;
  /** True if its body may be multipart, with files. */
  takesFiles: boolean;
  run: (services: Services, call: RestCall) => RestResponse | Promise<RestResponse>;
};

/** A route from its address (`GET /users/@me`). Null schema: it responds 204 without a body. */
export function route(
  address: `${'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'} /${string}`,
  answer: $ZodType | null,
  run: Route['run'],
  options: Partial<Pick<Route, 'auth' | 'takesFiles'>> & { query?: Readonly<Record<string, $ZodType>> } = {},
): Route {
  const [method = '', path = ''] = address.split(' ');
  const { auth = 'bot', takesFiles = false, query = {} } = options;
  return { method, path, answer: answer ?? z.null(), query: z.object(query), run, auth, takesFiles };
}

export const NO_CONTENT: RestResponse = { body: null };

export function param(call: RestCall, name: string): string {
  return call.params[name] ?? '';
}
