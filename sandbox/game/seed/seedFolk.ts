import { toHandleKey } from '../world/characters.ts';
import type { Database } from '../world/database.ts';
import { privilegeCatalogue } from '../world/privilegeCatalogue.ts';
import type { Names } from './names.ts';
import { type FixedPerson, factionNames, factionUid, firstInventedId, fixedPeople } from './people.ts';
import type { Random } from './random.ts';

const population = 200;
const races = ['Human', 'Ashborn', 'Tidewalker', 'Veshari', 'Lithid', 'Oru'] as const;
const genders = ['female', 'male', 'other'] as const;
const titles = ['Captain', 'Doctor', 'Envoy', 'Navigator', 'Pilot', 'Trader'] as const;
const officerGroups = new Set(['members', 'finance', 'privileges', 'tags', 'ship', 'station', 'cities']);

const skillNames: Readonly<Record<string, readonly string[]>> = {
  general: ['Strength', 'Dexterity', 'Perception', 'Endurance', 'Charisma'],
  space: ['Piloting', 'Fleet Command', 'Space Combat', 'Astrogation'],
  ground: ['Combat', 'Vehicle Piloting', 'Stealth', 'Squad Command'],
  social: ['Trading', 'Diplomacy', 'Slicing', 'Leadership'],
  science: ['Research', 'Medical Treatment', 'Engineering', 'Repair'],
  light: ['Calm', 'Mending'],
  dark: ['Dread', 'Sundering'],
  neutral: ['Foresight', 'Stillness'],
};

/**
 * Invents the factions and the 200 characters with their skills, memberships and privileges, the
 * fixed people first. Last logins are in the 90 days before `startedAt` (unix seconds). Returns all
 * character UIDs.
 */
export function seedFolk(
  database: Database,
  random: Random,
  names: Names,
  places: readonly string[],
  startedAt: number,
): string[] {
  factionNames.forEach((name, index) => {
    database.run('INSERT INTO factions (uid, name) VALUES (?, ?)', factionUid(index), name);
  });
  const join = (character: string, faction: number, primary: boolean, privileges: FixedPerson['privileges']): void => {
    database.run(
      'INSERT INTO members (faction, character, is_primary) VALUES (?, ?, ?)',
      factionUid(faction),
      character,
      primary ? 1 : 0,
    );
    for (const [group, entries] of Object.entries(privilegeCatalogue)) {
      for (const privilege of entries) {
        const held =
          privileges === 'all' ||
          (privileges === 'officer' && officerGroups.has(group)) ||
          (privileges === 'some' && group !== 'privileges' && random.oneIn(4));
        // A faction has one leader.
        if (!held || (privilege === 'faction_leader' && privileges !== 'all')) continue;
        database.run(
          'INSERT INTO privileges (faction, character, privilege_group, privilege) VALUES (?, ?, ?, ?)',
          factionUid(faction),
          character,
          group,
          privilege,
        );
      }
    }
  };
  const people: FixedPerson[] = [...fixedPeople];
  for (let id = firstInventedId; people.length < population; id += 1) {
    const faction = random.oneIn(9) ? undefined : random.between(0, factionNames.length - 1);
    const privileges = random.pick<FixedPerson['privileges']>(['none', 'some', 'some', 'some', 'officer']);
    people.push({
      uid: `1:${id}`,
      handle: names.compound((word) =>
        random.oneIn(5) ? `${random.pick(titles)} ${word}` : `${word} ${names.word()}`,
      ),
      gender: random.pick(genders),
      note: '',
      ...(faction === undefined ? {} : { faction }),
      ...(faction !== undefined && random.oneIn(6) ? { secondFaction: (faction + 5) % factionNames.length } : {}),
      privileges,
      credits: random.between(0, 400) * 250 + random.between(0, 249),
      isPrivate: random.oneIn(8),
    });
  }
  // Draws in any case, so that a fixed place changes nothing else of the world.
  const toPlace = (fixed: string | undefined): string => {
    const drawn = places[random.between(0, places.length - 1)] ?? '';
    return fixed ?? drawn;
  };
  for (const { uid, handle, gender, faction, secondFaction, privileges, credits, isPrivate, place } of people) {
    const race = random.pick(races);
    const xpLevel = random.between(1, 30);
    database.run(
      `INSERT INTO characters (uid, handle, handle_key, is_private, gender, race, shortdescription, biography, health, health_max, xp, xp_level,
         last_login, place, credits) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
      uid,
      handle,
      toHandleKey(handle),
      isPrivate ? 1 : 0,
      gender,
      race,
      random.oneIn(3) ? '' : `${race} of ${names.word()}`,
      random.oneIn(2) ? '' : `Born under the lamps of ${names.word()}.\nKeeps *two* ledgers & one <promise>.`,
      random.between(20, 60),
      60,
      xpLevel * 900 + random.between(0, 899),
      xpLevel,
      startedAt - random.between(0, 90 * 86_400),
      toPlace(place),
      credits,
    );
    if (faction !== undefined) join(uid, faction, true, privileges);
    if (secondFaction !== undefined) join(uid, secondFaction, false, 'some');
    for (const [category, skills] of Object.entries(skillNames)) {
      const hasForce = !['light', 'dark', 'neutral'].includes(category) || random.oneIn(10);
      for (const skill of hasForce ? skills : []) {
        const level = random.between(0, 5);
        database.run(
          'INSERT INTO skills (character, category, skill, level, experience) VALUES (?, ?, ?, ?, ?)',
          uid,
          category,
          skill,
          level,
          level * 400 + random.between(0, 399),
        );
      }
    }
  }
  return people.map(({ uid }) => uid);
}
