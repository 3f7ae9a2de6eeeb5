import type { Named } from './characters.ts';
import type { Database } from './database.ts';
import type { Page, Stretch } from './messages.ts';

/** The kinds of places the galaxy has lists of. */
export type PlaceKind = 'sector' | 'system' | 'planet' | 'station' | 'city';

/** A place as the world keeps it. `x`, `y` in the galaxy; `localX`, `localY` inside the parent (a planet's or station's system, a city's planet). */
export interface Place {
  kind: PlaceKind;
  uid: string;
  name: string;
  position: number;
  population: number;
  x: number | null;
  y: number | null;
  localX: number | null;
  localY: number | null;
  type: string | null;
  controlledBy: Named | undefined;
  /** The places it lies in, from the nearest outward. */
  within: (Named & { kind: PlaceKind })[];
  /** How many systems are known in it; 0 for all but sectors. */
  knownSystems: number;
}

/** The map: read-only. */
export interface Galaxy {
  /** In the order of the map. */
  list(kind: PlaceKind, stretch: Stretch): Page<Place>;
  byUid(uid: string): Place | undefined;
}

/** The galaxy, as kept in `database`. */
export function createGalaxy(database: Database): Galaxy {
  interface Row extends Omit<Place, 'controlledBy' | 'within'> {
    parent: string | null;
    controller: string | null;
    controllerName: string | null;
  }
  const select = `SELECT places.uid, kind, places.name, position, population, x, y, local_x AS localX, local_y AS localY, type, parent,
      controlled_by AS controller, coalesce(factions.name, characters.handle) AS controllerName,
      CASE kind WHEN 'sector' THEN (SELECT count(*) FROM places AS systems WHERE systems.parent = places.uid) ELSE 0 END AS knownSystems
    FROM places LEFT JOIN factions ON factions.uid = controlled_by LEFT JOIN characters ON characters.uid = controlled_by`;
  const ancestors = (parent: string | null): Place['within'] => {
    if (parent === null) return [];
    const row = database.first<Place['within'][number] & { parent: string | null }>(
      'SELECT uid, name, kind, parent FROM places WHERE uid = ?',
      parent,
    );
    return row ? [{ uid: row.uid, name: row.name, kind: row.kind }, ...ancestors(row.parent)] : [];
  };
  const toPlace = ({ parent, controller, controllerName, ...rest }: Row): Place => ({
    ...rest,
    within: ancestors(parent),
    controlledBy: controller === null ? undefined : { uid: controller, name: controllerName ?? controller },
  });
  return {
    list: (kind, { startIndex, itemCount }) => ({
      total: database.first<{ total: number }>('SELECT count(*) AS total FROM places WHERE kind = ?', kind)?.total ?? 0,
      items: database
        .all<Row>(`${select} WHERE kind = ? ORDER BY position LIMIT ? OFFSET ?`, kind, itemCount, startIndex - 1)
        .map(toPlace),
    }),
    byUid: (uid) => {
      const row = database.first<Row>(`${select} WHERE places.uid = ?`, uid);
      return row && toPlace(row);
    },
  };
}
