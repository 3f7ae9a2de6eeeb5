import { Delaunay } from 'd3-delaunay';
import { colorOf, GROUND } from './colors.ts';
import { type Point, round } from './labels.ts';

/** Of an owner or a sector, by UID; without one, it only takes away from the others. */
type Site = Point & { group?: string | undefined };

/** To each site belongs what is nearer to it than to any other, and within `reach`, in the color of its group.
 * Groups have borders between them. */
export function drawTerritories(given: readonly Site[], reach: number, width: number, height: number): string[] {
  // Of several at one point, the first has the cell.
  const sites = [...new Map(given.toReversed().map((site) => [`${site.x} ${site.y}`, site])).values()];
  const delaunay = Delaunay.from(sites.map(({ x, y }): [number, number] => [x, y]));
  const voronoi = delaunay.voronoi([0, 0, width, height]);
  const cells = sites.map(({ group }, index) => ({ group, corners: voronoi.cellPolygon(index) ?? [] }));
  const areas = [...Map.groupBy(cells, ({ group }) => group)].map(([group, own]) =>
    group === undefined ? '' : `<path d="${own.map(toShape).join('')}" fill="${colorOf(group)}"/>`,
  );
  // An arc is as large as it has to be: half a circle.
  const wide = round(2 * reach);
  const toCircle = ({ x, y, group }: Site): string =>
    group === undefined ? '' : `M${round(x - reach)} ${y}a1 1 0 0 0 ${wide} 0a1 1 0 0 0 -${wide} 0`;
  const groupAt = (edge: number) => sites[delaunay.triangles[edge] ?? -1]?.group;
  const centerOf = (edge: number): string => {
    const [x = 0, y = 0] = voronoi.circumcenters.subarray(2 * Math.floor(edge / 3));
    return `${round(x)} ${round(y)}`;
  };
  const borders = Array.from(delaunay.halfedges, (twin, edge) =>
    twin > edge && groupAt(edge) !== groupAt(twin) ? `M${centerOf(edge)}L${centerOf(twin)}` : '',
  );
  return [
    `<clipPath id="reach"><path d="${sites.map(toCircle).join('')}"/></clipPath>`,
    `<g clip-path="url(#reach)" fill-opacity=".36">${areas.join('')}</g>`,
    `<path d="${borders.join('')}" stroke="${GROUND}" stroke-width="2" shape-rendering="crispEdges"/>`,
  ];
}

function toShape({ corners }: { corners: readonly [number, number][] }): string {
  return corners.length === 0 ? '' : `M${corners.map(([x, y]) => `${round(x)} ${round(y)}`).join('L')}Z`;
}
