import { type GalaxyMap, toScale } from '../../../src/charts/galaxyMap.ts';
import { MapsBusy } from '../../../src/charts/render.ts';
import type { Atlas } from '../../../src/galaxy/atlas.ts';
import { UserError } from '../../../src/view/errorView.ts';
import { picture } from '../../../src/view/message.ts';
import { unformatted } from '../../../src/view/text.ts';
import type { MapArgs } from '../ids.ts';
import type { Context } from '../knownGalaxy.ts';
import type { Placed } from './mapScope.ts';

const FILE = 'map.png';
/** Discord takes 1,024, an emoji being two. */
const MAX_ALT_LENGTH = 500;
/** With more systems, sectors are named instead. */
const MANY = 60;
const EMPTY = { marks: [], others: [], regions: [], legend: [] };

/** A map as a part of a message; `says` is its alt text. Throws a UserError if too many people wait for maps. */
export async function drawPicture(
  { texts, services, person, deadline }: Pick<Context, 'services' | 'texts' | 'person' | 'deadline'>,
  shown: Pick<GalaxyMap, 'systems' | 'middle' | 'radius' | 'reach'> & Partial<GalaxyMap>,
  says: string,
) {
  const scale = toScale(shown.radius);
  const map = { ...EMPTY, ...shown, scale, scaleLabel: texts.units(scale) };
  const drawing = services.maps.render(map, { person: person.id, signal: deadline.signal });
  const data = await drawing.catch((error: unknown) => {
    throw error instanceof MapsBusy ? new UserError(texts.map.busy) : error;
  });
  return picture(FILE, data, unformatted(says, MAX_ALT_LENGTH));
}

export function toMapSystems(atlas: Atlas, systems: readonly Placed[], color: MapArgs['color']): GalaxyMap['systems'] {
  return systems.map(({ place, point }) => {
    const { uid, name: groupName } = (color === 'sector' ? atlas.sectorOf(place) : place.controlledBy) ?? {};
    return { name: place.name, ...point, group: uid ?? groupName, groupName, weight: atlas.populationOf(place) ?? 0 };
  });
}

/** Where the sectors of many systems are, those with the most first; none for a few systems. */
export function toRegions(atlas: Atlas, systems: readonly Placed[]): GalaxyMap['regions'] {
  if (systems.length <= MANY) return [];
  return [...Map.groupBy(systems, ({ place }) => atlas.sectorOf(place))]
    .sort(([, one], [, other]) => other.length - one.length)
    .flatMap(([sector, own]) => {
      const middleOf = (axis: 'x' | 'y') => own.reduce((sum, { point }) => sum + point[axis], 0) / own.length;
      return sector ? { name: sector.name, x: middleOf('x'), y: middleOf('y') } : [];
    });
}
