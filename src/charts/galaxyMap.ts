import { scaleLinear } from 'd3-scale';
import { colorOf } from './colors.ts';
import { type Box, drawLabels, LABEL_PX, type Label, round, shorten, toBox, toXml, widthOf } from './labels.ts';
import { toTerritories } from './territories.ts';

type Point = { x: number; y: number };

/** A system on the map; `group`, the UID of an owner or a sector, gives it its color, `weight` decides whose label is drawn. */
export type MapSystem = Point & { name: string; group?: string | undefined; weight: number };

/** `asked` and `you` have a label and are on top; stations and cities are small and have their owner's color. */
export type MapMark = Point & { kind: 'asked' | 'you' | 'station' | 'city'; name: string; group?: string | undefined };

/** What a map shows, as JSON. */
export type GalaxyMap = {
  systems: readonly MapSystem[];
  marks: readonly MapMark[];
  /** Systems that aren't drawn. They only limit the territories. */
  others: readonly Point[];
  /** Names of whole regions, the most important first; drawn instead of the names of systems. */
  regions: readonly (Point & { name: string })[];
  middle: Point;
  /** From the middle to the left and right edge, in the galaxy's units. Up and down it's less, by {@link ASPECT}. */
  radius: number;
  /** How far a territory reaches from a system, in the galaxy's units. */
  reach: number;
  legend: readonly LegendRow[];
  /** The length of the scale's bar in the galaxy's units, and what it says. */
  scale: number;
  scaleLabel: string;
  /** A straight line between two points. */
  line?: readonly [Point, Point];
};

/** A row of the legend: of a group, of a kind of marks, or in words alone. */
export type LegendRow = { label: string; count: number; group?: string | undefined; mark?: MapMark['kind'] };

/** Words for systems of no group and for the groups that have no row. */
export type LegendWords = { none: string; others: (count: number) => string };

/** On a phone, a picture is a little narrower than 300 pixels: a label still is 11 pixels high there. */
const WIDTH = 800;
const HEIGHT = 520;
/** The width of the map itself over its height. */
export const ASPECT = WIDTH / HEIGHT;
const MARGIN = 22;
const LEGEND_ROW_PX = 44;
const LEGEND_COLUMNS = 2;
const LEGEND_TEXT_LEFT = 30;
const MAX_LEGEND_LENGTH = 36;
const MAX_LEGEND_GROUPS = 8;
/** Around the name of a region. */
const REGION_ROOM = 30;
const MAX_REGION_LENGTH = 16;
const RING_PX = 20;
const ORIGIN: Point = { x: 0, y: 0 };
const NO_GROUP = '#7d8799';
const GROUND = '#10141d';
const INK = '#f2f4f8';
const HALO = `stroke="${GROUND}" stroke-width="7" stroke-linejoin="round" paint-order="stroke"`;

/** Whose systems are shown, the largest groups first. `names` has the groups' names by UID. */
export function toLegend(
  systems: readonly Pick<MapSystem, 'group'>[],
  names: ReadonlyMap<string, string>,
  { none, others }: LegendWords,
): LegendRow[] {
  const counts = [...Map.groupBy(systems, ({ group }) => group)].map(([group, { length: count }]) => ({
    group,
    count,
  }));
  const groups = counts
    .flatMap(({ group, count }) => (group === undefined ? [] : { group, count, label: names.get(group) ?? group }))
    .sort((one, other) => other.count - one.count);
  // A row for the rest is no shorter than one for a single group.
  const first = groups.length > MAX_LEGEND_GROUPS + 1 ? groups.slice(0, MAX_LEGEND_GROUPS) : groups;
  const rest = groups.slice(first.length);
  const count = rest.reduce((sum, group) => sum + group.count, 0);
  return [
    ...first,
    ...(rest.length > 0 ? [{ label: others(rest.length), count }] : []),
    ...counts.flatMap(({ group, count }) => (group === undefined ? { label: none, count } : [])),
  ];
}

/** A round length of about a quarter of the width. */
export function toScale(radius: number): number {
  const scale = scaleLinear([0, radius / 2], [0, 1]);
  return scale.ticks(2).at(-1) || radius / 2;
}

export function drawMap(map: GalaxyMap): string {
  const { middle, radius, legend } = map;
  const pixels = WIDTH / 2 / radius;
  const place = <P extends Point>(point: P): P => {
    const [x, y] = [WIDTH / 2 + (point.x - middle.x) * pixels, HEIGHT / 2 - (point.y - middle.y) * pixels];
    return { ...point, x: round(x), y: round(y) };
  };
  const [systems, marks] = [map.systems.map(place), map.marks.map(place)];
  const size = toDotSize(systems.length + marks.length);
  const rows = layOut(legend);
  const height = HEIGHT + (rows.length > 0 ? rows.length * LEGEND_ROW_PX + MARGIN : 0);
  const labels = drawAllLabels(map, place, { systems, marks, size, scaleWidth: round(map.scale * pixels) });
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${height}" font-family="Inter" font-size="${LABEL_PX}">`,
    `<rect width="${WIDTH}" height="${height}" fill="${GROUND}"/>`,
    ...drawTerritories([...systems, ...map.others.map(place)], map.reach * pixels),
    ...drawDots(systems, size),
    ...(map.line ? [drawLine(map.line.map(place))] : []),
    ...marks.map((mark) => drawMark(mark, size)),
    ...drawScale(round(map.scale * pixels)),
    `<g fill="${INK}" ${HALO}>`,
    ...labels,
    '</g>',
    ...drawLegend(rows, height),
    '</svg>',
  ].join('');
}

/** Dots get smaller as they get more. */
function toDotSize(count: number): number {
  return round(Math.min(9, Math.max(1.6, Math.sqrt((WIDTH * HEIGHT) / Math.max(1, count)) / 7)));
}

function drawTerritories(points: readonly (Point & { group?: string | undefined })[], reach: number): string[] {
  return toTerritories(points, reach).map(({ group, shape, outline }) => {
    const color = colorOf(group);
    return `<path d="${shape}" fill="${color}" fill-opacity=".3"/><path d="${outline}" fill="none" stroke="${color}" stroke-opacity=".75" stroke-width="2" stroke-linecap="round"/>`;
  });
}

/** One path for a color: a thousand circles take longer. */
function drawDots(systems: readonly MapSystem[], size: number): string[] {
  return [...Map.groupBy(systems, ({ group }) => group)].map(([group, own]) => {
    const dots = own.map(({ x, y }) => `M${x} ${y}h0`).join('');
    return `<path d="${dots}" stroke="${toColor(group)}" stroke-width="${2 * size}" stroke-linecap="round"/>`;
  });
}

function drawMark({ kind, x, y, group }: MapMark, size: number): string {
  const reach = Math.max(5, size);
  const shape = `fill="${toColor(group)}" stroke="${GROUND}" stroke-width="2"`;
  if (kind === 'station')
    return `<path d="M${x - reach} ${y - reach}h${2 * reach}v${2 * reach}h-${2 * reach}z" ${shape}/>`;
  if (kind === 'city') {
    const wide = round(1.4 * reach);
    return `<path d="M${x} ${y - wide}l${wide} ${wide}l-${wide} ${wide}l-${wide} -${wide}z" ${shape}/>`;
  }
  const ring = (radius: number, color: string, width: number) =>
    `<circle cx="${x}" cy="${y}" r="${radius}" fill="none" stroke="${color}" stroke-width="${width}"/>`;
  if (kind === 'asked') return ring(RING_PX, GROUND, 10) + ring(RING_PX, INK, 5);
  return `<circle cx="${x}" cy="${y}" r="12" fill="${INK}" stroke="${GROUND}" stroke-width="4"/><circle cx="${x}" cy="${y}" r="5" fill="${GROUND}"/>`;
}

function toColor(group: string | undefined): string {
  return group === undefined ? NO_GROUP : colorOf(group);
}

/** From ring to ring. */
function drawLine(line: readonly Point[]): string {
  const [from, to] = [along(line, RING_PX), along(line.toReversed(), RING_PX)];
  const path = `d="M${from.x} ${from.y}L${to.x} ${to.y}"`;
  return `<path ${path} stroke="${GROUND}" stroke-width="10"/><path ${path} stroke="${INK}" stroke-width="5" stroke-dasharray="16 10"/>`;
}

/** The point on a line that is so far from its beginning, at most in its middle. */
function along([from = ORIGIN, to = ORIGIN]: readonly Point[], distance: number): Point {
  const part = Math.min(0.5, distance / Math.max(1, Math.hypot(to.x - from.x, to.y - from.y)));
  return { x: round(from.x + part * (to.x - from.x)), y: round(from.y + part * (to.y - from.y)) };
}

type Placed = { systems: readonly MapSystem[]; marks: readonly MapMark[]; size: number; scaleWidth: number };

function drawAllLabels(
  { regions, scaleLabel, line }: GalaxyMap,
  place: <P extends Point>(point: P) => P,
  placed: Placed,
) {
  const { systems, marks, size, scaleWidth } = placed;
  const frame: Box = { left: 0, top: 0, right: WIDTH, bottom: HEIGHT };
  const scale = toBox({ x: MARGIN, y: HEIGHT - MARGIN }, LABEL_PX);
  scale.right = MARGIN + scaleWidth + widthOf(scaleLabel) + LABEL_PX;
  const named = marks.filter(({ kind }) => kind === 'asked' || kind === 'you');
  const needed = named.map(({ name, x, y }) => ({ text: name, x, y, gap: RING_PX + 10, isBold: true, isNeeded: true }));
  const isAsked = ({ x, y }: Point): boolean => named.some((mark) => mark.x === x && mark.y === y);
  const others: Label[] =
    regions.length > 0
      ? regions
          .filter(({ name }) => name.length <= MAX_REGION_LENGTH)
          .map(place)
          .map(({ name, x, y }) => ({ text: name, x, y, gap: 0, room: REGION_ROOM }))
      : systems
          .filter((system) => !isAsked(system))
          .sort((one, other) => other.weight - one.weight)
          .map(({ name, x, y }) => ({ text: name, x, y, gap: size + 6 }));
  const taken = [scale, ...named.map((mark) => toBox(mark, RING_PX))];
  const ends = line?.map(place) ?? [];
  const onLine =
    ends.length > 0 ? [30, 60, 90, 120].flatMap((far) => [along(ends, far), along(ends.toReversed(), far)]) : [];
  const dots = [...(regions.length > 0 ? [] : [...systems, ...marks]), ...onLine].map((dot) => toBox(dot, size));
  const scaleText = `<text x="${MARGIN + scaleWidth + 14}" y="${HEIGHT - MARGIN}">${toXml(scaleLabel)}</text>`;
  return [scaleText, ...drawLabels([...needed, ...others], frame, taken, dots)];
}

function drawScale(width: number): string[] {
  const path = `d="M${MARGIN} ${HEIGHT - MARGIN - 12}v12h${width}v-12" fill="none"`;
  return [`<path ${path} stroke="${GROUND}" stroke-width="10"/>`, `<path ${path} stroke="${INK}" stroke-width="4"/>`];
}

/** Rows beside each other, in columns; one that is too wide takes a line of its own. None is cut off. */
function layOut(legend: readonly LegendRow[]): (LegendRow & { left: number })[][] {
  const width = (WIDTH - MARGIN) / LEGEND_COLUMNS;
  const lines: (LegendRow & { left: number })[][] = [];
  let column = LEGEND_COLUMNS;
  for (const row of legend) {
    const label = shorten(row.label, MAX_LEGEND_LENGTH);
    const columns = Math.ceil((widthOf(label) + LEGEND_TEXT_LEFT) / width);
    if (column + columns > LEGEND_COLUMNS) {
      lines.push([]);
      column = 0;
    }
    lines.at(-1)?.push({ ...row, label, left: MARGIN + column * width });
    column += columns;
  }
  return lines;
}

function drawLegend(lines: readonly (LegendRow & { left: number })[][], height: number): string[] {
  if (lines.length === 0) return [];
  const rows = lines.flatMap((line, index) => {
    const y = HEIGHT + MARGIN / 2 + (index + 0.5) * LEGEND_ROW_PX;
    return line.map(({ left, label, group, mark }) => {
      const point = { x: left + 10, y, name: '', group };
      const sign = mark
        ? drawMark({ ...point, kind: mark }, 9)
        : `<circle cx="${point.x}" cy="${y}" r="10" fill="${toColor(group)}"/>`;
      return `${sign}<text x="${left + LEGEND_TEXT_LEFT}" y="${y + LABEL_PX / 3}" fill="${INK}">${toXml(label)}</text>`;
    });
  });
  return [`<rect y="${HEIGHT}" width="${WIDTH}" height="${height - HEIGHT}" fill="#1b212e"/>`, ...rows];
}
