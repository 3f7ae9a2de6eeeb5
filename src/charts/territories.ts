import { Delaunay } from 'd3-delaunay';
import { colorOf, GROUND, INK } from './colors.ts';
import { type Point, round } from './labels.ts';

/** A system of an owner or a sector, by UID; without one, it only takes area from the others.
 * `isContext`: it only shows the surroundings. */
export type Site = Point & { group?: string | undefined; isContext?: boolean | undefined };

/** Areas have the colors of their groups, or all look alike, with light borders. */
export type AreaStyle = 'colors' | 'borders';

/** A corner of a cell. `beyond`: the site at the other side of the line to the next corner. */
type Corner = Point & { beyond?: Site | undefined };

const PLAIN = '#4a5b7c';
/** A polygon with so many corners that it looks like a circle. */
const CIRCLE = Array.from({ length: 48 }, (_, part) => (part / 24) * Math.PI).map((turn) => ({
  x: Math.cos(turn),
  y: Math.sin(turn),
}));

/** Each site gets the area within `reach` that is nearer to it than to any other site. Groups have
 * borders between them. `groupAt`: the group at a point; fastest for neighboring points in turn. */
export function createTerritories(given: readonly Site[], reach: number, style: AreaStyle) {
  // If several share a point, the first gets the cell.
  const sites = [...new Map(given.toReversed().map((site) => [`${site.x} ${site.y}`, site])).values()];
  const delaunay = Delaunay.from(sites.map(({ x, y }): [number, number] => [x, y]));
  const borders = { inner: '', outer: '' };
  const cells = sites.map((site, index) => {
    const circle: Corner[] = CIRCLE.map(({ x, y }) => ({ x: site.x + reach * x, y: site.y + reach * y }));
    const neighbors = [...delaunay.neighbors(index)].flatMap((neighbor) => sites[neighbor] ?? []);
    const corners = neighbors.reduce((left, neighbor) => cutOff(left, site, neighbor), circle);
    for (const [at, { beyond, ...corner }] of corners.entries())
      if (beyond && toKey(beyond) < toKey(site))
        borders[beyond.isContext === site.isContext ? 'inner' : 'outer'] += toPath([
          corner,
          corners[at + 1] ?? corners[0] ?? corner,
        ]);
    return { site, path: `${toPath(corners)}Z` };
  });
  const areas = [...Map.groupBy(cells, ({ site }) => toKey(site)).values()].map((own) => {
    const { group, isContext } = own[0]?.site ?? {};
    const look = `fill="${style === 'borders' ? PLAIN : colorOf(group)}" fill-opacity="${isContext ? 0.13 : 0.36}"`;
    return group === undefined ? '' : `<path d="${own.map(({ path }) => path).join('')}" ${look}/>`;
  });
  const light = (width: number, opacity: number) =>
    `stroke="${INK}" stroke-opacity="${opacity}" stroke-width="${width}"`;
  const inner = style === 'borders' ? light(1.5, 0.45) : `stroke="${GROUND}" stroke-width="2"`;
  let last = 0;
  return {
    svg: [...areas, `<path d="${borders.inner}" ${inner}/>`, `<path d="${borders.outer}" ${light(3, 0.8)}/>`],
    groupAt: (x: number, y: number): string | undefined => {
      last = delaunay.find(x, y, last) || 0;
      const site = sites[last];
      return site && Math.hypot(site.x - x, site.y - y) <= reach ? site.group : undefined;
    },
  };
}

const toKey = ({ group, isContext = false }: Site): string => `${isContext} ${group}`;

const toPath = (corners: readonly Point[]): string =>
  corners.length === 0 ? '' : `M${corners.map(({ x, y }) => `${round(x)} ${round(y)}`).join('L')}`;

/** The part of a cell that is nearer to its site than to a neighbor. */
function cutOff(corners: readonly Corner[], site: Site, neighbor: Site): Corner[] {
  const [right, down] = [neighbor.x - site.x, neighbor.y - site.y];
  const most = (neighbor.x ** 2 + neighbor.y ** 2 - site.x ** 2 - site.y ** 2) / 2;
  const excess = corners.map(({ x, y }) => right * x + down * y - most);
  if (excess.every((each) => each <= 0)) return [...corners];
  return corners.flatMap((corner, at) => {
    const next = corners[(at + 1) % corners.length] ?? corner;
    const [here, there] = [excess[at] ?? 0, excess[(at + 1) % corners.length] ?? 0];
    const part = here / (here - there);
    const crossing = { x: corner.x + part * (next.x - corner.x), y: corner.y + part * (next.y - corner.y) };
    if (here <= 0) return there <= 0 ? corner : [corner, { ...crossing, beyond: neighbor }];
    return there <= 0 ? { ...crossing, beyond: corner.beyond } : [];
  });
}
