import { z } from 'zod';
import { toLocation } from './location.ts';
import { get, type Operation, openRead, type Page, toPage } from './operation.ts';
import { paging } from './parameters.ts';
import { required } from './shape.ts';
import { at, nonEmpty, present, type Reference, toNumber, toReference, toText } from './wire.ts';

/** `container` is what it is directly in, which may be all that the service says of its location. */
type GalaxyItem = {
  uid: string;
  name: string;
  controlledBy?: Reference;
  population?: number;
  container?: Reference;
};

export type System = GalaxyItem & { sector?: Reference; x?: number; y?: number };
export type Planet = GalaxyItem & { system?: Reference; sector?: Reference };
export type Sector = GalaxyItem & { knownSystems?: number };
export type Station = GalaxyItem & { type?: Reference; system?: Reference };
export type City = GalaxyItem & { planet?: Reference; system?: Reference };

const galaxyPage = z.strictObject(paging(50)).prefault({});

export const galaxyOperations = {
  'galaxy.systems.list': galaxyList('systems', 'system', toSystem),
  'galaxy.planets.list': galaxyList('planets', 'planet', toPlanet),
  'galaxy.sectors.list': galaxyList('sectors', 'sector', toSector),
  'galaxy.stations.list': galaxyList('stations', 'station', toStation),
  'galaxy.cities.list': galaxyList('cities', 'city', toCity),
};

function galaxyList<R>(
  resource: string,
  singular: string,
  toItem: (wire: unknown) => R,
): Operation<typeof galaxyPage, Page<R>> {
  return openRead(
    {
      params: galaxyPage,
      request: (params) => get(`galaxy/${resource}/`, params),
      record: ({ payload }, params) => toPage(payload, singular, params, toItem),
    },
    'ifAsked',
  );
}

function toSystem(wire: unknown): System {
  const location = toLocation(at(wire, 'location'));
  return {
    ...toGalaxyItem(wire),
    ...present({ sector: location?.sector, x: location?.galaxy?.x, y: location?.galaxy?.y }),
  };
}

function toPlanet(wire: unknown): Planet {
  const location = toLocation(at(wire, 'location'));
  return { ...toGalaxyItem(wire), ...present({ system: location?.system, sector: location?.sector }) };
}

function toSector(wire: unknown): Sector {
  const count = toNumber(at(wire, 'knownsystems')) ?? toNumber(at(wire, 'knownsystems', 'attributes', 'count'));
  return { ...toGalaxyItem(wire), ...present({ knownSystems: count }) };
}

function toStation(wire: unknown): Station {
  const location = toLocation(at(wire, 'location'));
  return { ...toGalaxyItem(wire), ...present({ type: toReference(at(wire, 'type')), system: location?.system }) };
}

function toCity(wire: unknown): City {
  const location = toLocation(at(wire, 'location'));
  return { ...toGalaxyItem(wire), ...present({ planet: location?.planet, system: location?.system }) };
}

function toGalaxyItem(wire: unknown) {
  const uid = required(
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
