import type { Character, Named } from './world/characters.ts';
import type { Transaction } from './world/credits.ts';
import type { Database } from './world/database.ts';
import type { Message } from './world/messages.ts';
import type { PrivilegeName } from './world/privileges.ts';
import type { World } from './world/world.ts';

/** A look behind the scenes for tests: what is really so, past all scopes and limits. Characters and factions are given by uid. */
export interface Inspection {
  characters(): Character[];
  uidOf(handle: string): string;
  balanceOf(uid: string): number;
  /** The sum of everybody's credits. */
  totalCredits(): number;
  /** The newest 1000 entries of a character's credit log, newest first. */
  logOf(uid: string): Transaction[];
  /** The messages of which a character has a copy, newest first. */
  messagesOf(uid: string): Message[];
  factionsOf(uid: string): Named[];
  holds(faction: string, character: string, privilege: PrivilegeName): boolean;
  /** How many requests arrived for an operation (those that a fault kept from being done among them), or for all of them together. */
  requests(operation?: string): number;
}

const everything = 1_000_000;

/** Counts the requests that came in, by operation. */
export interface Arrivals {
  add(operation: string | undefined): void;
  count(operation?: string): number;
}

/** A count that starts at nothing. */
export function createArrivals(): Arrivals {
  const counts = new Map<string | undefined, number>();
  return {
    add: (operation) => counts.set(operation, (counts.get(operation) ?? 0) + 1),
    count: (operation) =>
      operation === undefined
        ? [...counts.values()].reduce((sum, count) => sum + count, 0)
        : (counts.get(operation) ?? 0),
  };
}

/** Reads from `world` and `database`; `arrivals` counts the requests as they come in. */
export function createInspection(world: World, database: Database, arrivals: Arrivals): Inspection {
  const whole = { startIndex: 1, itemCount: everything };
  return {
    characters: () => world.characters.all(),
    uidOf: (handle) => {
      const character = world.characters.byHandle(handle);
      if (!character) throw new Error(`No character has the handle ${handle}`);
      return character.uid;
    },
    balanceOf: (uid) => world.credits.balanceOf(uid),
    totalCredits: () => database.first<{ total: number }>('SELECT sum(credits) AS total FROM characters')?.total ?? 0,
    logOf: (uid) => world.credits.log(uid, 0, whole).items,
    messagesOf: (uid) => world.messages.list(uid, undefined, whole).items,
    factionsOf: (uid) => world.characters.factionsOf(uid),
    holds: (faction, character, privilege) => world.privileges.holds(faction, character, privilege),
    requests: (operation) => arrivals.count(operation),
  };
}
