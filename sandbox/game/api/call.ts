import { ServiceError } from '../errors.ts';
import type { Quirks } from '../quirks.ts';
import { allows, type Scope, toWireScope } from '../scopes.ts';
import type { Hrefs, WriteNumber } from '../wire/reference.ts';
import type { Character } from '../world/characters.ts';
import type { World } from '../world/world.ts';

/** The owner of a request's access token, and its scopes. `expiresAt` in unix milliseconds. */
export type Caller = {
  uid: string;
  scopes: ReadonlySet<string>;
  clientName: string;
  expiresAt: number;
};

/** One request to one operation, decoded, counted and authorized. */
export type Call = {
  params: Readonly<Record<string, string>>;
  query: URLSearchParams;
  form: URLSearchParams;
  caller: Caller | undefined;
  world: World;
  hrefs: Hrefs;
  quirks: Quirks;
  /** Writes the numbers that the live service sends as strings. */
  number: WriteNumber;
  /** The service's clock, in whole unix seconds. */
  now: number;
};

/** A payload under its one key, or nothing (after a DELETE and a privilege POST). */
export type Answer = {
  status?: 200 | 201;
  payload?: Readonly<Record<string, unknown>>;
  /** Fields of the envelope beside `swcapi`. */
  beside?: Readonly<Record<string, unknown>>;
  /** `none`: without an envelope. */
  body?: 'none';
};

/** One operation (docs/interface.md, "Operations"). */
export type Operation = {
  name: string;
  method: 'GET' | 'PUT' | 'POST' | 'DELETE';
  /** Below the base URL, without slashes at the ends; a part with a colon is a parameter. */
  path: string;
  /** `none`: no token needed; `galaxy`: a token only if the service's options say so. */
  scope: Scope | 'none' | 'galaxy';
  answer(call: Call): Answer;
};

/** `request` is the method and the path. */
export function operation(
  name: string,
  request: `${Operation['method']} ${string}`,
  scope: Operation['scope'],
  answer: Operation['answer'],
): Operation {
  const [method, path] = request.split(' ') as [Operation['method'], string];
  return { name, method, path, scope, answer };
}

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

/** The character whose UID is in the path, or a 404. */
export function characterOf(call: Call): Character {
  const uid = call.params['uid'] ?? '';
  const character = call.world.characters.byUid(uid);
  if (!character) throw new ServiceError(404, `No character has the uid ${uid}`);
  return character;
}

/** Like `characterOf`, but a 403 if the token isn't this character's. */
export function ownCharacterOf(call: Call): Character {
  const character = characterOf(call);
  if (character.uid !== callerOf(call).uid) {
    throw new ServiceError(403, `The access token belongs to another character than ${character.uid}`);
  }
  return character;
}

/** A parameter of the query or the body; empty counts as missing, and a repeated one is a 400. */
export function single(source: URLSearchParams, name: string): string | undefined {
  const values = source.getAll(name);
  if (values.length > 1) throw new ServiceError(400, `Parameter ${name} is given more than once`);
  return values[0] || undefined;
}

/** Like `single`, but a 400 if it is missing. */
export function required(source: URLSearchParams, name: string): string {
  const value = single(source, name);
  if (value === undefined) throw new ServiceError(400, `Parameter ${name} is missing`);
  return value;
}
