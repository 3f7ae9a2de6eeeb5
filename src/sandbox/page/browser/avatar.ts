import { h } from './dom/h.ts';
import { isLocalAddress } from './text/webAddress.ts';

/** One or two letters that stand for a name. */
export function toInitials(name: string): string {
  const words = name.split(/[\s._-]+/).filter((word) => word !== '');
  const letters = words.length > 1 ? [words[0], words.at(-1)] : [words[0]];
  return letters.map((word) => [...(word ?? '?')][0]?.toUpperCase() ?? '').join('');
}

/** A steady hue (0 to 359) for an id, so that a person keeps their color. */
export function toHue(id: string): number {
  let hash = 0;
  for (const character of id) hash = (hash * 31 + (character.codePointAt(0) ?? 0)) % 100_003;
  // The golden angle keeps ids that follow each other far apart.
  return Math.round(hash * 137.508) % 360;
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
