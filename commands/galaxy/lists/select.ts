import type { Atlas } from '../../../src/galaxy/atlas.ts';
import { type GalaxyPlace, type Point, toDistance } from '../../../src/galaxy/places.ts';
import type { ListQuery } from '../ids.ts';

/** `distance`: if the query measures from a place. */
export type Selected = { place: GalaxyPlace; people: number; distance?: number };

export const { compare: compareNames } = new Intl.Collator('en', { numeric: true });
/** The first criterion of each order; the names decide between equals. */
const RANKS: Record<NonNullable<ListQuery['sort']>, (selected: Selected) => number> = {
  name: () => 0,
  population: ({ people }) => -people,
  distance: ({ distance = 0 }) => distance,
};

/** In the query's order; with an `origin`, only places with coordinates. */
export function selectPlaces(atlas: Atlas, query: ListQuery, origin?: Point): Selected[] {
  const { kind, sort = 'name', sector, owner, type, from, minPopulation = 0, radius = Infinity } = query;
  const rankOf = RANKS[sort];
  return atlas
    .list(kind)
    .filter((place) => place.uid !== from && (sector === undefined || atlas.sectorOf(place)?.uid === sector))
    .filter((place) => owner === undefined || place.controlledBy?.uid === owner)
    .filter((place) => type === undefined || place.type?.uid === type)
    .map((place) => toSelected(atlas, place, origin))
    .filter(({ people, distance = 0 }) => people >= minPopulation && distance <= radius)
    .sort((one, other) => rankOf(one) - rankOf(other) || compareNames(one.place.name, other.place.name));
}

function toSelected(atlas: Atlas, place: GalaxyPlace, origin: Point | undefined): Selected {
  const selected = { place, people: atlas.populationOf(place) ?? 0 };
  if (!origin) return selected;
  const position = atlas.centerOf(place);
  // NaN is within no radius.
  return { ...selected, distance: position ? toDistance(origin, position) : Number.NaN };
}
