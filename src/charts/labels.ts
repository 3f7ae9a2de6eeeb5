import { GROUND, INK } from './colors.ts';

export type Point = { x: number; y: number };
export type Size = { width: number; height: number };
export type Box = { left: number; top: number; right: number; bottom: number };

/** A name beside a point, `gap` away from it. A callout may be farther away, with a line to its point, and
 * covers dots only where there's no room without any. */
export type Label = Point & { name: string; gap: number; callout?: 'bold' | 'filled' };

export const LABEL_PX = 32;
/** Names of systems are smaller than what was asked for. */
const NAME_PX = 27;
/** Max labels that are tried, so that a thousand systems are drawn at once. */
const MAX_TRIED = 250;
const MAX_LENGTH = 24;
const ROOM = 6;
/** The sides of a point where a name may be, the best first, in turns to the right. */
const SIDES = [0, 1 / 2, 3 / 4, 1 / 4];
const CALLOUT_SIDES = [...SIDES, ...Array.from({ length: 32 }, (_, index) => index / 32)];
const CALLOUT_GAPS = Array.from({ length: 20 }, (_, index) => 10 * index);
/** The widths of Inter's letters in ems. */
const WIDTHS: [letters: RegExp, width: number][] = [
  [/[ijlI ’]/, 0.28],
  [/[tf.,:;'!·|()[\]/]/, 0.34],
  [/[r1_"?-]/, 0.44],
  [/[wm]/, 0.87],
  [/[a-z2-9]/, 0.59],
  [/[ -LN-VX-~]/, 0.73],
];
const WIDEST = 1;
const BOLD_PART = 1.04;
/** Letters that Inter lacks: it would draw empty boxes. */
const UNDRAWABLE = /[^\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Mn}\p{Nd}\p{P}\p{Sc}\p{Sm}\p{Zs}]/gu;

/** The width of a text at {@link LABEL_PX}. */
export function widthOf(text: string, isBold = false): number {
  const letters = [...text.normalize('NFD').replace(/\p{M}/gu, '')];
  const widths = letters.map((letter) => WIDTHS.find(([matching]) => matching.test(letter))?.[1] ?? WIDEST);
  return (isBold ? BOLD_PART : 1) * LABEL_PX * widths.reduce((sum, width) => sum + width, 0);
}

/** The names that have room, the first ones first: none is cut, or covers another, what is `taken`, or a dot.
 * Their boxes are added to what is taken. */
export function drawLabels(labels: readonly Label[], frame: Size, taken: Box[], dots: readonly Box[]): string[] {
  return labels.slice(0, MAX_TRIED).flatMap(({ name, ...label }) => {
    const { callout } = label;
    if (name === '' || (name.length > MAX_LENGTH && !callout)) return [];
    const shown = shorten(name, MAX_LENGTH);
    const height = callout === 'bold' ? LABEL_PX : NAME_PX;
    const width = widthOf(shown, callout !== undefined) * (height / LABEL_PX) + (callout === 'filled' ? 14 : 0);
    let best: { box: Box; dots: number } | undefined;
    for (const box of toPlaces(label, { width, height })) {
      if (best?.dots === 0 || !isInside(box, frame) || taken.some((other) => overlaps(box, other, ROOM))) continue;
      const count = dots.filter((dot) => overlaps(box, dot, 0)).length;
      if (count < (best?.dots ?? (callout ? Infinity : 1))) best = { box, dots: count };
    }
    if (!best) return [];
    taken.push(best.box);
    const drawn = drawLabel(shown, label, best.box);
    return `<g fill="${INK}" stroke="${GROUND}" stroke-width="6" stroke-linejoin="round" paint-order="stroke">${drawn}</g>`;
  });
}

function drawLabel(name: string, { x, y, gap, callout }: Omit<Label, 'name'>, box: Box): string {
  const { left, right, top, bottom } = box;
  const [middle, base] = [round((left + right) / 2), round(bottom - (bottom - top) / 4)];
  const text = (look: string) => `<text x="${middle}" y="${base}" text-anchor="middle" ${look}>${toXml(name)}</text>`;
  if (!callout) return text(`font-size="${NAME_PX}"`);
  const end = { x: Math.min(right, Math.max(left, x)), y: Math.min(bottom, Math.max(top, y)) };
  const far = Math.hypot(end.x - x, end.y - y);
  const part = (gap - 6) / far;
  const start = `${round(x + part * (end.x - x))} ${round(y + part * (end.y - y))}`;
  const line = far > gap + 1 ? drawLine(`M${start}L${round(end.x)} ${round(end.y)}`, 2.5) : '';
  if (callout === 'bold') return line + text('font-weight="600"');
  const pill = `<rect x="${round(left)}" y="${round(top)}" width="${round(right - left)}" height="${round(bottom - top)}" rx="8" stroke-width="4"/>`;
  return `${line}${pill}${text(`font-size="${NAME_PX}" font-weight="600" fill="${GROUND}" stroke="none"`)}`;
}

/** A light line with a dark edge. */
export function drawLine(path: string, width: number, dashes = ''): string {
  const line = `<path d="${path}" fill="none"`;
  return `${line} stroke="${GROUND}" stroke-width="${2 * width + 2}"/>${line} stroke="${INK}" stroke-width="${width}" ${dashes}/>`;
}

function toPlaces({ x, y, gap, callout }: Omit<Label, 'name'>, { width, height }: Size): Box[] {
  const [sides, gaps] = callout ? [CALLOUT_SIDES, CALLOUT_GAPS] : [SIDES, [0]];
  return gaps.flatMap((more) =>
    sides.map((side) => {
      const turn = 2 * Math.PI * side;
      const middle = {
        x: x + Math.cos(turn) * (gap + more + width / 2),
        y: y + Math.sin(turn) * (gap + more + height / 2),
      };
      return toBox(middle, width / 2, height / 2);
    }),
  );
}

export function toBox({ x, y }: Point, reach: number, height = reach): Box {
  return { left: x - reach, top: y - height, right: x + reach, bottom: y + height };
}

export function isInside({ left, top, right, bottom }: Box, { width, height }: Size): boolean {
  return left >= ROOM && top >= ROOM && right <= width - ROOM && bottom <= height - ROOM;
}

export function overlaps(one: Box, other: Box, room: number): boolean {
  const apartX = Math.max(one.left, other.left) - Math.min(one.right, other.right);
  const apartY = Math.max(one.top, other.top) - Math.min(one.bottom, other.bottom);
  return Math.max(apartX, apartY) < room;
}

/** The text as large as it fits, in steps of its size, and cut where it would become too small. */
export function fitText(text: string, room: number, largest: number, smallest: number) {
  let shown = shorten(text, 100);
  for (let length = [...shown].length; widthOf(shown, true) * (smallest / LABEL_PX) > room; length -= 1)
    shown = shorten(text, length);
  return { shown, size: Math.min(largest, Math.floor((room / Math.max(1, widthOf(shown, true))) * LABEL_PX)) };
}

/** The text without letters that Inter lacks. */
export function toDrawable(text: string): string {
  return text.replace(UNDRAWABLE, '').replace(/\s+/gu, ' ').trim();
}

export function shorten(name: string, maxLength: number): string {
  const letters = [...name];
  return letters.length > maxLength ? `${letters.slice(0, maxLength - 1).join('')}…` : name;
}

export function toXml(text: string): string {
  // Control characters, lone surrogates and noncharacters aren't XML, and invisible ones would turn the text around.
  return text.replace(/\p{C}/gu, ' ').replace(/[<>&"]/g, (letter) => `&#${letter.codePointAt(0)};`);
}

export function round(value: number): number {
  return Math.round(value * 10) / 10;
}
