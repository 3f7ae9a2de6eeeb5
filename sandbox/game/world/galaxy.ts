import type { Named } from './characters.ts';
import type { Database } from './database.ts';
import type { Page, Slice } from './messages.ts';

export type PlaceKind = 'sector' | 'system' | 'planet' | 'station' | 'city';

export type Place = Named & {
  kind: PlaceKind;
  position: number;
  population: number;
  /** Coordinates in the galaxy. */
  x: number | null;
  y: number | null;
  /** Coordinates in the parent: a planet's or station's system, a city's planet. */
  localX: number | null;
  localY: number | null;
  type: string | null;
  controlledBy: Named | undefined;
  /** The places around it, from the nearest outward. */
  within: (Named & { kind: PlaceKind })[];
  /** The number of known systems in a sector; 0 for other kinds. */
  knownSystems: number;
};

type Row = Omit<Place, 'controlledBy' | 'within'> & Record<'parent' | 'controller' | 'controllerName', string | null>;

const SELECT = `SELECT places.uid, kind, places.name, position, population, x, y, local_x AS localX, local_y AS localY,
    type, parent, controlled_by AS controller, coalesce(factions.name, characters.handle) AS controllerName,
    CASE kind WHEN 'sector' THEN (SELECT count(*) FROM places AS systems WHERE systems.parent = places.uid) ELSE 0 END
      AS knownSystems
  FROM places LEFT JOIN factions ON factions.uid = controlled_by LEFT JOIN characters ON characters.uid = controlled_by`;

export function createGalaxy(database: Database) {
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
    /** In the order of the map. */
    list: (kind: PlaceKind, { startIndex, itemCount }: Slice): Page<Place> => ({
      total: database.count('places WHERE kind = ?', kind),
      items: database
        .all<Row>(`${SELECT} WHERE kind = ? ORDER BY position LIMIT ? OFFSET ?`, kind, itemCount, startIndex - 1)
        .map(toPlace),
    }),
    byUid: (uid: string): Place | undefined => database.all<Row>(`${SELECT} WHERE places.uid = ?`, uid).map(toPlace)[0],
  };
}
