import { Delaunay } from 'd3-delaunay';

type Point = { x: number; y: number };

/** A corner of a cell; the edge from it to the next one is shared with the point of index `beyond`. */
type Corner = Point & { beyond: number | undefined };

/** Cells end in a polygon, nearly a circle, whose sides are about this long in pixels. */
const SIDE_LENGTH = 7;

/** SVG path data: the cells of a group as one shape, and its outline. */
export type Territory = { group: string; shape: string; outline: string };

/** The cells around the points of each group: what is nearer to a point than to any other, and within
 * `reach`. Between cells of one group there's no outline. Points without a group only take away. */
export function toTerritories(points: readonly (Point & { group?: string | undefined })[], reach: number): Territory[] {
  // Of several at one point, the first has the cell.
  const sites = [...new Map(points.toReversed().map((point) => [`${point.x} ${point.y}`, point])).values()];
  const triangles = Delaunay.from(sites.map(({ x, y }): [number, number] => [x, y]));
  const cells = sites.flatMap((site, index) => {
    if (site.group === undefined) return [];
    const neighbors = [...triangles.neighbors(index)];
    return {
      group: site.group,
      corners: toCell(
        site,
        neighbors.map((beyond) => ({ beyond, ...sites[beyond] })),
        reach,
      ),
    };
  });
  return [...Map.groupBy(cells, ({ group }) => group)].map(([group, own]) => ({
    group,
    shape: own.map(({ corners }) => `M${corners.map(write).join('L')}Z`).join(''),
    outline: own
      .flatMap(({ corners }) =>
        corners.map((corner, index) => {
          const isInner = corner.beyond !== undefined && sites[corner.beyond]?.group === group;
          return isInner ? '' : `M${write(corner)}L${write(corners[(index + 1) % corners.length] ?? corner)}`;
        }),
      )
      .join(''),
  }));
}

function toCell(site: Point, neighbors: readonly (Partial<Point> & { beyond: number })[], reach: number): Corner[] {
  const sides = Math.min(40, Math.max(10, Math.round((2 * Math.PI * reach) / SIDE_LENGTH)));
  let corners: Corner[] = Array.from({ length: sides }, (_, side) => {
    const angle = (side / sides) * 2 * Math.PI;
    return { x: site.x + reach * Math.cos(angle), y: site.y + reach * Math.sin(angle), beyond: undefined };
  });
  for (const { x = site.x, y = site.y, beyond } of neighbors) {
    const [across, down] = [x - site.x, y - site.y];
    const middle = across * ((x + site.x) / 2) + down * ((y + site.y) / 2);
    if (across ** 2 + down ** 2 < 4 * reach ** 2)
      corners = cut(corners, (corner) => across * corner.x + down * corner.y - middle, beyond);
  }
  return corners;
}

/** The part of a convex polygon where `excess` isn't above 0; its new edge is shared with `beyond`. */
function cut(corners: readonly Corner[], excess: (corner: Corner) => number, beyond: number): Corner[] {
  return corners.flatMap((corner, index) => {
    const next = corners[(index + 1) % corners.length] ?? corner;
    const [here, there] = [excess(corner), excess(next)];
    const kept = here <= 0 ? [corner] : [];
    if (here <= 0 === there <= 0) return kept;
    const part = here / (here - there);
    const crossing = { x: corner.x + part * (next.x - corner.x), y: corner.y + part * (next.y - corner.y) };
    return [...kept, { ...crossing, beyond: here <= 0 ? beyond : corner.beyond }];
  });
}

function write({ x, y }: Point): string {
  return `${Math.round(10 * x) / 10} ${Math.round(10 * y) / 10}`;
}
