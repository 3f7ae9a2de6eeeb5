import type { Place } from '../game/resources/galaxy.ts';

/** The five lists of the galaxy, in the order in which they are read. */
export const KINDS = ['sectors', 'systems', 'planets', 'stations', 'cities'] as const;

export type Kind = (typeof KINDS)[number];

export type GalaxyPlace = Place & { kind: Kind };

export type Point = { x: number; y: number };

export const toDistance = (from: Point, to: Point): number => Math.hypot(from.x - to.x, from.y - to.y);
