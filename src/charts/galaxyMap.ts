import { scaleLinear } from 'd3-scale';
import { colorOf, GROUND, INK } from './colors.ts';
import { drawLabels, LABEL_PX, type Point, round, shorten, toBox, toXml, widthOf } from './labels.ts';
import { drawTerritories } from './territories.ts';

type Named = Point & { name: string };
/** The UID of an owner or a sector gives a color. */
type Grouped = { group?: string | undefined };

/** A system; the names of those with the most `weight` come first. */
export type MapSystem = Named & Grouped & { groupName?: string | undefined; weight: number };

/** What was asked for is ringed, and named like `you`. */
export type MapMark = Named & Grouped & { kind: 'asked' | 'you' | 'station' | 'city' };

/** What a map shows, as JSON; lengths are in the galaxy's units. */
export type GalaxyMap = {
  systems: readonly MapSystem[];
  marks: readonly MapMark[];
  /** Systems that aren't drawn: they only limit the territories, or have one from beyond the edge. */
  others: readonly (Point & Grouped)[];
  /** Areas, the most important first, that are named instead of the systems. */
  regions: readonly Named[];
  middle: Point;
  /** From the middle to the left and right edge; up and down it's less, by {@link ASPECT}. */
  radius: number;
  /** How far a territory reaches from a system. */
  reach: number;
  legend: readonly LegendRow[];
  /** The length of the scale's bar, and what it says. */
  scale: number;
  scaleLabel: string;
  /** A straight line between two points. */
  line?: readonly [Point, Point];
};

/** A row for a group, for a kind of marks, or in words alone. */
export type LegendRow = Grouped & { label: string; count: number; mark?: MapMark['kind']; isRest?: true };

/** A phone shows a picture a little narrower than 300 pixels: there a text is still 11 pixels high. */
const WIDTH = 800;
const HEIGHT = 470;
/** The width of the map itself over its height. */
export const ASPECT = WIDTH / HEIGHT;
const FRAME = { left: 0, top: 0, right: WIDTH, bottom: HEIGHT };
const MARGIN = 22;
const RING_PX = 20;
const LEGEND_ROW_PX = 42;
/** With more, the picture would be too high for a channel, which cuts it. */
const MAX_LEGEND_LINES = 3;
const LEGEND_TEXT_LEFT = 30;
const MAX_LEGEND_LENGTH = 36;
const MAX_LEGEND_GROUPS = 4;
const MAX_REGION_LENGTH = 16;

/** A row for each of the largest groups, one for the others and one for no group. */
export function toLegend(
  systems: readonly Pick<MapSystem, 'group' | 'groupName'>[],
  { none, others }: { none: string; others: (count: number) => string },
): LegendRow[] {
  const rows = [...Map.groupBy(systems, ({ group }) => group)]
    .map(([group, own]) => ({ group, count: own.length, label: own[0]?.groupName ?? group ?? none }))
    .sort((one, other) => other.count - one.count);
  const groups = rows.filter(({ group }) => group !== undefined);
  // One group takes as much room as the row "1 more" would.
  const rest = groups.length > MAX_LEGEND_GROUPS + 1 ? groups.splice(MAX_LEGEND_GROUPS) : [];
  const count = rest.reduce((sum, group) => sum + group.count, 0);
  const more = rest.length > 0 ? [{ label: others(rest.length), count, isRest: true as const }] : [];
  return [...groups, ...more, ...rows.filter(({ group }) => group === undefined)];
}

/** A round length of about a quarter of the width. */
export function toScale(radius: number): number {
  const scale = scaleLinear([0, radius / 2], [0, 1]);
  return scale.ticks(2).at(-1) || radius / 2;
}

export function drawMap({ middle, radius, ...map }: GalaxyMap): string {
  const pixels = WIDTH / 2 / radius;
  const place = <P extends Point>(point: P): P => {
    const [x, y] = [WIDTH / 2 + (point.x - middle.x) * pixels, HEIGHT / 2 - (point.y - middle.y) * pixels];
    return { ...point, x: round(x), y: round(y) };
  };
  const isInside = ({ x, y }: Point): boolean => x >= 0 && x <= WIDTH && y >= 0 && y <= HEIGHT;
  const [systems, marks] = [map.systems.map(place), map.marks.map(place).filter(isInside)];
  const line = map.line?.map(place) ?? [];
  // Dots get smaller as they get more.
  const size = round(Math.min(9, Math.max(1.6, Math.sqrt((WIDTH * HEIGHT) / (systems.length + marks.length + 1)) / 7)));
  const sites = [...systems, ...map.others.map(place)];
  const scale = { width: round(map.scale * pixels), label: map.scaleLabel };
  const legend = drawLegend(map.legend);
  const height = HEIGHT + legend.height;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${height}" font-family="Inter" font-size="${LABEL_PX}">`,
    `<rect width="${WIDTH}" height="${height}" fill="${GROUND}"/>`,
    ...drawTerritories(sites, map.reach * pixels, WIDTH, HEIGHT),
    ...drawDots(systems, size),
    line.length > 0 ? drawLine(`M${line.map(({ x, y }) => `${x} ${y}`).join('L')}`, 'stroke-dasharray="16 10"') : '',
    ...marks.map((mark) => drawMark(mark, Math.max(5, size))),
    drawLine(`M${MARGIN} ${HEIGHT - MARGIN - 12}v12h${scale.width}v-12`),
    `<g fill="${INK}" stroke="${GROUND}" stroke-width="7" stroke-linejoin="round" paint-order="stroke">`,
    `<text x="${MARGIN + scale.width + 14}" y="${HEIGHT - MARGIN}">${toXml(scale.label)}</text>`,
    ...drawNames({ systems, marks, line, size, scale, regions: map.regions.map(place) }),
    `</g><rect y="${HEIGHT}" width="${WIDTH}" height="${legend.height}" fill="#1b212e"/>`,
    ...legend.rows,
    '</svg>',
  ].join('');
}

function drawDots(systems: readonly MapSystem[], size: number): string[] {
  return [...Map.groupBy(systems, ({ group }) => group)].map(([group, own]) => {
    const dots = own.map(({ x, y }) => `<circle cx="${x}" cy="${y}" r="${size}"/>`);
    return `<g fill="${colorOf(group)}">${dots.join('')}</g>`;
  });
}

function drawLine(path: string, dashes = ''): string {
  const line = `<path d="${path}" fill="none"`;
  return `${line} stroke="${GROUND}" stroke-width="10"/>${line} stroke="${INK}" stroke-width="4" ${dashes}/>`;
}

function drawMark({ kind, x, y, group }: Omit<MapMark, 'name'>, size: number): string {
  const circle = (radius: number, look: string) => `<circle cx="${x}" cy="${y}" r="${radius}" ${look}/>`;
  const ring = (color: string, width: number) =>
    circle(RING_PX, `fill="none" stroke="${color}" stroke-width="${width}"`);
  if (kind === 'asked') return ring(GROUND, 10) + ring(INK, 5);
  if (kind === 'you')
    return circle(12, `fill="${INK}" stroke="${GROUND}" stroke-width="4"`) + circle(5, `fill="${GROUND}"`);
  const wide = round(1.4 * size);
  const shape =
    kind === 'city'
      ? `M${x} ${y - wide}l${wide} ${wide}l-${wide} ${wide}l-${wide} -${wide}z`
      : `M${x - size} ${y - size}h${2 * size}v${2 * size}h-${2 * size}z`;
  return `<path d="${shape}" fill="${colorOf(group)}" stroke="${GROUND}" stroke-width="2"/>`;
}

type Placed = Pick<GalaxyMap, 'systems' | 'marks' | 'regions'> & {
  line: readonly Point[];
  size: number;
  scale: { width: number; label: string };
};

/** What was asked for first, then the regions, or the systems where there are none. */
function drawNames({ systems, marks, regions, line: [from, to], size, scale }: Placed): string[] {
  const asked = marks.filter(({ kind }) => kind === 'asked' || kind === 'you');
  const isAsked = ({ x, y }: Point): boolean => asked.some((mark) => mark.x === x && mark.y === y);
  const right = MARGIN + scale.width + widthOf(scale.label) + LABEL_PX;
  const scaleBox = { left: 0, top: HEIGHT - MARGIN - LABEL_PX, right, bottom: HEIGHT };
  const areas = regions.filter(({ name }) => name.length <= MAX_REGION_LENGTH).map((region) => ({ ...region, gap: 0 }));
  const beside = systems
    .filter((system) => !isAsked(system))
    .sort((one, other) => other.weight - one.weight)
    .map((system) => ({ ...system, gap: size + 6 }));
  const labels = [
    ...asked.map((mark) => ({ ...mark, gap: RING_PX + 10, isAsked: true })),
    ...(regions.length > 0 ? areas : beside),
  ];
  const onLine = [1, 2, 3, 4, 5, 6, 7, 8, 9].flatMap((tenth) =>
    from && to ? { x: from.x + (tenth / 10) * (to.x - from.x), y: from.y + (tenth / 10) * (to.y - from.y) } : [],
  );
  const dots = [...(regions.length > 0 ? [] : [...systems, ...marks]), ...onLine].map((dot) => toBox(dot, size));
  return drawLabels(labels, FRAME, [scaleBox, ...asked.map((mark) => toBox(mark, RING_PX))], dots);
}

/** Two rows beside each other where both have room. No name is cut off. */
function drawLegend(legend: readonly LegendRow[]): { rows: string[]; height: number } {
  const half = (WIDTH - MARGIN) / 2;
  let [used, lines] = [WIDTH, 0];
  const rows = legend.flatMap(({ label, group, mark, isRest }) => {
    const name = shorten(label, MAX_LEGEND_LENGTH);
    const width = LEGEND_TEXT_LEFT + widthOf(name) > half ? 2 * half : half;
    if (used + width > WIDTH && lines === MAX_LEGEND_LINES) return [];
    if (used + width > WIDTH) [used, lines] = [MARGIN, lines + 1];
    const [x, y] = [used, HEIGHT + MARGIN / 2 + (lines - 0.5) * LEGEND_ROW_PX];
    used += width;
    const dot = isRest ? '' : `<circle cx="${x + 10}" cy="${y}" r="10" fill="${colorOf(group)}"/>`;
    const sign = mark ? drawMark({ kind: mark, x: x + 10, y, group }, 9) : dot;
    return `${sign}<text x="${x + LEGEND_TEXT_LEFT}" y="${y + LABEL_PX / 3}" fill="${INK}">${toXml(name)}</text>`;
  });
  return { rows, height: lines > 0 ? lines * LEGEND_ROW_PX + MARGIN : 0 };
}
