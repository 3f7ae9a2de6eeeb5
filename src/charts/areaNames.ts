import { GROUND, INK } from './colors.ts';
import {
  type Box,
  isInside,
  LABEL_PX,
  overlaps,
  round,
  type Size,
  shorten,
  toBox,
  toDrawable,
  toXml,
  widthOf,
} from './labels.ts';

/** Font sizes, largest first; with spacing, capitals. A name fits by 1 if all of it is on its own
 * area; a part on no area counts 0, on another area `foreign`. */
type AreaType = { sizes: readonly number[]; foreign: number; minFit: number; spacing: number };

type Parts = {
  frame: Size;
  groupAt: (x: number, y: number) => string | undefined;
  /** The names by group. */
  names: ReadonlyMap<string | undefined, string | undefined>;
  type: AreaType;
  /** Boxes that no name may cover; those of the names are added. */
  taken: Box[];
  dots: readonly Box[];
};

/** Smaller areas have no room for a name. */
const MIN_CELLS = 12;
/** With more dots, names don't avoid them: they're small and everywhere. */
const MAX_DOTS = 500;
/** Areas are measured in squares of this width. */
const CELL = 8;
const MAX_LENGTH = 40;
const LINE_HEIGHT = 1.1;
/** Sample points of a box, as fractions of its width and height. */
const SAMPLES = [0, 0.5, 1].flatMap((down) => [0, 1, 2, 3, 4, 5, 6].map((sixth) => ({ across: sixth / 6, down })));

/** Draws each group's name where it covers its own area and few dots. `unnamed`: the groups without
 * room for a name, the largest first. */
export function drawAreaNames({ frame, groupAt, names, type, taken, dots }: Parts) {
  const { width, height } = frame;
  const [columns, rows] = [Math.ceil(width / CELL), Math.ceil(height / CELL)];
  const cells = Array.from({ length: columns * rows }, (_, index) => {
    const [x, y] = [((index % columns) + 0.5) * CELL, (Math.floor(index / columns) + 0.5) * CELL];
    return { x, y, group: groupAt(x, y) };
  });
  const avoided = dots.length > MAX_DOTS ? [] : dots;
  const dotCost = 12 / (20 + dots.length);
  const unnamed: { group: string; label: string }[] = [];
  const groups = [...Map.groupBy(cells, ({ group }) => group)].sort(([, one], [, other]) => other.length - one.length);
  const drawn = groups.flatMap(([group, own]) => {
    if (group === undefined) return [];
    const name = toDrawable(shorten(names.get(group) ?? '', MAX_LENGTH));
    const fitOf = ({ left, right, top, bottom }: Box): number => {
      let fit = 0;
      for (const { across, down } of SAMPLES) {
        const [x, y] = [left + across * (right - left), top + down * (bottom - top)];
        const isShown = x >= 0 && x < width && y >= 0;
        const there = isShown ? cells[Math.floor(y / CELL) * columns + Math.floor(x / CELL)]?.group : undefined;
        fit += there === group ? 1 : there === undefined ? 0 : type.foreign;
      }
      return fit / SAMPLES.length;
    };
    const centers = own.filter((_, index) => index % 2 === 0);
    let best: { box: Box; size: number; lines: readonly string[]; score: number } | undefined;
    for (const lines of own.length < MIN_CELLS ? [] : toLayouts(type.spacing > 0 ? name.toUpperCase() : name))
      for (const size of type.sizes) {
        const [halfWidth, halfHeight] = [widthOfLines(lines, size, type) / 2, (lines.length * size * LINE_HEIGHT) / 2];
        if (2 * halfWidth * halfHeight > own.length * CELL ** 2) continue;
        for (const center of centers) {
          const box = toBox(center, halfWidth, halfHeight);
          const fit = isInside(box, frame) ? fitOf(box) : -Infinity;
          if (fit < type.minFit) continue;
          const around = fitOf(toBox(center, 1.6 * halfWidth, 1.6 * halfHeight));
          let score = 2 * fit + 0.5 * around + size / (2 * Math.max(...type.sizes));
          if (score <= (best?.score ?? -Infinity) || taken.some((other) => overlaps(box, other, CELL))) continue;
          score -= dotCost * avoided.filter((dot) => overlaps(box, dot, 0)).length;
          if (score > (best?.score ?? -Infinity)) best = { box, size, lines, score };
        }
      }
    if (best) taken.push(best.box);
    else unnamed.push({ group, label: name || group });
    return best ? drawName(best.lines, best.box, best.size, type) : [];
  });
  return { drawn, unnamed };
}

/** The name on one line, and on two of similar length; empty without a name. */
function toLayouts(name: string): string[][] {
  const words = name.split(' ');
  const toTwo = (count: number) => [words.slice(0, count).join(' '), words.slice(count).join(' ')];
  const longest = (lines: readonly string[]) => Math.max(...lines.map(({ length }) => length));
  const [two] = words
    .slice(1)
    .map((_, at) => toTwo(at + 1))
    .sort((one, other) => longest(one) - longest(other));
  return name === '' ? [] : [[name], ...(two ? [two] : [])];
}

function widthOfLines(lines: readonly string[], size: number, { spacing }: AreaType): number {
  return size * Math.max(...lines.map((line) => widthOf(line, true) / LABEL_PX + spacing * line.length));
}

function drawName(lines: readonly string[], { left, right, top }: Box, size: number, type: AreaType) {
  const x = round((left + right) / 2);
  const texts = lines.map(
    (line, index) => `<text x="${x}" y="${round(top + (index * LINE_HEIGHT + 0.9) * size)}">${toXml(line)}</text>`,
  );
  const look = `letter-spacing="${round(type.spacing * size)}" text-anchor="middle" font-weight="600" fill="${INK}" fill-opacity=".95"`;
  const edge = `stroke="${GROUND}" stroke-opacity=".6" stroke-width="4" stroke-linejoin="round" paint-order="stroke"`;
  return `<g font-size="${size}" ${look} ${edge}>${texts.join('')}</g>`;
}
