import { type GalaxyMap, toScale } from '../../../src/charts/galaxyMap.ts';
import { MapsBusy } from '../../../src/charts/render.ts';
import type { Atlas } from '../../../src/galaxy/atlas.ts';
import { fold } from '../../../src/galaxy/nameMatch.ts';
import { UserError } from '../../../src/view/errorView.ts';
import { picture } from '../../../src/view/message.ts';
import { unformatted } from '../../../src/view/text.ts';
import type { GalaxyTexts } from '../en.ts';
import type { MapArgs } from '../ids.ts';
import type { Context } from '../knownGalaxy.ts';
import type { Placed } from './mapScope.ts';

/** Discord's limit is 1,024; an emoji counts as two. */
const MAX_ALT_LENGTH = 500;
const MAX_FILE_LENGTH = 40;
const EMPTY = { marks: [], elsewhere: [], legend: [], style: 'colors' } as const;

/** `about`: in the file's name. `says`: in the alt text. Throws a UserError if too many wait. */
export async function drawPicture(
  { texts, services, person, deadline }: Pick<Context, 'services' | 'texts' | 'person' | 'deadline'>,
  shown: Pick<GalaxyMap, 'title' | 'systems' | 'middle' | 'radius' | 'reach'> & Partial<GalaxyMap>,
  { about, says = '' }: { about: readonly (string | undefined)[]; says?: string },
) {
  const scale = toScale(shown.radius);
  const map = { ...EMPTY, ...shown, scale, scaleLabel: texts.units(scale), none: texts.map.none.owner };
  const drawing = services.maps.render(map, { person: person.id, signal: deadline.signal });
  const data = await drawing.catch((error: unknown) => {
    throw error instanceof MapsBusy ? new UserError(texts.map.busy) : error;
  });
  const words = fold(about.join(' ')).match(/[a-z0-9]+/g) ?? [];
  const file = ['map', ...words].join('-').slice(0, MAX_FILE_LENGTH);
  return picture(`${file}.png`, data, unformatted([shown.title, says].filter(Boolean).join(': '), MAX_ALT_LENGTH));
}

export function toMapSystems(
  atlas: Atlas,
  systems: readonly (Placed & { isContext?: boolean })[],
  color: MapArgs['color'] = 'owner',
): GalaxyMap['systems'] {
  return systems.map(({ place, point: { x, y }, isContext }) => {
    const { uid, name: groupName } = groupOf(atlas, place, color) ?? {};
    const weight = atlas.populationOf(place) ?? 0;
    return { name: place.name, x, y, group: uid ?? groupName, groupName, weight, isContext: isContext || undefined };
  });
}

const groupOf = (atlas: Atlas, place: Placed['place'], color: MapArgs['color']) =>
  color === 'sector' ? atlas.sectorOf(place) : place.controlledBy;

/** The owners or sectors of systems with their counts, the most frequent first. */
export function countGroups(atlas: Atlas, systems: readonly Placed[], color: MapArgs['color'], texts: GalaxyTexts) {
  return [...Map.groupBy(systems, ({ place }) => groupOf(atlas, place, color)?.name ?? texts.map.none[color])]
    .sort(([, one], [, other]) => other.length - one.length)
    .map(([name, own]) => `${name} (${texts.number(own.length)})`)
    .join(', ');
}
