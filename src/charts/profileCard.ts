import { GROUND, INK } from './colors.ts';
import { fitText, round, toDrawable, toXml } from './labels.ts';

/** The content of a character's picture, as JSON; `color` is the faction's. */
export type ProfileCard = { name: string; facts: readonly string[]; faction?: string | undefined; color: string };

const [WIDTH, HEIGHT] = [800, 360];
const DIM = '#c3cad6';
const BADGE = { x: 150, y: HEIGHT / 2, radius: 98 };
const LEFT = 290;
const ROOM = WIDTH - LEFT - 30;
const [NAME_PX, FACT_PX] = [62, 36];
const STARS = Array.from({ length: 70 }, (_, index) => {
  // Steps by powers of the plastic number's inverse spread points evenly.
  const [x, y] = [((index * 0.7549) % 1) * WIDTH, ((index * 0.5698) % 1) * HEIGHT];
  const [radius, opacity] = [1 + (index % 3), 0.15 + (index % 6) / 10];
  return `<circle cx="${round(x)}" cy="${round(y)}" r="${radius}" fill="${INK}" opacity="${opacity}"/>`;
});

/** A badge in the faction's color, with the name and the facts beside it, among stars. */
export function drawProfile({ name, facts, faction, color }: ProfileCard): string {
  const shown = toDrawable(name);
  const initials = (shown.match(/[\p{L}\p{N}]+/gu) ?? []).map(([letter = '']) => letter.toUpperCase());
  const lines = [
    ...facts.map((fact) => ({ text: fact, fill: DIM })),
    ...(faction ? [{ text: faction, fill: color }] : []),
  ];
  const top = HEIGHT / 2 - (lines.length * (FACT_PX + 18)) / 2 + 16;
  const { x, y, radius } = BADGE;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}" font-family="Inter">`,
    `<defs><radialGradient id="glow" cx="0.18" cy="0.5" r="0.75"><stop offset="0" stop-color="${color}" stop-opacity="0.5"/>`,
    `<stop offset="1" stop-color="${color}" stop-opacity="0"/></radialGradient></defs>`,
    `<rect width="${WIDTH}" height="${HEIGHT}" rx="20" fill="${GROUND}"/>`,
    ...STARS,
    `<rect width="${WIDTH}" height="${HEIGHT}" rx="20" fill="url(#glow)"/>`,
    `<circle cx="${x}" cy="${y}" r="${radius}" fill="${GROUND}" stroke="${color}" stroke-width="10"/>`,
    `<circle cx="${x}" cy="${y}" r="${radius + 18}" fill="none" stroke="${color}" stroke-opacity="0.4" stroke-width="4" stroke-dasharray="40 14"/>`,
    `<text x="${x}" y="${y + 28}" text-anchor="middle" font-size="80" font-weight="600" fill="${INK}">${toXml([...new Set([initials[0], initials.at(-1)])].join(''))}</text>`,
    drawText(shown, top, NAME_PX, `font-weight="600" fill="${INK}"`),
    ...lines.map(({ text, fill }, index) =>
      drawText(text, top + (index + 1) * (FACT_PX + 18), FACT_PX, `fill="${fill}"`),
    ),
    '</svg>',
  ].join('');
}

/** Text as large as fits beside the badge, cut if it would become too small. */
function drawText(text: string, y: number, largest: number, style: string): string {
  const { shown, size } = fitText(text, ROOM, largest, FACT_PX);
  return `<text x="${LEFT}" y="${y}" font-size="${size}" ${style}>${toXml(shown)}</text>`;
}
