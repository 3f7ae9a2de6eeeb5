import type { City, Planet, Sector, Station, System } from './records.ts';
import { needed } from './shape.ts';
import { toLocation } from './toCharacterRecords.ts';
import { at, nonEmpty, present, toNumber, toReference, toText } from './wire.ts';

export function toSystem(wire: unknown): System {
  const location = toLocation(at(wire, 'location'));
  return {
    ...toGalaxyItem(wire),
    ...present({ sector: location?.sector, x: location?.galaxy?.x, y: location?.galaxy?.y }),
  };
}

export function toPlanet(wire: unknown): Planet {
  const location = toLocation(at(wire, 'location'));
  return { ...toGalaxyItem(wire), ...present({ system: location?.system, sector: location?.sector }) };
}

export function toSector(wire: unknown): Sector {
  const count = toNumber(at(wire, 'knownsystems')) ?? toNumber(at(wire, 'knownsystems', 'attributes', 'count'));
  return { ...toGalaxyItem(wire), ...present({ knownSystems: count }) };
}

export function toStation(wire: unknown): Station {
  const location = toLocation(at(wire, 'location'));
  return { ...toGalaxyItem(wire), ...present({ type: toReference(at(wire, 'type')), system: location?.system }) };
}

export function toCity(wire: unknown): City {
  const location = toLocation(at(wire, 'location'));
  return { ...toGalaxyItem(wire), ...present({ planet: location?.planet, system: location?.system }) };
}

function toGalaxyItem(wire: unknown) {
  const uid = needed(
    nonEmpty(toText(at(wire, 'attributes', 'uid')) ?? toText(at(wire, 'uid'))),
    'uid of a galaxy item',
  );
  const name = nonEmpty(
    toText(at(wire, 'attributes', 'name')) ?? toText(at(wire, 'name')) ?? toText(at(wire, 'value')),
  );
  return {
    uid,
    name: name ?? uid,
    ...present({
      controlledBy: toReference(at(wire, 'controlledby')),
      population: toNumber(at(wire, 'population')),
      container: toReference(at(wire, 'location', 'container')),
    }),
  };
}
