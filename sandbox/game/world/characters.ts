import type { Database } from './database.ts';

export type Named = { uid: string; name: string };

export type Character = {
  uid: string;
  handle: string;
  isPrivate: boolean;
  gender: string;
  race: string;
  shortdescription: string;
  biography: string;
  health: number;
  healthMax: number;
  xp: number;
  xpLevel: number;
  /** Unix seconds. */
  lastLogin: number;
  /** The UID of a system or a station. */
  place: string;
  credits: number;
};

export type Membership = Named & { primary: boolean };

/** `category` is one of the eight in docs/interface.md, "Wire". */
export type Skill = { category: string; skill: string; level: number; experience: number };

export type Characters = ReturnType<typeof createCharacters>;

/** The form in which two handles are compared. */
export function toHandleKey(handle: string): string {
  return handle.trim().normalize('NFC').toLowerCase();
}

const COLUMNS = `uid, handle, is_private AS isPrivate, gender, race, shortdescription, biography, health,
  health_max AS healthMax, xp, xp_level AS xpLevel, last_login AS lastLogin, place, credits`;

export function createCharacters(database: Database) {
  const select = (condition: string, ...values: string[]): Character[] =>
    database
      .all<Omit<Character, 'isPrivate'> & { isPrivate: number }>(
        `SELECT ${COLUMNS} FROM characters WHERE ${condition}`,
        ...values,
      )
      .map((row) => ({ ...row, isPrivate: row.isPrivate === 1 }));
  return {
    byUid: (uid: string) => select('uid = ?', uid)[0],
    /** Case doesn't matter. */
    byHandle: (handle: string) => select('handle_key = ?', toHandleKey(handle))[0],
    all: () => select('true ORDER BY rowid'),
    /** Gives a character another handle. */
    rename: (uid: string, handle: string) =>
      database.run('UPDATE characters SET handle = ?, handle_key = ? WHERE uid = ?', handle, toHandleKey(handle), uid),
    /** The primary faction comes first. */
    factionsOf: (uid: string): Membership[] =>
      database
        .all<Named & { isPrimary: number }>(
          `SELECT factions.uid, factions.name, is_primary AS isPrimary
           FROM members JOIN factions ON factions.uid = members.faction
           WHERE character = ? ORDER BY is_primary DESC, factions.uid`,
          uid,
        )
        .map(({ isPrimary, ...faction }) => ({ ...faction, primary: isPrimary === 1 })),
    skillsOf: (uid: string) =>
      database.all<Skill>(
        'SELECT category, skill, level, experience FROM skills WHERE character = ? ORDER BY category, skill',
        uid,
      ),
  };
}
