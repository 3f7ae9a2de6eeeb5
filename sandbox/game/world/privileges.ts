import type { Named } from './characters.ts';
import type { Database } from './database.ts';

/** A privilege by its name and group in the catalogue. */
export type PrivilegeName = { group: string; privilege: string };

/** Privileges by faction and holder. All parties are UIDs. */
export function createPrivileges(database: Database) {
  const ofMember = 'privileges WHERE faction = ? AND character = ?';
  const one = `${ofMember} AND privilege_group = ? AND privilege = ?`;
  return {
    factionByUid: (uid: string) => database.first<Named>('SELECT uid, name FROM factions WHERE uid = ?', uid),
    isMember: (faction: string, character: string) =>
      database.count('members WHERE faction = ? AND character = ?', faction, character) > 0,
    holds: (faction: string, character: string, { group, privilege }: PrivilegeName) =>
      database.count(one, faction, character, group, privilege) > 0,
    /** Grants or revokes; does nothing if it's already set. */
    set: (faction: string, character: string, { group, privilege }: PrivilegeName, held: boolean): void => {
      database.run(
        held ? 'INSERT OR IGNORE INTO privileges VALUES (?, ?, ?, ?)' : `DELETE FROM ${one}`,
        faction,
        character,
        group,
        privilege,
      );
    },
    /** All privileges that a character has in a faction, as `group/privilege`. */
    heldBy: (faction: string, character: string) => {
      const sql = `SELECT privilege_group || '/' || privilege AS name FROM ${ofMember}`;
      return new Set(database.all<{ name: string }>(sql, faction, character).map(({ name }) => name));
    },
  };
}
