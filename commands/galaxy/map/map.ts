import { type MapSystem, toLegend, toScale } from '../../../src/charts/galaxyMap.ts';
import { MapsBusy } from '../../../src/charts/render.ts';
import type { HandlerContext } from '../../../src/discord/declare/context.ts';
import type { Atlas } from '../../../src/galaxy/atlas.ts';
import type { Kind } from '../../../src/galaxy/places.ts';
import { UserError } from '../../../src/view/errorView.ts';
import { button, buttons, type MessageView, message, picture, text } from '../../../src/view/message.ts';
import { plain, unformatted } from '../../../src/view/text.ts';
import { ageLine } from '../age.ts';
import type { GalaxyTexts } from '../en.ts';
import { findPlace, findReference, knownGalaxy, ownerOf } from '../findPlace.ts';
import { goButton, ids, type MapArgs } from '../ids.ts';
import { type MapScope, toMapScope } from './mapScope.ts';

export const IN_SYSTEMS = ['systems', 'planets', 'stations', 'cities'] as const;

type Context = Pick<HandlerContext<undefined, GalaxyTexts>, 'services' | 'texts' | 'person' | 'deadline'>;

const FILE = 'map.png';
/** Discord takes 1,024, an emoji being two. */
const MAX_ALT_LENGTH = 500;

/** What the options of `/galaxy map` mean, by UID or by name. Throws a UserError for what isn't there. */
export function toMapArgs(
  context: Context,
  { color = 'owner', ...given }: Names & { color?: MapArgs['color'] | undefined },
): MapArgs {
  const find = (typed: string | undefined, kinds: readonly Kind[]) =>
    typed === undefined ? undefined : findPlace(context, typed, kinds).uid;
  return {
    sector: find(given.sector, ['sectors']),
    owner: given.owner === undefined ? undefined : findReference(context, ownerOf, given.owner),
    around: find(given.around, IN_SYSTEMS),
    zoom: 0,
    color,
  };
}

export async function showMap(context: Context, args: MapArgs): Promise<MessageView> {
  const { texts, person, deadline, services } = context;
  const { map, units, number } = texts;
  const galaxy = knownGalaxy(context);
  const scope = toMapScope(galaxy.atlas, args);
  if (!scope) throw new UserError(map.nothing);
  const { middle, radius, canZoom, withoutPoint } = scope;
  const none = map.none[args.color];
  const systems = toMapSystems(galaxy.atlas, scope, args.color, none);
  const asked = toAskedNames(galaxy.atlas, args);
  const legend = toLegend(systems, { none, others: map.others, asked: asked[args.color] });
  const scale = toScale(radius);
  const shown = { systems, middle, radius, legend, scale, scaleLabel: units(scale) };
  const drawing = services.maps.render(shown, { person: person.id, signal: deadline.signal });
  const data = await drawing.catch((error: unknown) => {
    throw error instanceof MapsBusy ? new UserError(map.busy) : error;
  });

  const title = toTitle(map, { ...asked, around: scope.marked?.name });
  const summary = map.systems(systems.length);
  const rows = legend.map(({ name, count }) => `${name} (${number(count)})`).join(', ');
  const description = unformatted(`${title}. ${summary}: ${rows}`, MAX_ALT_LENGTH);
  const zoom = (label: string, step: number, isPossible: boolean, role: string) =>
    button(label, ids.map({ ...args, zoom: args.zoom + step }, role), { isDisabled: !isPossible });
  const color = args.color === 'owner' ? 'sector' : 'owner';
  const card = args.around ?? args.sector;
  const view = message(
    'neutral',
    text(`## ${plain(title, 100)}`),
    picture(FILE, description),
    text(
      `**${summary}** · ${plain(rows, 600)}`,
      withoutPoint > 0 && `-# ${map.withoutPoint(withoutPoint)}`,
      ageLine(texts, galaxy),
    ),
    buttons(
      zoom(map.closer, 1, canZoom.closer, 'closer'),
      zoom(map.wider, -1, canZoom.wider, 'wider'),
      button(map.colors[color], ids.map({ ...args, color }, 'color')),
      card !== undefined && goButton(map.details, [{ card }]),
    ),
  );
  return { ...view, files: [{ name: FILE, data, description }] };
}

function toMapSystems(atlas: Atlas, { systems, marked }: MapScope, color: MapArgs['color'], none: string): MapSystem[] {
  return systems.map(({ place, point }) => {
    const group = color === 'sector' ? atlas.sectorOf(place) : place.controlledBy;
    return {
      name: place.name,
      ...point,
      group: group?.name ?? none,
      weight: atlas.populationOf(place) ?? 0,
      isMarked: place.uid === marked?.uid,
    };
  });
}

type Names = Partial<Record<'sector' | 'owner' | 'around', string | undefined>>;

function toAskedNames(atlas: Atlas, { sector, owner }: MapArgs): Names {
  const owners = atlas.list('systems').map(({ controlledBy }) => controlledBy);
  return { sector: sector && atlas.find(sector)?.name, owner: owner && owners.find((one) => one?.uid === owner)?.name };
}

function toTitle(map: GalaxyTexts['map'], { around, sector, owner }: Names): string {
  if (around !== undefined) return map.aroundTitle(around);
  if (sector !== undefined) return map.sectorTitle(sector);
  return owner === undefined ? map.title : map.ownerTitle(owner);
}
