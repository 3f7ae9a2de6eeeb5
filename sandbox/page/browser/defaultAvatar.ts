/** One or two letters that stand for a name. */
export function toInitials(name: string): string {
  const words = name.split(/[\s._-]+/).filter((word) => word !== '');
  const letters = words.length > 1 ? [words[0], words.at(-1)] : [words[0]];
  return letters.map((word) => [...(word ?? '?')][0]?.toUpperCase() ?? '').join('');
}

/** Hues of Discord's default avatars: blurple, gray, green, orange, red, pink. */
const hues = [275, 255, 155, 60, 25, 350];

/** The hue of somebody's default avatar, which follows from their id as on Discord. */
export function toHue(id: string): number {
  return hues[Number(BigInt(id || 0) >> 22n) % hues.length] ?? 0;
}
