/** The password of every character, printed on the sign-in page. */
export const SANDBOX_PASSWORD = 'sandbox';

/** A character of every seeded world, always with the same UID. */
export type FixedPerson = {
  uid: string;
  handle: string;
  gender: 'female' | 'male' | 'other';
  /** The character's use in a few words, for the sign-in page. */
  note: string;
  /** Index in the list of factions; undefined for none. */
  faction?: number;
  /** A second faction, not the primary one. */
  secondFaction?: number;
  privileges: 'all' | 'officer' | 'some' | 'none';
  credits: number;
  isPrivate?: boolean;
  /** The UID of a place with coordinates; a random place if undefined. */
  place?: string;
};

function person(uid: string, handle: string, note: string, others: Partial<FixedPerson>): FixedPerson {
  return { uid, handle, note, gender: 'female', privileges: 'none', credits: 0, ...others };
}

/** Vael Ondar has no balance here: it's the sum of 2,500 entries of the credit log. */
export const FIXED_PEOPLE: readonly FixedPerson[] = [
  person('1:1001', 'Vael Ondar', 'a player: 2500 credit-log entries, 300 messages', {
    gender: 'male',
    faction: 0,
    secondFaction: 5,
    privileges: 'some',
    place: '9:2025',
  }),
  person('1:1002', 'Marshal Iri Tosk', 'an officer: may change privileges of her faction', {
    faction: 0,
    privileges: 'officer',
    credits: 125_000,
  }),
  person('1:1003', 'Dorn Hesk', 'a recruit of the same faction, without privileges', {
    gender: 'male',
    faction: 0,
    credits: 640,
  }),
  person('1:1004', 'Regent Oona Valdry', 'leads the same faction: every privilege', {
    faction: 0,
    privileges: 'all',
    credits: 9_800_000,
  }),
  person('1:1005', "Cass O'Renn", 'an officer of another faction', {
    gender: 'other',
    faction: 1,
    privileges: 'officer',
    credits: 52_300,
  }),
  person('1:1006', 'Pell', 'belongs to no faction, has no credits', { gender: 'other' }),
  person('1:1007', 'Ysé *Nova* Quar_tz', 'a handle full of Markdown', {
    faction: 2,
    privileges: 'some',
    credits: 4_200,
  }),
  person('1:1008', 'Archivist Emeritus Maravanne Thessaly of the Outer Lanterns', 'a very long handle', {
    faction: 3,
    privileges: 'some',
    credits: 77_000,
  }),
  person('1:1009', 'Silent Juno', 'a private profile', { faction: 1, credits: 15_000, isPrivate: true }),
];

export const HISTORY_OF = '1:1001';

/** The first id of the invented characters. */
export const FIRST_INVENTED_ID = 1101;

/** Ordered by UID, from `20:501`. */
export const FACTION_NAMES = [
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

export function factionUid(index: number): string {
  return `20:${501 + index}`;
}
