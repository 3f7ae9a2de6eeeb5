import { scaleLinear } from 'd3-scale';

/** A system on the map; `group` gives it its color, `weight` decides whose label is drawn. */
export type MapSystem = { name: string; x: number; y: number; group: string; weight: number; isMarked: boolean };

/** What a map shows, as JSON: the systems within `radius` of the middle (in the galaxy's units). */
export type GalaxyMap = {
  systems: readonly MapSystem[];
  middle: { x: number; y: number };
  radius: number;
  legend: readonly LegendRow[];
  /** The length of the scale's bar in the galaxy's units, and what it says. */
  scale: number;
  scaleLabel: string;
};

/** A group with its color and its number of systems, the largest first. */
export type LegendRow = { name: string; color: string; count: number };

/** Colors that people with any color vision tell apart (Okabe and Ito), lightened for a dark ground. */
const COLORS = ['#e69f00', '#56b4e9', '#2fbf8f', '#f0e442', '#4f9bff', '#ff7a3d', '#e58fc0'];
const OTHERS_GRAY = '#c3cad6';
const NONE_GRAY = '#6b7688';
const GROUND = '#141822';
const INK = '#f2f4f8';

/** Discord fits pictures into 550 × 350, phones into less: a square map with its legend beside it stays readable. */
const WIDTH = 860;
const SIDE = 560;
const MARGIN = 34;
const LABEL_PX = 22;
const LEGEND_ROW_PX = 44;
const MAX_LABELS = 45;
/** Labels that may cover a few dots: without any names a map says little. */
const FIRST_LABELS = 12;
/** So that a thousand systems are drawn at once. */
const MAX_TRIED = 250;
const MAX_LABEL_LENGTH = 22;
const MAX_LEGEND_LENGTH = 17;
/** Which part of a label is before the place where it's drawn. */
const ANCHORS = { start: 0, middle: 0.5, end: 1 } as const;
/** How far a dot, and the ring around the marked one, reach from their middle. */
const DOT_REACH = 5;
const RING_REACH = 25;
const GAP = 4;
/** The width of a wide letter: labels must not be cut off at the edge. */
const LETTER_WIDTH = 0.66;

type Dot = MapSystem & { left: number; top: number };
type Box = { left: number; top: number; right: number; bottom: number };

/** Words for systems of no group and for those of several groups, and the only group that gets a color, if one was asked for. */
export type LegendWords = { none: string; others: (count: number) => string; asked?: string | undefined };

/** Whose systems are shown: the colors of the largest groups; the rest is gray, like those of no group. */
export function toLegend(
  systems: readonly Pick<MapSystem, 'group'>[],
  { none, others, asked }: LegendWords,
): LegendRow[] {
  const counts = [...Map.groupBy(systems, ({ group }) => group)].map(([name, { length: count }]) => ({ name, count }));
  const groups = counts.filter(({ name }) => name !== none).sort((one, other) => other.count - one.count);
  const colored = groups.filter(({ name }) => asked === undefined || name === asked).slice(0, COLORS.length);
  const rest = groups.filter((group) => !colored.includes(group));
  const count = rest.reduce((sum, group) => sum + group.count, 0);
  return [
    ...colored.map((group, index) => ({ ...group, color: COLORS[index] ?? OTHERS_GRAY })),
    ...(rest.length > 0 ? [{ name: others(rest.length), count, color: OTHERS_GRAY }] : []),
    ...counts.filter(({ name }) => name === none).map((group) => ({ ...group, color: NONE_GRAY })),
  ];
}

/** A round length of about half the radius. */
export function toScale(radius: number): number {
  const scale = scaleLinear([0, radius / 2], [0, 1]);
  return scale.ticks(2).at(-1) || radius / 2;
}

export function drawMap({ systems, middle, radius, legend, scale, scaleLabel }: GalaxyMap): string {
  const across = scaleLinear([middle.x - radius, middle.x + radius], [MARGIN, SIDE - MARGIN]);
  const down = scaleLinear([middle.y - radius, middle.y + radius], [SIDE - MARGIN, MARGIN]);
  const dots = systems.map((system) => ({ ...system, left: round(across(system.x)), top: round(down(system.y)) }));
  const colors = new Map(legend.map(({ name, color }) => [name, color]));
  // Gray ones first: the others are drawn over them.
  const inOrder = dots.toSorted((one, other) => Number(colors.has(one.group)) - Number(colors.has(other.group)));
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${SIDE}" font-family="Inter" font-size="${LABEL_PX}">`,
    `<rect width="${WIDTH}" height="${SIDE}" rx="20" fill="${GROUND}"/>`,
    ...drawGrid(),
    ...inOrder.map((dot) => drawDot(dot, colors.get(dot.group) ?? OTHERS_GRAY, dots.length)),
    ...drawLabels(dots),
    ...drawScale(round(across(scale) - across(0)), scaleLabel),
    ...legend.flatMap(drawLegendRow),
    '</svg>',
  ].join('');
}

function drawGrid(): string[] {
  const lines = [0.25, 0.5, 0.75].map((part) => MARGIN + part * (SIDE - 2 * MARGIN));
  const style = 'stroke="#2a3140" stroke-width="2"';
  return lines.flatMap((at) => [
    `<line x1="${at}" y1="${MARGIN}" x2="${at}" y2="${SIDE - MARGIN}" ${style}/>`,
    `<line x1="${MARGIN}" y1="${at}" x2="${SIDE - MARGIN}" y2="${at}" ${style}/>`,
  ]);
}

function drawDot({ left, top, isMarked }: Dot, color: string, count: number): string {
  const size = count > 300 ? 4 : count > 60 ? 6 : 9;
  const dot = `<circle cx="${left}" cy="${top}" r="${isMarked ? size + 4 : size}" fill="${color}"/>`;
  const ring = `<circle cx="${left}" cy="${top}" r="${size + 14}" fill="none" stroke="${INK}" stroke-width="4"/>`;
  return isMarked ? dot + ring : dot;
}

/** The marked and the heaviest first, each where it covers no other label and, if it can, no dot. */
function drawLabels(dots: Dot[]): string[] {
  const taken: Box[] = dots.filter(({ isMarked }) => isMarked).map((dot) => toBox(dot, RING_REACH));
  const drawn: string[] = [];
  const byWeight = dots.toSorted(
    (one, other) => Number(other.isMarked) - Number(one.isMarked) || other.weight - one.weight,
  );
  for (const { name, left, top, isMarked } of byWeight.slice(0, MAX_TRIED)) {
    if (drawn.length >= MAX_LABELS) break;
    const label = shorten(name, MAX_LABEL_LENGTH);
    const width = label.length * LABEL_PX * LETTER_WIDTH;
    const gap = isMarked ? 32 : 16;
    const boxes = [
      { x: left + gap, top: top - LABEL_PX / 2, anchor: 'start' as const },
      { x: left - gap, top: top - LABEL_PX / 2, anchor: 'end' as const },
      { x: left, top: top - gap - LABEL_PX, anchor: 'middle' as const },
      { x: left, top: top + gap, anchor: 'middle' as const },
    ].map((place) => {
      const start = place.x - width * ANCHORS[place.anchor];
      return { ...place, left: start, right: start + width, bottom: place.top + LABEL_PX };
    });
    const mayCover = isMarked ? dots.length : drawn.length < FIRST_LABELS ? 4 : 0;
    const box = boxes
      .filter((one) => isInside(one) && !taken.some((other) => overlaps(one, other)))
      .map((one) => ({ ...one, covered: dots.filter((dot) => overlaps(one, toBox(dot, DOT_REACH))).length }))
      .filter(({ covered }) => covered <= mayCover)
      .sort((one, other) => one.covered - other.covered)[0];
    if (!box) continue;
    taken.push(box);
    const weight = isMarked ? ' font-weight="600"' : '';
    drawn.push(
      `<text x="${round(box.x)}" y="${round(box.bottom - 5)}" text-anchor="${box.anchor}" fill="${INK}"${weight} stroke="${GROUND}" stroke-width="5" paint-order="stroke">${toXml(label)}</text>`,
    );
  }
  return drawn;
}

function drawScale(width: number, label: string): string[] {
  const top = SIDE - 14;
  return [
    `<path d="M${MARGIN} ${top - 10}v10h${width}v-10" fill="none" stroke="${INK}" stroke-width="4"/>`,
    `<text x="${MARGIN + width + 14}" y="${top + 4}" fill="${INK}">${toXml(label)}</text>`,
  ];
}

function drawLegendRow({ name, count, color }: LegendRow, index: number): string[] {
  const left = SIDE;
  const top = MARGIN + 20 + index * LEGEND_ROW_PX;
  return [
    `<circle cx="${left + 10}" cy="${top}" r="11" fill="${color}"/>`,
    `<text x="${left + 32}" y="${top + 8}" fill="${INK}">${toXml(`${shorten(name, MAX_LEGEND_LENGTH)} · ${count}`)}</text>`,
  ];
}

function toBox({ left, top }: Dot, reach: number): Box {
  return { left: left - reach, top: top - reach, right: left + reach, bottom: top + reach };
}

function isInside({ left, top, right, bottom }: Box): boolean {
  return left >= 6 && top >= 6 && right <= SIDE - 6 && bottom <= SIDE - 36;
}

/** Whether they're closer than {@link GAP}. */
function overlaps(one: Box, other: Box): boolean {
  const apartX = Math.max(one.left, other.left) - Math.min(one.right, other.right);
  const apartY = Math.max(one.top, other.top) - Math.min(one.bottom, other.bottom);
  return Math.max(apartX, apartY) < GAP;
}

function shorten(name: string, maxLength: number): string {
  const letters = [...name];
  return letters.length > maxLength ? `${letters.slice(0, maxLength - 1).join('')}…` : name;
}

function toXml(text: string): string {
  // Control characters, lone surrogates and noncharacters aren't XML, and invisible ones would turn the text around.
  return text.replace(/\p{C}/gu, ' ').replace(/[<>&"]/g, (letter) => `&#${letter.codePointAt(0)};`);
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
