import type { Atlas } from '../../../src/galaxy/atlas.ts';
import { type GalaxyPlace, type Point, toDistance } from '../../../src/galaxy/places.ts';
import type { MapArgs } from '../ids.ts';

export type PlacedSystem = { place: GalaxyPlace; point: Point };

export type MapScope = {
  systems: PlacedSystem[];
  middle: Point;
  radius: number;
  /** The system of the place in the middle. */
  marked: GalaxyPlace | undefined;
  withoutPoint: number;
  canZoom: { closer: boolean; wider: boolean };
};

/** A map around a place begins with about this many systems. */
const NEIGHBORS = 25;
const MARGIN = 1.15;
/** One system, or several at one point, still has some room around it. */
const MIN_RADIUS = 2;

/** The part of the galaxy to draw; undefined if no system in it has coordinates. */
export function toMapScope(
  atlas: Atlas,
  { sector, owner, around, zoom }: Omit<MapArgs, 'color'>,
): MapScope | undefined {
  const all = atlas.list('systems');
  const placed = all.flatMap((place) => {
    const point = atlas.positionOf(place);
    return point ? { place, point } : [];
  });
  const place = around === undefined ? undefined : atlas.find(around);
  const marked = place && atlas.systemOf(place);
  const isAsked = (system: GalaxyPlace): boolean =>
    (sector === undefined || atlas.sectorOf(system)?.uid === sector) &&
    (owner === undefined || system.controlledBy?.uid === owner);
  const asked = placed.filter((system) => isAsked(system.place));
  const frame = marked ? toFrameAround(placed, atlas.positionOf(marked)) : toFrame(asked);
  if (!frame) return undefined;
  const { middle } = frame;
  const widest = placed.reduce((reach, { point }) => Math.max(reach, toReach(middle, point)), MIN_RADIUS) * MARGIN;
  const radius = Math.min(widest, Math.max(MIN_RADIUS, frame.radius / 2 ** zoom));
  const systems = placed.filter(({ point }) => toReach(middle, point) <= radius);
  const canZoom = { closer: radius > MIN_RADIUS && systems.length > 1, wider: radius < widest };
  return { systems, middle, radius, marked, withoutPoint: all.filter(isAsked).length - asked.length, canZoom };
}

function toFrame(systems: readonly PlacedSystem[]): { middle: Point; radius: number } | undefined {
  if (systems.length === 0) return undefined;
  // A spread of a large galaxy would be too many arguments.
  let [left, right, bottom, top] = [Infinity, -Infinity, Infinity, -Infinity];
  for (const { point } of systems) {
    [left, right] = [Math.min(left, point.x), Math.max(right, point.x)];
    [bottom, top] = [Math.min(bottom, point.y), Math.max(top, point.y)];
  }
  const radius = (Math.max(right - left, top - bottom) / 2) * MARGIN;
  return { middle: { x: (left + right) / 2, y: (bottom + top) / 2 }, radius };
}

function toFrameAround(placed: readonly PlacedSystem[], middle: Point | undefined) {
  if (!middle) return undefined;
  const distances = placed.map(({ point }) => toDistance(middle, point)).sort((one, other) => one - other);
  return { middle, radius: distances[Math.min(NEIGHBORS, distances.length - 1)] ?? 0 };
}

/** How far a point is from the middle of a square. */
function toReach(middle: Point, point: Point): number {
  return Math.max(Math.abs(middle.x - point.x), Math.abs(middle.y - point.y));
}
