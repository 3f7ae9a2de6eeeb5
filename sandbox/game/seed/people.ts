/** Every character of the sandbox signs in with this password. It is printed on the sign-in page: these are no real accounts. */
export const sandboxPassword = 'sandbox';

/** A character who is in every seeded world, under the same uid, for people and tests to count on. */
export interface FixedPerson {
  uid: string;
  handle: string;
  gender: 'female' | 'male' | 'other';
  /** What this character is good for, in a few words for the sign-in page. */
  note: string;
  /** Index into the list of factions; without one, the character belongs to none. */
  faction?: number;
  /** A second faction, which is not the primary one. */
  secondFaction?: number;
  /** `all`: holds every privilege of the faction; `officer`: of the groups an officer needs; `some`: a few; `none`. */
  privileges: 'all' | 'officer' | 'some' | 'none';
  credits: number;
  isPrivate?: boolean;
  /** The UID of a place with coordinates; anywhere if it isn't given. */
  place?: string;
}

/** The fixed people. Vael Ondar's balance is where 2500 entries of credit log have led, so it is not given here. */
export const fixedPeople: readonly FixedPerson[] = [
  {
    uid: '1:1001',
    handle: 'Vael Ondar',
    gender: 'male',
    note: 'a player: 2500 credit-log entries, 300 messages',
    faction: 0,
    secondFaction: 5,
    privileges: 'some',
    credits: 0,
    place: '9:2025',
  },
  {
    uid: '1:1002',
    handle: 'Marshal Iri Tosk',
    gender: 'female',
    note: 'an officer: may change privileges of her faction',
    faction: 0,
    privileges: 'officer',
    credits: 125_000,
  },
  {
    uid: '1:1003',
    handle: 'Dorn Hesk',
    gender: 'male',
    note: 'a recruit of the same faction, without privileges',
    faction: 0,
    privileges: 'none',
    credits: 640,
  },
  {
    uid: '1:1004',
    handle: 'Regent Oona Valdry',
    gender: 'female',
    note: 'leads the same faction: every privilege',
    faction: 0,
    privileges: 'all',
    credits: 9_800_000,
  },
  {
    uid: '1:1005',
    handle: "Cass O'Renn",
    gender: 'other',
    note: 'an officer of another faction',
    faction: 1,
    privileges: 'officer',
    credits: 52_300,
  },
  {
    uid: '1:1006',
    handle: 'Pell',
    gender: 'other',
    note: 'belongs to no faction, has no credits',
    privileges: 'none',
    credits: 0,
  },
  {
    uid: '1:1007',
    handle: 'Ysé *Nova* Quar_tz',
    gender: 'female',
    note: 'a handle full of Markdown',
    faction: 2,
    privileges: 'some',
    credits: 4_200,
  },
  {
    uid: '1:1008',
    handle: 'Archivist Emeritus Maravanne Thessaly of the Outer Lanterns',
    gender: 'female',
    note: 'a very long handle',
    faction: 3,
    privileges: 'some',
    credits: 77_000,
  },
  {
    uid: '1:1009',
    handle: 'Silent Juno',
    gender: 'female',
    note: 'a private profile',
    faction: 1,
    privileges: 'none',
    credits: 15_000,
    isPrivate: true,
  },
];

/** The character with the long history. */
export const historyOf = '1:1001';

/** The first uid number that is free for invented characters. */
export const firstInventedId = 1101;

/** The factions, in the order of their uids, which start at `20:501`. */
export const factionNames = [
  'Meridian Compact',
  'Ashen Wayfarers',
  'Ordo Lumen',
  'The Quiet Ledger',
  'Free Haulers of Brandt',
  'Cobalt Assembly',
  'House Ferrowyn',
  'Third Tide',
  'Pallid Court',
  "Kell's Lanterns",
  'Union of *Deep* Miners',
  'Société des Étoiles',
] as const;

/** The uid of the faction at an index of `factionNames`. */
export function factionUid(index: number): string {
  return `20:${501 + index}`;
}
