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

/** What the routes work on. */
export interface Services {
  world: World;
  board: MessageBoard;
  files: FileStore;
  commands: CommandRegistry;
  interactions: Interactions;
  endpoint: InteractionsEndpoint;
  /** The application's public key, in hex. */
  verifyKey: string;
  gatewayUrl: string;
  /** Settings of the application that differ from the usual. */
  application: Record<string, unknown>;
  /** How many Discord recommends. */
  shards: number;
  startLimit: () => Gateway['startLimit'];
}

/** One request, its address and body already read. */
export interface RestCall {
  params: Record<string, string>;
  query: Query;
  body: unknown;
  uploads: Uploads;
}

/** A route's answer: 204 for a null body, else 200. */
export type RestAnswer = { body: unknown };

/** A row of the table: an address of Discord's API and what it does. */
export interface Route {
  method: string;
  /** As in Discord's documentation, `:name` for a parameter. */
  path: string;
  /** What Discord's published schema says of a response's body. */
  answer: $ZodType;
  /** `none` where the interaction token in the address is the permission, or where none is needed. */
  auth: 'bot' | 'none';
  /** The query parameters it knows. */
  query: $ZodType;
  /** Whether its body may be multipart, with files. */
  takesFiles: boolean;
  run: (services: Services, call: RestCall) => RestAnswer | Promise<RestAnswer>;
}

/** A row from its address (`GET /users/@me`). A null schema: the response is 204 without a body. */
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

/** A response without a body. */
export const noContent: RestAnswer = { body: null };

/** A parameter of the address. */
export function param(call: RestCall, name: string): string {
  return call.params[name] ?? '';
}
