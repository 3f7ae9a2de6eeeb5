import { colorOf, GROUND, INK } from './colors.ts';
import { fitText, LABEL_PX, type Point, round, type Size, toXml, widthOf } from './labels.ts';

/** A mark around a system. `asked` and `you` are rings. */
export type Sign = Point & { kind: 'asked' | 'you' | 'station' | 'city'; group?: string | undefined };

/** An owner's color or a mark, with its meaning; without a group, for systems without an owner. */
export type LegendRow = { label: string; group?: string | undefined; kind?: Sign['kind'] };

const MARGIN = 20;
const GAP = 9;
const LEGEND_PX = 23;
const LINE_HEIGHT = 26;
/** With more lines, a channel would crop the picture. */
const MAX_LINES = 4;
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

/** The scale and the rows in sequence; `+N` replaces the last rows if they have no room. */
export function drawLegend(scale: { width: number; label: string }, rows: readonly LegendRow[], width: number) {
  const bar = (x: number, y: number) =>
    `<path d="M${x} ${y - 6}v12h${scale.width}v-12" fill="none" stroke="${INK}" stroke-width="3"/>`;
  const items = rows.map(({ label, group, kind }) => ({
    label,
    width: 20,
    sign: (x: number, y: number) =>
      kind
        ? drawSign({ kind, x: x + 10, y, group }, 7)
        : `<circle cx="${x + 10}" cy="${y}" r="9" fill="${colorOf(group)}"/>`,
  }));
  let [left, line] = [MARGIN, 0];
  const placed = [{ ...scale, sign: bar }, ...items].map((item) => {
    const { shown } = fitText(item.label, width - 2 * MARGIN - item.width - GAP, LEGEND_PX, LEGEND_PX);
    const own = item.width + GAP + widthOf(shown) * (LEGEND_PX / LABEL_PX);
    if (left > MARGIN && left + own > width - MARGIN) [left, line] = [MARGIN, line + 1];
    const [x, y] = [round(left), MARGIN / 2 + (line + 0.5) * LINE_HEIGHT];
    left += own + 3 * GAP;
    return { sign: item.sign(x, y), shown, x, textX: round(x + item.width + GAP), y: round(y + LEGEND_PX / 3), line };
  });
  const drawn = placed.filter((item) => item.line < MAX_LINES);
  const rest = rows.length + 2 - drawn.length;
  const texts = drawn.map(({ sign, shown, x, textX, y }, index) =>
    rest > 1 && index === drawn.length - 1
      ? `<text x="${x}" y="${y}">+${rest}</text>`
      : `${sign}<text x="${textX}" y="${y}">${toXml(shown)}</text>`,
  );
  const svg = `<g font-size="${LEGEND_PX}" fill="${INK}">${texts.join('')}</g>`;
  return { svg, height: ((drawn.at(-1)?.line ?? 0) + 1) * LINE_HEIGHT + MARGIN };
}
