import type { Atlas } from '../../../src/galaxy/atlas.ts';
import { type GalaxyPlace, type Point, toDistance } from '../../../src/galaxy/places.ts';
import type { ListQuery } from '../ids.ts';

/** `distance`: if the query measures from a place. */
export type Selected = { place: GalaxyPlace; people: number; distance?: number };

export const { compare: compareNames } = new Intl.Collator('en', { numeric: true });
const byName = (one: Selected, other: Selected): number => compareNames(one.place.name, other.place.name);
const ORDERS: Record<NonNullable<ListQuery['sort']>, (one: Selected, other: Selected) => number> = {
  name: byName,
  population: (one, other) => other.people - one.people || byName(one, other),
  distance: (one, other) => (one.distance ?? 0) - (other.distance ?? 0) || byName(one, other),
};

/** In the query's order; with an `origin`, only places with coordinates. */
export function selectPlaces(atlas: Atlas, query: ListQuery, origin?: Point): Selected[] {
  const { kind, sort = 'name', sector, owner, type, from, minPopulation = 0, radius = Infinity } = query;
  return atlas
    .list(kind)
    .filter((place) => place.uid !== from && (sector === undefined || atlas.sectorOf(place)?.uid === sector))
    .filter((place) => owner === undefined || place.controlledBy?.uid === owner)
    .filter((place) => type === undefined || place.type?.uid === type)
    .map((place) => toSelected(atlas, place, origin))
    .filter(({ people, distance = 0 }) => people >= minPopulation && distance <= radius)
    .sort(ORDERS[sort]);
}

function toSelected(atlas: Atlas, place: GalaxyPlace, origin: Point | undefined): Selected {
  const selected = { place, people: atlas.populationOf(place) ?? 0 };
  if (!origin) return selected;
  const position = atlas.centerOf(place);
  // NaN is within no radius.
  return { ...selected, distance: position ? toDistance(origin, position) : Number.NaN };
}
