import { hash } from 'node:crypto';
import { NamedError } from '../errors.ts';

type Plain = { text: string; integer: number; flag: boolean; list: readonly string[] };

/** The type of an action's argument: {@link text} or one of the others below. */
export type ArgKind = keyof Plain | readonly string[] | { readonly optional: ArgKind } | { readonly listOf: Args };

/** The arguments of an action by name, in their order in the custom id; at most one is a list. */
export type Args = { readonly [name: string]: ArgKind };

export const text = 'text' as const;
export const integer = 'integer' as const;
export const flag = 'flag' as const;
export const list = 'list' as const;
export const oneOf = <const T extends readonly string[]>(...texts: T): T => texts;
export const optional = <const K extends ArgKind>(kind: K): { readonly optional: K } => ({ optional: kind });
export const listOf = <const A extends Args>(args: A): { readonly listOf: A } => ({ listOf: args });

/** The arguments of a list's pager: to a page, to the form for a page number, and from that form.
 * The last name is shorter, so that a form whose button fits has an id that fits. */
export function paged<const N extends string, const A extends Args>(name: N, args: A) {
  const jump = { ...args, pages: integer };
  type Paged = { [K in N]: A & { page: 'integer' } } & { [K in `${N}Jump` | `${N}To`]: A & { pages: 'integer' } };
  return { [name]: { ...args, page: integer }, [`${name}Jump`]: jump, [`${name}To`]: jump } as Paged;
}

type ValueOf<K> = K extends keyof Plain
  ? Plain[K]
  : K extends readonly (infer T)[]
    ? T
    : K extends { optional: infer Inner }
      ? ValueOf<Inner> | undefined
      : K extends { listOf: infer A }
        ? readonly ArgValues<A>[]
        : never;

type Optional = { readonly optional: unknown };

export type ArgValues<A> = { readonly [N in keyof A as A[N] extends Optional ? never : N]: ValueOf<A[N]> } & {
  readonly [N in keyof A as A[N] extends Optional ? N : never]?: ValueOf<A[N]>;
};
export type AnyValues = Readonly<Record<string, unknown>>;

type Given<A> = [keyof A] extends [never]
  ? []
  : object extends ArgValues<A>
    ? [args?: ArgValues<A>, role?: string]
    : [args: ArgValues<A>, role?: string];

/** Writes a custom id; `role` tells components apart that do the same. Throws {@link IdTooLong}. */
export type Id<A extends Args> = ((...given: Given<A>) => string) & Declaration<A>;
export type AnyId = ((given?: AnyValues, role?: string) => string) & Declaration<Args>;

type Declaration<A extends Args> = {
  readonly args: A;
  /** A short hash: ids from before a change of the arguments are outdated, not misread. */
  readonly layout: string;
};

/** A custom id doesn't fit into Discord's 100 characters. */
export class IdTooLong extends NamedError {}

const MAX_LENGTH = 100;
const LONGEST_OWNER = 20;
const EVERYONE = '-';
/** Holds the owner's place until the message is sent. */
const UNOWNED = /^([a-zA-Z0-9]+\/[a-zA-Z0-9]+\/)\*(?=\/)/;
const LEFT_OUT = '-';
const NAME = /^[a-zA-Z0-9]+$/;
const LAYOUT = /^[\w-]{3}$/;
const ROLE = /~[a-zA-Z0-9]+$/;

/** The custom ids of a command: `command/action/owner/layout/part/…~role`. */
export function idsOf<const D extends Readonly<Record<string, Args>>>(command: string, declared: D) {
  const toId = ([action, args]: [string, Args]): [string, AnyId] => {
    const declaration = JSON.stringify(Object.entries(args), (_, kind) => kind.optional ?? kind);
    const layout = hash('sha256', declaration, 'base64url').slice(0, 3);
    const write = (given: AnyValues = {}, role?: string): string => {
      const id = [command, action, '*', layout, ...writeArgs(args, given)].join('/') + (role ? `~${role}` : '');
      const length = id.length - 1 + LONGEST_OWNER;
      if (length > MAX_LENGTH) throw new IdTooLong(`A custom id of ${length} characters: ${command}/${action}`);
      return id;
    };
    return [action, Object.assign(write, { args, layout })];
  };
  const made: object = Object.fromEntries(Object.entries(declared).map(toId));
  return made as { readonly [N in keyof D]: Id<D[N]> };
}

/** The custom ids; undefined if one is too long. */
export function ifFits<T>(toIds: () => T): T | undefined {
  try {
    return toIds();
  } catch (error) {
    if (error instanceof IdTooLong) return undefined;
    throw error;
  }
}

/** Sets the only Discord user who may use the custom id. Throws without one. */
export function withOwner(customId: string, owner: string | undefined): string {
  return customId.replace(UNOWNED, (_, action: string) => {
    if (owner === undefined) throw new Error(`A component of a message to no one: ${action}`);
    return `${action}${owner}`;
  });
}

/** Reads a custom id: its owner, if it has one, and its parts for {@link readArgs}. Undefined if it
 * isn't ours. The layout may be an older release's. */
export function parseCustomId(customId: string) {
  const [command = '', action = '', owner = '', layout = '', ...parts] = customId.replace(ROLE, '').split('/');
  if (!NAME.test(command) || !NAME.test(action) || !LAYOUT.test(layout)) return undefined;
  if (owner !== EVERYONE && !/^\d+$/.test(owner)) return undefined;
  return { command, action, owner: owner === EVERYONE ? undefined : owner, layout, parts };
}

function writeArgs(args: Args, given: AnyValues): string[] {
  return Object.entries(args).flatMap(([name, kind]) => [given[name]].flat().map((value) => write(value, kind)));
}

/** The values of the arguments; undefined if the parts don't match them. */
export function readArgs(args: Args, parts: readonly string[]): AnyValues | undefined {
  const left = [...parts];
  const toRead = Object.entries(args);
  try {
    const values = toRead.map(([name, kind], index) => {
      const others = toRead.length - index - 1;
      const isList = kind === 'list' || Object.hasOwn(Object(kind), 'listOf');
      if (isList) return [name, left.splice(0, left.length - others).map((part) => read(part, kind))];
      return [name, read(left.shift(), kind)];
    });
    return left.length === 0 ? Object.fromEntries(values) : undefined;
  } catch {
    return undefined;
  }
}

/** Writes a value, or one of a list. A text never has a bare `/`, `,` or `~`. */
function write(value: unknown, kind: ArgKind): string {
  if (kind === 'flag') return value ? '1' : '0';
  if (typeof kind === 'string') return encode(String(value));
  if (!('optional' in kind || 'listOf' in kind)) return String(kind.indexOf(String(value)));
  if ('optional' in kind) return value === undefined ? LEFT_OUT : write(value, kind.optional).replace(/^-$/, '%2D');
  return writeArgs(kind.listOf, value as AnyValues)
    .join(',')
    .replace(/(,-)+$/, '');
}

/** Throws for parts that {@link write} can't produce, except a choice by name, as in older ids. */
function read(part: string | undefined, kind: ArgKind): unknown {
  const value = part === undefined ? undefined : toValue(part, kind);
  if (value === undefined && !(part === LEFT_OUT && Object.hasOwn(Object(kind), 'optional')))
    throw new RangeError(part);
  return value;
}

function toValue(part: string, kind: ArgKind): unknown {
  if (kind === 'text' || kind === 'list') return decodeURIComponent(part.replaceAll('+', ' '));
  const number = /^-?\d+$/.test(part) && Number.isSafeInteger(Number(part)) ? Number(part) : undefined;
  if (kind === 'integer') return number;
  if (kind === 'flag') return number === 0 || number === 1 ? number === 1 : undefined;
  if ('optional' in kind) return part === LEFT_OUT ? undefined : read(part, kind.optional);
  if (!('listOf' in kind)) return kind.includes(part) ? part : kind[number ?? -1];
  const [parts, args] = [part.split(','), Object.entries(kind.listOf)];
  if (parts.length > args.length) return undefined;
  return Object.fromEntries(args.map(([name, inner], index) => [name, read(parts[index] ?? LEFT_OUT, inner)]));
}

/** A space and a colon are one character each, so that longer names and UIDs fit. */
function encode(value: string): string {
  return encodeURIComponent(value.toWellFormed()).replaceAll('~', '%7E').replaceAll('%20', '+').replaceAll('%3A', ':');
}
