import { colorOf, GROUND, INK } from './colors.ts';
import { fitText, LABEL_PX, type Point, round, type Size, toXml, widthOf } from './labels.ts';

/** A mark around a system. `asked` and `you` are rings. */
export type Sign = Point & { kind: 'asked' | 'you' | 'station' | 'city'; group?: string | undefined };

/** An owner's color or a mark, with its meaning; without a group, the color of no owner. */
export type LegendRow = { label: string; group?: string | undefined; kind?: Sign['kind'] };

const MARGIN = 20;
const GAP = 9;
/** Letters, and the max lines: in a channel, a higher picture would be cut. */
const LARGE = { px: 27, lineHeight: 34, maxLines: 3 };
const SMALL = { px: 19, lineHeight: 26, maxLines: 4 };
/** Max arrows. */
const ARROWS = 24;
const FULL_TURN = 2 * Math.PI;

export function drawSign({ kind, x, y, group }: Sign, reach: number): string {
  const wide = round(1.6 * reach);
  const shape = {
    asked: `<circle cx="${x}" cy="${y}" r="${reach}"/>`,
    station: `<rect x="${round(x - reach)}" y="${round(y - reach)}" width="${2 * reach}" height="${2 * reach}"/>`,
    city: `<path d="M${x} ${round(y - wide)}l${wide} ${wide}l-${wide} ${wide}l-${wide} -${wide}z"/>`,
  }[kind === 'you' ? 'asked' : kind];
  const isRing = kind === 'asked' || kind === 'you';
  const outline = (color: string, width: number) => `<g stroke="${color}" stroke-width="${width}">${shape}</g>`;
  return `<g fill="none">${outline(GROUND, isRing ? 8 : 4)}${outline(isRing ? INK : colorOf(group), isRing ? 4 : 2)}</g>`;
}

/** Arrows at the edge that point to places beyond it. */
export function toArrows(points: readonly Point[], { width, height }: Size) {
  const turns = points.map(({ x, y }) => Math.round((Math.atan2(y - height / 2, x - width / 2) * ARROWS) / FULL_TURN));
  return [...new Set(turns)].map((part) => {
    const turn = (part / ARROWS) * FULL_TURN;
    const [across, down] = [Math.cos(turn), Math.sin(turn)];
    const far = Math.min((width / 2 - MARGIN) / Math.abs(across), (height / 2 - MARGIN) / Math.abs(down));
    return { x: round(width / 2 + far * across), y: round(height / 2 + far * down), turn };
  });
}

export function drawArrow({ x, y, turn }: Point & { turn: number }): string {
  const place = `translate(${x} ${y}) rotate(${round((turn * 360) / FULL_TURN)})`;
  return `<path d="M16 0L-9 -13V13Z" transform="${place}" fill="${INK}" stroke="${GROUND}" stroke-width="3"/>`;
}

/** The scale and the rows, one after the other; a number in place of the last ones without room. */
export function drawLegend(scale: { width: number; label: string }, rows: readonly LegendRow[], width: number) {
  const bar = (x: number, y: number) =>
    `<path d="M${x} ${y - 6}v12h${scale.width}v-12" fill="none" stroke="${INK}" stroke-width="3"/>`;
  const items = [
    { ...scale, sign: bar },
    ...rows.map(({ label, group, kind }) => ({
      label,
      width: 20,
      sign: (x: number, y: number) =>
        kind
          ? drawSign({ kind, x: x + 10, y, group }, 7)
          : `<circle cx="${x + 10}" cy="${y}" r="9" fill="${colorOf(group)}"/>`,
    })),
  ];
  const large = layOut(items, LARGE, width);
  const { placed, px, lineHeight } = large.placed.length === items.length ? large : layOut(items, SMALL, width);
  const rest = items.length - placed.length;
  const drawn = placed.map(({ sign, label, x, textX, line }, index) => {
    const y = MARGIN / 2 + (line + 0.5) * lineHeight;
    const isRest = rest > 0 && index === placed.length - 1;
    const text = isRest ? `x="${x}">+${rest + 1}` : `x="${textX}">${toXml(label)}`;
    return `${isRest ? '' : sign(x, y)}<text y="${round(y + px / 3)}" fill="${INK}" ${text}</text>`;
  });
  const height = ((placed.at(-1)?.line ?? 0) + 1) * lineHeight + MARGIN;
  return { svg: `<g font-size="${px}">${drawn.join('')}</g>`, height };
}

/** The first items that fit into the lines. */
function layOut<T extends { label: string; width: number }>(items: readonly T[], type: typeof LARGE, width: number) {
  let [x, line] = [MARGIN, 0];
  const laid = items.map((item) => {
    const { shown: label } = fitText(item.label, width - 2 * MARGIN - item.width - GAP, type.px, type.px);
    const own = item.width + GAP + widthOf(label) * (type.px / LABEL_PX);
    if (x > MARGIN && x + own > width - MARGIN) [x, line] = [MARGIN, line + 1];
    const placed = { ...item, label, x: round(x), textX: round(x + item.width + GAP), line };
    x += own + 3 * GAP;
    return placed;
  });
  return { placed: laid.filter(({ line }) => line < type.maxLines), ...type };
}
