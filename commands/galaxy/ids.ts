import { KINDS, type Kind } from '../../src/galaxy/places.ts';
import { idsOf, ifFits, integer, listOf, oneOf, optional, paged, text } from '../../src/view/customId.ts';
import { button, type Choice, select } from '../../src/view/message.ts';

export const SORTS = ['name', 'population', 'distance'] as const;
export const COLORS = ['owner', 'sector'] as const;

/** A view to go back to: a place's card by UID, a page of a list of a kind, or the bookmarks. */
const STEP = {
  card: optional(text),
  kind: optional(oneOf(...KINDS)),
  sort: optional(oneOf(...SORTS)),
  page: optional(integer),
  from: optional(text),
  sector: optional(text),
  owner: optional(text),
  type: optional(text),
  minPopulation: optional(integer),
  radius: optional(integer),
};
const WAY = { way: listOf(STEP) };

export const ids = idsOf('galaxy', {
  ...paged('page', WAY),
  go: WAY,
  open: WAY,
  fromMe: { place: text },
  bookmark: { place: text },
  unbookmark: {},
  map: {
    zoom: integer,
    color: oneOf(...COLORS),
    sector: optional(text),
    owner: optional(text),
    around: optional(text),
    x: optional(integer),
    y: optional(integer),
  },
});

/** A map of the galaxy, a sector, an owner's places or the surroundings of a place, by UID. Each
 * step of `zoom` halves the radius. `x` and `y`: the center, if it was moved. */
export type MapArgs = Parameters<typeof ids.map>[0];

/** The steps to a view, oldest first; the last one is the view itself. */
export type History = Parameters<typeof ids.go>[0]['way'];

/** `sector`, `owner`, `type` and `from` are UIDs; `from` defaults to the person's character. */
export type ListQuery = Omit<History[number], 'card' | 'page'> & { kind: Kind };

/** Custom ids with as many of the last steps as fit; undefined if none does. */
export function fitHistory<T>(way: History, toIds: (way: History) => T): T | undefined {
  return way.map((_, first) => ifFits(() => toIds(way.slice(first)))).find((fitting) => fitting !== undefined);
}

export function goButton(label: string, way: History, role?: string) {
  return fitHistory(way, (steps) => button(label, ids.go({ way: steps }, role)));
}

/** A select that opens a place's card. The values are UIDs. */
export function openSelect(way: History, choices: readonly Choice[], placeholder: string) {
  const id = fitHistory(way, (steps) => ids.open({ way: steps }));
  return id !== undefined && select(id, choices, { placeholder });
}
