import { createHash } from 'node:crypto';

/** The type of one argument of an action: a text, an integer, one of these texts, or the remaining
 * arguments as a list of texts. */
export type ArgKind = 'text' | 'integer' | 'list' | readonly string[];

/** The arguments of an action by name, in their order in the custom id; a list comes last. */
export type Args = Readonly<Record<string, ArgKind>>;

type ValueOf<K extends ArgKind> = K extends 'integer'
  ? number
  : K extends 'list'
    ? string[]
    : K extends readonly (infer Text)[]
      ? Text
      : string;

/** A handler's argument values. */
export type ArgValues<A extends Args> = { -readonly [Name in keyof A]: ValueOf<A[Name]> };

export type GivenArgs = Readonly<Record<string, string | number | readonly string[]>>;

/** The contents of a custom id. */
export type CustomId = {
  command: string;
  action: string;
  /** The Discord user who may use it; undefined for everyone. */
  owner?: string | undefined;
  /** {@link layoutOf} the arguments when the id was written. */
  layout: string;
  parts: string[];
};

/** Creates the custom id of a component that calls an action of the same command (`page`) or of
 * another one (`login/start`). `role` distinguishes components that do the same. Throws a
 * RangeError for wrong arguments and above Discord's 100 characters. */
export type IdFor = (action: string, args?: GivenArgs, role?: string) => string;

/** Creates an {@link IdFor} for one command and one person. */
export type Ids = (command: string, owner: string) => IdFor;

const MAX_LENGTH = 100;
const EVERYONE = '-';
const NAME = /^[a-zA-Z0-9]+$/;
const LAYOUT = /^[\w-]{3}$/;
const ROLE = /~[a-zA-Z0-9]+$/;

/** A short hash of the arguments' names and kinds. After a release that changes them, old custom
 * ids are outdated instead of misread. */
export function layoutOf(args: Args): string {
  const known = layouts.get(args);
  if (known !== undefined) return known;
  const layout = createHash('sha256')
    .update(JSON.stringify(Object.entries(args)))
    .digest('base64url')
    .slice(0, 3);
  layouts.set(args, layout);
  return layout;
}
const layouts = new WeakMap<Args, string>();

/** Writes `command/action/owner/layout/part/…~role`. Throws a RangeError above 100 characters. */
export function formatCustomId({ command, action, owner, layout, parts }: CustomId, role?: string): string {
  const id = [command, action, owner ?? EVERYONE, layout, ...parts.map(encodePart)].join('/');
  const text = role === undefined ? id : `${id}~${role}`;
  if (text.length > MAX_LENGTH) throw new RangeError(`A custom id of ${text.length} characters: ${command}/${action}`);
  return text;
}

/** Reads a custom id; undefined if it isn't ours. The layout may be an older release's. */
export function parseCustomId(text: string): CustomId | undefined {
  const [command = '', action = '', owner = '', layout = '', ...parts] = text.replace(ROLE, '').split('/');
  if (!NAME.test(command) || !NAME.test(action) || !LAYOUT.test(layout)) return undefined;
  if (owner !== EVERYONE && !/^\d+$/.test(owner)) return undefined;
  try {
    const decoded = parts.map((part) => decodeURIComponent(part.replaceAll('+', ' ')));
    return { command, action, owner: owner === EVERYONE ? undefined : owner, layout, parts: decoded };
  } catch {
    return undefined;
  }
}

/** The parts of a custom id for these arguments. Throws a RangeError for wrong arguments. */
export function writeArgs(args: Args, given: GivenArgs): string[] {
  const parts = Object.keys(args)
    .flatMap((name) => given[name] ?? [])
    .map(String);
  if (Object.keys(given).some((name) => !Object.hasOwn(args, name)) || !readArgs(args, parts)) {
    throw new RangeError(`An action takes ${Object.keys(args).join(', ')}, not ${Object.keys(given).join(', ')}`);
  }
  return parts;
}

/** The values of the arguments; undefined if the parts don't match. */
export function readArgs<A extends Args>(args: A, parts: readonly string[]): ArgValues<A> | undefined {
  const rest = [...parts];
  const values: Record<string, unknown> = {};
  for (const [name, kind] of Object.entries(args)) {
    const value = kind === 'list' ? rest.splice(0) : readOne(kind, rest.shift());
    if (value === undefined) return undefined;
    values[name] = value;
  }
  return rest.length === 0 ? (values as ArgValues<A>) : undefined;
}

function readOne(kind: Exclude<ArgKind, 'list'>, part: string | undefined): string | number | undefined {
  if (part === undefined || kind === 'text') return part;
  if (kind === 'integer') return Number.isSafeInteger(Number(part)) && /^-?\d+$/.test(part) ? Number(part) : undefined;
  return kind.includes(part) ? part : undefined;
}

/** Encodes a space as one character, so that longer names fit. */
function encodePart(part: string): string {
  return encodeURIComponent(part).replaceAll('~', '%7E').replaceAll('%20', '+');
}

/** The custom ids; undefined if what one of them carries doesn't fit. */
export function idIfFits<T = string>(toIds: () => T): T | undefined {
  try {
    return toIds();
  } catch (error) {
    // A lone surrogate can't be encoded: a URIError.
    if (error instanceof RangeError || error instanceof URIError) return undefined;
    throw error;
  }
}

type WithActions = { name: string; actions?: Readonly<Record<string, { args?: Args }>> };

/** Creates custom ids from the arguments that these commands' actions declare. */
export function createIds(commands: readonly WithActions[]): Ids {
  const byName = new Map(commands.map((command) => [command.name, command]));
  return (own, owner) => (target, given, role) => {
    const [action = '', command = own] = target.split('/').toReversed();
    const declared = byName.get(command)?.actions?.[action];
    if (!declared) throw new RangeError(`No action ${command}/${action}`);
    const args = declared.args ?? {};
    const parts = writeArgs(args, given ?? {});
    return formatCustomId({ command, action, owner, layout: layoutOf(args), parts }, role);
  };
}
