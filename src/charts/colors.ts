/** The background of all pictures, and the color of text on it. */
export const GROUND = '#10141d';
export const INK = '#f2f4f8';
/** 2³² divided by the golden ratio: consecutive hashes get very different hues. */
const GOLDEN = 0x9e3779b1;
/** Bright on a dark ground. Hashes 5 or 8 apart have nearly the same hue, but another step. */
const LIGHTNESS = [0.67, 0.79, 0.9] as const;
const CHROMA = 0.14;
/** Names on an area: nearly white, with a touch of its hue. */
const [NAME_LIGHTNESS, NAME_CHROMA] = [0.95, 0.05];

/** The color of unowned places. */
const NO_GROUP = '#7d8799';

/** The color of an owner or a sector on every map: only the UID determines it. */
export function colorOf(uid: string | undefined): string {
  if (uid === undefined) return NO_GROUP;
  return toHex(LIGHTNESS[toHash(uid) % LIGHTNESS.length] ?? LIGHTNESS[0], CHROMA, toHue(uid));
}

/** The color of a name that is written on its owner's area. */
export function nameColorOf(uid: string): string {
  return toHex(NAME_LIGHTNESS, NAME_CHROMA, toHue(uid));
}

function toHash(uid: string): number {
  return [...uid].reduce((sum, letter) => (Math.imul(sum, 31) + (letter.codePointAt(0) ?? 0)) >>> 0, 7);
}

function toHue(uid: string): number {
  return ((Math.imul(toHash(uid), GOLDEN) >>> 0) / 2 ** 32) * 2 * Math.PI;
}

/** From OKLab, whose lightness is as people see it: https://bottosson.github.io/posts/oklab */
function toHex(lightness: number, chroma: number, hue: number): string {
  const [a, b] = [chroma * Math.cos(hue), chroma * Math.sin(hue)];
  const [long, medium, short] = [
    (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3,
    (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3,
    (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3,
  ] as const;
  const channels = [
    4.0767416621 * long - 3.3077115913 * medium + 0.2309699292 * short,
    -1.2684380046 * long + 2.6097574011 * medium - 0.3413193965 * short,
    -0.0041960863 * long - 0.7034186147 * medium + 1.707614701 * short,
  ];
  return `#${channels.map(toByte).join('')}`;
}

/** A channel from 0 to 1 as two hex digits, with the screen's gamma. */
function toByte(channel: number): string {
  const within = Math.min(1, Math.max(0, channel));
  const shown = within <= 0.0031308 ? 12.92 * within : 1.055 * within ** (1 / 2.4) - 0.055;
  return Math.round(255 * shown)
    .toString(16)
    .padStart(2, '0');
}
