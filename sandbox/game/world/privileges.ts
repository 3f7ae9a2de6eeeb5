import type { Named } from './characters.ts';
import type { Database } from './database.ts';

/** A privilege by its place in the catalogue. */
export interface PrivilegeName {
  group: string;
  privilege: string;
}

/** Who holds which privilege in which faction. All parties by uid. */
export interface Privileges {
  factionByUid(uid: string): Named | undefined;
  isMember(faction: string, character: string): boolean;
  holds(faction: string, character: string, name: PrivilegeName): boolean;
  /** Grants (or revokes) a privilege; what is already so stays so. */
  set(faction: string, character: string, name: PrivilegeName, held: boolean): void;
  /** All a character holds in a faction, as `group/privilege`. */
  heldBy(faction: string, character: string): Set<string>;
}

/** Privileges, as kept in `database`. */
export function createPrivileges(database: Database): Privileges {
  return {
    factionByUid: (uid) => database.first<Named>('SELECT uid, name FROM factions WHERE uid = ?', uid),
    isMember: (faction, character) =>
      database.first('SELECT 1 FROM members WHERE faction = ? AND character = ?', faction, character) !== undefined,
    holds: (faction, character, { group, privilege }) =>
      database.first(
        'SELECT 1 FROM privileges WHERE faction = ? AND character = ? AND privilege_group = ? AND privilege = ?',
        faction,
        character,
        group,
        privilege,
      ) !== undefined,
    set: (faction, character, { group, privilege }, held) => {
      database.run(
        held
          ? 'INSERT OR IGNORE INTO privileges (faction, character, privilege_group, privilege) VALUES (?, ?, ?, ?)'
          : 'DELETE FROM privileges WHERE faction = ? AND character = ? AND privilege_group = ? AND privilege = ?',
        faction,
        character,
        group,
        privilege,
      );
    },
    heldBy: (faction, character) =>
      new Set(
        database
          .all<{ name: string }>(
            `SELECT privilege_group || '/' || privilege AS name FROM privileges WHERE faction = ? AND character = ?`,
            faction,
            character,
          )
          .map(({ name }) => name),
      ),
  };
}
