import type { Place } from '../game/resources/galaxy.ts';

/** The five lists of the galaxy, in the order in which they are read. */
export const KINDS = ['sectors', 'systems', 'planets', 'stations', 'cities'] as const;

export type Kind = (typeof KINDS)[number];

/** A place of the galaxy with the list that it's from. */
export type GalaxyPlace = Place & { kind: Kind };

/** Coordinates on the galaxy's plane. */
export type Point = { x: number; y: number };

/** The length of a straight line, in the units of the coordinates. */
export function toDistance(from: Point, to: Point): number {
  return Math.hypot(from.x - to.x, from.y - to.y);
}
