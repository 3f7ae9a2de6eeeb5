import { toHue, toInitials } from './defaultAvatar.ts';
import { h } from './dom/h.ts';
import { isLocalAddress } from './text/webAddress.ts';

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
