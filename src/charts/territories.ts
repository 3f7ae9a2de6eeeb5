import { Delaunay } from 'd3-delaunay';

type Point = { x: number; y: number };
/** Of an owner or a sector, by UID; without one, it only takes away from the others. */
type Site = Point & { group?: string | undefined };

/** SVG path data: what belongs to each group, and the borders between groups. */
export type Territories = { shapes: ReadonlyMap<string, string>; borders: string };

/** To each site belongs what is nearer to it than to any other, and within `reach`. */
export function toTerritories(given: readonly Site[], reach: number): Territories {
  // Of several at one point, the first has the cell.
  const sites = [...new Map(given.toReversed().map((site) => [`${site.x} ${site.y}`, site])).values()];
  const delaunay = Delaunay.from(sites.map(({ x, y }): [number, number] => [x, y]));
  const { circumcenters } = delaunay.voronoi();
  const shapes = new Map<string, string>();
  for (const [index, site] of sites.entries()) {
    if (site.group === undefined) continue;
    const neighbors = [...delaunay.neighbors(index)].flatMap((neighbor) => sites[neighbor] ?? []);
    const cell = neighbors.reduce((left, neighbor) => cut(left, site, neighbor), toCircle(site, reach));
    shapes.set(site.group, `${shapes.get(site.group) ?? ''}M${cell.map(write).join('L')}Z`);
  }
  const groupAt = (edge: number) => sites[delaunay.triangles[edge] ?? -1]?.group;
  const centerOf = (edge: number): string => {
    const [x = 0, y = 0] = circumcenters.subarray(2 * Math.floor(edge / 3));
    return write({ x, y });
  };
  const borders = Array.from(delaunay.halfedges, (twin, edge) =>
    twin > edge && groupAt(edge) !== groupAt(twin) ? `M${centerOf(edge)}L${centerOf(twin)}` : '',
  );
  return { shapes, borders: borders.join('') };
}

function toCircle({ x, y }: Point, reach: number): Point[] {
  const sides = Math.min(48, Math.max(12, Math.round(reach / 2)));
  return Array.from({ length: sides }, (_, side) => {
    const angle = (side / sides) * 2 * Math.PI;
    return { x: x + reach * Math.cos(angle), y: y + reach * Math.sin(angle) };
  });
}

/** The part of a convex polygon that is nearer to the site than to its neighbor. */
function cut(corners: Point[], site: Point, neighbor: Point): Point[] {
  const [across, down] = [neighbor.x - site.x, neighbor.y - site.y];
  const limit = (across * (neighbor.x + site.x) + down * (neighbor.y + site.y)) / 2;
  const excess = corners.map(({ x, y }) => across * x + down * y - limit);
  return corners.flatMap((corner, index) => {
    const [after, here] = [(index + 1) % corners.length, excess[index] ?? 0];
    const [next, there] = [corners[after] ?? corner, excess[after] ?? 0];
    if (here <= 0 === there <= 0) return here <= 0 ? corner : [];
    const part = here / (here - there);
    const crossing = { x: corner.x + part * (next.x - corner.x), y: corner.y + part * (next.y - corner.y) };
    return here <= 0 ? [corner, crossing] : crossing;
  });
}

function write({ x, y }: Point): string {
  return `${Math.round(10 * x) / 10} ${Math.round(10 * y) / 10}`;
}
