import { at, present, type Reference, toNumber, toReference } from './wire.ts';

/** Where a character or a thing is. `container` is what it is directly in. */
export type Location = Partial<Record<'sector' | 'system' | 'planet' | 'city' | 'container', Reference>> & {
  /** The position on the galaxy map. */
  galaxy?: { x: number; y: number };
};

/** Undefined if the wire gives no location. */
export function toLocation(wire: unknown): Location | undefined {
  const x = toNumber(at(wire, 'coordinates', 'galaxy', 'attributes', 'x'));
  const y = toNumber(at(wire, 'coordinates', 'galaxy', 'attributes', 'y'));
  const location = present({
    sector: toReference(at(wire, 'sector')),
    system: toReference(at(wire, 'system')),
    planet: toReference(at(wire, 'planet')),
    city: toReference(at(wire, 'city')),
    container: toReference(at(wire, 'container')),
    galaxy: x !== undefined && y !== undefined ? { x, y } : undefined,
  });
  return Object.keys(location).length > 0 ? location : undefined;
}
