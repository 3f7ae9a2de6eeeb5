import { hcl } from 'd3-color';

/** The background of all pictures, and the color of text on it. */
export const GROUND = '#10141d';
export const INK = '#f2f4f8';
/** 2³² divided by the golden ratio: consecutive hashes get very different hues. */
const GOLDEN = 0x9e3779b1;
/** Bright on a dark ground. Hashes 5 or 8 apart have nearly the same hue, but another step. */
const LUMINANCE = [60, 74, 88] as const;
const CHROMA = 50;

/** The color of unowned places. */
const NO_GROUP = '#7d8799';

/** The color of an owner or a sector on every map: only the UID determines it. */
export function colorOf(uid: string | undefined): string {
  if (uid === undefined) return NO_GROUP;
  const hash = [...uid].reduce((sum, letter) => (Math.imul(sum, 31) + (letter.codePointAt(0) ?? 0)) >>> 0, 7);
  const hue = ((Math.imul(hash, GOLDEN) >>> 0) / 2 ** 32) * 360;
  return hcl(hue, CHROMA, LUMINANCE[hash % LUMINANCE.length] ?? LUMINANCE[0]).formatHex();
}
