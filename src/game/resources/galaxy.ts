import { z } from 'zod';
import { get, openRead, toPage } from '../operation.ts';
import { paging } from '../parameters.ts';
import { present, toLocation } from '../wire/records.ts';
import { at, fieldOf, isEmpty, required, textAt, toBoolean, toNumber, toReference } from '../wire/wire.ts';

/** Unknown fields are absent. `container`: the place that directly contains this one. */
export type Place = ReturnType<typeof toPlace>;

export const galaxyOperations = {
  'galaxy.systems.list': list('systems', 'system'),
  'galaxy.planets.list': list('planets', 'planet'),
  'galaxy.sectors.list': list('sectors', 'sector'),
  'galaxy.stations.list': list('stations', 'station'),
  'galaxy.cities.list': list('cities', 'city'),
};

function list(resource: string, singular: string) {
  return openRead({
    token: 'ifAsked',
    params: z.strictObject(paging(50)).prefault({}),
    request: (params) => get(`galaxy/${resource}/`, params),
    record: ({ payload }, params) => toPage(payload, singular, params, toPlace),
  });
}

function toPlace(wire: unknown) {
  const uid = required(fieldOf(wire, 'uid'), 'uid of a place');
  const { galaxy, ...location } = toLocation(at(wire, 'location')) ?? {};
  return {
    uid,
    name: fieldOf(wire, 'name') ?? textAt(wire, 'value') ?? uid,
    ...location,
    ...present({
      x: galaxy?.x,
      y: galaxy?.y,
      type: toReference(at(wire, 'type')),
      controlledBy: toReference(at(wire, 'controlledby')),
      combat: toCombat(at(wire, 'combat')),
      population: toNumber(at(wire, 'population')),
      knownSystems: toNumber(at(wire, 'knownsystems')) ?? toNumber(at(wire, 'knownsystems', 'attributes', 'count')),
    }),
  };
}

function toCombat(wire: unknown) {
  const flag = (name: string): boolean | undefined => toBoolean(fieldOf(wire, name));
  const [isSafeZone, hasGroundPvp, hasSpacePvp] = ['pvpsafezone', 'groundpvp', 'spacepvp'].map(flag);
  const combat = present({ isSafeZone, hasGroundPvp, hasSpacePvp });
  return isEmpty(combat) ? undefined : combat;
}
