import { GROUND, INK } from './colors.ts';

export type Point = { x: number; y: number };
export type Size = { width: number; height: number };
export type Box = { left: number; top: number; right: number; bottom: number };

/** A name beside a point, `gap` away. A callout may be farther away, with a line to its point, and
 * covers dots only if there's no room without any. */
export type Label = Point & { name: string; gap: number; isCallout?: boolean };

export const LABEL_PX = 32;
const NAME_PX = 27;
/** Max labels to try, so that a map of a thousand systems is drawn quickly. */
const MAX_TRIED = 250;
const MAX_LENGTH = 24;
const ROOM = 6;
/** The sides of a point where a name may be, best first, in turns to the right. */
const SIDES = [0, 1 / 2, 3 / 4, 1 / 4];
const CALLOUT_SIDES = [...SIDES, ...Array.from({ length: 32 }, (_, index) => index / 32)];
const CALLOUT_GAPS = Array.from({ length: 20 }, (_, index) => 10 * index);
/** Widths of Inter's letters in ems. */
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
/** Letters that Inter lacks; it would draw empty boxes. */
const UNDRAWABLE = /[^\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Mn}\p{Nd}\p{P}\p{Sc}\p{Sm}\p{Zs}]/gu;

/** The width of a text at {@link LABEL_PX}. */
export function widthOf(text: string, isBold = false): number {
  const letters = [...text.normalize('NFD').replace(/\p{M}/gu, '')];
  const widths = letters.map((letter) => WIDTHS.find(([matching]) => matching.test(letter))?.[1] ?? WIDEST);
  return (isBold ? BOLD_PART : 1) * LABEL_PX * widths.reduce((sum, width) => sum + width, 0);
}

/** The names that have room, in order. None covers another name or a `taken` box; only callouts may
 * cover dots or be shortened. Their boxes are added to `taken`. */
export function drawLabels(labels: readonly Label[], frame: Size, taken: Box[], dots: readonly Box[]): string[] {
  return labels.slice(0, MAX_TRIED).flatMap(({ isCallout = false, ...label }) => {
    const name = toDrawable(label.name);
    if (name === '' || (name.length > MAX_LENGTH && !isCallout)) return [];
    const shown = shorten(name, MAX_LENGTH);
    const px = isCallout ? LABEL_PX : NAME_PX;
    let best: { box: Box; dots: number } | undefined;
    for (const box of toCandidates(label, (widthOf(shown, isCallout) * px) / LABEL_PX, px, isCallout)) {
      if (best?.dots === 0 || !isInside(box, frame) || taken.some((other) => overlaps(box, other, ROOM))) continue;
      const count = dots.filter((dot) => overlaps(box, dot, 0)).length;
      if (count < (best?.dots ?? (isCallout ? Infinity : 1))) best = { box, dots: count };
    }
    if (!best) return [];
    taken.push(best.box);
    const { left, right, top, bottom } = best.box;
    const end = { x: Math.min(right, Math.max(left, label.x)), y: Math.min(bottom, Math.max(top, label.y)) };
    const far = Math.hypot(end.x - label.x, end.y - label.y);
    const part = (label.gap - 6) / far;
    const start = { x: label.x + part * (end.x - label.x), y: label.y + part * (end.y - label.y) };
    const place = `x="${round((left + right) / 2)}" y="${round(bottom - px / 4)}" text-anchor="middle"`;
    const text = `<text ${place} font-size="${px}" font-weight="${isCallout ? 600 : 400}">${toXml(shown)}</text>`;
    const halo = `stroke="${GROUND}" stroke-width="6" stroke-linejoin="round" paint-order="stroke"`;
    return `${far > label.gap + 1 ? drawLine([start, end], 2.5) : ''}<g fill="${INK}" ${halo}>${text}</g>`;
  });
}

export function drawLine(points: readonly Point[], width: number, dashes = ''): string {
  const line = `<path d="M${points.map(({ x, y }) => `${round(x)} ${round(y)}`).join('L')}"`;
  return `${line} stroke="${GROUND}" stroke-width="${2 * width + 2}"/>${line} stroke="${INK}" stroke-width="${width}" ${dashes}/>`;
}

function toCandidates({ x, y, gap }: Label, width: number, height: number, isCallout: boolean): Box[] {
  return (isCallout ? CALLOUT_GAPS : [0]).flatMap((more) =>
    (isCallout ? CALLOUT_SIDES : SIDES).map((side) => {
      const [across, down] = [Math.cos(2 * Math.PI * side), Math.sin(2 * Math.PI * side)];
      const middle = { x: x + across * (gap + more + width / 2), y: y + down * (gap + more + height / 2) };
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

/** Drawable text, as large as fits, and cut if it would become too small. */
export function fitText(text: string, room: number, largest: number, smallest: number) {
  const whole = toDrawable(text);
  let shown = shorten(whole, 100);
  for (let length = [...shown].length; widthOf(shown, true) * (smallest / LABEL_PX) > room; length -= 1)
    shown = shorten(whole, length);
  return { shown, size: Math.min(largest, Math.floor((room / Math.max(1, widthOf(shown, true))) * LABEL_PX)) };
}

/** The text without letters that Inter lacks. */
export const toDrawable = (text: string): string => text.replace(UNDRAWABLE, '').replace(/\s+/gu, ' ').trim();

export function shorten(name: string, maxLength: number): string {
  const letters = [...name];
  return letters.length > maxLength ? `${letters.slice(0, maxLength - 1).join('')}…` : name;
}

export function toXml(text: string): string {
  // Control characters and the like aren't XML, and invisible ones would reverse the text.
  return text.replace(/\p{C}/gu, ' ').replace(/[<>&"]/g, (letter) => `&#${letter.codePointAt(0)};`);
}

export const round = (value: number): number => Math.round(value * 10) / 10;
