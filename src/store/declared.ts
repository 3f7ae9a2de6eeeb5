import type { z } from 'zod';

/** The data kept about people: each has a sentence on the privacy page. */
export const KEPT_DATA = [
  'writes',
  'link',
  'logins',
  'discoverable',
  'bookmarks',
  'creditLog',
  'payLists',
  'lookups',
  'requests',
  'changes',
  'commands',
  'suggestions',
  'visits',
  'erasure',
] as const;
export type KeptData = (typeof KEPT_DATA)[number];

/** The data kept for servers: each has a sentence there, too. */
export const SERVER_DATA = ['trail', 'roster'] as const;
export type ServerData = (typeof SERVER_DATA)[number];

type About<T> =
  /** The bot's own state, or the game's data. `isSealed`: sealed like data about people. */
  | { about: 'bot' | 'game'; isSealed?: true }
  /** A server's data, under its id or a key that begins with it. Always sealed. No one's export or
   * erasure opens it: its part of the bot knows what is about a person. */
  | { about: 'server'; says: ServerData; isSealed?: true }
  /** One value for each Discord user, under their id, unless `keyOf` or `erasedBy` says otherwise.
   * Always sealed (`account/sealedStore.ts`). */
  | {
      about: 'person';
      /** Earlier releases didn't seal it. An unsealed value is sealed when it's read. */
      wasUnsealed?: true;
      says: KeptData;
      /** The key of a user's value. */
      keyOf?: (discordUserId: string) => string;
      /** The part of the bot that knows the keys of a user's values: it exports and erases them. */
      erasedBy?: 'changes' | 'login' | 'tickets';
      /** The properties of the user's value in an export, without secrets; else the whole value, by
       * the collection's name. A value that can't be opened is undefined. */
      // A method, so that TypeScript compares its parameters less strictly.
      toExport?(reading: Promise<T | undefined>): Promise<Record<string, unknown>>;
    };

/** A collection: its name, its schema, and rules for reading, exporting and erasing it. */
export type Declared<T> = About<T> & Terms & { name: string; schema: z.ZodType<T> };

type Terms = {
  /** The longest time that a value is kept; without it, until it's deleted. */
  keptForMs?: number | undefined;
  /** People's own work: it doesn't count as missing if it can't be opened. They may delete it. */
  onlyCopyOf?: KeptData;
};

export type Personal<T> = Extract<Declared<T>, { about: 'person' }>;
export type Impersonal<T> = Exclude<Declared<T>, { about: 'person' }>;

const all = new Map<string, Declared<unknown>>();

export function isUnsealed<T>(declared: Declared<T>): declared is Extract<Declared<T>, { about: 'bot' | 'game' }> {
  return (declared.about === 'bot' || declared.about === 'game') && !declared.isSealed;
}

/** Declares a collection. Throws if its name is taken. */
export function collection<T, D extends About<T> & Terms>(
  name: string,
  schema: z.ZodType<T>,
  declaration: D,
): D & { name: string; schema: z.ZodType<T> } {
  if (all.has(name)) throw new Error(`The collection "${name}" is declared twice.`);
  const declared = { ...declaration, name, schema };
  all.set(name, declared);
  return declared;
}

/** The collections that loaded modules declare. */
export function listDeclared(): Declared<unknown>[] {
  return [...all.values()];
}

/** The collections about people, in the order of {@link KEPT_DATA}. */
export function listPersonal(): Personal<unknown>[] {
  return KEPT_DATA.flatMap((data) =>
    [...all.values()].filter((each) => each.about === 'person' && each.says === data),
  ) as Personal<unknown>[];
}
