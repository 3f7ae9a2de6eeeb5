import { ServiceError } from '../errors.ts';
import type { Quirks } from '../quirks.ts';
import { allows, type Scope, toWireScope } from '../scopes.ts';
import type { WriteNumber } from '../wire/number.ts';
import type { Hrefs } from '../wire/reference.ts';
import type { Character } from '../world/characters.ts';
import type { World } from '../world/world.ts';

/** Whose access token came with a request, and what it allows. `expiresAt` in unix milliseconds. */
export interface Caller {
  uid: string;
  token: string;
  scopes: ReadonlySet<string>;
  clientName: string;
  expiresAt: number;
}

/** One request to one operation, as its handler sees it: decoded, counted and let in. */
export interface Call {
  params: Readonly<Record<string, string>>;
  query: URLSearchParams;
  form: URLSearchParams;
  caller: Caller | undefined;
  world: World;
  hrefs: Hrefs;
  quirks: Quirks;
  /** For the numbers that the live service sends as strings. */
  number: WriteNumber;
  /** The service's clock, in whole unix seconds. */
  now: number;
}

/** What an operation answers: a payload under its one key, or nothing (after a DELETE and a privilege POST). */
export interface Answer {
  status?: 200 | 201;
  payload?: Readonly<Record<string, unknown>>;
  /** What is in the envelope beside `swcapi`. */
  beside?: Readonly<Record<string, unknown>>;
  /** `none`: not even an envelope. */
  body?: 'none';
}

/**
 * One operation (docs/interface.md, "Operations"): its name, its request on the wire, the scope it
 * needs.
 */
export interface Operation {
  name: string;
  method: 'GET' | 'PUT' | 'POST' | 'DELETE';
  /** Below the base URL, without slashes at the ends; a part with a colon is a parameter. */
  path: string;
  /** `none`: for everybody; `galaxy`: for everybody unless the service was told that the galaxy needs a token. */
  scope: Scope | 'none' | 'galaxy';
  answer(call: Call): Answer;
}

/** The caller of an operation that needs a token. */
export function callerOf(call: Call): Caller {
  if (!call.caller) throw new ServiceError(401, 'Access token required. Send it as: Authorization: OAuth <token>');
  return call.caller;
}

/** Refuses with 403 unless the caller's token allows `scope`. */
export function requireScope(caller: Caller, scope: Scope): void {
  if (allows(caller.scopes, scope)) return;
  const available = [...caller.scopes].sort().join(', ') || 'none';
  throw new ServiceError(403, `Required permission: ${toWireScope(scope)}; Available permissions: ${available}`);
}

/** The character whose uid is in the path; 404 when there is none. */
export function characterOf(call: Call): Character {
  const uid = call.params['uid'] ?? '';
  const character = call.world.characters.byUid(uid);
  if (!character) throw new ServiceError(404, `No character has the uid ${uid}`);
  return character;
}

/** The character whose uid is in the path, which must be the one the token belongs to: 404 and 403. */
export function ownCharacterOf(call: Call): Character {
  const character = characterOf(call);
  if (character.uid !== callerOf(call).uid) {
    throw new ServiceError(403, `The access token belongs to another character than ${character.uid}`);
  }
  return character;
}

/** A parameter of the query or the body that is given at most once; empty counts as not given. 400 when it is given twice. */
export function single(source: URLSearchParams, name: string): string | undefined {
  const values = source.getAll(name);
  if (values.length > 1) throw new ServiceError(400, `Parameter ${name} is given more than once`);
  return values[0] || undefined;
}

/** Like `single`, for a parameter that must be there. */
export function required(source: URLSearchParams, name: string): string {
  const value = single(source, name);
  if (value === undefined) throw new ServiceError(400, `Parameter ${name} is missing`);
  return value;
}
