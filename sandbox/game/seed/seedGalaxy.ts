import type { Database } from '../world/database.ts';
import type { PlaceKind } from '../world/galaxy.ts';
import type { Names } from './names.ts';
import { FACTION_NAMES, factionUid } from './people.ts';
import type { Random } from './random.ts';

/** The number of places of each kind, the type in their UIDs, and the first id. */
const KINDS = {
  sector: { count: 160, type: 25, firstId: 101 },
  system: { count: 1080, type: 9, firstId: 2001 },
  planet: { count: 4320, type: 8, firstId: 10_001 },
  station: { count: 560, type: 5, firstId: 30_001 },
  city: { count: 880, type: 7, firstId: 40_001 },
} as const;
/** Each faction's territory, as shares of the galaxy's size. Most systems outside have no owner. */
const TERRITORIES: readonly (readonly [across: number, up: number, radius: number])[] = [
  [0.45, 0.44, 0.19],
  [0.14, 0.78, 0.16],
  [0.8, 0.28, 0.17],
  [0.62, 0.76, 0.15],
  [0.17, 0.42, 0.13],
  [0.07, 0.09, 0.13],
  [0.38, 0.86, 0.13],
  [0.6, 0.12, 0.13],
  [0.9, 0.76, 0.14],
  [0.33, 0.1, 0.11],
  [0.98, 0.5, 0.06],
  [0.74, 0.53, 0.09],
];
/** One in this many places has another owner than its neighbors, or none. */
const FOREIGN_SHARE = 14;
/** One in this many cities is Marshal Iri Tosk's. */
const CITIES_PER_OWNER = 40;
const CITY_OWNER = '1:1002';
const SECTORS_ACROSS = 16;
const SECTOR_WIDTH = 60;
const STATION_TYPES = ['Trading Post', 'Shipyard', 'Relay', 'Refinery', 'Garrison', 'Waystation'];
const STATION_SUFFIXES = ['Station', 'Relay', 'Yards', 'Anchorage', 'Spindle', 'Terminus'];
/** The last one is longer than any label. */
const REGIONS = ['Reach', 'Expanse', 'Drift', 'Reaches beyond the Hollow Lantern Expanse'];
const NUMERALS = 'I II III IV V VI VII VIII IX X XI XII XIII XIV XV'.split(' ');

type Point = readonly [number, number];

type NewPlace = {
  name: string;
  parent?: string;
  population: number;
  galaxy: Point;
  local?: Point;
  type?: string;
  /** The owner's UID, or null for none. Undefined: the territory's owner. */
  owner?: string | null;
};

/** Creates the map. Returns the UIDs of all systems and stations, where characters can be. */
export function seedGalaxy(database: Database, random: Random, names: Names): string[] {
  const put = (kind: PlaceKind, index: number, { name, parent, population, galaxy, local, type, owner }: NewPlace) => {
    const uid = `${KINDS[kind].type}:${KINDS[kind].firstId + index}`;
    const foreign = random.oneIn(3) ? null : factionUid(random.between(0, FACTION_NAMES.length - 1));
    const controller = index % FOREIGN_SHARE === FOREIGN_SHARE - 1 ? foreign : findOwner(galaxy);
    database.insert('places', {
      uid,
      kind,
      position: index + 1,
      name,
      parent: parent ?? null,
      controlled_by: owner === undefined ? controller : owner,
      population,
      x: galaxy[0],
      y: galaxy[1],
      local_x: local?.[0] ?? null,
      local_y: local?.[1] ?? null,
      type: type ?? null,
    });
    return uid;
  };
  const each = <Made>(kind: PlaceKind, make: (index: number) => Made): Made[] =>
    Array.from({ length: KINDS[kind].count }, (_, index) => make(index));
  const nearby = (): Point => [random.between(0, 19), random.between(0, 19)];
  /** Each parent gets its share first, so that none stays empty. */
  const parentOf = <Parent>(parents: readonly Parent[], index: number): Parent =>
    parents[index] ?? random.pick(parents);

  const sectors = each('sector', (index) => {
    const x = ((index % SECTORS_ACROSS) - SECTORS_ACROSS / 2) * SECTOR_WIDTH;
    const y = (Math.floor(index / SECTORS_ACROSS) - KINDS.sector.count / SECTORS_ACROSS / 2) * SECTOR_WIDTH;
    const name = names.compound((word) => (random.oneIn(12) ? `${word} ${REGIONS[index % REGIONS.length]}` : word));
    const population = random.between(0, 90) * 1_000_000;
    return { x, y, uid: put('sector', index, { name, population, galaxy: [x, y] }) };
  });

  const systems = each('system', (index) => {
    const sector = parentOf(sectors, index);
    const inSector = (): number => random.between(0, SECTOR_WIDTH - 1);
    const galaxy: Point = [sector.x + inSector(), sector.y + inSector()];
    const name = names.word();
    const population = random.oneIn(6) ? 0 : random.between(1, 4_000) * 1_000;
    return { name, galaxy, planets: 0, uid: put('system', index, { name, parent: sector.uid, population, galaxy }) };
  });

  const planets = each('planet', (index) => {
    const system = parentOf(systems, index);
    const { galaxy, uid: parent } = system;
    const numeral = NUMERALS[system.planets] ?? String(system.planets + 1);
    system.planets += 1;
    const name = random.oneIn(4) ? names.word() : `${system.name} ${numeral}`;
    const population = random.oneIn(3) ? 0 : random.between(1, 900_000) * 100;
    return { galaxy, uid: put('planet', index, { name, parent, population, galaxy, local: nearby() }) };
  });

  const stations = each('station', (index) => {
    const { galaxy, uid: parent } = random.pick(systems);
    const name = names.compound((word) => `${word} ${random.pick(STATION_SUFFIXES)}`);
    const type = random.pick(STATION_TYPES);
    const population = random.between(0, 9_000);
    return put('station', index, { name, parent, population, galaxy, local: nearby(), type });
  });

  each('city', (index) => {
    const { galaxy, uid: parent } = random.pick(planets);
    const name = names.compound((word) => (random.oneIn(5) ? `Port ${word}` : word));
    const population = random.between(1, 60_000) * 50;
    const owner = index % CITIES_PER_OWNER === 0 && { owner: CITY_OWNER };
    put('city', index, { name, parent, population, galaxy, local: nearby(), ...owner });
  });
  addUp(database);
  return [...systems.map(({ uid }) => uid), ...stations];
}

/** The faction whose territory is nearest, relative to its size. */
function findOwner([x, y]: Point): string | null {
  const [width, height] = [SECTORS_ACROSS * SECTOR_WIDTH, (KINDS.sector.count / SECTORS_ACROSS) * SECTOR_WIDTH];
  const distances = TERRITORIES.map(([across, up, radius]) => {
    const distance = Math.hypot(x - (across - 0.5) * width, y - (up - 0.5) * height);
    return distance / (radius * width);
  });
  const nearest = Math.min(...distances);
  return nearest > 1 ? null : factionUid(distances.indexOf(nearest));
}

/** A planet's population includes its cities; the places around it get the sum. */
function addUp(database: Database): void {
  const sum = (inner: PlaceKind) =>
    `(SELECT coalesce(sum(population), 0) FROM places AS inside WHERE inside.parent = places.uid AND kind = '${inner}')`;
  database.run(`UPDATE places SET population = population + ${sum('city')} WHERE kind = 'planet'`);
  database.run(`UPDATE places SET population = ${sum('planet')} WHERE kind = 'system'`);
  database.run(`UPDATE places SET population = ${sum('system')} WHERE kind = 'sector'`);
}
