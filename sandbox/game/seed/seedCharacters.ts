import { toHandleKey } from '../world/characters.ts';
import type { Database } from '../world/database.ts';
import { privilegeCatalogue } from '../world/privilegeCatalogue.ts';
import type { Names } from './names.ts';
import { FACTION_NAMES, FIRST_INVENTED_ID, FIXED_PEOPLE, type FixedPerson, factionUid } from './people.ts';
import type { Random } from './random.ts';

const POPULATION = 200;
const RACES = ['Human', 'Ashborn', 'Tidewalker', 'Veshari', 'Lithid', 'Oru'];
const GENDERS = ['female', 'male', 'other'] as const;
const TITLES = ['Captain', 'Doctor', 'Envoy', 'Navigator', 'Pilot', 'Trader'];
const OFFICER_GROUPS = new Set(['members', 'finance', 'privileges', 'tags', 'ship', 'station', 'cities']);
const FORCE_CATEGORIES = new Set(['light', 'dark', 'neutral']);
const SKILLS: Readonly<Record<string, readonly string[]>> = {
  general: ['Strength', 'Dexterity', 'Perception', 'Endurance', 'Charisma'],
  space: ['Piloting', 'Fleet Command', 'Space Combat', 'Astrogation'],
  ground: ['Combat', 'Vehicle Piloting', 'Stealth', 'Squad Command'],
  social: ['Trading', 'Diplomacy', 'Slicing', 'Leadership'],
  science: ['Research', 'Medical Treatment', 'Engineering', 'Repair'],
  light: ['Calm', 'Mending'],
  dark: ['Dread', 'Sundering'],
  neutral: ['Foresight', 'Stillness'],
};

/** `places` are UIDs; `startedAt` is the end of the history, in unix seconds. */
export type SeedContext = {
  database: Database;
  random: Random;
  names: Names;
  places: readonly string[];
  startedAt: number;
};

/**
 * Invents the factions and the 200 characters with their skills, memberships and privileges, the
 * fixed people first, and returns their UIDs. Last logins are in the 90 days before `startedAt`.
 */
export function seedCharacters(context: SeedContext): string[] {
  FACTION_NAMES.forEach((name, index) => {
    context.database.insert('factions', { uid: factionUid(index), name });
  });
  const people = [...FIXED_PEOPLE, ...inventPeople(context)];
  for (const person of people) insertCharacter(person, context);
  return people.map(({ uid }) => uid);
}

function inventPeople({ random, names }: SeedContext): FixedPerson[] {
  return Array.from({ length: POPULATION - FIXED_PEOPLE.length }, (_, index) => {
    const faction = random.oneIn(9) ? undefined : random.between(0, FACTION_NAMES.length - 1);
    const privileges = random.pick(['none', 'some', 'some', 'some', 'officer'] as const);
    const toHandle = (word: string): string =>
      random.oneIn(5) ? `${random.pick(TITLES)} ${word}` : `${word} ${names.word()}`;
    return {
      uid: `1:${FIRST_INVENTED_ID + index}`,
      handle: names.compound(toHandle),
      gender: random.pick(GENDERS),
      note: '',
      ...(faction !== undefined && { faction }),
      ...(faction !== undefined && random.oneIn(6) && { secondFaction: (faction + 5) % FACTION_NAMES.length }),
      privileges,
      credits: random.between(0, 400) * 250 + random.between(0, 249),
      isPrivate: random.oneIn(8),
    };
  });
}

export function insertCharacter(person: FixedPerson, context: SeedContext): void {
  const { database, random, names, places, startedAt } = context;
  const { uid, handle, gender, faction, secondFaction, privileges, credits, isPrivate, place } = person;
  const race = random.pick(RACES);
  const xpLevel = random.between(1, 30);
  const invented = {
    uid,
    handle,
    handle_key: toHandleKey(handle),
    is_private: isPrivate ? 1 : 0,
    gender,
    race,
    shortdescription: random.oneIn(3) ? '' : `${race} of ${names.word()}`,
    biography: random.oneIn(2) ? '' : `Born under the lamps of ${names.word()}.\nKeeps *two* ledgers & one <promise>.`,
    health: random.between(20, 60),
    health_max: 60,
    xp: xpLevel * 900 + random.between(0, 899),
    xp_level: xpLevel,
    last_login: startedAt - random.between(0, 90 * 86_400),
    place: random.pick(places),
    credits,
  };
  // Drawn even if the place is fixed, so that the rest of the world stays the same.
  database.insert('characters', { ...invented, ...(place !== undefined && { place }) });
  if (faction !== undefined) join(context, uid, { faction, isPrimary: true, privileges });
  if (secondFaction !== undefined) join(context, uid, { faction: secondFaction, isPrimary: false, privileges: 'some' });
  for (const [category, skills] of Object.entries(SKILLS)) {
    const isSkilled = !FORCE_CATEGORIES.has(category) || random.oneIn(10);
    for (const skill of isSkilled ? skills : []) {
      const level = random.between(0, 5);
      const experience = level * 400 + random.between(0, 399);
      database.insert('skills', { character: uid, category, skill, level, experience });
    }
  }
}

function join(
  { database, random }: SeedContext,
  character: string,
  { faction: index, isPrimary, privileges }: { faction: number; isPrimary: boolean } & Pick<FixedPerson, 'privileges'>,
): void {
  const faction = factionUid(index);
  database.insert('members', { faction, character, is_primary: isPrimary ? 1 : 0 });
  for (const [group, entries] of Object.entries(privilegeCatalogue)) {
    for (const privilege of entries) {
      const isHeld =
        privileges === 'all' ||
        (privileges === 'officer' && OFFICER_GROUPS.has(group)) ||
        (privileges === 'some' && group !== 'privileges' && random.oneIn(4));
      // A faction has one leader.
      if (!isHeld || (privilege === 'faction_leader' && privileges !== 'all')) continue;
      database.insert('privileges', { faction, character, privilege_group: group, privilege });
    }
  }
}
