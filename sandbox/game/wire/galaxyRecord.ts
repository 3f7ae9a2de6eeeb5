import type { Quirks } from '../quirks.ts';
import type { Place } from '../world/galaxy.ts';
import { type Hrefs, toWireReference, type WriteNumber } from './reference.ts';

/** Writes addresses and numbers like the service. */
export type Writer = { hrefs: Hrefs; number: WriteNumber; quirks: Pick<Quirks, 'looseFactions'> };

/** Null for some places, and strings for some with quirks; always the same ones. */
function toWirePoint(number: WriteNumber, position: number, x: number | null, y: number | null): object {
  if (x === null || y === null) return {};
  if (position % 11 === 5) return { attributes: { x: null, y: null } };
  if (position % 7 === 3) return { attributes: { x: number(x), y: number(y) } };
  return { attributes: { x, y } };
}

/**
 * The location of a place, or of something in it. `within`: the places around it, from the nearest
 * outward.
 */
export function toWireLocation({ hrefs, number }: Writer, place: Place, within: Place['within']) {
  const around = (kind: Place['kind']) => {
    const outer = within.find((other) => other.kind === kind);
    return toWireReference(hrefs, outer, kind);
  };
  const { position, localX, localY } = place;
  const onSurface = place.kind === 'city';
  return {
    container: around('station'),
    sector: around('sector'),
    system: around('system'),
    planet: around('planet'),
    city: around('city'),
    coordinates: {
      galaxy: toWirePoint(number, position, place.x, place.y),
      system: onSurface ? {} : toWirePoint(number, position, localX, localY),
      surface: onSurface ? toWirePoint(number, position, localX, localY) : {},
    },
  };
}

/** A galaxy item (docs/interface.md, "Wire"). With quirks every fifth population is a string. */
export function toWirePlace(writer: Writer, place: Place): Record<string, unknown> {
  const { hrefs, number } = writer;
  const { kind, uid, name, position, population, type, controlledBy } = place;
  const controllerType = controlledBy?.uid.startsWith('1:') ? 'character' : 'faction';
  return {
    attributes: { uid, name, href: hrefs.of(uid) },
    controlledby: toWireReference(hrefs, controlledBy, controllerType),
    population: position % 5 === 2 ? number(population) : population,
    location: toWireLocation(writer, place, place.within),
    ...((kind === 'system' || kind === 'planet') && { combat: toWireCombat(position) }),
    ...(kind === 'sector' && { knownsystems: number(place.knownSystems) }),
    ...(kind === 'station' &&
      type !== null && { type: toWireReference(hrefs, { uid: `5:${type.length}`, name: type }, 'entitytype') }),
  };
}

function toWireCombat(position: number): Record<string, string> {
  const isSafe = position % 4 === 0;
  return {
    pvpsafezone: String(isSafe),
    groundpvp: String(!isSafe && position % 2 === 1),
    spacepvp: String(!isSafe && position % 3 > 0),
  };
}
