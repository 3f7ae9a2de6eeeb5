import { h } from './dom/h.ts';
import { isLocalAddress } from './text/webAddress.ts';

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

/** A round picture of a user: their own if it comes from this machine, else initials on their color. Decoration: the name stands beside it. */
export function avatar(user: { id: string; name: string; avatarUrl: string | null }): HTMLElement {
  const initials = h('span', { class: 'avatar', 'aria-hidden': 'true' }, toInitials(user.name));
  initials.style.setProperty('--hue', String(toHue(user.id)));
  if (user.avatarUrl !== null && isLocalAddress(user.avatarUrl, location.origin)) {
    const picture = h('img', { src: user.avatarUrl, alt: '', onerror: () => picture.remove() });
    initials.append(picture);
  }
  return initials;
}
