import { ASPECT } from '../../../src/charts/galaxyMap.ts';
import type { Atlas } from '../../../src/galaxy/atlas.ts';
import type { GalaxyPlace, Point } from '../../../src/galaxy/places.ts';
import type { MapArgs } from '../ids.ts';

export type Placed = { place: GalaxyPlace; point: Point };
type Box = { left: number; right: number; bottom: number; top: number };

export type MapScope = NonNullable<ReturnType<typeof toMapScope>>;

/** The number of systems on a map around a place before any zoom. */
const NEIGHBORS = 25;
const MARGIN = 1.1;
/** Leaves room around a single point. */
const MIN_RADIUS = 2;
/** The radius of a territory, in average distances between systems. */
const REACH = 1.15;
/** The share of an owner's places that their map shows before any zoom. */
const OWNER_SHARE = 0.9;
/** The width of what is shown around a sector or an owner's places, in reaches. */
const SURROUNDINGS = 1.5;

/** The part of the galaxy to draw; undefined if nothing in it has coordinates. `near`: systems on
 * the map and just beyond it; `isContext` if they weren't requested. `systems`: the requested ones
 * on the map, of `total`. `asked`: the place in the middle. `marks`: an owner's places. */
export function toMapScope(atlas: Atlas, args: Omit<MapArgs, 'color'>) {
  const { sector, owner, around, zoom, x, y } = args;
  const isAsked = (place: GalaxyPlace): boolean =>
    (sector === undefined || atlas.sectorOf(place)?.uid === sector) &&
    (owner === undefined || place.controlledBy?.uid === owner);
  const all = toPlaced(atlas, atlas.list('systems'));
  const reach = toReach(all);
  const systems = all.filter(({ place }) => isAsked(place));
  const owned = owner === undefined ? [] : [...atlas.list('stations'), ...atlas.list('cities')].filter(isAsked);
  const marks = toPlaced(atlas, owned);
  const own = [...systems, ...marks];
  const [asked] = toPlaced(atlas, [around === undefined ? undefined : atlas.find(around)]);
  const box = toBox([...own, ...(asked ? [asked] : [])]);
  if (!box || (around !== undefined && !asked)) return undefined;
  const whole = toFrame(box);
  const frame = asked
    ? toFrameAround(asked.point, own, NEIGHBORS)
    : owner === undefined
      ? toFrame(box, sector === undefined ? 0 : SURROUNDINGS * reach)
      : toFrameAround(toMedian(own), own, OWNER_SHARE * own.length, SURROUNDINGS * reach);
  const middle = x === undefined || y === undefined ? frame.middle : { x, y };
  const widest = Math.max(MIN_RADIUS, toRadius(box, middle), asked ? 0 : frame.radius);
  const radius = Math.min(widest, Math.max(MIN_RADIUS, frame.radius / 2 ** zoom));
  const isWithin = ({ point }: Placed): boolean => toMapDistance(middle, point) <= radius;
  const shown = systems.filter(isWithin);
  return {
    ...{ middle, radius, reach, asked, systems: shown, total: systems.length },
    near: toNear(all, middle, radius, reach).map(({ place, point }) => ({ place, point, isContext: !isAsked(place) })),
    marks: marks.filter(isWithin),
    elsewhere: owner === undefined ? [] : systems.filter((one) => !isWithin(one)),
    withoutPoint: !asked && radius >= whole.radius ? atlas.list('systems').filter(isAsked).length - systems.length : 0,
    canZoom: { closer: radius > MIN_RADIUS && shown.length > 1, wider: radius < widest },
    steps: toSteps(box, middle, radius),
  };
}

export function toMapBetween(atlas: Atlas, from: Point, to: Point) {
  const [left, right] = [Math.min(from.x, to.x), Math.max(from.x, to.x)];
  const frame = toFrame({ left, right, bottom: Math.min(from.y, to.y), top: Math.max(from.y, to.y) });
  const [middle, radius] = [frame.middle, Math.max(1.3 * frame.radius, 5 * MIN_RADIUS)];
  const all = toPlaced(atlas, atlas.list('systems'));
  const reach = toReach(all);
  return { middle, radius, reach, near: toNear(all, middle, radius, reach) };
}

/** Systems on the map, or with territories that may reach into it. */
function toNear(all: readonly Placed[], middle: Point, radius: number, reach: number): Placed[] {
  return all.filter(({ point }) => toMapDistance(middle, point) <= radius + 4 * reach);
}

function toPlaced(atlas: Atlas, places: readonly (GalaxyPlace | undefined)[]): Placed[] {
  return places.flatMap((place) => {
    const point = place && atlas.positionOf(place);
    return point ? { place, point } : [];
  });
}

function toBox(placed: readonly Placed[]): Box | undefined {
  if (placed.length === 0) return undefined;
  // Spreading a large galaxy would pass too many arguments.
  let [left, right, bottom, top] = [Infinity, -Infinity, Infinity, -Infinity];
  for (const { point } of placed) {
    [left, right] = [Math.min(left, point.x), Math.max(right, point.x)];
    [bottom, top] = [Math.min(bottom, point.y), Math.max(top, point.y)];
  }
  return { left, right, bottom, top };
}

function toFrame(box: Box, around = 0) {
  // Whole numbers fit into custom ids, and a step back leads to the same map.
  const middle = { x: Math.round((box.left + box.right) / 2), y: Math.round((box.bottom + box.top) / 2) };
  return { middle, radius: Math.max(MIN_RADIUS, toRadius(box, middle) + around) };
}

/** A map of about the `count` nearest places. */
function toFrameAround(middle: Point, placed: readonly Placed[], count: number, around = 0) {
  const nearest = placed.map(({ point }) => toMapDistance(middle, point)).sort((one, other) => one - other);
  return { middle, radius: (nearest[Math.min(Math.floor(count), nearest.length - 1)] ?? 0) * MARGIN + around };
}

function toMedian(placed: readonly Placed[]): Point {
  const middleOf = (axis: 'x' | 'y'): number =>
    Math.round(placed.map(({ point }) => point[axis]).sort((one, other) => one - other)[placed.length >> 1] ?? 0);
  return { x: middleOf('x'), y: middleOf('y') };
}

const toRadius = ({ left, right, bottom, top }: Box, { x, y }: Point): number =>
  Math.max(x - left, right - x, (y - bottom) * ASPECT, (top - y) * ASPECT) * MARGIN;

const toMapDistance = (middle: Point, point: Point): number =>
  Math.max(Math.abs(middle.x - point.x), Math.abs(middle.y - point.y) * ASPECT);

/** The radius of a territory if systems are spread evenly. */
function toReach(all: readonly Placed[]): number {
  const { left, right, bottom, top } = toBox(all) ?? { left: 0, right: 0, bottom: 0, top: 0 };
  const area = Math.max(right - left, MIN_RADIUS) * Math.max(top - bottom, MIN_RADIUS);
  return REACH * Math.sqrt(area / Math.max(1, all.length));
}

/** The centers half a map to each side; missing where there is nothing more. */
function toSteps({ left, right, bottom, top }: Box, { x, y }: Point, radius: number) {
  const height = radius / ASPECT;
  const to = (x: number, y: number): Point => ({ x: Math.round(x), y: Math.round(y) });
  return {
    ...(left < x - radius && { west: to(x - radius, y) }),
    ...(top > y + height && { north: to(x, y + height) }),
    ...(bottom < y - height && { south: to(x, y - height) }),
    ...(right > x + radius && { east: to(x + radius, y) }),
  };
}
