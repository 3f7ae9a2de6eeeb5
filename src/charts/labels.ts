/** A text beside a point, or over its middle (`gap` 0); `isNeeded`: it may cover dots; `room`: how far
 * others stay away. */
export type Label = {
  text: string;
  x: number;
  y: number;
  gap: number;
  isBold?: boolean;
  isNeeded?: boolean;
  room?: number;
};

export type Box = { left: number; top: number; right: number; bottom: number };

export const LABEL_PX = 32;
/** Which part of a label is before the place where it's drawn. */
const ANCHORS = { start: 0, middle: 0.5, end: 1 } as const;
const MAX_LABELS = 40;
/** So that a thousand systems are drawn at once. */
const MAX_TRIED = 250;
const GAP = 6;
const MAX_LENGTH = 24;
/** Of Inter's letters in ems. */
const WIDTHS: [letters: RegExp, width: number][] = [
  [/[ijlI ’]/, 0.28],
  [/[tf.,:;'!·|()[\]/]/, 0.34],
  [/[r1_"?-]/, 0.44],
  [/[wm]/, 0.87],
  [/[MW@%…—]/, 1],
  [/[a-z2-9]/, 0.59],
  [/[ -~]/, 0.73],
];
const WIDEST = 1;
const BOLD_PART = 1.04;

/** How wide a text is drawn, in pixels. */
export function widthOf(text: string, isBold = false): number {
  const letters = [...text.normalize('NFD').replace(/\p{M}/gu, '')];
  const toWidth = (letter: string) => WIDTHS.find(([matching]) => matching.test(letter))?.[1] ?? WIDEST;
  return (isBold ? BOLD_PART : 1) * LABEL_PX * letters.reduce((width, letter) => width + toWidth(letter), 0);
}

/** The labels that have room, the first ones first: none covers another one, what is `taken`, or a dot,
 * unless it's needed. */
export function drawLabels(
  labels: readonly Label[],
  frame: Box,
  taken: readonly Box[],
  dots: readonly Box[],
): string[] {
  const covered = [...taken];
  const drawn: string[] = [];
  for (const { text, isBold, isNeeded, room = GAP, ...label } of labels.slice(0, MAX_TRIED)) {
    if (drawn.length >= MAX_LABELS) break;
    if (!isNeeded && text.length > MAX_LENGTH) continue;
    const shown = shorten(text, MAX_LENGTH);
    const box = toPlaces(label, widthOf(shown, isBold))
      .filter((one) => isInside(one, frame) && !covered.some((other) => overlaps(one, other, room)))
      .map((one) => ({ ...one, dots: dots.filter((dot) => overlaps(one, dot)).length }))
      .filter((one) => isNeeded || one.dots === 0)
      .sort((one, other) => one.dots - other.dots)[0];
    if (!box) continue;
    covered.push(box);
    drawn.push(
      `<text x="${round(box.x)}" y="${round(box.bottom - LABEL_PX / 4)}" text-anchor="${box.anchor}"${isBold ? ' font-weight="600"' : ''}>${toXml(shown)}</text>`,
    );
  }
  return drawn;
}

function toPlaces({ x, y, gap }: Pick<Label, 'x' | 'y' | 'gap'>, width: number) {
  const half = LABEL_PX / 2;
  const beside = [
    { x: x + gap, top: y - half, anchor: 'start' as const },
    { x: x - gap, top: y - half, anchor: 'end' as const },
    { x, top: y - gap - LABEL_PX, anchor: 'middle' as const },
    { x, top: y + gap, anchor: 'middle' as const },
  ];
  return (gap === 0 ? [{ x, top: y - half, anchor: 'middle' as const }] : beside).map((place) => {
    const left = place.x - width * ANCHORS[place.anchor];
    return { ...place, left, right: left + width, bottom: place.top + LABEL_PX };
  });
}

export function toBox({ x, y }: { x: number; y: number }, reach: number): Box {
  return { left: x - reach, top: y - reach, right: x + reach, bottom: y + reach };
}

function isInside(box: Box, frame: Box): boolean {
  const { left, top, right, bottom } = frame;
  return box.left >= left + GAP && box.top >= top + GAP && box.right <= right - GAP && box.bottom <= bottom - GAP;
}

function overlaps(one: Box, other: Box, gap = 0): boolean {
  const apartX = Math.max(one.left, other.left) - Math.min(one.right, other.right);
  const apartY = Math.max(one.top, other.top) - Math.min(one.bottom, other.bottom);
  return Math.max(apartX, apartY) < gap;
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
