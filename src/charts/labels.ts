export type Point = { x: number; y: number };
export type Box = { left: number; top: number; right: number; bottom: number };

/** A name beside a point, or over it where `gap` is 0; `isAsked`: what was asked for, which may cover dots. */
export type Label = Point & { name: string; gap: number; isAsked?: boolean };

export const LABEL_PX = 32;
/** Which part of a label is before the place where it's drawn. */
const ANCHORS = { start: 0, middle: 0.5, end: 1 } as const;
/** So that a thousand systems are drawn at once. */
const MAX_TRIED = 250;
const MAX_LENGTH = 24;
const ROOM = 6;
/** Names over an area stay away from each other. */
const WIDE_ROOM = 30;
/** Of Inter's letters in ems. */
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

/** How wide a text is drawn, in pixels. */
export function widthOf(text: string, isBold = false): number {
  const letters = [...text.normalize('NFD').replace(/\p{M}/gu, '')];
  const widths = letters.map((letter) => WIDTHS.find(([matching]) => matching.test(letter))?.[1] ?? WIDEST);
  return (isBold ? BOLD_PART : 1) * LABEL_PX * widths.reduce((sum, width) => sum + width, 0);
}

/** The names that have room in the frame, the first ones first: none is cut, or covers another, what is `taken`, or a dot. */
export function drawLabels(
  labels: readonly Label[],
  frame: Box,
  taken: readonly Box[],
  dots: readonly Box[],
): string[] {
  const covered = [...taken];
  return labels.slice(0, MAX_TRIED).flatMap(({ name, isAsked = false, ...label }) => {
    if (name.length > MAX_LENGTH && !isAsked) return [];
    const shown = shorten(name, MAX_LENGTH);
    const [box] = toPlaces(label, widthOf(shown, isAsked))
      .filter(
        (one) => isInside(one, frame) && !covered.some((other) => overlaps(one, other, label.gap ? ROOM : WIDE_ROOM)),
      )
      .map((one) => ({ ...one, dots: dots.filter((dot) => overlaps(one, dot, 0)).length }))
      .filter((one) => isAsked || one.dots === 0)
      .sort((one, other) => one.dots - other.dots);
    if (!box) return [];
    covered.push(box);
    const look = `text-anchor="${box.anchor}" font-weight="${isAsked ? 600 : 400}"`;
    return `<text x="${round(box.x)}" y="${round(box.bottom - LABEL_PX / 4)}" ${look}>${toXml(shown)}</text>`;
  });
}

function toPlaces({ x, y, gap }: Omit<Label, 'name'>, width: number) {
  const half = LABEL_PX / 2;
  const places = [
    { x: x + gap, y, anchor: 'start' as const },
    { x: x - gap, y, anchor: 'end' as const },
    { x, y: y - gap - half, anchor: 'middle' as const },
    { x, y: y + gap + half, anchor: 'middle' as const },
  ];
  return (gap === 0 ? [{ x, y, anchor: 'middle' as const }] : places).map((place) => {
    const left = place.x - width * ANCHORS[place.anchor];
    return { ...place, left, right: left + width, top: place.y - half, bottom: place.y + half };
  });
}

export function toBox({ x, y }: Point, reach: number): Box {
  return { left: x - reach, top: y - reach, right: x + reach, bottom: y + reach };
}

function isInside(box: Box, { left, top, right, bottom }: Box): boolean {
  return box.left >= left + ROOM && box.top >= top + ROOM && box.right <= right - ROOM && box.bottom <= bottom - ROOM;
}

function overlaps(one: Box, other: Box, room: number): boolean {
  const apartX = Math.max(one.left, other.left) - Math.min(one.right, other.right);
  const apartY = Math.max(one.top, other.top) - Math.min(one.bottom, other.bottom);
  return Math.max(apartX, apartY) < room;
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
