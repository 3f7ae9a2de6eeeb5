import type { PrivilegeName } from './world/privileges.ts';
import type { World } from './world/world.ts';

export type Inspection = ReturnType<typeof createInspection>;

const WHOLE = { startIndex: 1, itemCount: 1_000_000 };

/** Shows tests the world without scopes and limits. Characters and factions are UIDs. */
export function createInspection(world: World, arrivals: ReadonlyMap<string | undefined, number>) {
  return {
    characters: () => world.characters.all(),
    uidOf: (handle: string): string => {
      const character = world.characters.byHandle(handle);
      if (!character) throw new Error(`No character has the handle ${handle}`);
      return character.uid;
    },
    rename: (uid: string, handle: string) => world.characters.rename(uid, handle),
    balanceOf: (uid: string) => world.credits.balanceOf(uid),
    paidBy: (uid: string): string[] => world.credits.paidBy(uid),
    /** Adds so many entries that older ones leave the log. */
    earn: (uid: string, count: number, amount = 1): void =>
      world.credits.earn(uid, count, Math.floor(Date.now() / 1_000), amount),
    totalCredits: () => world.characters.all().reduce((sum, { credits }) => sum + credits, 0),
    /** The newest 1,000 entries of a character's credit log, newest first. */
    logOf: (uid: string) => world.credits.log(uid, 0, WHOLE).items,
    messagesOf: (uid: string) => world.messages.list(uid, undefined, WHOLE).items,
    factionsOf: (uid: string) => world.characters.factionsOf(uid),
    holds: (faction: string, character: string, privilege: PrivilegeName) =>
      world.privileges.holds(faction, character, privilege),
    /** The requests for an operation, or all, including those that a fault stopped. */
    requests: (operation?: string) =>
      [...arrivals].reduce(
        (sum, [name, count]) => sum + (operation === undefined || operation === name ? count : 0),
        0,
      ),
  };
}
