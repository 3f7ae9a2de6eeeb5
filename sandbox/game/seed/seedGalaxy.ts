import type { Database } from '../world/database.ts';
import type { Names } from './names.ts';
import { factionNames, factionUid } from './people.ts';
import type { Random } from './random.ts';

const counts = { sectors: 160, systems: 1080, planets: 4320, stations: 560, cities: 880 } as const;
/** Every so many cities is Marshal Iri Tosk's. */
const citiesPerOwner = 40;
const cityOwner = '1:1002';
const sectorsAcross = 16;
const sectorWidth = 60;
const stationTypes = ['Trading Post', 'Shipyard', 'Relay', 'Refinery', 'Garrison', 'Waystation'] as const;
const stationSuffixes = ['Station', 'Relay', 'Yards', 'Anchorage', 'Spindle', 'Terminus'] as const;
const numerals = [
  'I',
  'II',
  'III',
  'IV',
  'V',
  'VI',
  'VII',
  'VIII',
  'IX',
  'X',
  'XI',
  'XII',
  'XIII',
  'XIV',
  'XV',
] as const;

interface NewPlace {
  kind: string;
  type: number;
  id: number;
  name: string;
  parent?: string;
  population: number;
  galaxy?: readonly [number, number];
  local?: readonly [number, number];
  placeType?: string;
  /** The UID of the character whose it is; of a faction's places, none. */
  owner?: string;
}

/** Invents the map and writes it. Gives the uids of all systems and stations: the places where characters can be. */
export function seedGalaxy(database: Database, random: Random, names: Names): string[] {
  const positions = new Map<string, number>();
  const put = ({ kind, type, id, name, parent, population, galaxy, local, placeType, owner }: NewPlace): string => {
    const uid = `${type}:${id}`;
    const position = (positions.get(kind) ?? 0) + 1;
    positions.set(kind, position);
    const controller = random.oneIn(3) ? null : factionUid(random.between(0, factionNames.length - 1));
    database.run(
      'INSERT INTO places (uid, kind, position, name, parent, controlled_by, population, x, y, local_x, local_y, type) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)',
      uid,
      kind,
      position,
      name,
      parent ?? null,
      owner ?? controller,
      population,
      galaxy?.[0] ?? null,
      galaxy?.[1] ?? null,
      local?.[0] ?? null,
      local?.[1] ?? null,
      placeType ?? null,
    );
    return uid;
  };
  const nearby = (): readonly [number, number] => [random.between(0, 19), random.between(0, 19)];
  const somewhere = <Item>(items: readonly Item[]): Item => {
    const item = items[random.between(0, items.length - 1)];
    if (item === undefined) throw new Error('there is nowhere to put this');
    return item;
  };

  const sectors = Array.from({ length: counts.sectors }, (_, index) => {
    const x = ((index % sectorsAcross) - sectorsAcross / 2) * sectorWidth;
    const y = (Math.floor(index / sectorsAcross) - counts.sectors / sectorsAcross / 2) * sectorWidth;
    const name = names.compound((word) =>
      random.oneIn(12) ? `${word} Reaches beyond the Hollow Lantern Expanse` : word,
    );
    return {
      x,
      y,
      uid: put({
        kind: 'sector',
        type: 25,
        id: 101 + index,
        name,
        population: random.between(0, 90) * 1_000_000,
        galaxy: [x, y],
      }),
    };
  });

  const systems = Array.from({ length: counts.systems }, (_, index) => {
    // Every sector gets its share first, so that none is empty.
    const sector = index < sectors.length ? (sectors[index] ?? somewhere(sectors)) : somewhere(sectors);
    const galaxy = [
      sector.x + random.between(0, sectorWidth - 1),
      sector.y + random.between(0, sectorWidth - 1),
    ] as const;
    const name = names.word();
    const population = random.oneIn(6) ? 0 : random.between(1, 4_000) * 1_000;
    return {
      name,
      galaxy,
      planets: 0,
      uid: put({ kind: 'system', type: 9, id: 2001 + index, name, parent: sector.uid, population, galaxy }),
    };
  });

  const planets = Array.from({ length: counts.planets }, (_, index) => {
    const system = index < systems.length ? (systems[index] ?? somewhere(systems)) : somewhere(systems);
    system.planets += 1;
    const numeral = numerals[system.planets - 1] ?? String(system.planets);
    const name = random.oneIn(4) ? names.word() : `${system.name} ${numeral}`;
    const population = random.oneIn(3) ? 0 : random.between(1, 900_000) * 100;
    return {
      galaxy: system.galaxy,
      uid: put({
        kind: 'planet',
        type: 8,
        id: 10_001 + index,
        name,
        parent: system.uid,
        population,
        galaxy: system.galaxy,
        local: nearby(),
      }),
    };
  });

  const stations = Array.from({ length: counts.stations }, (_, index) => {
    const system = somewhere(systems);
    const name = names.compound((word) => `${word} ${random.pick(stationSuffixes)}`);
    const placeType = random.pick(stationTypes);
    return put({
      kind: 'station',
      type: 5,
      id: 30_001 + index,
      name,
      parent: system.uid,
      population: random.between(0, 9_000),
      galaxy: system.galaxy,
      local: nearby(),
      placeType,
    });
  });

  for (let index = 0; index < counts.cities; index += 1) {
    const planet = somewhere(planets);
    const name = names.compound((word) => (random.oneIn(5) ? `Port ${word}` : word));
    put({
      kind: 'city',
      type: 7,
      id: 40_001 + index,
      name,
      parent: planet.uid,
      population: random.between(1, 60_000) * 50,
      galaxy: planet.galaxy,
      local: nearby(),
      ...(index % citiesPerOwner === 0 && { owner: cityOwner }),
    });
  }
  return [...systems.map(({ uid }) => uid), ...stations];
}
