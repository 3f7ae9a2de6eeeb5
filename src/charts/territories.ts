import { Delaunay } from 'd3-delaunay';
import { colorOf, GROUND, INK } from './colors.ts';
import { type Point, round, type Size } from './labels.ts';

/** A system of an owner or a sector, by UID; without one, it only takes area from the others.
 * `isContext`: it only shows the surroundings. */
export type Site = Point & { group?: string | undefined; isContext?: boolean | undefined };

/** Areas have the colors of their groups, or all look alike, with light borders. */
export type AreaStyle = 'colors' | 'borders';

type Pair = readonly [x: number, y: number];

const OPACITY = { focus: 0.36, context: 0.13 };
const PLAIN = '#4a5b7c';
const FULL_TURN = 2 * Math.PI;

/** Each site gets the area nearest to it, within `reach`. Borders separate groups. `groupAt`: the
 * group at a point, which is fast for neighboring points in turn. */
export function createTerritories(given: readonly Site[], reach: number, size: Size, style: AreaStyle) {
  // If several sites are at one point, the first gets the cell.
  const sites = [...new Map(given.toReversed().map((site) => [`${site.x} ${site.y}`, site])).values()];
  const delaunay = Delaunay.from(sites.map(({ x, y }): [number, number] => [x, y]));
  // A site whose territory reaches into the picture is inside its cell.
  const voronoi = delaunay.voronoi([-reach, -reach, size.width + reach, size.height + reach]);
  const cells = sites.map((site, index) => ({ site, path: toDisk(site, reach, voronoi.cellPolygon(index) ?? []) }));
  const areas = [...Map.groupBy(cells, ({ site }) => toKey(site)).values()].map((own) => {
    const { group, isContext } = own[0]?.site ?? {};
    const color = style === 'borders' ? PLAIN : colorOf(group);
    const path = own.map((cell) => cell.path).join('');
    return group === undefined
      ? ''
      : `<path d="${path}" fill="${color}" fill-opacity="${OPACITY[isContext ? 'context' : 'focus']}"/>`;
  });
  const centerOf = (edge: number): Pair => {
    const [x = 0, y = 0] = voronoi.circumcenters.subarray(2 * Math.floor(edge / 3));
    return [x, y];
  };
  const borders = { inner: '', outer: '' };
  for (const [edge, twin] of delaunay.halfedges.entries()) {
    const [one, other] = [edge, twin].map((each) => sites[delaunay.triangles[each] ?? -1]);
    if (twin <= edge || !one || !other || toKey(one) === toKey(other)) continue;
    const [start, end] = cut(one, reach, centerOf(edge), centerOf(twin)) ?? [];
    if (start && end)
      borders[one.isContext === other.isContext ? 'inner' : 'outer'] += `M${toText(start)}L${toText(end)}`;
  }
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

const toText = ([x, y]: Pair): string => `${round(x)} ${round(y)}`;

/** The part of a line within `reach` of a point; undefined if there's none. */
function cut({ x, y }: Point, reach: number, [fromX, fromY]: Pair, [toX, toY]: Pair): [Pair, Pair] | undefined {
  const [width, height, left, top] = [toX - fromX, toY - fromY, fromX - x, fromY - y];
  const [a, b, c] = [width ** 2 + height ** 2, left * width + top * height, left ** 2 + top ** 2 - reach ** 2];
  const root = Math.sqrt(b ** 2 - a * c);
  const [start, end] = [Math.max(0, (-b - root) / a), Math.min(1, (-b + root) / a)];
  const at = (part: number): Pair => [fromX + part * width, fromY + part * height];
  return start < end ? [at(start), at(end)] : undefined;
}

/** The path of the area within `reach` of a point, inside its cell. */
function toDisk(center: Point, reach: number, corners: readonly Pair[]): string {
  const lines = corners.slice(1).flatMap((corner, index) => {
    const line = cut(center, reach, corners[index] ?? corner, corner);
    return line ? [line] : [];
  });
  const angleOf = ([x, y]: Pair): number => Math.atan2(y - center.y, x - center.x);
  const arcTo = (point: Pair, isLarge: boolean): string =>
    `A${round(reach)} ${round(reach)} 0 ${Number(isLarge)} 1 ${toText(point)}`;
  const ends: readonly [Pair, Pair] = [
    [center.x - reach, center.y],
    [center.x + reach, center.y],
  ];
  if (lines.length === 0)
    return corners.length === 0 ? '' : `M${toText(ends[0])}${arcTo(ends[1], true)}${arcTo(ends[0], true)}Z`;
  const sides = lines.map(([, end], index) => {
    const [next, after] = lines[(index + 1) % lines.length] ?? [end, end];
    const turn = (angleOf(next) - angleOf(end) + FULL_TURN) % FULL_TURN;
    const arc = turn > 0.001 && turn < FULL_TURN - 0.001 ? arcTo(next, turn > Math.PI) : '';
    return `${arc}L${toText(after)}`;
  });
  return `M${toText(lines[0]?.[1] ?? ends[0])}${sides.join('')}Z`;
}
