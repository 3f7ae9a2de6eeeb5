import type { Database } from './database.ts';

/** A thing with a UID and a name. */
export interface Named {
  uid: string;
  name: string;
}

/** A character as the world keeps it. Times in unix seconds, credits in whole credits, `place` the uid of a system or station. */
export interface Character {
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
  lastLogin: number;
  place: string;
  credits: number;
}

/** A faction somebody is a member of. */
export interface Membership extends Named {
  primary: boolean;
}

/** One skill of a character; `category` is one of the eight in docs/interface.md, "Wire". */
export interface Skill {
  category: string;
  skill: string;
  level: number;
  experience: number;
}

/** Looks up characters and what hangs on them. */
export interface Characters {
  byUid(uid: string): Character | undefined;
  /** Handles are told apart without regard to case. */
  byHandle(handle: string): Character | undefined;
  all(): Character[];
  /** The primary faction comes first. */
  factionsOf(uid: string): Membership[];
  skillsOf(uid: string): Skill[];
}

/** The form in which two handles are compared. */
export function toHandleKey(handle: string): string {
  return handle.trim().normalize('NFC').toLowerCase();
}

const columns = `uid, handle, is_private AS isPrivate, gender, race, shortdescription, biography, health, health_max AS healthMax, xp,
  xp_level AS xpLevel, last_login AS lastLogin, place, credits`;

/** Characters, as kept in `database`. */
export function createCharacters(database: Database): Characters {
  type Row = Omit<Character, 'isPrivate'> & { isPrivate: number };
  const toCharacter = (row: Row): Character => ({ ...row, isPrivate: row.isPrivate === 1 });
  const one = (condition: string, value: string): Character | undefined => {
    const row = database.first<Row>(`SELECT ${columns} FROM characters WHERE ${condition}`, value);
    return row && toCharacter(row);
  };
  return {
    byUid: (uid) => one('uid = ?', uid),
    byHandle: (handle) => one('handle_key = ?', toHandleKey(handle)),
    all: () => database.all<Row>(`SELECT ${columns} FROM characters ORDER BY rowid`).map(toCharacter),
    factionsOf: (uid) =>
      database
        .all<Named & { isPrimary: number }>(
          `SELECT factions.uid, factions.name, is_primary AS isPrimary FROM members JOIN factions ON factions.uid = members.faction
           WHERE character = ? ORDER BY is_primary DESC, factions.uid`,
          uid,
        )
        .map(({ isPrimary, ...faction }) => ({ ...faction, primary: isPrimary === 1 })),
    skillsOf: (uid) =>
      database.all<Skill>(
        'SELECT category, skill, level, experience FROM skills WHERE character = ? ORDER BY category, skill',
        uid,
      ),
  };
}
