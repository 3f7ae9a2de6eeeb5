import type { APIUser } from 'discord-api-types/v10';

/** The colors of Discord's default avatars, darkened so far that white letters can be read on them. */
const colors = ['#5058d8', '#6b7280', '#2d8a56', '#b9651b', '#d0393f', '#c83c86'];

/** Which of the default avatars somebody has (API Reference, "CDN Endpoints": `(user_id >> 22) % 6`). */
export function defaultAvatarIndex(userId: string): number {
  return Number((BigInt(userId) >> 22n) % BigInt(colors.length));
}

/** The picture of an account that uploaded none: its initial on the color of its default avatar; for a bot a sign of its own. SVG. */
export function drawAvatar(user: APIUser): string {
  if (user.bot) return drawing('#1d2340', antenna);
  return drawInitial(defaultAvatarIndex(user.id), user.global_name ?? user.username);
}

/** One of the default avatars, with the initial of a name. SVG. */
export function drawInitial(index: number, name: string): string {
  const initial = [...name][0]?.toUpperCase().replace(/[<&>"]/g, '') ?? '?';
  return drawing(
    colors[index % colors.length] ?? '',
    `<text x="64" y="66" dominant-baseline="central" text-anchor="middle" font-family="system-ui,sans-serif" font-size="60" font-weight="600" fill="#fff">${initial}</text>`,
  );
}

const antenna =
  '<path d="M30 70a34 34 0 0 1 68 0M47 70a17 17 0 0 1 34 0" fill="none" stroke="#8ea2ff" stroke-width="9" stroke-linecap="round"/><circle cx="64" cy="72" r="9" fill="#fff"/><path d="M64 80v18" stroke="#fff" stroke-width="9" stroke-linecap="round"/>';

function drawing(background: string, inside: string): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 128 128"><rect width="128" height="128" fill="${background}"/>${inside}</svg>`;
}
