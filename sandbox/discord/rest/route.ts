import { null as nothing } from 'zod/mini';
import type { $ZodType } from 'zod/v4/core';
import type { FileStore, Uploads } from '../files.ts';
import type { Gateway } from '../gateway/gateway.ts';
import type { CommandRegistry } from '../interactions/commands.ts';
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
  /** Whether the bot may read what others wrote (the message-content permission). */
  seesContent: boolean;
  /** Whether the bot may list the members (the permission of that name). */
  seesMembers: boolean;
  gatewayUrl: () => string;
  startLimit: () => Gateway['startLimit'];
}

/** One request, its address and body already read. */
export interface RestCall {
  params: Record<string, string>;
  query: Query;
  body: unknown;
  uploads: Uploads;
}

/** An answer: a status other than 200, or 204 where the body is null. */
export interface RestAnswer {
  status?: 200 | 201 | 204;
  body: unknown;
}

/** A row of the table: an address of Discord's API and what it does. */
export interface Route {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** As in Discord's documentation, `:name` for a parameter. */
  path: string;
  /** Whether the bot token is needed: not where the interaction token in the address is the permission, or where none is. */
  auth: 'bot' | 'none';
  /** The query parameters it knows; default none. */
  query?: Readonly<Record<string, $ZodType>>;
  /** Whether its body may be multipart, with files. */
  takesFiles?: boolean;
  /** What Discord's published schema says of the body of a success; {@link nothingAnswered} where there is none. */
  answer: $ZodType;
  run: (services: Services, call: RestCall) => RestAnswer;
}

/** Nothing to say: 204. */
export const noContent: RestAnswer = { body: null };

/** The schema of an answer without a body. */
export const nothingAnswered: $ZodType = nothing();

/** A parameter of the address. */
export function param(call: RestCall, name: string): string {
  return call.params[name] ?? '';
}
