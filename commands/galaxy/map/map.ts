import type { Atlas } from '../../../src/galaxy/atlas.ts';
import type { Kind } from '../../../src/galaxy/places.ts';
import { ifFits } from '../../../src/view/customId.ts';
import { UserError } from '../../../src/view/errorView.ts';
import { button, buttons, message, text } from '../../../src/view/message.ts';
import { joined, plain, unformatted } from '../../../src/view/text.ts';
import type { GalaxyTexts } from '../en.ts';
import { findPlace, findReference, ownerOf } from '../findPlace.ts';
import { goButton, ids, type MapArgs } from '../ids.ts';
import { ageLine, type Context, knownGalaxy } from '../knownGalaxy.ts';
import { locateInPrivate } from '../location.ts';
import { countGroups, drawPicture, toMapSystems } from './mapPicture.ts';
import { type MapScope, toMapScope } from './mapScope.ts';

export const IN_SYSTEMS = ['systems', 'planets', 'stations', 'cities'] as const;

type Given = Pick<MapArgs, 'sector' | 'owner' | 'around'> & { color?: MapArgs['color'] | undefined };

const STEPS = { west: '◀', north: '▲', south: '▼', east: '▶' } as const;
const MARKS = { stations: 'station', cities: 'city' } as const;
const MAX_NAME = 60;

/** Throws a UserError for names and UIDs that aren't in the galaxy. */
export function toMapArgs(context: Context, { color = 'owner', ...given }: Given): MapArgs {
  const find = (typed: string | undefined, kinds: readonly Kind[]) =>
    typed === undefined ? undefined : findPlace(context, typed, kinds);
  const [sector, around] = [find(given.sector, ['sectors']), find(given.around, IN_SYSTEMS)];
  if (sector && around && knownGalaxy(context).atlas.sectorOf(around)?.uid !== sector.uid)
    throw new UserError(context.texts.map.outside(plain(around.name, MAX_NAME), plain(sector.name, MAX_NAME)));
  const owner = given.owner === undefined ? undefined : findReference(context, ownerOf, given.owner);
  return { sector: sector?.uid, owner, around: around?.uid, zoom: 0, color };
}

export async function showMap(context: Context, args: MapArgs) {
  const { texts } = context;
  const { map } = texts;
  const galaxy = knownGalaxy(context);
  const { atlas } = galaxy;
  const scope = toMapScope(atlas, args);
  if (!scope) throw new UserError(map.nothing);
  const rows = toButtons(texts, args, scope);
  const { middle, radius, reach, asked, total, withoutPoint } = scope;
  const small = (['stations', 'cities'] as const).flatMap((kind) => {
    const { length: count } = scope.marks.filter(({ place }) => place.kind === kind);
    return count > 0 ? { label: map[kind](count), kind: MARKS[kind], group: args.owner } : [];
  });
  const { length: count } = scope.systems;
  const isPart = count < total && args.around === undefined;
  const inSmall = joined(...small.map(({ label }) => label));
  const counts = total === 0 && inSmall ? inSmall : isPart ? map.part(count, total) : map.systems(count);
  const { around, owner, sector } = toNames(atlas, args);
  const where = [around && map.aroundPlace(around), owner && map.ownedBy(owner), sector && map.inSector(sector)];
  const title = [counts, where.filter(Boolean).join(' ') || map.inGalaxy].join(' ');
  const marks = scope.marks.map(({ place, point }) => ({
    ...{ kind: place.kind === 'cities' ? MARKS.cities : MARKS.stations, name: place.name, group: args.owner, ...point },
  }));
  const ringed = asked ? [{ kind: 'asked' as const, name: asked.place.name, ...asked.point }] : [];
  const me = await locateInPrivate(context);
  const picture = await drawPicture(
    context,
    {
      ...{ middle, radius, reach, legend: small, elsewhere: scope.elsewhere.map(({ point }) => point) },
      title: unformatted(title),
      style: args.color === 'sector' ? 'borders' : 'colors',
      systems: toMapSystems(atlas, scope.near, args.color),
      marks: [...marks, ...ringed, ...(me ? [{ kind: 'you' as const, name: texts.distance.you, ...me }] : [])],
    },
    { about: [around, owner, sector], says: countGroups(atlas, scope.systems, args.color, texts) },
  );
  const facts = [
    scope.elsewhere.length > 0 && `-# ${map.elsewhere(scope.elsewhere.length)}`,
    withoutPoint > 0 && `-# ${map.withoutPoint(withoutPoint)}`,
    ageLine(texts, galaxy),
  ];
  return message('neutral', text(`## ${plain(title)}`), picture, text(...facts), ...rows);
}

/** Throws a UserError if the map's arguments don't fit into custom ids. */
function toButtons(texts: GalaxyTexts, args: MapArgs, { canZoom, steps }: MapScope) {
  const { map, list } = texts;
  const rows = ifFits(() => {
    const zoom = (label: string, step: number, isPossible: boolean, role: string) =>
      button(label, ids.map({ ...args, zoom: args.zoom + step }, role), { isDisabled: !isPossible });
    const step = (side: keyof typeof STEPS) =>
      button(STEPS[side], ids.map({ ...args, ...steps[side] }, side), { isDisabled: !steps[side] });
    const color = args.color === 'owner' ? 'sector' : 'owner';
    const card = args.around ?? args.sector;
    return [
      buttons(
        zoom(map.closer, 1, canZoom.closer, 'closer'),
        zoom(map.wider, -1, canZoom.wider, 'wider'),
        button(map.colors[color], ids.map({ ...args, color }, 'color')),
        card !== undefined && goButton(map.details, [{ card }]),
      ),
      Object.keys(steps).length > 0 && buttons(step('west'), step('north'), step('south'), step('east')),
    ];
  });
  if (!rows) throw new UserError(list.tooManyFilters);
  return rows;
}

function toNames(atlas: Atlas, { around, owner, sector }: MapArgs) {
  const nameOf = (uid: string | undefined) => uid && (atlas.find(uid)?.name ?? uid);
  const ownerName = owner && (atlas.references(ownerOf).find(({ uid }) => uid === owner)?.name ?? owner);
  return { around: nameOf(around), owner: ownerName, sector: nameOf(sector) };
}
