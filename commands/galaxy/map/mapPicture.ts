import { type GalaxyMap, type MapMark, toScale } from '../../../src/charts/galaxyMap.ts';
import { MapsBusy } from '../../../src/charts/render.ts';
import type { HandlerContext } from '../../../src/discord/declare/context.ts';
import type { Atlas } from '../../../src/galaxy/atlas.ts';
import { UserError } from '../../../src/view/errorView.ts';
import { picture } from '../../../src/view/message.ts';
import { unformatted } from '../../../src/view/text.ts';
import type { GalaxyTexts } from '../en.ts';
import type { MapArgs } from '../ids.ts';
import type { Placed } from './mapScope.ts';

type Context = Pick<HandlerContext<undefined, GalaxyTexts>, 'services' | 'texts' | 'person' | 'deadline'>;

/** What a picture shows; what isn't given is empty. */
type Shown = Pick<GalaxyMap, 'systems' | 'middle' | 'radius' | 'reach'> & Partial<GalaxyMap>;

const FILE = 'map.png';
/** Discord takes 1,024, an emoji being two. */
const MAX_ALT_LENGTH = 500;
/** With more systems, the names are those of sectors. */
const MANY = 60;

/** A map as a part of a message, and its file. Throws a UserError if too many others wait for theirs. */
export async function drawPicture({ texts, services, person, deadline }: Context, shown: Shown, says: string) {
  const scale = toScale(shown.radius);
  const empty = { marks: [], others: [], regions: [], legend: [] };
  const drawing = services.maps.render(
    { ...empty, ...shown, scale, scaleLabel: texts.units(scale) },
    { person: person.id, signal: deadline.signal },
  );
  const data = await drawing.catch((error: unknown) => {
    throw error instanceof MapsBusy ? new UserError(texts.map.busy) : error;
  });
  const description = unformatted(says, MAX_ALT_LENGTH);
  return { part: picture(FILE, description), files: [{ name: FILE, data, description }] };
}

/** The owner or the sector of a place, which gives it its color. */
export function groupOf(atlas: Atlas, { place }: Placed, color: MapArgs['color']) {
  return color === 'sector' ? atlas.sectorOf(place) : place.controlledBy;
}

export function toMapSystems(atlas: Atlas, systems: readonly Placed[], color: MapArgs['color']): GalaxyMap['systems'] {
  return systems.map((system) => {
    const group = groupOf(atlas, system, color);
    const weight = atlas.populationOf(system.place) ?? 0;
    return { name: system.place.name, ...system.point, group: group?.uid ?? group?.name, weight };
  });
}

export function toMark(kind: MapMark['kind'], { place, point }: Placed): MapMark {
  return { kind, name: place.name, ...point, group: place.controlledBy?.uid };
}

/** Where the sectors of many systems are, those of the most first; none for a few systems. */
export function toRegions(atlas: Atlas, systems: readonly Placed[]): GalaxyMap['regions'] {
  if (systems.length <= MANY) return [];
  const bySector = Map.groupBy(systems, ({ place }) => atlas.sectorOf(place));
  return [...bySector]
    .sort(([, one], [, other]) => other.length - one.length)
    .flatMap(([sector, own]) => {
      const middleOf = (axis: 'x' | 'y') => own.reduce((sum, { point }) => sum + point[axis], 0) / own.length;
      return sector ? { name: sector.name, x: middleOf('x'), y: middleOf('y') } : [];
    });
}
