import { isUid } from '../game/parameters.ts';
import type { Reference } from '../game/wire/wire.ts';
import { type GalaxyPlace, KINDS, type Kind, type Point, toDistance } from './places.ts';
import { createSearch } from './search.ts';

export type PickReference = (place: GalaxyPlace) => Reference | undefined;
type Places = Map<string, GalaxyPlace>;

/** Longer UIDs don't fit into a button; the game's have about eight characters. */
const MAX_UID_LENGTH = 24;
/** Max places of each system that count as near. */
const MAX_NEAR_INSIDE = 6;

/** The direct containers of each kind of place, most exact first. */
const CONTAINERS: Record<Kind, readonly PickReference[]> = {
  sectors: [],
  systems: [({ sector, container }) => sector ?? container],
  planets: [({ system, container }) => system ?? container],
  stations: [({ system, container }) => system ?? container],
  cities: [({ planet, container }) => planet ?? container, ({ system }) => system],
};

/** The known places in memory, with queries that need no request. */
export class Atlas {
  readonly #byKind = Object.fromEntries(KINDS.map((kind) => [kind, new Map()])) as Record<Kind, Places>;
  /** Places by their container's UID, or its name if it has no UID. */
  readonly #inside = new Map<string, Places>();
  /** Results of {@link populationOf}, until a place is added. */
  readonly #populations = new Map<GalaxyPlace, number | undefined>();
  readonly #search = createSearch();

  /** Adds a page of a list; a known place is replaced. Places without a UID are left out. */
  add(kind: Kind, places: readonly Omit<GalaxyPlace, 'kind'>[]): void {
    this.#populations.clear();
    for (const each of places.filter(({ uid }) => isUid(uid) && uid.length <= MAX_UID_LENGTH)) {
      const place: GalaxyPlace = { ...each, kind };
      this.#byKind[kind].set(place.uid, place);
      for (const { uid, name } of CONTAINERS[kind].flatMap((pick) => pick(place) ?? [])) {
        const inside: Places = this.#inside.get(uid ?? name) ?? new Map();
        this.#inside.set(uid ?? name, inside.set(place.uid, place));
      }
      this.#search.add(place);
    }
  }

  get size(): number {
    return this.#all().length;
  }

  list(kind: Kind): GalaxyPlace[] {
    return [...this.#byKind[kind].values()];
  }

  find(uid: string): GalaxyPlace | undefined {
    return Object.values(this.#byKind)
      .find((list) => list.has(uid))
      ?.get(uid);
  }

  /** The best matches by name. Ignores accents and typing errors, and matches prefixes. */
  search(text: string, limit: number, kinds?: readonly Kind[]): GalaxyPlace[] {
    return this.#search.find(text, limit, kinds).flatMap((uid) => this.find(uid) ?? []);
  }

  /** The things that places refer to, each once, most frequent first. */
  references(pick: PickReference): { uid: string; name: string }[] {
    const named = this.#all().flatMap((place) => {
      const { uid, name } = pick(place) ?? {};
      return uid === undefined || name === undefined ? [] : [{ uid, name }];
    });
    return [...Map.groupBy(named, ({ uid }) => uid).values()]
      .sort((one, other) => other.length - one.length)
      .flatMap(([first]) => (first && isUid(first.uid) ? first : []));
  }

  resolve(kind: Kind, reference: Reference | undefined): GalaxyPlace | undefined {
    if (!reference) return undefined;
    if (reference.uid !== undefined) return this.#byKind[kind].get(reference.uid);
    return this.list(kind).find(({ name }) => name === reference.name);
  }

  /** The place's system. A system's system is itself. */
  systemOf(place: GalaxyPlace): GalaxyPlace | undefined {
    if (place.kind === 'systems') return place;
    const direct = this.resolve('systems', place.system ?? (place.kind === 'cities' ? undefined : place.container));
    if (direct || place.kind !== 'cities') return direct;
    const planet = this.resolve('planets', place.planet ?? place.container);
    return planet && this.systemOf(planet);
  }

  sectorOf(place: GalaxyPlace): GalaxyPlace | undefined {
    const system = this.systemOf(place);
    return this.resolve('sectors', place.sector ?? system?.sector ?? system?.container);
  }

  /** The place's coordinates, else its system's; undefined if unknown. */
  positionOf(place: GalaxyPlace): Point | undefined {
    const { x, y } = place;
    if (x !== undefined && y !== undefined) return { x, y };
    const system = this.systemOf(place);
    return system && system !== place ? this.positionOf(system) : undefined;
  }

  /** The place's point for distances: its coordinates, or the middle of a sector's systems. */
  centerOf(place: GalaxyPlace): Point | undefined {
    if (place.kind !== 'sectors') return this.positionOf(place);
    const inside = this.#insideOf(place).filter(({ kind }) => kind === 'systems');
    const points = inside.flatMap((system) => this.positionOf(system) ?? []);
    if (points.length === 0) return this.positionOf(place);
    const toMiddle = (values: number[]) => Math.round((Math.min(...values) + Math.max(...values)) / 2);
    return { x: toMiddle(points.map(({ x }) => x)), y: toMiddle(points.map(({ y }) => y)) };
  }

  /** The nearest systems, each with its sector and some of what it contains, nearest first. */
  near(point: Point, kinds: readonly Kind[], limit: number): GalaxyPlace[] {
    const found = new Set<GalaxyPlace>();
    const distanceOf = (system: GalaxyPlace) => toDistance(point, this.positionOf(system) ?? { x: Infinity, y: 0 });
    const systems = this.list('systems').map((system) => ({ system, distance: distanceOf(system) }));
    for (const { system } of systems.sort((one, other) => one.distance - other.distance)) {
      if (found.size >= limit) break;
      const inside = this.contentOf(system).slice(0, MAX_NEAR_INSIDE);
      for (const place of [system, ...inside, this.sectorOf(system)])
        if (place && kinds.includes(place.kind)) found.add(place);
    }
    return [...found].slice(0, limit);
  }

  /** The places inside. A system also contains its planets' cities. */
  contentOf(outer: GalaxyPlace): GalaxyPlace[] {
    const direct = this.#insideOf(outer);
    const cities = direct.filter(({ kind }) => kind === 'planets').flatMap((planet) => this.#insideOf(planet));
    return [...new Set([...direct, ...cities])];
  }

  /** The service's number, else the sum of what the place contains; undefined if unknown. */
  populationOf(place: GalaxyPlace): number | undefined {
    if (place.population !== undefined) return place.population;
    if (!this.#populations.has(place)) this.#populations.set(place, this.#sumPopulation(place));
    return this.#populations.get(place);
  }

  #sumPopulation(place: GalaxyPlace): number | undefined {
    // One level down at a time, so that a cycle in the service's data can't loop.
    const inner = { sectors: 'systems', systems: 'planets', planets: '', stations: '', cities: '' }[place.kind];
    const parts = this.#insideOf(place).filter(({ kind }) => kind === inner);
    const known = parts.map((part) => this.populationOf(part)).filter((people) => people !== undefined);
    return known.length === 0 ? undefined : known.reduce((sum, part) => sum + part, 0);
  }

  #all(): GalaxyPlace[] {
    return KINDS.flatMap((kind) => this.list(kind));
  }

  #insideOf(place: GalaxyPlace): GalaxyPlace[] {
    const inside = this.#inside.get(place.uid) ?? this.#inside.get(place.name);
    return [...(inside?.values() ?? [])];
  }
}
