import { scaleLinear } from 'd3-scale';
import { drawAreaNames } from './areaNames.ts';
import { colorOf, GROUND, INK } from './colors.ts';
import { drawLabels, drawLine, fitText, type Label, type Point, round, toBox, toXml } from './labels.ts';
import { drawArrow, drawLegend, drawSign, type LegendRow, type Sign, toArrows } from './mapSigns.ts';
import { type AreaStyle, createTerritories, type Site } from './territories.ts';

/** A system of an owner or a sector; names with the most `weight` come first. */
export type MapSystem = Site & { name: string; groupName?: string | undefined; weight: number };

/** A map's content, as JSON; lengths in the galaxy's units. */
export type GalaxyMap = {
  title: string;
  style: AreaStyle;
  /** Also systems beyond the edge whose territories reach into the map. */
  systems: readonly MapSystem[];
  marks: readonly (Sign & { name: string })[];
  /** Places that arrows at the edge point to. */
  elsewhere: readonly Point[];
  middle: Point;
  /** The distance from the middle to the left and right edge; vertically less ({@link ASPECT}). */
  radius: number;
  /** The radius of a system's territory. */
  reach: number;
  /** The first rows; owners without a name on the map come below. */
  legend: readonly LegendRow[];
  /** The label of systems without an owner. */
  none: string;
  /** The length of the scale's bar, and its label. */
  scale: number;
  scaleLabel: string;
  line?: readonly [Point, Point];
};

/** In units; a phone shows this width in a little less than 300 pixels. */
const FRAME = { width: 800, height: 450 };
/** Pixels per unit, so that letters are sharp on a desktop. */
const DENSITY = 2;
/** The map's own width over its height. */
export const ASPECT = FRAME.width / FRAME.height;
const TITLE = { height: 52, left: 20, largest: 34, smallest: 24 };
const STRIP = '#1b212e';
/** Dots on a map whose areas have no colors. */
const NEUTRAL = '#aeb9cc';
/** With more systems, their names have no room. */
const MAX_NAMED = 60;
/** The names of owners, and of sectors when there are many: they may reach into others. */
const OWNER_TYPE = { sizes: [44, 36, 29, 23], foreign: -2, minFit: 0.4, spacing: 0.1 };
const SECTOR_TYPE = { sizes: [23], foreign: -0.2, minFit: 0.25, spacing: 0 };

/** A round length, about an eighth of the width. */
export function toScale(radius: number): number {
  const [scale, most] = [scaleLinear([0, radius / 3], [0, 1]), radius / 3];
  return scale.ticks(2).at(-1) || most;
}

export function drawMap({ middle, radius, style, ...map }: GalaxyMap): string {
  const { width, height } = FRAME;
  const pixels = width / 2 / radius;
  const place = <P extends Point>(point: P): P => {
    const [x, y] = [width / 2 + (point.x - middle.x) * pixels, height / 2 - (point.y - middle.y) * pixels];
    return { ...point, x: round(x), y: round(y) };
  };
  const isShown = ({ x, y }: Point): boolean => x >= 0 && x <= width && y >= 0 && y <= height;
  const sites = map.systems.map(place);
  const [systems, marks] = [sites.filter(isShown), map.marks.map(place).filter(isShown)];
  const [arrows, line] = [toArrows(map.elsewhere.map(place), FRAME), map.line?.map(place) ?? []];
  // More dots are smaller.
  const size = round(Math.min(9, Math.max(1.6, Math.sqrt((width * height) / (systems.length + 1)) / 9)));
  const { groupAt, ...areas } = createTerritories(sites, map.reach * pixels, style);
  const names = drawNames({ sites, systems, marks, arrows, line, size, groupAt, style });

  const isUnowned = style === 'colors' && systems.some(({ group }) => group === undefined);
  const rows = [...map.legend, ...(isUnowned ? [{ label: map.none }] : []), ...names.legend];
  const legend = drawLegend({ width: round(map.scale * pixels), label: map.scaleLabel }, rows, width);
  const whole = { top: -TITLE.height, height: TITLE.height + height + legend.height };
  const title = fitText(map.title, width - 2 * TITLE.left, TITLE.largest, TITLE.smallest);
  const strip = (y: number, high: number) => `<rect y="${y}" width="${width}" height="${high}" fill="${STRIP}"/>`;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${DENSITY * width}" height="${DENSITY * whole.height}"`,
    ` viewBox="0 ${whole.top} ${width} ${whole.height}" font-family="Inter">`,
    `<rect width="${width}" height="${height}" fill="${GROUND}"/>`,
    ...areas.svg,
    ...marks.filter((mark) => !isCallout(mark)).map((mark) => drawSign(mark, size + 2)),
    ...names.areas,
    line.length > 0 ? drawLine(line, 4, 'stroke-dasharray="16 10"') : '',
    ...marks.filter(isCallout).map((mark) => drawSign(mark, toRing(size))),
    ...arrows.map(drawArrow),
    ...names.labels,
    // Drawn last, so that nothing covers a star.
    ...drawDots(systems, size, style),
    strip(whole.top, TITLE.height),
    `<text x="${TITLE.left}" y="-16" font-size="${title.size}" font-weight="600" fill="${INK}">${toXml(title.shown)}</text>`,
    `<g transform="translate(0 ${height})">${strip(0, legend.height)}${legend.svg}</g></svg>`,
  ].join('');
}

type Parts = Pick<GalaxyMap, 'systems' | 'marks' | 'style'> & {
  sites: GalaxyMap['systems'];
  arrows: readonly Point[];
  line: readonly Point[];
  size: number;
  groupAt: (x: number, y: number) => string | undefined;
};

/** Names of requested places first, then areas, then systems. `legend`: owners without room. */
function drawNames({ sites, systems, marks, arrows, line: [from, to], size, groupAt, style }: Parts) {
  const asked = marks.filter(isCallout);
  const taken = [...asked.map((mark) => toBox(mark, toRing(size))), ...arrows.map((arrow) => toBox(arrow, 16))];
  const onLine = Array.from({ length: 41 }, (_, step) => step / 40).flatMap((part) =>
    from && to ? { x: from.x + part * (to.x - from.x), y: from.y + part * (to.y - from.y) } : [],
  );
  const dots = [...systems, ...onLine].map((dot) => toBox(dot, size + 3));
  const draw = (labels: readonly Label[]): string[] => drawLabels(labels, FRAME, taken, dots);
  const callouts = draw(asked.map(({ x, y, name }) => ({ x, y, name, gap: toRing(size) + 8, isCallout: true })));

  const focus = systems.filter(({ isContext }) => !isContext);
  const isNear = focus.length <= MAX_NAMED;
  const type = style === 'colors' || isNear ? OWNER_TYPE : SECTOR_TYPE;
  const names = new Map(sites.map(({ group, groupName }) => [group, groupName]));
  const areas = drawAreaNames({ frame: FRAME, groupAt, names, type, taken, dots });
  const beside = (isNear ? focus : [])
    .filter(({ x, y }) => !asked.some((mark) => mark.x === x && mark.y === y))
    .sort((one, other) => other.weight - one.weight)
    .map(({ x, y, name }) => ({ x, y, name, gap: size + 6 }));
  return {
    areas: areas.drawn,
    labels: [...callouts, ...draw(beside)],
    legend: style === 'colors' ? areas.unnamed : [],
  };
}

const isCallout = ({ kind }: Sign): boolean => kind === 'asked' || kind === 'you';

const toRing = (size: number): number => Math.max(10, size + 9);

function drawDots(systems: readonly MapSystem[], size: number, style: AreaStyle): string[] {
  const looks = Map.groupBy(systems, ({ group, isContext = false }) => `${isContext} ${group}`);
  return [...looks.values()].map((own) => {
    const { group, isContext } = own[0] ?? {};
    const dots = own.map(({ x, y }) => `<circle cx="${x}" cy="${y}" r="${size}"/>`);
    const edge = `stroke="${GROUND}" stroke-width="${size > 4 ? 1 : 0}" opacity="${isContext ? 0.6 : 1}"`;
    return `<g fill="${style === 'colors' ? colorOf(group) : NEUTRAL}" ${edge}>${dots.join('')}</g>`;
  });
}
