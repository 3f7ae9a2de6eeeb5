import { z } from 'zod';
import { type Location, toLocation } from './location.ts';
import { get, type Operation, openRead, type Page, toPage } from './operation.ts';
import { paging } from './parameters.ts';
import { at, fieldOf, type Present, present, type Reference, required, textAt, toNumber, toReference } from './wire.ts';

/** `container` is what it is directly in; the service may say nothing else of its location. */
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

const page = z.strictObject(paging(50)).prefault({});

export const galaxyOperations = {
  'galaxy.systems.list': list('systems', 'system', (_, { sector, galaxy }) => ({ sector, x: galaxy?.x, y: galaxy?.y })),
  'galaxy.planets.list': list('planets', 'planet', (_, { system, sector }) => ({ system, sector })),
  'galaxy.sectors.list': list('sectors', 'sector', (wire) => ({
    knownSystems: toNumber(at(wire, 'knownsystems')) ?? toNumber(at(wire, 'knownsystems', 'attributes', 'count')),
  })),
  'galaxy.stations.list': list('stations', 'station', (wire, { system }) => ({
    type: toReference(at(wire, 'type')),
    system,
  })),
  'galaxy.cities.list': list('cities', 'city', (_, { planet, system }) => ({ planet, system })),
};

/** `toOwn` gives the fields that only this resource has. */
function list<Own extends object>(
  resource: string,
  singular: string,
  toOwn: (wire: unknown, location: Location) => Own,
): Operation<typeof page, Page<GalaxyItem & Present<Own>>> {
  const toItem = (wire: unknown): GalaxyItem & Present<Own> => {
    const location = toLocation(at(wire, 'location')) ?? {};
    return { ...toGalaxyItem(wire, location), ...present(toOwn(wire, location)) };
  };
  return openRead({
    token: 'ifAsked',
    params: page,
    request: (params) => get(`galaxy/${resource}/`, params),
    record: ({ payload }, params) => toPage(payload, singular, params, toItem),
  });
}

function toGalaxyItem(wire: unknown, { container }: Location): GalaxyItem {
  const uid = required(fieldOf(wire, 'uid'), 'uid of a galaxy item');
  return {
    uid,
    name: fieldOf(wire, 'name') ?? textAt(wire, 'value') ?? uid,
    ...present({
      controlledBy: toReference(at(wire, 'controlledby')),
      population: toNumber(at(wire, 'population')),
      container,
    }),
  };
}
