import type { Place } from '../world/galaxy.ts';
import { type Hrefs, toWireReference } from './reference.ts';

type WireNumber = number | string | null;

interface WirePoint {
  attributes: { x: WireNumber; y: WireNumber };
}

/** Coordinates arrive as numbers, as strings, or not at all (wire.md, "Transport"): which of these is fixed for each place. */
function toWirePoint(position: number, x: number | null, y: number | null): WirePoint | Record<string, never> {
  if (x === null || y === null) return {};
  if (position % 11 === 5) return { attributes: { x: null, y: null } };
  if (position % 7 === 3) return { attributes: { x: String(x), y: String(y) } };
  return { attributes: { x, y } };
}

/** Where a place is, or where something in it is: `within` lists the places around it, from the nearest outward. */
export function toWireLocation(hrefs: Hrefs, place: Place, within: Place['within']): Record<string, unknown> {
  const around = (kind: Place['kind']) =>
    toWireReference(
      hrefs,
      within.find((outer) => outer.kind === kind),
      kind,
    );
  const { position, localX, localY } = place;
  const onSurface = place.kind === 'city';
  return {
    container: around('station'),
    sector: around('sector'),
    system: around('system'),
    planet: around('planet'),
    city: around('city'),
    coordinates: {
      galaxy: toWirePoint(position, place.x, place.y),
      system: onSurface ? {} : toWirePoint(position, localX, localY),
      surface: onSurface ? toWirePoint(position, localX, localY) : {},
    },
  };
}

/** A place → the wire's galaxy item (wire.md, "Wire shapes"). Every fifth population is a string. */
export function toWirePlace(hrefs: Hrefs, place: Place): Record<string, unknown> {
  const { kind, uid, name, position, population, type } = place;
  return {
    attributes: { uid, name, href: hrefs.of(uid) },
    controlledby: toWireReference(hrefs, place.controlledBy, 'faction'),
    population: position % 5 === 2 ? String(population) : population,
    location: toWireLocation(hrefs, place, place.within),
    ...(kind === 'sector' ? { knownsystems: String(place.knownSystems) } : {}),
    ...(kind === 'station' && type !== null
      ? { type: toWireReference(hrefs, { uid: `5:${type.length}`, name: type }, 'entitytype') }
      : {}),
  };
}
